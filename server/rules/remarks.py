"""Remarks beside an answer: what people say to each other at a table, and which cannot touch the answer.

A remark is judged by its clauses (`clauses`). First each loses the turns of speech that are of something else. Then it
may have no word that could be a token of the game, and none that denies, doubts, asks, sets a condition or a time,
points at the answer, speaks of playing, or takes something back: these are listed, and all other words are allowed.
A short one must also begin as talk does (``I am off to bed``), show a mood in known words, be a saying, or have a
subject and a verb of its own; a sentence of five words behind an answer may begin in any way, unless it asks or goes on
with the answer. Before an answer the same holds for a line of its own, or a sentence before several words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .clauses import (
    INTERJECTIONS,
    KIND_OPENINGS,
    SUBJECTS,
    clauses_of,
    in_full,
    stands_alone,
    told_in_full,
    without_turns,
)
from .frames import ADDRESSED, GREETINGS, NO_NAMES
from .small_talk import GESTURE, KIN, PRAISE_OF_PLAY, PRAISE_OF_SOMEBODY, SAYINGS, WEATHER, tells_of_things
from .wording import Phrase, errors, words

SHORT = 25
"""Words; a longer one is not judged."""
MOODS = frozenset(
    "rubbish rotten crummy lame shabby ropey stinking stinky dreary frightful terrible awful dreadful horrible horrid"
    " miserable lousy poor bad worse worst abysmal appalling ghastly hopeless useless pathetic grim cursed curse"
    " curses disaster disastrous tragic sad sadly alas unlucky weak weakest ugly nasty wretched dire mediocre boring"
    " dull disappointing garbage trash junk hurts painful shame good great nice lovely wonderful fantastic brilliant"
    " excellent superb splendid marvellous marvelous amazing beautiful best strong strongest decent cracking super"
    " perfect delightful sneaky cocky smug wicked devious generous cautious timid ambitious heroic desperate daft"
    " naughty luck lucky fortune brave bold daring confident cheeky optimistic reckless wild crazy mad greedy nervous"
    " excited happy glad pleased proud delighted thrilled tired sleepy hungry hope hoping wishes crossed pray praying"
    " sorry apologies pardon thanks thank grateful cheers congratulations congrats bravo fun enjoy enjoying enjoyed"
    " enjoyable love loved loving exciting wow phew ouch pitiful paltry meagre scrappy reluctantly yay amen hallelujah"
    " yeehaw woohoo whoop whoopee tadah ole geronimo gulp sob sniff yawn hurray huzzah hooray hurrah boom bang sigh"
    " groan grr ugh eek gosh golly crikey blimey goodness snow snowing rain raining rainy sunny sunshine weather cold"
    " windy storm birthday christmas holiday pleasure gentle unfortunate unfortunately regrettably bleak shocking"
    " shambles guesswork torture agony bliss greed desperation madness misery suspense nightmare mess horrendous"
    " atrocious abominable dismal feeble diabolical afraid pride typical meh humph pah tsk tut rats woe farewell"
    " goodbye adieu surprise onwards mwahaha bah humbug zut alors bedtime exhausted terrified frisky sore poorly"
    " chilly nippy muggy misty gorgeous tense thrilling".split()
)
"""Words of praise, complaint, thanks, apology or wish, and of the weather."""
KINDLY = frozenset(
    "sorry apologies pardon thanks thank grateful cheers congratulations congrats hope hoping luck wishes happy love"
    " enjoy pleasure gentle best".split()
)
"""Those that are said to somebody about themselves, not about their bid."""
HARMLESS = MOODS | frozenset(
    "delay late slow busy a an the this that these those my mine our your yours its is was are am were be been being i"
    " we you it me us of with and so too very just quite such really pretty truly again still always ever all some"
    " more much many lot lots for at on in to from here there today tonight everyone everybody folks friends friend"
    " partner partners hand hands cards deal deals round rounds game games evening day night morning week weeks year"
    " years had has have got get do did goes going come make makes made feeling feel feels felt set bunch pile heap"
    " life old new work kids family children train trains far along away outside over bit little tad big fingers since"
    " lately dominoes tiles well oh ah ooh sunday time times once trick tricks tea coffee cake dinner lunch supper"
    " breakfast garden cat cats grandchildren grandkids home weekend holidays summer winter spring autumn ill kitchen"
    " baby thing stuff sort kind run streak form absolutely completely totally utterly simply extremely incredibly"
    " frankly took"
    " long patience modest full joy y poorly off us honestly pardner another whole indeed ok finally".split()
)
"""The words a remark may have. None denies, doubts, asks, or sets a condition or a time."""
STARTS = frozenset(
    "is are am was were be do did have has had should to for at on in from with of about over since how like as".split()
)
"""First words that ask, or continue the answer's own sentence."""

