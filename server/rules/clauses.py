"""The clauses of a text beside an answer, without what is of something else: “the kettle never boils before noon”.

A clause about something else has a subject of its own and a verb: in a sentence any, behind a comma one of a few that
do not go on with the answer. So it may tell a time that is over, or how many there were; of things it may also say no.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from .small_talk import KIN, THAT_HURTS, THINGS, TIMES, TURNS, tells_of_things
from .wording import plain, words

INTERJECTIONS = (
    "oh|ah|ooh|aha|(?:ha){1,5}|hehe|well|and|so|ugh|argh|phew|yikes|blimey|crikey|wow|yay|ouch|gosh|goodness|gracious"
    "|oh dear|dear me|dear|good grief|sigh|alas|sadly|sorry|honestly|frankly|ps|p s|btw|meanwhile|poor me|heavens"
    "|mercy|gee|jeez|whew|hurrah|hooray|bravo|brr|ow|eek|yum|bah|my oh my"
)
SUBJECTS = "my|our|this|the|these|some|all|your|his|her|their"
KIND_OPENINGS = re.compile(
    r"(?:(?:glorious|lovely|bright|thick|heavy|hard|more|blue) )?(?:fog|freezing|boiling|pouring|(?:snowed|rained"
    r"|iced) (?:in|off)|frost|gales?|hail|sun|sunshine|snow|rain|drizzle|skies|thunder|sleet|mist)(?: and \w+)?(?: up"
    r"| down)? (?:all|here|in|on|at|everywhere|again|over|outside)\b|(?:an? )?(?:very )?(?:long|busy|quiet|lazy|hard"
    r"|tough|rough|hectic) (?:day|week|weekend|month|night|year)\b|(?:hot|cold|wet|dry|windy|quiet|busy|tired"
    r"|bored) as \w+(?: (?:here|today|outside|tonight))?$|safe (?:travels|journey|trip|flight|drive)\b|(?:stay"
    r"|keep) (?:warm|well|safe|dry|healthy|cool)\b|(?:(?:and|with|please|give|send|say|do|tell (?:your|the|our) \w+"
    r"|i said|from me|all|the|an?|my|our|your|very|big|warm|huge|little|kind|best|many|so|good|happy|merry|good|nice"
    r"|lovely|pleasant|speedy|quick|full|once) )*(?:hugs?|kiss|kisses|love|best|regards|wishes|greetings|hello|hi"
    r"|howdy|cheers|ciao|thanks|thank (?:you|\w+(?: and \w+)?)|ta|merci|grazie|danke|recovery|congratulations|congrats"
    r"|well done|compliments|(?<=good )luck|birthday|christmas|easter|anniversary|new year|morning|afternoon|evening"
    r"|day|night|week)(?: (?:again|also|too|so much|a lot|very much|all|indeed))* (?:from|to|for|on|with)\b"
    r"|let see (?:who|what|how|where) \w+|let (?:the )?\w+ (?:begin|commence)\b|let (?:dance|rock|roll)\b"
    r"|let hope (?:for|we)\b|(?:i am )?writing (?:this )?(?:from|in|on|at) |(?:that|it|this) took (?:me|us) (?:half "
    r"|about |over |quite )?(?:an? |ages|hours|forever|all )|(?:i |we |just )?(?:hope|hoping)(?: that)? (?:you|your"
    r"|everyone|everybody|all|things|mum|dad|the \w+)\b|(?:sorry )?for (?:dragging|keeping|taking so long)\b"
    r"|(?:i )?hope (?:it|that|this) helps\b|yours (?:in|from|of|at|by)\b|(?:there is )?(?:nothing|not much"
    r"|not a thing) in this (?:hand|lot)\b|(?:please )?tell (?:your|the|our) \w+ (?:i said )?hi\b|have (?:an?|fun"
    r"|some)\b|enjoy (?:the|your)\b|get well\b|welcome (?:back|home|to)\b|long live\b|how (?:i"
    r"|we) (?:have )?(?:enjoyed|loved?|missed?)\b|here is to\b|(?:shame|pity) about\b|too bad\b|(?:god|lord|heavens?"
    r"|goodness|the gods) (?:help|bless|save|have mercy|be)\b|may (?:he|she|you|they|(?:the |my |our |your )?(?:good "
    r"|dear )?(?:lord|cards|odds|stars|best|gods|mists|force|luck|fates?|fortune))\b|(?:my|our|this|these) (?:hand"
    r"|cards|dominoes|tiles|bones) \w+|(?:what|such) an? \w"
    rf"|{THAT_HURTS}"
)
"""How wishes, thanks and sighs begin, whatever they are about."""
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
    rf" (?=(?:{SUBJECTS}|i|we|he|she|it|they|there|an?|now)\b)"
)
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
    rf"^(?:(?:{INTERJECTIONS}) )*(?:there |(?:an?|the|my|our|his|her|their|your) (?!(?:\w+ )?(?:man|woman|gentleman"
    rf"|lady|person|people|baby|{KIN})\b)(?:\w+ )?[a-z]{{3,}} )"
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


_I_WILL = re.compile(r"(?i)\b(i|we)['’]d\b")


def in_full(text: str) -> str:
    """A text without other signs, with its verbs in full."""
    return plain(_SHORT.sub(lambda short: f" {_FULL[short[1].lower()]}", _I_WILL.sub(r"\1", text)))


def clauses_of(text: str, counted: Callable[[str], bool] | None = None) -> list[str]:
    """The clauses of a text; without how many things there were of which ``counted``."""
    spelt = " ".join(text.split()).strip(" .!")
    if counted:
        spelt = _COUNTED.sub(lambda few: "some things" if counted(few[1]) else few[0], spelt)
    return [clause for each in _BETWEEN.split(spelt) if (clause := " ".join(words(each)))]


def told_in_full(text: str) -> str:
    """The words of a text, with a comma for every other sign but one at its end."""
    said = re.findall(r"[^\W_]+|[,;:()–—.!…]+", text.strip(" ,;:()–—.!…"))
    return " ".join(part if part[0].isalnum() else "," for part in said)


def stands_alone(clause: str, sentence: bool = False) -> bool:
    """Whether a clause has a subject and a verb of its own; in a ``sentence`` of some length any word may be that."""
    return bool(
        _CLAUSE.match(clause)
        or KIND_OPENINGS.match(clause)
        or (sentence and _AT_LENGTH.match(clause))
        or tells_of_things(clause)
    )


_LIVES = (
    "is|are|am|was|were|gets?|became|hurts?|aches?|feels?|felt|must be|keeps? (?:getting|me)|(?:has|have|had)(?! (?:my"
    "|our|yet|to|it|the))|came(?! (?:up|down|out|from))|went(?! (?:off|wrong|astray|out|for|with))|got(?! (?:it|my|at"
    "|hold))|fell(?! for)|lost|won|broke|ate|met|bought|left|spent|died|belongs?"
)
"""Verbs that something follows, and that neither have a will nor do what gives an answer."""
_NO_SUBJECT = (
    r"it|that|this(?! (?:lot|game|hand))|(?:these|those)(?! \w+s )|which|who|what|whatever|whoever|one|nobody|nothing"
    "|anybody|anyone|anything|something|any|half|each|neither|either|here|there(?! (?:was|were))|where|when|why|how|if"
    "|as|like|with|for|you(?! (?:missed|made|owe|still owe|deserve|are (?:all|both|so|such|too)))|please|let|do|to"
    "|mine|yours|both|others?|(?:some|all) (?:is|are|was|were|has|have|had)|opposite|reverse|and i am|and my|he|she"
    "|they"
)
"""How no subject begins that is about something else: it points, asks or denies."""
_ADVERBS = "just|still|already|also|always|finally|all|both|really|recently"
_LED_IN = rf"(?:(?:{INTERJECTIONS}|finally|today|tonight|yes|now) )*(?!(?:{_NO_SUBJECT})\b)"
_CLAUSE = re.compile(
    rf"{_LED_IN}(?:(?:{SUBJECTS}|an?)(?: \w+){{1,4}}?|\w+(?: \w+)?)(?: (?:{_ADVERBS}))* (?:{_LIVES}) \w+"
    rf"|{_LED_IN}(?:(?:my|our) \w+ \w+ed|(?:my|our|the) \w+ (?:leaks|hurts|aches|burst|died|won|lost))$"
    r"|been \w+ing(?: \w+)+|(?:made|baked|cooked|planted|painted|visited|watched|mended|knitted) (?!it\b|this\b"
    r"|that\b)\w+ \w+"
    rf"|\w+(?: \w+)? (?:sends?|says?) (?:her |his |their )?(?:hugs|kisses|greetings|love|hi|hello|howdy)\b|(?:just "
    rf"|still )?(?:spent|ran|went|had|took|saw|lost|found|made|baked|ate|slept|woke|got|caught|met"
    r"|bought|broke|been|off) (?:an?|the|my|our|us|me|all|to|some|your|up|in|at|for my|on the) \w+"
)
_AT_LENGTH = re.compile(rf"{_LED_IN}(?!some )(?:{SUBJECTS}|those|i|we)(?: \w+){{3,}}")
_TURNS = re.compile(
    "|".join(TURNS)
    + r"|\b(?:see|seeing|seen|hear|hearing|heard) (?=(?:you|(?:the|my|our|your|his|her|their|an?) (?:\w+ )?"
    rf"(?:{THINGS}|{KIN}))\b)|\b(?:picked|called|held|played|counted|chose) (?=(?:(?:the|some|our|my"
    rf"|an?) )?(?:\w+ )?(?:{THINGS}|{KIN})\b)"
)
_OVER = re.compile("|".join(TIMES))
_WHAT_A = re.compile(
    r"^((?:and |so |oh |well )*what an? (?:\w+ )+?)(?:this|that|it|these|those)(?: (?!card|bid|lead|play)\w+)? (?:is"
    r"|was|has been|are|were|(?:is turning|has turned) (?:into|out to be)|has become|makes?|made)$"
)
"""An exclamation, before what it is about: “what a lovely game” (this is turning into)."""
_OF_THAT = re.compile(r"^(?:it|they|he|she) (?=\w)")
"""Who a clause before was about."""


def without_turns(clauses: Sequence[str]) -> list[str]:
    """Clauses without what would change an answer if it were not said of something else."""
    found: list[str] = []
    told = False
    for clause in clauses:
        clause = _OF_THAT.sub("", clause) if told else clause
        told = told or stands_alone(clause, sentence=True)
        clause = tells_of_things(clause) or clause
        clause = _eased(_TURNS.sub("really ", _WHAT_A.sub(r"\1", clause)))
        found.append(_OVER.sub("really ", clause) if told else clause)
    return found
