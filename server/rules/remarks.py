"""Remarks beside an answer: what people say to each other at a table, and which cannot touch the answer.

A remark has no word that could be a token of the game, and none that denies, doubts, asks, sets a condition or a time,
speaks of playing, or takes something back. Either all its words are known and one shows a mood, or, if it is a sentence
by itself, it begins as talk does: ``I am off to bed``, ``My garden is full of snow``, ``Thanks for the photos``.
"""

from __future__ import annotations

import re

from .frames import each, sayings
from .wording import Phrase, errors, words

SHORT = 25
"""Words; a longer one is not judged."""
MOODS = frozenset(
    "rubbish terrible awful dreadful horrible horrid miserable lousy poor bad worse worst abysmal appalling"
    " ghastly hopeless useless pathetic grim cursed curse curses disaster disastrous tragic sad sadly alas unlucky"
    " weak weakest ugly nasty wretched dire mediocre boring dull disappointing garbage trash junk hurts painful"
    " shame good great nice lovely wonderful fantastic brilliant excellent superb splendid marvellous marvelous"
    " amazing beautiful best strong strongest decent cracking super perfect delightful luck lucky fortune brave"
    " bold daring confident cheeky optimistic reckless wild crazy mad greedy nervous excited happy glad pleased"
    " proud delighted thrilled tired sleepy hungry hope hoping wishes crossed pray praying sorry apologies pardon"
    " thanks thank grateful cheers congratulations congrats bravo fun enjoy enjoying enjoyed enjoyable love loved"
    " loving exciting wow phew ouch yay hooray hurrah boom bang sigh groan grr ugh eek gosh golly crikey blimey"
    " goodness snow snowing rain raining rainy sunny sunshine weather cold windy storm delay late slow busy"
    " birthday christmas holiday pleasure gentle unfortunate unfortunately regrettably bleak shocking shambles"
    " guesswork torture agony bliss greed desperation madness misery suspense nightmare mess horrendous"
    " atrocious abominable dismal feeble diabolical afraid pride".split()
)
"""Words of praise, complaint, thanks, apology or wish, and of the weather."""
KINDLY = frozenset(
    "sorry apologies pardon thanks thank grateful cheers congratulations congrats hope hoping luck wishes happy"
    " love enjoy pleasure gentle best".split()
)
"""Those that are said to somebody about themselves, not about their bid."""
HARMLESS = MOODS | frozenset(
    "a an the this that these those my mine our your yours its is was are am were be been being i we you it me us"
    " of with and so too very just quite such really pretty truly again still always ever all some more much many"
    " lot lots for at on in to from here there today tonight everyone everybody folks friends friend partner"
    " partners hand hands cards deal deals round rounds game games evening day night morning week weeks year years"
    " had has have got get do did goes going come make makes made feeling feel feels felt set bunch pile heap life"
    " old new work kids family children train trains far along away outside over bit little tad big fingers since"
    " lately dominoes tiles well oh ah ooh sunday time times once trick tricks tea coffee cake dinner lunch supper"
    " breakfast garden cat cats grandchildren grandkids home weekend holidays summer winter spring autumn ill"
    " kitchen baby thing stuff sort kind run streak form absolutely completely totally utterly simply extremely"
    " incredibly frankly took long patience modest full joy poorly off us honestly another whole indeed ok".split()
)
"""The words a remark may have. None denies, doubts, asks, or sets a condition or a time."""
SAYINGS = (
    each("let's see how", "it|this|that", "goes|works out|turns out")
    | each("what a", "hand|deal|mess|disaster|day|week|game|shame|pity|trick|round|evening|surprise|treat")
    | each("sorry about", "that|the delay|the wait|this")
    | each("how", "lovely|nice|exciting|fun|annoying|sad")
    | sayings(
        "let's see what happens|let's have some fun|let's have fun|let's hope for the best|let's go",
        "here goes|here we go|take that|better luck next time|come on|thanks for waiting|keep you waiting",
        "keep you all waiting|wish me luck|wish us luck|rest of you|thanks for your patience|as they say",
        "fortune favours the brave|fortune favors the brave|well played",
        "well done|nice one|say hi|says hi|with apologies|over to you|fingers crossed|bring it on|game on|at last",
        "so there|oh well|oh dear|dear me|good grief|hold on to your hats|hold onto your hats|hang on to your hats",
        "say hello|says hello|keeping well|make my day|go on|send my love|sends love|send my regards",
        "read it and weep|here goes nothing|buckle up|come to mama|come to papa|come to daddy|about time|high time",
        "good riddance|slow reply|late reply|delayed reply|slow answer|late answer|long silence|best i can do",
        "eat your heart out|watch out|look out|brace yourselves|heads up|deal with it|easy does it|steady as she goes",
        "in for a penny|nothing ventured|who dares wins|once more unto the breach|into the breach|off we go"
        "|wish me well",
        "pray for me|pray for us|mind your heads|lucky dip|such is life|that is life|c'est la vie|all in good fun",
    )
)
"""Sayings that count as one word of mood, whatever words they have."""
STARTS = frozenset(
    "is are am was were be do did have has had should to for at on in from with of about over since how like as".split()
)
"""First words that ask, or continue the answer's own sentence."""