_POINTING = frozenset("it this that these those which one ones mine yours same such".split())
"""Words that may point at the answer; ``this weather`` does not."""
_TIMES = frozenset(
    "later tomorrow soon next last first second then now earlier yesterday ago hour hours minute minutes moment"
    " moments noon midnight ever".split()
)
_TELLTALE = frozenset(
    # denies
    "no not none nor never nothing nobody nowhere neither cannot without hardly barely scarcely nope nah higher lower"
    " bigger smaller less halfway midway incomplete other others another"
    # sets a condition, or contrasts
    " if unless until till when whenever once after before while whilst provided assuming given depending otherwise"
    " else except only lest should supposing although though however yet nevertheless instead rather actually anyway"
    " alternatively but or either whichever whatever whoever any because perhaps than used will willing shall"
    " would could might may must ought"
    # doubts
    " mind minds toying torn sure unsure certain hmm hm um er leg wish idea ideas plan plans notion way doubt ironic"
    " try knowledge least tbc tbd pending irony expert trust fancy vetoed vetoes veto refused rejected rejects altered"
    " alters erased erases scrambled overruled overrules objected disagreed insisted forbade forbids"
    # speaks of a move, or of what is written
    " sooner holds opposite backwards lowest highest weakest bets mouth favour card led lead leads leading turn word"
    " words letter letters mail mails email message number age name names degrees rule rules legal hold holding held"
    " take taken takes took taking keep kept keeping save saving saved option options discard draw drew move moves"
    " score scores mean means meant meaning namely alias aka referring said say says saying told tell tells voice sign"
    " pinch tongue cheek evil fairy hell pecked painkillers moon wings april whisky gin drunk tipsy punch hungover"
    " glasses specs blur blurry memory memories voice honours somewhere roughly ears tips spoken oracle horoscope"
    " courage third fourth fifth sixth seventh eighth ninth tenth screen button text answer answers lie lied lying"
    " oops right eh huh innit correct okay different view views entry keyboard keys laptop notch peg inbox tiny chance"
    " seat hint taker list lists answered answering answers egged pen pencil wires pint pints plot buttons looked"
    " pasted computer phone tablet mouse account"
    " vote veto row tip blessing stays carer messenger alexa siri".split()
)
_STEMS = (
    "chang wrong mistak error undo revok correct edit typo slip accident ignor disregard forget forgot cancel delet"
    " scrap scratch strik struck kidding jok jest jk prank psych sarcas imagin pretend suppos hypothe quot wrot writ"
    " typed typing dunno guess think thought believ reckon wonder consider decid undecid check confirm advis advic"
    " suggest recommend persuad convinc hesitat waver vacillat uncertain unclear confus maybe probabl possibl presum"
    " apparent seem theor tempt inclin lean ponder debat reflect regret retract rescind recant reneg withdr resign"
    " conced dream forbid explain depend hinge instinct hunch question danger redeal practis dictat stuck loss pretens"
    " muse. musing brainstorm spitball iffy uneasy ambivalen dither surrender quit abort abandon declin refuse."
    " abstain postpon defer wait hang stop paus sleep teas troll bluff fool fake winding messing gotcha play bid call"
    " trump follow choos chose pick. picks. picked picking allow permit seal submit send. sent. press click vot"
    " misread miscount misclick mistyp misplac mistook misheard misunder misdeal swap switch revers opposit object"
    " agree disagre discuss ask. asked asks asking shout whisper cried crie yell mutter murmur scream exclaim repl"
    " heard listen remind await announc declar claim test lack choic leav finish offer letting mull misj muddl mix"
    " study studi examin count. counts counted counting speak talk bet. wager sort look. looking. see. seeing. seen."
    " alarm alert sentence interrupt examin licen bother drat weigh prefer insist approv rehears adamant negotia typew"
    " doubt stump instruct order outvot decis aim draft treat nonsens warn spell autocorr typist overrul guide obey"
    " panick exaggerat cheat copied copying provision tentativ impuls forc toss flip distract judg blunder howler"
    " clanger gaffe dilemma predicam conundrum puzzl quandar reconsid"
).split()
_STEM = re.compile("|".join(rf"{stem[:-1]}\b" if stem.endswith(".") else stem for stem in _STEMS))
"""How words begin that take back, doubt, or speak of playing; with a full stop, whole words."""
_ABROAD = frozenset(
    "aber oder wenn falls vielleicht eventuell doch nein nicht forse ma pero se oppure magari mais ou si sauf"
    " non".split()
)


