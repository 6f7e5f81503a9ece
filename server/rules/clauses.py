"""Clauses about something else than the answer: “the kettle is boiling”, “my sister came on Sunday”.

Such a clause has a subject of its own and a verb: in a sentence any, behind a comma one of a few that do not go on with
the answer. So it may also tell a time that is over, or how many there were.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .asides import KIN, THINGS
from .wording import plain, words

INTERJECTIONS = (
    "oh|ah|ooh|aha|(?:ha){1,5}|hehe|well|and|so|ugh|argh|phew|yikes|blimey|crikey|wow|yay|ouch|gosh|goodness|gracious"
    "|oh dear|dear me|dear|good grief|sigh|alas|sadly|sorry|honestly|frankly|ps|p s|btw|meanwhile|poor me|heavens"
    "|mercy|gee|jeez|whew|hurrah|hooray|bravo|brr|ow|eek|yum|bah|my oh my"
)
SUBJECTS = "my|our|this|the|these|some|all|your|his|her|their"
_FULL = {"s": "is", "re": "are", "ve": "have", "m": "am", "d": "would", "ll": "will"}
_SHORT = re.compile(
    r"(?i)(?<=[a-z])['’](re|ve|m|d|ll|(?:(?<=he['’])|(?<=it['’])|(?<=re['’]))s|s(?= (?:got|gone|been|in|at|on|off|back"
    r"|up|down|an?|the|so|very|too|still|just|finally|ill|well|cold|\w+ing|\w+ed)\b))\b"
)
"""A verb in short, and no genitive."""
_COUNTED = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|\d{1,3})(?: (?:more"
    r"|whole|long|little|new|big|old))? ([a-z]{2,}(?<![su])s|people|children|men|women|feet|sheep|inches)\b"
)
"""A number of things."""
_BETWEEN = re.compile(
    r"[,;:()–—.!…]+(?:\s|$)|\s-+\s|(?<=\w) (?:and|but|so|because|since|while|though)"
    rf" (?=(?:{SUBJECTS}|i|we|he|she|they|there|an?|now)\b)"
)
_NUMBER = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[2-9]|1[0-2]|noon|midnight|dawn|half past \\w+"
_AT_AN_HOUR = re.compile(
    r"\b(is|are|was|were|up|home|back|here|me|us|comes?|came|starts?|started|opens|closes|arrived?|ready|served)"
    rf" (?:at|since|around) (?:{_NUMBER})(?: o clock| am| pm| sharp)?(?: in the \w+ing| this morning)?\b"
    r"(?! (?:of|or|to)\b)(?=(?: \w+){0,8}$|[,.;])"
)
_NOT = "(?:(?:have|has|had|did|do|does|is|are|was|were|am|could|can?|wo) )?(?:not|never|hardly|barely|scarcely)"
_TURNED = re.compile(
    # there is none of a thing of life
    rf"\b(?:no|not (?:one|an?|a single|any|enough|even an?)|never an?|nothing but|without (?:an?|any)) (?=(?:\w+ )?"
    rf"(?:{THINGS}|sleep|fun|sunshine|sugar|milk|butter|sandwich(?:es)?|heating|seats?|taxis?|hot water)\b)"
    # the writer's day, and how the writer feels about it
    rf"|\b{_NOT} (?:yet |even |really |quite |exactly |all |been )*(?=(?:slept|sleep|eaten|laughed|smiled|sneezed"
    r"|stop(?:ped)? \w+ing|had (?:so much|such|any|much|an?)|been (?:warm|dry|well|out|outside|so|this|on)"
    r"|hear (?:myself|the)|feel my (?:fingers|toes|feet|hands|nose)|proud|dressed|hungry|complaining|bitter|amused"
    r"|jealous|half bad|getting any|as young|warm|dry|stopped)\b)|\bnot (?:at all )?ashamed(?: of it)?\b"
    r"|\bnot (?:my|our) (?:proudest|finest|brightest|happiest) (?:moment|hour|day|effort)\b"
    r"|\b(?:i know )?(?:it|this|that) (?:is|was) not (?:pretty|elegant|glamorous|subtle)\b"
    r"|\b(?:i|we) (?:will|shall) never (?:live (?:this|it) down|hear the end of (?:this|it))\b"
    # what the others will feel
    r"|\bdo not (?:all |you |any of you )*(?:faint|laugh|cry|weep|panic|gloat|worry|despair)(?: at once)?\b"
    r"|\b(?:you|y.all|you (?:all|both|two)|they|everybody|everyone) (?:will|wo|would|are going to) (?:not |never )?"
    r"(?:(?:like|love|enjoy|hate|curse|thank|forgive) (?:me|this|that|it)(?: one)?(?: for (?:it|this|that))?"
    r"|know what hit \w+)\b|^(?:nobody|everybody)(?: s)? favou?rite$"
    # other turns of speech
    r"|\bbut there (?:you go|we are|you are|it is)\b|^whoever you are,? (?=\w)"
    r"|\b(?:hang|hold) on(?: tight)? to your \w+\b|\byou should (?:have seen|see|hear|smell) (?=the |my |our )"
    r"|(?<=\w )i (?:have )?(?:ever )?been (?:sent|dealt|given)\b|\btime to (?:write(?! off| a| the| it)|breathe)\b"
    r"|\bthe only (?:\w+ )?(?=(?:place|spot|room|house|shop|street|bar|man|woman|thing) (?:in|on|at|left|around)\b)"
    r"|\b(?!high|low|bett|oth|rath|lat|soon|big|small|great)\w+er than (?=an? |any )"
    r"|\bsince (?:noon|midnight|yesterday|last \w+)\b|\b(?:smells?|reeks?|stinks?|full) of it\b"
    r"|\bit is only (?=\w+day\b)|^(?:tomorrow|today|tonight) is (?=my |our |the )|\bthere will be (?=\w)"
    r"|^no (?!way|chance|hope|idea|doubt|need|time|place|room|reason|business|problem|thanks|hurry|luck|guts|joke"
    r"|point)(?=[a-z]{3,} (?:left |to be had )?(?:in|at|on|for|since|anywhere|all) \w)"
    r"|\bca(?:n|n not|nnot| not) remember when (?:it|we|i) last (?=\w)"
    r"|\b(?:wants?|asks?|asking) (?:to know )?(?:if|whether|how|where) (?=you |your |the |our )"
    r"|^(?:ai|is) not (?:he|she|it) an? (?:beauty|peach|cracker|picture|dandy|corker|gem|doozy)$"
)
"""What denies, sets a time or points, but not at the answer."""
_AUXILIARY = "(?:(?:have|has|had|did|do|does|is|are|was|were|will|wo|would|can?|could|should) )?"
_OF_A_THING = re.compile(
    rf"\b((?:my|our|the|his|her|your|their) (?:\w+ )?(?:{THINGS})) (?:needs? (?:me|us)(?: now)?\b|{_AUXILIARY}"
    r"(?:not|never|refus(?:es|ed) to|will|would|should|must|may|might) (?=\w)"
    r"(?!let|want|like|agree|approve|allow|listen|care|mind|have|know|tell))"
)
_OF_KIN = re.compile(
    rf"\b((?:my|our|the) (?:\w+ )?(?:{KIN})) {_AUXILIARY}(?:not|never)"
    r" (?=(?:come|turn|turned|sleep|slept|eat|eaten|stop|arrive|arrived|show|shown|walk|get|got) )"
)
_AS_ONE_SAYS = re.compile(
    r"(\w+ \w+ \w+), as (?:my|our|the) (?:\w+ ){1,3}?(?:used to |would |always |liked to )*(?:say|said|says|put it)$"
)


_PARTS = re.compile(rf"(?:(?!{_BETWEEN.pattern}).)+|.", re.S)
_ANCHOR = re.compile(
    rf"\b(?:{THINGS}|{KIN})\b|\b(?:an?|the|my|our|his|her|their|your) (?:\w+ )?(?!thing|idea|way|end|time|moment|day"
    r"|mood|chance|rest|real|truth|lot|bit|mind|hand|head|old|good|best|better|worst|very|new|big|little|next|last"
    r"|first)[a-z]{3,}\b"
)
_POINTS = re.compile(r"\b(?:it|this|that|these|those|one|ones|same|ai|partner|my (?:own )?(?:cards?|hands?))\b")
_TIMES = re.compile(
    r"(?<!^)\b(?:only|first|last|tomorrow|now|before|after|when|while|kept(?! me| us)|earlier|half)\b(?= )"
)
_OTHERS = re.compile(
    rf"^(?:(?:{INTERJECTIONS}) )*(?:there |(?:an?|the|my|our|his|her|their|your)"
    rf" (?!(?:\w+ )?(?:man|woman|gentleman|lady|person|people|baby|{KIN})\b)(?:\w+ )?[a-z]{{3,}} )"
)
_MODALS = re.compile(
    r"\b(?:not|no|never|hardly|will|wo|would|could|can?|cannot|must|should)\b(?= )(?! (?:not |never )?have)"
)


def _eased(clause: str) -> str:
    """A clause of some length that names something else, and does not point at what was said before, without what would
    limit or put off an answer, and, if it is not of people, deny it."""
    if len(clause.split()) < 5 or not _ANCHOR.search(clause) or _POINTS.search(clause):
        return clause
    eased = _TIMES.sub("really", clause)
    return _MODALS.sub("really", eased) if _OTHERS.match(eased.lstrip()) else eased


def in_full(text: str) -> str:
    """A text without other signs, with its verbs in full."""
    return plain(_SHORT.sub(lambda short: f" {_FULL[short[1].lower()]}", text))


def freed(spelt: str, counted: Callable[[str], bool] | None) -> str:
    """A plain text without what would tell of the answer if it were not said of something else: negations and times of
    things of life, and, where no answer is a number, how many things of which ``counted`` there were."""
    spelt = _AS_ONE_SAYS.sub(r"\1", " ".join(spelt.split()).strip(" .!"))
    if counted:
        spelt = _COUNTED.sub(lambda few: "some things" if counted(few[1]) else few[0], spelt)
        spelt = _AT_AN_HOUR.sub(r"\1 today", spelt)
    spelt = "".join(_eased(part) for part in _PARTS.findall(spelt))
    spelt = _OF_KIN.sub(r"\1 really ", _OF_A_THING.sub(r"\1 really ", spelt))
    return _TURNED.sub("really ", spelt)


def clauses_of(text: str) -> list[str]:
    """The clauses of a text."""
    return [" ".join(words(clause)) for clause in _BETWEEN.split(text)]


def told_in_full(text: str) -> str:
    """The words of a text, with a comma for every other sign but one at its end."""
    said = re.findall(r"[^\W_]+|[,;:()–—.!…]+", text.strip(" ,;:()–—.!…"))
    return " ".join(part if part[0].isalnum() else "," for part in said)


def stands_alone(clause: str, sentence: bool = False) -> bool:
    """Whether a clause has a subject and a verb of its own; in a ``sentence`` of some length any word may be that."""
    return _CLAUSE.match(clause) is not None or (sentence and _AT_LENGTH.match(clause) is not None)


_LIVES = (
    "is|are|am|was|were|gets?|became|hurts?|aches?|feels?|felt|must be|keeps? (?:getting|me)"
    "|(?:has|have|had)(?! (?:my|our|yet|to|it|the))"
    "|came(?! (?:up|down|out|from))|went(?! (?:off|wrong|astray|out|for|with))|got(?! (?:it|my|at|hold))|fell(?! for)"
    "|lost|won|broke|ate|met|bought|left|spent|died|belongs?"
)
"""Verbs that something follows, and that neither have a will nor do what gives an answer."""
_NO_SUBJECT = (
    "it|that|this(?! (?:lot|game|hand))|these|those|which|who|what|whatever|whoever|one|nobody|nothing|anybody|anyone"
    "|anything|something|any|half|each|neither|either|here|there(?! (?:was|were))|where|when|why|how|if|as|like|with"
    "|for|you(?! (?:missed|made|owe|still owe|deserve|are (?:all|both|so|such|too)))|please|let|do|to|mine|yours|both"
    "|others?|(?:some|all) (?:is|are|was|were|has|have|had)|opposite|reverse|and i am|and my|he|she|they"
)
"""How no subject begins that is about something else: it points, asks or denies."""
_IT_IS = (
    r"(?:oh |well )*it (?:is|was|has been|is been) (?=(?:so |very |all |still |already |rather "
    r"|quite )*(?:an? (?:\w+ ){0,4}(?:day|week|weekend|month|year|night|evening|morning|summer|winter|zoo|madhouse)"
    r"|late"
    r"|early(?! days)|dark|bedlam|chaos|quiet|spring|summer|autumn|winter|lovely|\w+ (?:time|season|day|here)|(?:hott"
    r"|cold|wett|warm)er than)\b)"
)
"""Of the day and the weather, which nothing that was said before is."""
_ADVERBS = "just|still|already|also|always|finally|all|both|really|recently"
_LED_IN = rf"(?:(?:{INTERJECTIONS}|finally|today|tonight|yes|now) )*(?!(?:{_NO_SUBJECT})\b)"
_CLAUSE = re.compile(
    rf"{_LED_IN}(?:(?:{SUBJECTS}|an?)(?: \w+){{1,4}}?|\w+(?: \w+)?)(?: (?:{_ADVERBS}))* (?:{_LIVES}) \w+|{_IT_IS}"
    rf"|{_LED_IN}(?:(?:my|our) \w+ \w+ed|(?:my|our|the) \w+ (?:leaks|hurts|aches|burst|died|won|lost))$"
    r"|been \w+ing(?: \w+)+"
    r"|(?:made|baked|cooked|planted|painted|visited|watched|mended|knitted) (?!it\b|this\b|that\b)"
    r"\w+ \w+"
    rf"|\w+(?: \w+)? (?:sends?|says?) (?:her |his |their )?(?:hugs|kisses|greetings"
    rf"|love|hi|hello|howdy)\b"
    rf"|(?:just |still )?(?:spent|ran|went|had|took|saw|lost|found|made|baked|ate|slept|woke|got|caught|met"
    r"|bought|broke|been|off) (?:an?|the|my|our|us|me|all|to|some|your|up|in|at|for my|on the) \w+"
)
_AT_LENGTH = re.compile(rf"{_LED_IN}(?!some )(?:{SUBJECTS}|i|we)(?: \w+){{3,}}")
_DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_TURNS = re.compile(
    # a time that is over
    r"\b(?:(?:since|until|till|only|just|late|early|on) )?(?:yesterday|last (?:night|week|weekend|month|year|spring"
    rf"|summer|autumn|winter|{_DAY})|(?:an hour|some things|a few \w+) ago)\b(?: morning| evening)?"
    # until a day, after a meal; and not until or after somebody does something
    rf"|\b(?:until|till|after|before) (?:{_DAY}|christmas|easter|midnight|noon|dawn|late|breakfast|lunch|dinner|supper"
    r"|work|school|church|dark|(?:the|my|our|an?) (?:\w+ )?\w+)$"
    # a state that has come about
    r"|(?<=\w\w\w )by now\b|(?<=\w\w\w )(?<!for )(?<!right )(?<!from )now$|^now (?=(?:i|we) (?:need|am|are|have)\b)"
    # somebody's first or last, which is no answer
    r"|\b(?<=my |ur |is |er )(?:very )?(?:first|second|third|last) (?!was|would|one|had|has|is|of)(?=[a-z]{3,}\b)"
    # days and weather, and what is like them
    rf"|^{_IT_IS}|\b\w+er than (?=an? |usual|ever)|\b(?:of|the|autumn) leaves\b|\bsomewhere\b"
    # how long
    r"|^(?:(?:that|it|this) )?took (?:me|us) (?:half |about |over |quite )?(?:an? \w+|ages|hours|forever|all \w+"
    r"|some \w+)"
    r"|(?<=\w\w\w )earlier(?: today)?$|\ban? (?:quiet|spare|free|long) (?:minute|moment|hour)\b"
    r"|(?<!in )\b(?:half )?an hour\b|\bkept? (?=me |us |getting)|\bstopped (?=\w+ing\b)"
    r"|(?<=kept me )waiting|(?<=kept us )waiting"
    r"|(?<=have |been )wait(?:ed|ing) (?=all |so |weeks |months |years |ages )"
    # what broke down
    r"|\b(?:phone|laptop|computer|tablet|screen|keyboard|battery) (?:died|broke|froze|crashed|was dead|gave up)\b"
    r"|\bno (?=(?:internet|power|signal|heating|water|electricity|wifi)\b(?! (?:from|to|over|for)\b))"
    # moods
    r"|\bmust (?=be \w)|\bover the moon\b|\bin a \w+ way\b|\blooks? like (?=an? |the (?:bottom|inside|end|leftovers) )"
    r"|(?<=wanted |.dying |tching )to do that$|\ba good feeling about this(?: one)?$"
    # what was done, which was not the answer
    r"|\btook (?!it|this|that|over|back|one|charge|control)|\bwriting (?:this )?from (?=an? |the |my )"
    # the hand that is complained of
    r"|(?<=hand |ards )like (?:this|these)\b|\bkeep getting these\b"
)


def without_turns(clause: str) -> str:
    """A clause without what may stand in it, though it would change an answer of whose clause it were a part."""
    return _TURNS.sub("", clause)
