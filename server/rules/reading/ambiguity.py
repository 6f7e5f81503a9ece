"""Why a text that gives one answer is asked back all the same: what a careful clerk would doubt of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from ..cards import suit
from ..engine import Answer, Ask
from ..frames import PRAISED
from ..guessing import suited, suits_and_ranks
from ..record import record
from ..text import lines_of
from ..wording import is_person, names_of, options_of, phrases_of, picks_several, words
from .remark_bounds import COULD_BE_CALLED, is_bare, pieces_of
from .vocabulary import asks_for_cards, keeps


@record
class Given:
    """An answer, the part of the first paragraph that gives it, all paragraphs, and the remarks beside it."""

    ask: Ask
    answer: Answer
    core: str
    paragraphs: Sequence[str]
    remarks: Sequence[str]

    @property
    def text(self) -> str:
        """The paragraph with the answer."""
        return next((each for each in self.paragraphs if self.core in each), self.core)


def is_ambiguous(given: Given) -> bool:
    """Whether a careful clerk would ask once more. Each doubt looks at the whole text."""
    return any(doubts(given) for doubts in _DOUBTS)


_PRAISE = (
    r"(?:(?:so |very )?(?:well|nicely|beautifully|bravely|neatly|cleverly) (?:played|done|bid|led)|nice one"
    r"|(?:(?:what )?an? )?(?:very |really )?(?:nice|lovely|great|good|brilliant|super|fine|bold|brave|clever|cracking)"
    r" (?:bid|lead|trick|card|play|shot|call))"
)
_HAILS = (
    r"miss you|wish you were here|look out|happy birthday|take that|beat that|eat that|come out wherever you are"
    r"|come to (?:the rescue|papa|mama)|be (?:kind|nice|gentle|good|merciful)(?: \w+){0,2}|(?:bow|kneel|you are) [\w ]+"
    r"|(?:all hail|cheers|bravo|bless (?:you|him|her|his heart|her heart))(?=\s*[,:–-]\s*(?:the |my )?"
    r"(?:king|queen|jack|knight|page|guard|fool)\b)"
)
_PRAISED_BEFORE = re.compile(rf"(?i)\s*(?:{_PRAISE}|{_HAILS})\s*[,:–-]\s*(?:the |my )?[^,.!?\n]+[.!]*\s*\Z")
_OVER = (
    r"(?! so far)\b(?! (?:that|it|this) was\b)"
    r"(?! (?:all|everyone|everybody|y['’]all|both|folks|you (?:all|both|two))\b)"
    r"(?!,? (?:(?:in |on )?(?:the |that )?(?:last|previous)|before|earlier|yesterday)\b)"
)
"""Not behind praise of what was played before, or by all."""
_PRAISED_BEHIND = re.compile(rf"(?i)[,:;!–—-]\s*(?:oh |ah |and )?{_PRAISE}{_OVER}")
_PRAISED_WITH_A_CRY = re.compile(rf"(?i)\s*{_PRAISE},? \w+[.!]+\s[^,.?\n]+!\s*\Z")
_PRAISED_AT_ALL = re.compile(rf"(?i){_PRAISE}\b(?! so far\b)(?<!played)|{_PRAISE}{_OVER}(?<=played)")


def is_praised(given: Given) -> bool:
    """The answer may be what is praised or hailed: “well played, king of hearts”, “Guard - great bid, Bruno.”"""
    text = given.text
    ways = (_PRAISED_BEFORE.match, _PRAISED_BEHIND.search, _PRAISED_WITH_A_CRY.match)
    praised = ("bid", "done", "call") if given.answer == "pass" else ("bid", "done", "call", "played")
    a_bid = _bids(given.ask) and any(praise[0].lower().endswith(praised) for praise in _PRAISED_AT_ALL.finditer(text))
    return a_bid or any(way(text) for way in ways)


def _bids(ask: Ask) -> bool:
    """Whether one may pass."""
    return any(("pass",) in phrases_of(option, names_of(ask, option)) for option in options_of(ask))


_RUNS_INTO = re.compile(
    r"(?i)\b(?:(?:small|pass(?:ing|e)?|one|two|three|four|five|six|thirty|forty|\d+m?)"
    r" (?:(?:my|our|best|warm|big|good|fond|kind|all"
    r"|every) )*(?:love|kiss(?:es)?|hugs?|cheers|regards|wish(?:es)?|bises|bisous|besos|abrazos|beijos|groetjes|groeten"
    r"|blessings|hearts and)"
    r"|(?:without|against|sans|contre) (?:(?:my|our|any) )*(?:love|thanks|kisses|hugs|regret|regrets|mercy|luck)"
    r"|small thanks|blind,? (?:with )?(?:love|joy|pride|rage)|be damned|\d ?[-–] ?\d (?:up|down|ahead)"
    r"|(?:king|queen|jack|knight|page|fool|excuse|guard)(?: of \w+)?,"
    r" (?:be|you are|you[’']re|forgive|kneel|bow|kept))\b|[,;–-] ?\w+['’]s\W*\Z"
)


def runs_into_more(given: Given) -> bool:
    """The answer runs into words with which it is another thing: “three cheers”, “KH, blind with love”."""
    return _RUNS_INTO.search(given.text) is not None


_FEW = re.compile(
    r"(?i)(?:\A|\b(?:my|these|following|all|the|makes|is|are|that's) )(two|three|six)"
    r"(?= (?:cards|discards|for|to go|are|can|must|may|will|shall|have|i)\b|\s*[:.!]|\s*\Z)"
)


_BOTH = re.compile(
    r"(?i)(?<!\bhi )(?<!hello )(?<!hey )(?<!dear )(?<!you )(?<!morning )(?<!evening )\bboth\b(?! of you)"
)


def is_miscounted(given: Given) -> bool:
    """The text says how many cards there are, and names another number: “my three: 2S 5S JS 3H”."""
    count = len(given.answer.split())
    said = (("two", "three", "six").index(found[1].lower()) for found in _FEW.finditer(given.text))
    if not picks_several(given.ask.slots):
        return False
    return any((2, 3, 6)[number] != count for number in said) or (count == 1 and bool(_BOTH.search(given.text)))


def is_a_letter(given: Given) -> bool:
    """A seat was chosen by a letter on a line of its own among others, where a writer signs."""
    if not is_person(given.answer, names_of(given.ask, given.answer)):
        return False
    lines = [line for paragraph in given.paragraphs for line in lines_of(paragraph) if words(line)]
    if _THANKED.fullmatch(given.text.strip()):
        return True
    return len(lines) > 1 and any(words(line) == (given.answer.lower(),) for line in lines[1:])


_THANKED = re.compile(
    r"(?i)(?:many |best |kind |warm )*(?:thanks|thank you|cheers|ta|thx|love|regards|wishes|yours|bye|best|hi|hello"
    r"|hey)[,.!–-]? ?\w[.!]*"
)
_OF_ALL = frozenset(("suit", "both", "everything", "all"))


def leaves_open(given: Given) -> bool:
    """A remark names what may be declared, and the answer does not: “KC. What a suit!”"""
    chosen = {*given.answer.split()}
    left = [
        (option, names_of(given.ask, option))
        for slot in given.ask.slots
        if not slot.least and chosen.isdisjoint(slot.options)
        for option in slot.options
    ]
    named = {way[0] for option, names in left for way in phrases_of(option, names) if len(way) == 1}
    return bool(left) and any(not (named | _OF_ALL).isdisjoint(words(text)) for text in given.remarks)


_FEASTS = re.compile(r"(?i)\b(?:birthday|halloween|anniversary)\b")
_NEW_YEAR = re.compile(r"(?i)\b(?:happy|merry) (?:new year|easter|christmas)\b")


def is_a_date(given: Given) -> bool:
    """A number stands beside a feast: “31. Happy Halloween!”"""
    return given.answer.isdecimal() and any(
        _FEASTS.search(line) or (_NEW_YEAR.search(line) and re.search(r"\d|\b(?:thirty|forty)", line))
        for paragraph in given.paragraphs
        for line in lines_of(paragraph)
    )


_HEARTS = re.compile(
    r"(?i)\A\W*(?:two|three|four|five|six|seven|eight|nine|ten|\d+)"
    r" (?:hearts|clubs|diamonds|spades|cups|coins|swords)[.!]*\Z"
)
_OF_HEARTS = re.compile(
    r"(?i)\b(?:love\w*|joy|wedding|kiss(?:es)?|bride|romance|sweethearts?|beat\w*|break\w*|broken?|night|tea|coffee"
    r"|ring|rings|garden|ago|bought|found|fountain|dishes|wash\w*|kitchen|exhausted|awake|up|thirsty"
    r"|at (?:long )?last)\b"
)


def are_many(given: Given) -> bool:
    """“Two hearts! Such a joy.” are no card."""
    pieces = pieces_of(given.text)
    hearts = bool(pieces) and _HEARTS.match(pieces[0].text) is not None
    return hearts and any(_OF_HEARTS.search(other.text) for other in pieces[1:] if not other.line)


def _beside(given: Given) -> list[str]:
    """The other parts of the paragraph with the answer."""
    return [piece.text for piece in pieces_of(given.text) if piece.text.strip(" .!") != given.core.strip(" .!")]


_TO_HIM = re.compile(
    r"(?i)(?:(?:silly|daft|poor|old|stupid|forgive|with|do not|don[’']t|laugh|mad|just like|of) ?)"
    r"(?:.*\b(?:me|smiles?|love|laugh|hugs?|mine))?|.*\blaugh\b|(?:hi|hello|hey|cheers|thanks|ta|sorry|goodbye|bye"
    r"|farewell|bravo|well done|take that|good (?:morning|day|evening))"
)
_TENDER = re.compile(
    r"(?i)(?:oh |you )?(?:my |old |dear )*(?:dears?|darling|love|boy|girl|man|friend|thing|one|honey|sweetheart|fellow)"
)

_TO_YOU = re.compile(r"(?i)(?:you|be|get|bow|kneel|tremble|behave|come|go|stay|rest|sleep|feel)\b.*")


def is_called(given: Given) -> bool:
    """Somebody may be called so: “cheers, fool”, “Fool. Silly me.”"""
    if _CALLED.fullmatch(given.text.strip()) or _SMALL_ONE.match(given.text):
        return True
    named = frozenset(words(given.core)) - {"the", "my", "old"}
    if not named or not named <= COULD_BE_CALLED | PRAISED:
        return False
    ways = (_TO_HIM,) if words(given.core)[0] in ("the", "my") else (_TO_HIM, _TENDER, _TO_YOU)
    return any(way.fullmatch(text.strip(" .!")) for way in ways for text in _beside(given))


_CALLED = re.compile(
    r"(?i)(?:hi|hello|hey|cheers|thanks|ta|sorry|goodbye|bye|farewell|bravo|adieu),? (?:you |my |old |poor )*"
    rf"(?:{'|'.join(sorted(COULD_BE_CALLED))})[.!]*"
)
_SMALL_ONE = re.compile(r"(?i)small, (?:\w+ )?(?:thing|one|boy|girl|man|fellow|friend|lady|world)\b")

_GIVEN_UP = re.compile(
    r"(?i)\btoo (?:rich|high|steep|strong|much|hot|dear|expensive|bold|brave) for\b|\bnot for me\b"
    r"|\bi(?: have|[’']ve) (?:got )?nothing\b|\bnothing (?:in|here|worth)\b|\bno cards\b|\bcount me out\b"
    r"|\bi(?: am|[’']m) out\b|\bout of my (?:league|depth)\b|\bi give up\b"
    r"|\bsit(?:ting)? (?:this|it|out)(?: one)?(?: out)?\b|\bwatch (?:this|from)\b"
    r"|\bnot (?:a )?(?:single )?(?:trump|honou?r)\b|\bleave (?:it|this one) to (?:you|others)\b"
    r"|\bnothing (?:but (?:rubbish|junk|dust|trash|garbage|dross|tiddlers)|to (?:write|shout|speak)\b)"
    r"|\b(?:get|gets|getting|got) (?:the |such )?(?:rubbish|junk|low cards|nothing)\b|\bnever get\b"
    r"|\bnot my (?:day|night|evening|week|year)\b|\b(?:the )?usual (?:rubbish|garbage|junk|dross|tripe|dregs)\b"
)
_GOES_BIG = re.compile(
    r"(?i)\bgo(?:ing)? big\b|\bhere goes everything\b|\bfavours the bold\b|\bbrace your"
    r"|\bnothing beats\b|\bwait(?:ed|ing)\b.*\bfor (?:this|it|such)\b|\bsince i had\b|\bwish me luck\b"
    r"|\b(?:dog|chien|talon) (?:brings?|be|holds?|has|gives?)\b|\bin the (?:dog|chien|talon)\b"
    r"|\b(?:bow|kneel|tremble)\b|\bno guts\b|\bnothing ventured\b|\b(?:in|up) it goes\b|\blet[’']?s go\b"
    r"|\bsee what you have\b"
    r"|\ball in\b|\bbring it on\b|\bi(?: am|[’']m) in\b|\bgo for broke\b"
)


def contradicts(given: Given) -> bool:
    """A remark says the opposite of a bid: “Guard. Too rich for my blood.”"""
    if not _bids(given.ask):
        return False
    opposite = _GOES_BIG if given.answer == "pass" else _GIVEN_UP
    return any(map(opposite.search, given.remarks))


_SENT_CARD = re.compile(
    r"(?i)(?<!of the )\b(?:post|birthday |christmas )?cards?\b(?=.*\b(?:sent|from|thanks?|arrived|came|got)\b|\W*\Z)"
    r"|\b(?:photo|picture|painting|portrait|drawing|stamp)\b"
)


def is_a_picture(given: Given) -> bool:
    """The card may be one that came by post: “Thanks for the card you sent. King of hearts!”"""
    if not asks_for_cards(given.ask):
        return False
    before = given.text.partition(given.core)[0]
    return _SENT_CARD.search(before) is not None or any(
        re.search(r"(?i)\bcard you sent(?: me| us)?\W*\Z|\b(?:painting|photo)\b", text) for text in given.remarks
    )


def is_an_age(given: Given) -> bool:
    """A bare number, said to somebody or felt by somebody: “31, old girl!”, “38. Poor me.”"""
    if _IT_IS_A_NUMBER.match(given.text):
        return True
    if not is_bare(given.core):
        return False
    if any(map(_AT_THE_DOCTORS.search, given.remarks)):
        return True
    return given.answer.isdecimal() and any(_AGED.fullmatch(text.strip(" .!")) for text in _beside(given))


_IT_IS_A_NUMBER = re.compile(
    r"(?i)\W*(?:it is|it[’']?s) \d+[.!,] ?(?!(?:please|pls|thanks?|cheers|then|for|folks|partner)\b)\w"
)
_AT_THE_DOCTORS = re.compile(r"(?i)\b(?:doctors?|nurse|fever|thermometer|bedtime|birthday)\b")
_AGED = re.compile(r"(?i)(?:oh |you )?(?:(?:poor|old|dear|young|my|sweet) )+(?:thing|me|girl|boy|man|chap|lad|lady)")

_DENIED = r"(?:no|not|without|sans|pas de|senza|ohne|keine?n?)(?: (?:an?|any|the|my))?"
_DECLARES = (
    r"nothing (?:to )?(?:declared?|signal(?:led)?|announced?|show|call|say)|(?:declar|signal|announc)\w* nothing"
    rf"|{_DENIED} (?:signals?|declarations?|announcements?|(?:declar|announc|signall?)ing)"
)


def denies_what_it_says(given: Given) -> bool:
    """What may be left out is said and denied: “KB busso, no signal”."""
    tokens = given.answer.split()
    text = "\n".join(given.paragraphs)
    if "NO" in tokens:  # the knight of coins
        text = re.sub(r"\bNO\b", "", text)
    text = " ".join(words(text))
    for slot in given.ask.slots:
        chosen = [token for token in tokens if slot.least == 0 and token in slot.options]
        if not chosen or keeps(given.ask):
            continue
        ways = (" ".join(way) for option in chosen for way in phrases_of(option, names_of(given.ask, option)))
        said = "|".join(map(re.escape, ways))
        if re.search(rf"\b(?:{_DENIED} (?:{said})|{_DECLARES})\b", text):
            return True
    return False


_ASKS_TO_HAVE = re.compile(
    r"(?i)(?:\A|[\n,.!] ?)(?:please,? )?(?:(?:can|could|may|might) (?:i|we) (?:please )?(?:have|get|take)"
    r"|(?:let me|lemme) (?:have|get|take)|(?:(?:can|could|would|will) you )?(?:please )?(?:give me|gimme))\b"
)


def asks_to_have(given: Given) -> bool:
    """Who lays cards away asks to have some: “can I have 2S 5S JS 3H 7H 9D”."""
    lays_away = picks_several(given.ask.slots) and not keeps(given.ask)
    return lays_away and _ASKS_TO_HAVE.search(given.text) is not None


_TWO_OF_A_SUIT = re.compile(
    r"(?i)\b(?:my|the|these|those) (two|three|four|five|six|[2-6]) (hearts|spades|diamonds|clubs|cups|coins|swords"
    r"|batons)\b"
)


def counts_a_suit(given: Given) -> bool:
    """“My two clubs” are as many, or one card."""
    if not picks_several(given.ask.slots):
        return False
    held = Counter(suit(card) for card, _ in suited(given.ask) if card in options_of(given.ask))
    suits, _ = suits_and_ranks(suited(given.ask))
    return any(
        _NUMBERS.get(found[1].lower(), 0) <= held[suits.get(found[2].lower(), "")]
        for found in _TWO_OF_A_SUIT.finditer(given.text)
    )


_NUMBERS = {word: number for number, word in enumerate("two three four five six".split(), start=2)}
_NUMBERS |= {str(number): number for number in range(2, 7)}

_OTHER_SPELLINGS = re.compile(
    r"(?i)\b(?:(?-i:(?:[KQJNT]|10|\d{1,2})-(?:[SHDCBO]|\d{1,2}))|\d+ ?pts|\d ?[/:–] ?\d|\d [–—-] \d"
    r"|(?:blank|one|two|three|four|five|six) [–—-] (?:blank|one|two|three|four|five|six))(?![\w-])"
)
_TILE = re.compile(r"\d-\d")
_SAID_ALONE = r"(?:(?:i(?:['’]ll| will)? )?(?:play|lead|bid) )?{}(?:,? (?:please|pls|plz))?[.!]*"


def is_spelt_otherwise(given: Given) -> bool:
    """“K-H”, “6/1” and “31 pts” are read where nothing else is written; “Cheers, J-S” is a name, “6/1, see you” a day.
    A card with its place is more than that."""
    if picks_several(given.ask.slots) or len(given.answer.split()) > 1:
        return False
    spelt = _OTHER_SPELLINGS.search(given.core)
    if not spelt or _TILE.fullmatch(spelt[0]):
        return False
    alone = re.compile(_SAID_ALONE.format(re.escape(spelt[0])), re.I)
    return not alone.fullmatch("\n".join(given.paragraphs).strip())


_SCORES = re.compile(
    r"(?i)\b(?:game|match|set|score|half[- ]time|final|win|won|lost|lose|goals?|thrilling"
    r"|not my (?:day|night|evening|week|year)|(?:too good|hard to beat|tough to beat))\b"
)


def is_a_score(given: Given) -> bool:
    """Two numbers, or one, and talk of a match: “3-0. You are hard to beat!”"""
    count = given.answer.isdecimal() or _TILE.fullmatch(given.answer)
    return bool(count) and any(map(_SCORES.search, given.remarks))


_GREETED = re.compile(
    r"(?i)\A(?:hi|hello|hey|hiya|howdy|dear|(?:good )?(?:morning|evening|afternoon)|greetings|cheers|thanks|thank you)"
    r"(?: (?:all|both|gang|team|folks|everyone|everybody|guys|friends|y['’]all|you (?:all|both|two|lot)|partners?"
    r"|the))* (?:\d+|zero|one|two|three|four|five|six|blanks?|thirty[ -]?\w*|forty[ -]?\w*)(?: ?(?:pts|points))?[.!]*"
    r"(?:\n|\Z|,? (?:and|of|you|friends|folks))"
)


def greets_a_few(given: Given) -> bool:
    """“Hi all three” greets three people."""
    return given.answer.isdecimal() and _GREETED.match(given.text) is not None


_LETS_ME = re.compile(
    r"(?i)(?:please )?(?:let me|lemme|allow me|permit me|(?:you (?:all )?can )?(?:give me|gimme)"
    r"|(?:can|could|may|might) (?:i|we) (?:please )?have)\b"
)
_HIGH_FIVE = re.compile(r"(?i).*\b(?:give me|gimme) (?:five|5)!+")
_TONIGHT = re.compile(r"(?i)(?:can|could|will|would) you .*\b(?:tonight|today)[.?!]*")


def is_asked_for(given: Given) -> bool:
    """“Let me pass. Time to catch my bus.”: what is asked for may be another thing, where more is said."""
    if asks_for_cards(given.ask):
        return False
    text = given.text.strip()
    further = bool(given.remarks) and _LETS_ME.match(given.core.strip()) is not None
    return further or any(way.fullmatch(text) for way in (_HIGH_FIVE, _TONIGHT))


_EXCUSES = re.compile(r"(?i)(?:the |my )?excuse")
_THE_CARD = re.compile(r"\A\W*(?:[Tt]he|[Mm]y) Excuse(?=[.!,;\n])")
_MADE = re.compile(
    r"(?i)\b(?:took|kept|keeping|holding|yesterday|died|ill|feed|ready|busy|late|delay|dentist|doctor|power|dead|sick"
    r"|slow|forgot|must|have to|need to|been)\b"
)


def is_an_excuse(given: Given) -> bool:
    """Somebody makes an excuse: “My excuse: the kids are ill”."""
    if _EXCUSES.fullmatch(given.core.strip(" .!:,")) is None or _THE_CARD.match(given.text):
        return False
    return any(map(_MADE.search, given.remarks)) or ":" in given.text.partition(given.core.strip(" .!:,"))[2][:1]


_NOUGHTS = frozenset("0 zero blank blanks nil nought none".split())
_BROKEN = re.compile(r"(?i)\b(?:died|dead|signal|power|battery|internet|wifi|reception|network|screen|phone|laptop)\b")


def is_none_left(given: Given) -> bool:
    """“Blank. My phone died.”, “0. No signal”: there is none of something else."""
    first, *others = pieces_of(given.text)
    return _NOUGHTS.issuperset(words(first.text)) and any(_BROKEN.search(other.text) for other in others)


_DEGREES = re.compile(r"(?:\A|(?<=[\s.,!]))\d{1,2}[ -]?C\b")
_MEASURED = re.compile(r"(?i)\b(?:it is|it[’']?s)\b|\bhere\b")
_WEATHER = re.compile(
    r"(?i)\b(?:chilly|nippy|cold|cool|warm|hot|mild|freezing|frosty|boiling|sunny|rain\w*|snow\w*|windy|weather|outside"
    r"|degrees|brr+)\b"
)


def is_a_temperature(given: Given) -> bool:
    """“It is 10C”, “7C. Chilly!”"""
    if not _DEGREES.search(given.core) or len(given.answer.split()) > 1:
        return False
    return _MEASURED.search(given.core) is not None or any(map(_WEATHER.search, given.remarks))


_ORDERED_TO = re.compile(r"(?i)\A\W*go on,? (?:\w+ )?(?:trump|ruff|play|lead|beat|take|cover)\b")
_TRUMPED = re.compile(r"(?i)\b(?:over)?(?:trump|ruff)(?:ing)? (?:(?:it|this|that|him|her|them|in) )*with\b")


def trumps_with_none(given: Given) -> bool:
    """“Trump her with the king of hearts” names no trump; “Go on, trump that” is said to somebody."""
    if not asks_for_cards(given.ask):
        return False
    others = _TRUMPED.search(given.core) and suit(given.answer.split()[0]) in tuple("SHDCBO")
    return bool(others) or _ORDERED_TO.match(given.text) is not None


_DOUBTS: tuple[Callable[[Given], bool], ...] = (
    is_praised, runs_into_more, is_miscounted, is_a_letter, leaves_open, is_a_date, are_many, is_called, contradicts,
    is_a_picture, is_an_age, denies_what_it_says, asks_to_have, counts_a_suit,
    is_spelt_otherwise, is_a_score, greets_a_few, is_asked_for, is_an_excuse, is_none_left, is_a_temperature,
    trumps_with_none,
)  # fmt: skip