_TAKEN_BACK = re.compile(
    r"\b(?:what (?:i|we|you|he|she|they)\b|rethink|(?:take|took) (?:it|that) back|pulling your leg|having you on|as if"
    r"|let me|let us|look at|subject to|(?:cards?|bouts?|tiles?|trumps?) (?:are|is) missing|sheets to the wind"
    r"|on the fence|in a (?:pickle|jam|bind|fix|tight)|slipped|too (?:weak|late|risky|greedy|rash)|cold feet|(?:god"
    r"|lord|heavens?|goodness) knows|at my (?:hand|cards)|(?:was|were|is) for (?!the)|(?:has|have|had|do|know) better"
    r"|do what you|as you (?:like|please|wish)|give up|gave up(?! the ghost)|giving up|carried away|in a (?:bit|while"
    r"|jiffy|tick|sec|mo)|to be continued|more (?:from me|to come|to follow)|(?:ship|boat|train) has (?:sailed|left)"
    r"|to taste|behind my back|thumbs? (?:is|are)|the day (?:my|our|the|that)|had you|got you|fell for|fingers are"
    r"|cards are \w+ing|^my foot|bear with|set (?:it )?aside|a bit more|(?:too|such) (?:old|young|poor"
    r"|small) (?:an? \w+ )?for|give me a|all over the place|(?:so|as) long as|hear better|wishes are|pigs|(?:sit|sits"
    r"|sitting|want|wants|count|leave|keep|stay) (?:\w+ ){0,2}out\b|out of (?:reach|here|my|this (?:deal|game|hand"
    r"|one))|(?<!crazy )(?<!busy )(?<!hectic )(?:for|at) the (?:time being|moment|present)|(?:at|for) present"
    r"|at (?:any|least)|as things|(?:sort|kind) of\b(?! thing)|too \w+ (?:for an?|with) |face (?:down|up)|upside down"
    r"|(?:ate|eat) my (?:homework|cards?|hand|hat|words)|(?:gave|give|giving) in\b|hand is (?:full|empty)|in the air"
    r"|in (?:your|his|her|their) (?:hands|court)|at your mercy|need (?:more|to|some time|time)\b|ahead of myself"
    r"|away with me|^surprise (?:me|us)$|in good time|dare|was reading|hope i\b|miles away|ha[sd] the (?:floor|cards"
    r"|deck|hand)|at the (?:desk|wheel)|on the line|so many$|(?:games?|deals?|match|matches|tricks?|rounds?) (?:was"
    r"|were)\b|lost (?:interest|heart|patience)|(?:sun|earth|moon|sky|grass) is (?!out|shin|up\b|warm|hot|back|bright"
    r"|gone|blue|set)|to self|cows come|put something|so (?:spoke|spake)|(?:hand|give|pass)(?: \w+){1,3} back\b"
    r"|start(?:ing)? (?:over|again|afresh)|go(?:ing)? back\b|all thumbs|too many|my (?:head|hands?) (?:is"
    r"|are) (?:spinning|tied)|(?:my )?brain is|my ear\b|(?:bad|poor|dim|weak) (?:eyes|light)|in circles|lost here"
    r"|lost (?:my (?:nerve|head|way|thread|bearings)|track|count)|at sea|(?<!crossing )(?<!crossed )my (?:head|mind"
    r"|brain|fingers?|thumbs?|pen|tongue|temper|nerves?|eyesight)\b(?! (?:(?:is|are) )?(?:hurt|ach|sore|numb|cold"
    r"|frozen|freezing|pounding|shaking|trembling|shot))|in the dark|the better of|got into me|the gun|hasty|overboard"
    r"|explanation|missed (?:a|the (?!bus|train|boat|party|wedding))|help(?:s|ed|ing) me|(?:dial|log|fill|weigh"
    r"|chip)\w* (?:it |this )?in\b|(?:sit|sits|sitting|stands?|standing|fills|filling) in for|stand in\b|in my (?:seat"
    r"|place|stead|chair)|at the (?:wheel|helm|controls|reins)|in charge|had a go\b|to blame|my (?:arm|hand) was"
    r"|(?:his|her|their) heads?\b|(?:made|makes?|making) me(?! (?:laugh|smile|cry|an?|some|tea|breakfast|proud|happy"
    r"|hungry|sneeze|feel))|opinions?|i am (?:only |just )?(?:his|her|their) |thanks to (?:my|our|his|her|their)\b"
    r"|deals? with|foot down|(?:was|were|felt) (?:\w+er|more \w+|better off) (?:this|an?|before|then|yesterday|last)"
    r"|the rest\b|did so|ahead$|(?:wanted|hoped|longed) to (?!do that|come|be\b)|before the end|the above\b"
    r"|lens(?:es)?|the print\b|half asleep|too ill|done with|(?:closed|shut) my eyes|jury|fat fingers|insistent"
    r"|(?:eyes|light|sight) (?:is|are) (?:\w+ )?(?:bad|poor|dim|weak)|too far$|(?<!lot )of (?:two|both|them)\b(?! you)"
    r"|split$|divided|arguing|dice|real (?:one|thing|deal)|i fold|going by|up my sleeve|coin (?:is|came|was)"
    r"|coming (?:up|soon|next)|have (?:a few|some|both|more|plenty|enough)$|so (?:am|do|did|have) i|carried off"
    r"|down there|(?<!somebody )(?<!someone )up there|(?:want|wish|hop|long|pray|demand|stole|steal|dropp|ate|eat|begg"
    r"|ask|fanc)(?:e?[ds]|i?ed|ing|s)? (?:for |of )?(?:an? |something )?(?:more|another|everything|bigger|better|both"
    r"|others?|less|higher|lower)\b|news (?:came|from|was|is|sounded|fell|turned|got|reached|arrived|said)|reported"
    r"|post from|(?:fell|sat|stepped|came|landed|slept|trod|spilt|spilled|jumped|lay|walked) (?:on|in|over|under|off"
    r"|to)$|so (?:sang|wrote|went)|stay my|drawing board|off the record|to sell you|the (?:picture|painting|portrait"
    r"|lady)\b|pope|napoleon|santa|elvis|bicycle|martian|teapot|dutchman|unicorn)"
)