# Sentences of any words, by how they begin.

_INTERJECTIONS = (
    "oh|ah|ooh|aha|ha|haha|hehe|well|and|so|ugh|argh|phew|yikes|blimey|crikey|wow|yay|ouch|gosh|goodness|gracious"
    "|oh dear|dear me|dear|good grief|sigh|alas|sadly|sorry|honestly|frankly|ps|p s|btw|meanwhile|poor me|heavens"
    "|mercy|gee|jeez|whew|hurrah|hooray|bravo|brr|ow|eek|yum|bah|my oh my"
)
_SUBJECTS = "my|our|the|these|some|all|your|his|her|their"
_VERBS = (
    "is|are|am|was|were|has|have|had|looks?|feels?|hurts?|hates?|loves?|needs?|wants?|went|goes|gets?|got|came|comes"
    "|made|makes?|sends?|says? hi|says? hello|smells?|sounds?|takes ages|keeps? me"
)
_WEATHER = "snow|rain|pour|hail|freez|sleet|storm|thunder|boil|bucket|drizzl|chuck|sunny|cold|windy|wet|foggy"
_IT_RAINS = re.compile(rf"^it (?=(?:is |was |has been )?(?:so |very |still )?(?:{_WEATHER}))")
_KIND_OPENINGS = re.compile(
    r"let see (?:who|what|how|where) \w+|let hope (?:for|we)\b"
    r"|(?:i |we |just )?(?:hope|hoping)(?: that)? (?:you|your|everyone|everybody|all|things|mum|dad)\b"
    r"|(?:i |we )?hope(?: that)? the \w+(?: \w+)? (?:is|are|was|were|went|feels?|enjoy(?:s|ed)?)\b"
    r"|(?:many |thanks and )?(?:thanks|thank you)(?: again| so much| a lot| very much| all)? for\b"
    r"|(?:all the |very )?best (?:wishes )?(?:from|to)\b"
    r"|(?:warm |kind |best )?(?:greetings|love|regards|wishes) (?:from|to)\b|give my (?:love|best|regards) to\b"
    r"|(?:congratulations|congrats|well done) (?:on|to)\b|good luck (?:with|to|for)\b"
    r"|have (?:an?|fun|some)\b|enjoy (?:the|your)\b|get well\b|welcome (?:back|home|to)\b|say (?:hi|hello) to\b"
    r"|(?:god|lord|heavens?|goodness|the gods) (?:help|bless|save|have mercy|be)\b"
    r"|may the (?:best|gods|mists|force|luck)\b|long live\b|here is to\b|shame about\b|pity about\b|too bad\b"
)
"""How wishes, thanks and sighs begin, whatever they are about."""
_OPENINGS = re.compile(
    rf"(?:i|we)(?: am| are| have| had)? \w+ \w+|(?:{_SUBJECTS})(?: \w+){{1,4}}? (?:{_VERBS})\b"
    r"|(?:someone|somebody|everyone|everybody) \w+ \w+|you(?: all| both)? (?:are|have|had|look|lot|know)\b"
    rf"|it (?:is |was |has been )?(?:so |very |still )?(?:{_WEATHER})"
    r"|what an? \w+|(?:so |very |terribly )?sorry (?:about|for)\b|(?:my )?apologies for\b|excuse the\b"
)
"""How other talk begins: it must be about something of `_LIFE` or show a mood."""
_LIFE = frozenset(
    "bed seaside sea beach lake river mountains hills forest park walk walking hike garden gardens lawn roses"
    " tomatoes"
    " allotment house roof kitchen boiler heating plumber builders move sofa fire fireplace tea coffee cake pie soup"
    " dinner lunch breakfast supper barbecue oven wine beer cheese bread jam chocolate husband wife mum mother dad"
    " father son daughter grandson granddaughter grandchildren grandkids kids children baby twins nephew niece cousin"
    " aunt uncle brother sister parents family neighbours neighbour neighbors cat cats kitten kittens puppy"
    " horse horses"
    " chickens bees birds goats cows sheep fish knee hip back shoulder ankle foot feet hair tooth teeth eyes"
    " nose throat"
    " head headache fever flu cold cough doctor dentist hospital nurse bones sick ill work office boss school"
    " university"
    " exams holiday holidays vacation trip travels journey train trains plane flight airport car bus bike ferry boat"
    " traffic weekend wedding birthday christmas easter party concert choir church theatre film cinema opera football"
    " cricket tennis match snow sun sunshine rain frost ice fog storm wind heat heatwave heating weather summer"
    " winter"
    " spring autumn leaf tears nerves boots socks coat hat hats gloves spain france italy paris london rome photos"
    " photo pictures postcard parcel dregs hand hands cards dominoes tiles nails thumbs breath toes candle candles"
    " shaking trembling sweating freezing melting starving knackered exhausted lot".split()
)
"""What letters are about, apart from the game, and what is said of a hand in general."""
_DOING = re.compile(r"[a-z]{2,}ing \w+")
_NOT_DOING = frozenset(
    "morning evening nothing something anything everything during bring string hoping including following regarding"
    " excepting excluding barring failing providing pending".split()
)
_DETERMINED = re.compile(
    r"\b(?:this|that|these|those) (?:game|games|hand|hands|deal|deals|round|rounds|weather|lot|year|week|weekend"
    r"|month|morning"
    r"|evening|afternoon|season|winter|summer|spring|autumn|time of year|house|town|country|family|way out"
    r"|dominoes|cards)\b"
)
_MAY = re.compile(r"^(?:and )?may (?=the|you|your|god)")
_POINTING = frozenset("it this that these those which one ones mine yours same such".split())
"""Words that may point at the answer; ``this weather`` does not."""
_TELLTALE = frozenset(
    # denies
    "no not none nor never nothing nobody nowhere neither cannot without hardly barely scarcely nope nah higher"
    " lower other others another"
    # sets a condition, or contrasts
    " if unless until till when whenever once after before while whilst provided assuming given depending otherwise"
    " else except only lest should supposing although though however yet nevertheless instead rather actually"
    " anyway alternatively but or either whichever whatever whoever any because perhaps than"
    # sets a time
    " later tomorrow tonight soon next last first second then now earlier yesterday ago used will shall would could"
    " might may must ought hour hours minute minutes moment moments noon midnight ever"
    # doubts
    " mind minds fence toying torn sure unsure certain hmm hm um er leg wish idea ideas plan plans notion way"
    " doubt ironic"
    " irony expert trust fancy"
    # speaks of a move, or of what is written
    " card led lead leads leading turn word words letter letters mail mails email message number age name names"
    " degrees rule rules legal hold holding held take taken takes took taking keep kept keeping save saving"
    " saved option"
    " options discard draw drew move moves score scores mean means meant said say says saying told tell tells"
    " voice sign"
    " screen button text answer answers lie lied lying oops".split()
)
_STEMS = (
    "chang wrong mistak error undo revok correct edit typo slip accident ignor disregard forget forgot cancel"
    " delet scrap"
    " scratch strik struck kidding jok jest jk prank psych sarcas imagin pretend suppos hypothe quot wrot writ typed"
    " typing dunno guess. think thought believ reckon wonder consider decid undecid check confirm advis advic suggest"
    " recommend persuad convinc hesitat waver vacillat uncertain unclear confus maybe probabl possibl presum apparent"
    " seem theor tempt inclin lean ponder debat reflect regret retract rescind recant reneg withdr resign conced"
    " dream"
    " surrender quit abort abandon declin refuse. abstain postpon defer wait hang stop paus sleep teas troll"
    " bluff fool"
    " fake winding messing gotcha play bid call trump follow choos chose pick allow permit seal submit send."
    " sent. press"
    " click vot misread miscount misclick mistyp misplac mistook misheard misunder misdeal swap switch revers opposit"
    " object agree disagre discuss ask. asked asks asking shout whisper cried crie yell mutter murmur scream"
    " exclaim repl"
    " heard listen remind await announc declar claim test lack exam licen bother drat"
).split()
_STEM = re.compile("|".join(rf"{stem[:-1]}\b" if stem.endswith(".") else stem for stem in _STEMS))
"""How words begin that take back, doubt, or speak of playing; with a full stop, whole words."""
_ABROAD = frozenset(
    "aber oder wenn falls vielleicht eventuell doch nein nicht forse ma pero se oppure magari mais ou si sauf"
    " non".split()
)