def takes_back(said: Phrase) -> bool:
    """Whether a line anywhere below an answer speaks of taking it back, or of not having decided."""
    return _TAKEN_BACK.search(" ".join(said)) is not None


def is_remark(
    text: str, telling: frozenset[str], names: frozenset[str], sentence: bool, behind: bool, numbers: bool = False
) -> bool:
    """Whether a text is a remark. ``telling``: the words of tokens; ``names``: of players who cannot be chosen;
    ``sentence``: nothing else stands in its sentence; ``behind``: it stands behind the answer; ``numbers``: it may tell
    how many there were of something, which no answer could be."""
    said = words(text)
    left = _without_sayings_within(said)
    if (
        said in (("ps",), ("p", "s"))
        or (behind and len(said) > 1 and said in GREETINGS)
        or (said and not behind and is_a_saying(text))
    ):
        return True
    if behind and _praises_what_was_played(text, telling, sentence):
        return True
    if not said or len(said) > SHORT or takes_back(said if "back" in said else left):
        return False
    counted = (lambda word: not touches(word, telling | _OF_THE_GAME)) if numbers else None
    clauses = [each for each in clauses_of(in_full(text), counted) if not (names and names.issuperset(each.split()))]
    clauses = [each for each in clauses if words(each) not in ADDRESSED]
    if not clauses:
        return False
    if not _CONTRASTS.isdisjoint(_without_sayings_within(words(text))) and not all(
        stands_alone(each, sentence) for each in clauses
    ):
        return False
    said = words(" ".join(clauses))
    if behind and _is_aside(in_full(text), telling):
        return True
    left = _left_of(clauses)
    if any(touches(word, telling) for word in left):
        return False
    if _shows_a_mood(said, names):
        return True
    if not _tells_nothing(left) or any(_resembles(word, telling) for word in left):
        return False
    return not any(map(_leaves_open, clauses)) and _is_talk(clauses, names, sentence, behind)


_BY_NAME = re.compile(r"(?P<praise>.*\w),? (?P<names>[A-Z][\w'’-]+(?: (?:and )?[A-Z][\w'’-]+)?)\W*", re.S)


def _praises_what_was_played(text: str, telling: frozenset[str], sentence: bool) -> bool:
    """Whether a text praises a trick or a deal that is over, or, in a ``sentence`` of its own, how somebody played it;
    and nothing else but those it is said to."""
    if "?" in text:
        return False
    ways = (PRAISE_OF_PLAY, PRAISE_OF_SOMEBODY) if sentence else (PRAISE_OF_PLAY,)
    said = [text]
    if (called := _BY_NAME.fullmatch(text)) and not any(
        word in NO_NAMES - {"and"} or touches(word, telling) for word in words(called["names"])
    ):
        said.append(called["praise"])
    return any(way.fullmatch(" ".join(words(each))) for each in said for way in ways)


def _is_aside(text: str, telling: frozenset[str]) -> bool:
    """Whether a text is a gesture, or tells of things of life and nothing else."""
    told = told_in_full(text)
    if _SENT.match(told):
        return True
    gesture = GESTURE.fullmatch(told)
    left = words((gesture["whom"] or "") if gesture else told)
    return (
        gesture is not None
        and is_innocent(left)
        and not any(touches(word, telling) or _resembles(word, telling) for word in left)
    )


def _tells_of_life(clauses: Sequence[str], names: frozenset[str], sentence: bool) -> bool:
    """Whether such clauses begin with one about something else than the answer, and none asks or goes on with it."""
    clauses = [each for each in clauses if _LED_IN.sub("", f"{each} ")]
    if not clauses:
        return False
    lives = [stands_alone(clause, sentence) for clause in clauses]
    first = lives[0] or _APOLOGISES.match(clauses[0]) is not None or _is_exclaimed(words(clauses[0]), names)
    if not first or not any(lives) or not (names | {"them", "him"}).isdisjoint(words(" ".join(clauses))):
        return False
    if (
        not sentence
        and not (_AFTER_COMMA.match(clauses[0]) or tells_of_things(clauses[0]))
        and not KIND_OPENINGS.match(clauses[0])
    ):
        return False
    return all(
        alive or not (_ASKS.search(each) or (_GOES_ON.match(_LED_IN.sub("", each)) and not _APOLOGISES.match(each)))
        for each, alive in zip(clauses, lives, strict=True)
    )


_APOLOGISES = re.compile(
    r"(?:so |very |terribly |oh )*(?:sorry|apologies|my apologies)(?: all| folks)?(?: (?:for|about) .*)?$"
)
_AFTER_COMMA = re.compile(
    r"(?:i|we|my|our|this lot|(?:off|back|away|home|out) (?:to|for|from|in)) |(?!it |that |this |there "
    r"|here )(?:\w+ ){1,5}?(?:is|are|was|were|has|have|had) \w"
)
"""How a clause begins behind a comma that is none about the answer."""
_OF_THE_GAME = frozenset(
    "thanks minds sheets tricks rounds deals points marks trumps bouts hands bids games tables turns ones others times"
    " degrees fingers pints beers glasses drinks"
    " doubles ends pips notches pegs steps minutes miles is was has as does please always perhaps".split()
)
_CONTRASTS = frozenset("but because while though".split())
_LEAVES_OPEN = re.compile(
    # nothing is told, or that something has ended
    r"^(?:i|we) (?:am|are) the \w+$|^(?:i|we) (?:am|are|was|were) (?:being )?(?!terrified|exhausted|thrilled|freezing"
    r"|starving)\w+$| (?:is|are|was|were|(?<!to )be) (?:out|off|on|in|over|up|down|through|back|lost|better|worse)$"
    # the writer's hand is somebody else's
    r"|^(?!my |our |i |we ).*\b(?:my|our) (?:cards|hands?|tiles|dominoes|bones)\b|\bat the (?:wheel|helm|controls"
    r"|reins)\b|\bin charge\b|\b(?:pope|napoleon|santa|elvis|bicycle|martian|teapot|dutchman|unicorn)\b"
)


def _leaves_open(clause: str) -> bool:
    """Whether a clause tells too little to be about something else."""
    return not (tells_of_things(clause) or KIND_OPENINGS.match(clause)) and _LEAVES_OPEN.search(clause) is not None


def touches(word: str, telling: frozenset[str]) -> bool:
    """Whether a word is one of these, or begins as one of four letters or more."""
    return any(word[:end] in telling for end in range(4, len(word) + 1)) or word in telling


def _resembles(word: str, telling: frozenset[str]) -> bool:
    """Whether a word could be a misspelt one of these."""
    most = 2 if len(word) > 6 else 1
    alike = (other for other in telling if len(other) > 3 and other[0] == word[0])
    return (
        len(word) > 2 and word not in HARMLESS | _NO_SLIPS and any(errors(word, other, most) <= most for other in alike)
    )


_NO_SLIPS = frozenset(
    "sent prize prizes about past smell stall kind spare space shade hear heat fire fine nice foul flour cut corn coil"
    " sworn word work anger angle towel clock mood nose note pace mask stray stair blink flu heath they her also them"
    " under done getting food hit act dates died personal couple bank central sea century eye sold hurt planning foot"
    " seat onto fellow tree balance hero drama loves sat solo roads sons nights lift hunt settled pushing sand handed"
    " prayer solve cure dare praise gardens winds delayed liver slept kicking bacon sweat stole cave dam fires"
    " invented sore triumph cousins swept seas inherited sang sank cafe pale wheat chin musician priests dancers"
    " harmful slap beaches trek haunted whistle bark rode fist risen running stir fur cavalry raining house"
    " would size sizes truffle truffles shall".split()
)
"""Everyday words that resemble a token."""


def is_said_kindly(text: str) -> bool:
    """Whether a remark is a saying, an apology, thanks or a wish and nothing else: ``sorry partner``."""
    said = tuple(word for word in words(text) if word != "and")
    return _KIND_WORDS.issuperset(_without_sayings_within(said)) or _BLESSES.match(" ".join(said)) is not None


_BLESSES = re.compile(r"(?:a )?(?:(?:god|lord) (?:bless|help|save)|(?:howdy|hello|hi|greetings) (?:from|to))\b")


def is_a_saying(text: str) -> bool:
    """Whether this is only sayings and interjections."""
    return not _LED_IN.sub("", f"{' '.join(_without_sayings_within(words(text)))} ".lstrip()).strip()


def is_joined(text: str, telling: frozenset[str]) -> bool:
    """Whether a text that goes on behind an answer, with ``and`` or ``with``, is a remark that cannot touch it."""
    said = words(text)
    if not said or len(said) > SHORT or any(touches(word, telling) for word in said) or takes_back(said):
        return False
    rest = said[1:]
    if _is_aside(text, telling) or not _without_sayings_within(rest) or not _without_sayings_within(said):
        return True
    if said[0] in ("because", "since"):
        return rest in _NO_CHOICE
    kindly = rest[1:] if rest[:1] == ("please",) else rest
    return said[0] in ("and", "so") and bool(KIND_OPENINGS.match(" ".join(kindly))) and is_innocent(kindly)