_TAKEN_BACK = re.compile(
    r"\b(?:sleep on|hold (?:that|on|off|it|fire)|hang on|let me think|think (?:again|about|it)|thinking about it"
    r"|rethink"
    r"|(?:take|took) (?:it|that) back|on reflection|my mind|two minds|not sure|unsure|pulling your leg"
    r"|having you on|as if"
    r"|forget (?:it|that)|strike that|subject to|pending|wrong|by accident|misread|misclick|miscount|mistyp|slipped"
    r"|too (?:weak|late|risky|greedy|rash)|cold feet|(?:god|lord|heavens?|goodness) knows|at my (?:hand|cards)"
    r"|look again|(?:was|were|is) for (?!the)|(?:has|have|had|do|know) better|do what you|as you (?:like|please|wish)"
    r"|retract|withdraw|regret|give up|gave up|giving up|teasing|jest|hesitat|pressed|confirm"
    r"|check (?:first"
    r"|with|my))"
)


def takes_back(said: Phrase) -> bool:
    """Whether a line anywhere below an answer speaks of taking it back, or of not having decided."""
    return _TAKEN_BACK.search(" ".join(said)) is not None


def is_remark(text: str, telling: frozenset[str], names: frozenset[str], sentence: bool) -> bool:
    """Whether a text is a remark. ``telling``: the words of tokens; ``names``: of players who cannot be chosen;
    ``sentence``: nothing else stands in its sentence."""
    said = words(text)
    if not said or len(said) > SHORT or any(touches(word, telling) for word in said):
        return False
    if takes_back(_without_sayings_within(said)):
        return False
    return _shows_a_mood(said, names) or (
        _is_talk(said, names, sentence) and not any(_resembles(word, telling) for word in said)
    )