_NO_CHOICE = {("i", "have", "to"), ("i", "must"), ("i", "have", "no", "choice")}
_KIND_WORDS = KINDLY | frozenset(
    "partner partners pardner all everyone everybody folks friends you y so very to me us".split()
)


def could_belong_to(core: str, text: str, bare: bool) -> bool:
    """Whether a remark could go on with what stands before it: degrees, a score, a word that has another sense, or, if
    that is a ``bare`` number, what there are so many of."""
    said = words(text)
    told = " ".join(said)
    if not bare:
        core = core.strip(" \"'“”‘’.!")
        return any(of.fullmatch(core) and about.search(told) for of, about in _OTHER_SENSES)
    begun = any(way.match(told) for way in (_BEGUN, KIND_OPENINGS, _SIGHED)) or is_said_kindly(text)
    begun = begun or PRAISE_OF_PLAY.fullmatch(told) is not None
    begun = begun or (_AFTER_COMMA.match(told) is not None and not _OF_MANY.match(told))
    apart = begun or _is_exclaimed(said, frozenset()) or _shows_a_mood(said, frozenset())
    of_many = _OF_MANY.match(told) is not None or (_HOUR.fullmatch(core) and _HOURS.search(told))
    return not apart or bool(of_many) or _COUNTS.search(told) is not None


_WARM = rf"\b(?:{WEATHER}|hot|warm(?! (?:greetings|regards|wishes|hugs))|heat|degrees|weather|temperature|outside)"
_OTHER_SENSES = (
    (
        re.compile(r"(?i).*\b(?:king|queen|jack|knight|page|fool|[kqjn][a-z])\b.*"),
        re.compile(r"^(?:he|she) (?!(?:is|was|has|can|will|all|my|the|an?|so|such|too)\b)"),
    ),
    (re.compile("(?i)3d"), re.compile(r"\b(?:films?|cinema|glasses|printer|tv|television|movie)\b")),
    (re.compile("(?i)f"), re.compile(r"\b(?:exams?|grade|school|test|teacher|mark)\b")),
    (re.compile("(?i)nb"), re.compile(r"\b(?:deal|table|host|away|until|\w+day|moved|changed|meets?|ends?)\b")),
    (re.compile(r"\d+\s?[CF]"), re.compile(_WARM)),
    (
        re.compile(r"\d\s?[-–]\s?\d"),
        re.compile(
            r"\b(?:match|team|won|los(?:t|e|ing)|win|score|cup|final|football|league|cheer\w*|goals?|what a game|ended"
            r"|celebrat\w*)\b"
        ),
    ),
    (
        re.compile("(?i)pass"),
        re.compile(
            r"\b(?:football|ball|goal|door|salt|pepper|butter|milk|parcel|exams?|driving|alps|mountains?|summit"
            r"|ticket)\b"
        ),
    ),
    (
        re.compile("(?i)small"),
        re.compile(r"\b(?:kitten|puppy|baby|flat|room|house|car|shoes?|shirts?|dress|trousers|coat|sizes?|print)\b"),
    ),
    (
        re.compile(r"(?i).*\b(?:king|queen|jack|knight|page|fool|angel|devil|world|sun|moon|star|tower)\b.*"),
        re.compile(
            r"\b(?:films?|movie|song|novel|bar|pub|band|nickname|statue|opera|musical|restaurant|boat|horse"
            r"|painting)\b"
        ),
    ),
    (
        re.compile("(?i)guard"),
        re.compile(
            r"\b(?:prisoners?|thie(?:f|ves)|dogs?|puppy|bark\w*|goose|geese|hiss\w*|protect\w*|burglars?|gates?|castle"
            r"|whistle|cap|uniform|museum|prison|soldiers?|ticket|train|job|door|palace|goalkeeper)\b"
        ),
    ),
)
_OF_MANY = re.compile(
    r"(?!(?:cards|hands|thanks|greetings|wishes|regards|hugs|kisses|apologies|cheers|congratulations"
    r"|fingers) )[a-z]+[^su]s (?:i|we|you|they|he|she|of|in|on|to|at|for|until|till|since|ago|old|later|left|away"
    r"|from)\b|(?:\w+ )?\w+s (?:are|were|have|had)\b|(?:the |all |all the |some |\w+ )?(?:people|children|men|women"
    r"|kids)\b|(?:the|my|our|all|some|all the|all my) (?:\w+ )?(?!(?:bones|hands|cards|tiles|dominoes|eyes|knees|feet"
    r"|thanks|fingers|best|chances|odds|compliments|apologies|regards|wishes) )\w+[^su]s [a-z]+|[a-z]+ (?!cards|hands"
    r"|bones|tiles|dominoes|times|thanks|wishes|regards|kisses|everyone)(?:[a-z]+[^su]s|people|children|men|women)$"
)
_COUNTS = re.compile(
    rf"{_WARM}|\b(?:time(?! to (?:get|have|shine|roll|dance|party)\b)|what an? (?:lot|crowd|age|number|summer|winter"
    rf"|spring|autumn|night)|people|bus|tram|house|flat|room|gate|platform|street|birthday|anniversary|thermometer"
    rf"|born|twins|triplets|ancient|cake|candles|party|wedding|celebrat\w*|christmas|easter|halloween|fever"
    rf"|temperature|throat|cough|flu|shiver\w*|poor me|turned|turns|\w+(?:ember|ober|uary)|due|older"
    rf"|old(?! (?:eyes|bones|hands))|young|getting on)\b"
)
_HOURS = re.compile(
    r"\b(?:back to work|bells?|clocks?|bed ?time|tea|dinner|supper|lunch|breakfast|sunset|sunrise|dishes|homework"
    r"|chores|washing|ironing|shopping)\b"
)
"""What there is at an hour, which a bid of thirty is not."""
_HOUR = re.compile(r"(?i)\W*(?:[1-9]|1[0-2]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\W*")
_BEGUN = re.compile(
    rf"(?:{SUBJECTS}|{INTERJECTIONS}|i|we|you|y|he|she|they|an?|some\w+|every\w+|\w+ing|mama|papa|lord"
    rf"|(?!children|grandchildren|grandchild|baby)(?:{KIN})(?<!s))\b"
)


def is_innocent(said: Phrase) -> bool:
    """Whether no word denies, doubts, sets a condition or a time, speaks of playing or points at the answer."""
    return _tells_nothing(_left_of([" ".join(said)]))


def _left_of(clauses: Sequence[str]) -> Phrase:
    """The words of clauses without sayings and turns of speech."""
    told = without_turns([each for each in clauses if _without_sayings_within(words(each))])
    return _without_sayings_within(words(" ".join(told)))


def _tells_nothing(left: Phrase) -> bool:
    said = _LED_IN.sub("", " ".join(left)).split()
    if not (_TELLTALE | _TIMES | _POINTING | _ABROAD).isdisjoint(said):
        return False
    if any(word.isdigit() and len(word) != 4 for word in said):  # a year
        return False
    return not any(_STEM.match(word) and word not in HARMLESS for word in said)


def leaves_it(said: Phrase) -> bool:
    """Whether a sentence in a paragraph below an answer leaves it as it is: it is a remark, also of times and numbers,
    or what a mail program adds.
    """
    if said == ("wrote",) or (len(said) <= AT_LENGTH and _SENT.match(" ".join(said))):
        return True
    for opening in (("no", "hurry"), ("see", "you")):
        said = said[len(opening) :] if said[: len(opening)] == opening else said
    return is_innocent(tuple(word for word in said if word not in _TIMES and not word.isdigit()))


_SENT = re.compile(r"sent (?:from|on|via) (?:my|the|an? (?:very|rather|really|wet|cold|rainy|snowy|sunny)) ")


def _is_talk(clauses: Sequence[str], names: frozenset[str], sentence: bool, behind: bool = True) -> bool:
    """Whether this is a wish or a sigh, tells of something else, or says what it is about at some length."""
    said = words(" ".join(clauses))
    text = _LED_IN.sub("", " ".join(word for word in said if word not in names).strip())
    if KIND_OPENINGS.match(text) or _is_exclaimed(said, names):
        return True
    if sentence and behind and names.isdisjoint(said) and _ORDERS.match(text):
        return True
    if behind and _tells_of_life(clauses, names, sentence):
        return True
    if _GOES_ON.match(text) or _ASKS.search(text):
        return False
    length = len(text.split())
    moody = not (MOODS - _ABOUT_ITSELF).isdisjoint(said) and (
        sentence or not text.startswith(("the ", "all ", "you ", "his ", "her "))
    )
    if moody and length >= SHORTEST and (stands_alone(text) or _TELLS_SHORTLY.match(text)):
        return True
    if not behind or not names.isdisjoint(said) or not _TOUCHY.isdisjoint(said):
        return False
    if not sentence:
        return length >= SHORTEST and _TELLS.match(text) is not None
    return length >= AT_LENGTH or (length >= SHORTEST and _TELLS_SHORTLY.match(text) is not None)