def touches(word: str, telling: frozenset[str]) -> bool:
    """Whether a word is one of these, or begins as one of four letters or more."""
    return any(word[:end] in telling for end in range(4, len(word) + 1)) or word in telling


def _resembles(word: str, telling: frozenset[str]) -> bool:
    """Whether a word could be a misspelt one of these."""
    most = 2 if len(word) > 6 else 1
    alike = (other for other in telling if len(other) > 3 and other[0] == word[0])
    return (
        len(word) > 2
        and word not in HARMLESS | _LIFE | _NO_SLIPS
        and any(errors(word, other, most) <= most for other in alike)
    )


_NO_SLIPS = frozenset(
    "about past smell stall kind spare space shade hear heat fire fine nice foul flour cut corn coil sworn word"
    " work anger"
    " angle towel clock mood nose note pace mask stray stair blink flu heath".split()
)
"""Everyday words that resemble a token."""


def speaks_of_weather(text: str) -> bool:
    """Whether a remark could be about the temperature, which a bare number beside it might be."""
    return _WARM.search(" ".join(words(text))) is not None


_WARM = re.compile(rf"\b(?:{_WEATHER}|hot|warm|heat|degrees|weather|outside)")


def _is_talk(said: Phrase, names: frozenset[str], sentence: bool) -> bool:
    """Whether this begins as talk does and has no telltale word."""
    left = _without_sayings_within(said)
    text = _IT_RAINS.sub("", _LED_IN.sub("", " ".join(left)))
    text = _MAY.sub("", _DETERMINED.sub("", text))
    if not (_TELLTALE | _POINTING | _ABROAD).isdisjoint(text.split()):
        return False
    if any(word.isdigit() and len(word) != 4 for word in said):  # a year
        return False
    if any(_STEM.match(word) and word not in HARMLESS for word in left):
        return False
    text = _LED_IN.sub("", " ".join(word for word in said if word not in names).strip())
    if _KIND_OPENINGS.match(text) or _is_exclaimed(said, names):
        return True
    if (_LIFE | MOODS - _ABOUT_ITSELF).isdisjoint(said):
        return False
    begun = _OPENINGS.match(text) or (_DOING.match(text) and text.split()[0] not in _NOT_DOING)
    least = 1 if sentence else 4
    return bool(begun) and len(said) >= least and (sentence or not text.startswith(_NOT_AFTER_COMMA))