SHORTEST, AT_LENGTH = 3, 5
"""Words of a remark that begins as talk does, and of one that begins in any way behind an answer."""
_ORDERS = re.compile(
    r"(?:be (?!back|there|my|on|in|the)|come (?!back|again|to)|go (?!on|for|with|to|back|up|down|out)|cheer up"
    r"|show me what|wake up|stand (?:back|clear|by me)|run for|hide|duck|dance|brace|prepare|tremble|shiver|weep|bow"
    r"|sing|beware|behold|enjoy|have (?:fun|mercy|a)|watch (?:me|out|your)|call (?:the|an)|mind (?:your|the))\b"
)
"""How one begins that dares the others, and asks nothing of them."""
_GOES_ON = re.compile(
    r"(?:is|are|am|was|were|be|do|does|did|has|have|had|will|shall|can|may|should|would|could|must|to|of|with|in|on|at"
    r"|by|for|from|over|under|into|through|near|as|like|than|who|whose|whom|what|which|where|when|why|how|that|such|so"
    r"|please|kindly|let (?!(?:get|have|make|start|go|give) )|give|help|lend|save|tell|make|bring|put|have|get"
    r"|remember|recall|imagine|away(?! (?:to|for|from|at|in|with))|happy to|according|minus|plus|only|half)\b"
)
"""How a sentence begins that asks, asks for something or goes on with the one before."""
_TOUCHY = frozenset("please them cards everything too also something".split())
"""Words of a request, and words that make talk of the answer."""
_ASKS = re.compile(r"\b(?:are|am|is|do|does|did|was|were) (?:i|we|you|he|she|they|my|your)\b")
_TELLS = re.compile(r"(?:i|we) (?!hear|heard|read|hope)\w+ |the (?:cards|gods|stars|odds|fates) \w+ |[a-z]{2,}ing \w+")
_TELLS_SHORTLY = re.compile(
    rf"[a-z]{{2,}}ing \w+|(?:{SUBJECTS}) \w+ \w+ing\b|(?:i|we) (?:slept|ate|laughed|cried|danced|walked|swam"
    rf"|cooked) \w+"
    r"|(?:(?:i|we) (?:am |are )?)?(?:(?:just|freshly|safely|finally) )?(?:off|back|away|home) (?:to|for|from) \w+"
    r"|still in (?:my|bed|hospital)\b|visitors all\b|too \w+ for (?:my|words)\b|first time (?:i|in|we)\b|(?:got"
    r"|gotta) \w+ \w+"
)


_ABOUT_ITSELF = frozenset("sorry apologies pardon hope hoping afraid".split())
_SIGHED = re.compile(r"(?:oh|ah|ooh|ouch|ow|ugh|argh|phew|yikes|wow|yay|blimey|crikey)\b (?!to\b)\w+(?: \w+){0,3}")
_LED_IN = re.compile(rf"^(?:(?:{INTERJECTIONS}) )+")


def _is_exclaimed(said: Phrase, names: frozenset[str]) -> bool:
    """Whether this begins with a sigh or a word of praise or complaint, or is a saying: ``ouch for you``."""
    left = _without_sayings_within(said)
    if (left != said and HARMLESS | names >= set(left)) or _SIGHED.fullmatch(" ".join(said)):
        return True
    if not (names | {"you", "your", "yours"}).isdisjoint(said) and KINDLY.isdisjoint(said):
        return False
    bare = [
        word
        for word in said
        if word not in {"a", "an", "the", "so", "such", "very", "quite", "really", "how", "what", "pure", "sheer"}
    ]
    return len(said) > 1 and bare[:1] != [] and bare[0] in MOODS - _ABOUT_ITSELF - {"thank", "thanks", "mad", "best"}


def _shows_a_mood(said: Phrase, names: frozenset[str]) -> bool:
    """Whether all words are known to be harmless, and one shows a mood."""
    left = _without_sayings_within(said)
    if left[:1] == ("what",) and not (MOODS | {"a", "an"}).isdisjoint(left[1:2]):  # "what dreadful cards"
        left = said = said[1:]
    if (
        not said
        or not HARMLESS | names >= set(left)
        or (left[-1:] in (("another",), ("mine",)) or (left != said and not {"another", "mine"}.isdisjoint(left)))
    ):
        return False
    if left == said and (MOODS.isdisjoint(said) or said[0] in STARTS):
        return False
    if len(left) > 1 and left[-2] in STARTS and left[-1] in _ASKED_OF:
        return False
    if not (names | {"you", "your", "yours"}).isdisjoint(left) and KINDLY.isdisjoint(said):
        return False
    return {"hope", "hoping"}.isdisjoint(left) or not _HOPED.isdisjoint(left)  # "I hope", which doubts


_ASKED_OF = frozenset("it i you we this that".split())  # "…, is it"
_HOPED = frozenset("you everyone everybody best luck".split())


def _without_sayings_within(said: Phrase) -> Phrase:
    at, left = 0, list[str]()
    while at < len(said):
        length = next((n for n in (8, 7, 6, 5, 4, 3, 2) if said[at : at + n] in SAYINGS), 0)
        left += [] if length else [said[at]]
        at += length or 1
    return tuple(left)