_NOT_AFTER_COMMA = ("the ", "all ", "you ", "his ", "her ")
_ABOUT_ITSELF = frozenset("sorry apologies pardon hope hoping afraid".split())
_SIGHED = re.compile(r"(?:oh|ah|ooh|ouch|ow|ugh|argh|phew|yikes|wow|yay|blimey|crikey)\b (?!to\b)\w+(?: \w+){0,3}")
_LED_IN = re.compile(rf"^(?:(?:{_INTERJECTIONS}) )+")


def _is_exclaimed(said: Phrase, names: frozenset[str]) -> bool:
    """Whether this begins with a sigh or a word of praise or complaint, or is a saying: ``ouch for you``."""
    if len(_without_sayings_within(said)) < len(said) or _SIGHED.fullmatch(" ".join(said)):
        return True
    if not (names | {"you", "your", "yours"}).isdisjoint(said) and KINDLY.isdisjoint(said):
        return False
    bare = [
        word
        for word in said
        if word not in {"a", "an", "the", "so", "such", "very", "quite", "really", "how", "what", "pure", "sheer"}
    ]
    return len(said) > 1 and bare[:1] != [] and bare[0] in MOODS - _ABOUT_ITSELF - {"thank", "thanks", "mad"}


def _shows_a_mood(said: Phrase, names: frozenset[str]) -> bool:
    """Whether all words are known to be harmless, and one shows a mood."""
    left = _without_sayings_within(said)
    if left[:1] == ("what",) and not (MOODS | {"a", "an"}).isdisjoint(left[1:2]):  # "what dreadful cards"
        left = said = said[1:]
    if not said or not HARMLESS | names >= set(left):
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
        length = next((n for n in (6, 5, 4, 3, 2) if said[at : at + n] in SAYINGS), 0)
        left += [] if length else [said[at]]
        at += length or 1
    return tuple(left)
