"""Other ways of writing what has one usual spelling: ``5|4``, ``dbl six``, ``K-H``, ``the fourteenth trump``."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..cards import ENGLISH_NUMBERS
from ..engine import Ask
from ..guessing import deck_of, suited, suits_and_ranks
from ..text import lines_of
from ..wording import options_of, picks_several
from .vocabulary import codes_of


def in_usual_spelling(ask: Ask, paragraph: str) -> str:
    """The paragraph with each of these spelt as in the names of the options."""
    text = _without_numbers(paragraph)
    for pattern, usual in _SHORT_FORMS:
        text = pattern.sub(usual, text)
    for spelt in (_hearts, _codes, _tiles, _in_two_parts):
        text = spelt(ask, text)
    return text


_ORDINALS = (
    "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
    " twenty-first"
).split()
"""From the tenth on: “the first trump” may be the first that is played."""


def _numbered(found: re.Match[str]) -> str:
    return f"trump {_ORDINALS.index(found[1].lower()) + 10}"


_WRONG_NUMBERS = {
    "seven": "sevn", "eight": "eigth eigt", "nine": "nineth", "ten": "tenn", "eleven": "elevn eleveen elleven",
    "twelve": "tweleve twelwe", "thirteen": "therteen thirdteen", "fifteen": "fiveteen fivteen",
    "eighteen": "eightteen eigteen", "nineteen": "ninteen nineten", "twelfth": "twelvth twelth",
    "twentieth": "twentyth twentyeth", "forty": "fourty",
}  # fmt: skip
"""Wrong spellings of numbers that are known, and can be nothing else; a slip such as ``fourten`` is none."""
_RIGHT = {wrong: right for right, known in _WRONG_NUMBERS.items() for wrong in known.split()}
_DIGITS = "one|two|three|four|five|six|seven|eight|nine"
_WRONG = re.compile(rf"(?i)\b({'|'.join(_RIGHT)})({_DIGITS})?\b|\b(twenty|thirty|forty)({_DIGITS})\b")


def _rightly(found: re.Match[str]) -> str:
    """A number as it is spelt: ``fourty``; ``thirtyfive``, whose words stand apart."""
    tens, digit = (found[1], found[2]) if found[1] else (found[3], found[4])
    right = _RIGHT.get(tens.lower(), tens.lower())
    return f"{right}-{digit}" if digit else right


def _said_once(found: re.Match[str]) -> str:
    """A rank that is said again in brackets, in figures or in words: ``four (4) of clubs``, ``7 of clubs (seven)``."""
    said, again = (ENGLISH_NUMBERS.get(word.lower(), word) for word in found.group(1, 3))
    return found[1] + found[2] if said == again else found[0]


_TITLES = {
    "lady": "queen",
    "dame": "queen",
    "knave": "jack",
    "valet": "jack",
    "cavalier": "knight",
    "horseman": "knight",
}
_OF_SUIT = "hearts|spades|diamonds|clubs|cups|coins|swords|batons"
_KISS = re.compile(
    r"(?i:(?<=hearts)|(?<=spades)|(?<=diamonds)|(?<=clubs)|(?<=cups)|(?<=coins)|(?<=swords)|(?<=batons)|(?<=please)"
    r"|(?<=pass))[.!]* x\s*\Z"
)
"""A kiss at the end: ``9 of diamonds x``; behind trumps it could be a number."""
_SHORT_FORMS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (_WRONG, _rightly),
    (re.compile(r"\b([\w-]+)\b((?: of \w+)?) ?\(([\w-]+)\)"), _said_once),
    (re.compile(rf"(?i)\b({'|'.join(_TITLES)})(?= of (?:{_OF_SUIT})\b)"), lambda title: _TITLES[title[1].lower()]),
    (_KISS, ""),
    (re.compile(r"(?i)(?<!the )\b(?:an? )?(?=(?:small|little) (?:one|trump)\b)"), "any "),  # “the small trump” is the 1
    (re.compile(r"\b([KQJN])\.(?=\s+of\b)"), r"\1"),
    (re.compile(rf"(?<=\w) o['’]?(?= (?:{_OF_SUIT})\b)"), " of"),  # six o' clubs
    (re.compile(r"(?i)(?<=trump )no\.? ?(?=\d)"), "number "),
    (re.compile(rf"(?i)\bthe ({'|'.join(_ORDINALS)}) (?:of trumps?|trump)\b(?!,? (?:to|in|that|this|of))"), _numbered),
    (re.compile(r"(?i)\bqn\b(?=\.? (?:of )?\w)"), "queen"),
    (re.compile(r"(?i)\bdbl\b"), "double"),
    (re.compile(r"(?i)\bnell?-o\b"), "nello"),
    (re.compile(r"(?i)(?<=\d)( ?)mks?\b"), r"\1m"),
    (re.compile(r"(?i)(?<=\d) ?pts\b"), " points"),
    (re.compile(r"(?i)\blemme\b"), "let me"),
    (re.compile(r"(?i)\bupon (?=the (?:centre|center|cloak|blind)\b)"), "on "),
    (re.compile(r"(?i)\b((?:trump|ruff)(?:ing)?) (?:in|that|him|her|them)(?= with )"), r"\1"),
)

_A_RANK = r"10|[1-9]|[kqjn]|king|queen|knight|jack|ace|of"
_A_HEART = re.compile(rf"(?i)\b(?P<rank>{_A_RANK}|(?-i:A)(?=❤))\s?❤\ufe0f?|❤\ufe0f?\s?(?P<behind>{_A_RANK}|(?-i:A))\b")


def _hearts(ask: Ask, text: str) -> str:
    """A heart beside a rank is a suit; anywhere else it is decoration."""
    return _A_HEART.sub(r"\g<rank>♥\g<behind>", text) if "♥" in deck_of(suited(ask)).words else text


_IN_PARTS = re.compile(r"(?<![\w/-])(K|Q|N|J|A|T|\d+)(?:-| of )([SHDCBO]|\d+)(?![\w/-]| \d)")


def _codes(ask: Ask, text: str) -> str:
    """The letters of a card apart: ``K-H``, ``T-14``."""
    french = "♥" in deck_of(suited(ask)).words
    return _IN_PARTS.sub(lambda card: whole if french and (whole := card[1] + card[2]) in ask.words else card[0], text)


_END_NAMES = "blank one two three four five six".split()
_ENDS = rf"\d|{'|'.join(_END_NAMES)}"
_ALONE = re.compile(rf"(?i)\[?({_ENDS})(?:\s?[:|/–—-]\s?)?({_ENDS})\]?[.!]*")
_TWO_ENDS = re.compile(
    rf"(?i)(?<![\w|/-])(?:(\d)\s?[|/–]\s?(\d)|({_ENDS}) and ({_ENDS}) (?:tile|domino|bone)\b)(?![\w|/-])"
)


def _tiles(ask: Ask, text: str) -> str:
    """A tile as its two ends: ``5|4``; and ``five - four``, where nothing else is written. A fraction is none."""

    def tile(one: str, other: str, found: re.Match[str]) -> str:
        high, low = (_END_NAMES.index(end.lower()) if end.isalpha() else int(end) for end in (one, other))
        code = f"{high}-{low}"
        return code if code in codes_of(ask) and not ("/" in found[0] and one.isdigit() and high < low) else found[0]

    alone = _ALONE.fullmatch(text.strip())
    if (alone and not (alone[1] + alone[2]).isalpha()) or (alone and alone[0].strip("[]!.") != alone[1] + alone[2]):
        return tile(alone[1], alone[2], alone)
    return _TWO_ENDS.sub(lambda found: tile(found[1] or found[3], found[2] or found[4], found), text)


_IN_TWO = re.compile(r"\s*(?:the )?(\w+)(?:,|:| [-–]) *(?:the )?(\w+)[.!]*\s*")


def _in_two_parts(ask: Ask, text: str) -> str:
    """A card by suit and rank, and nothing else: ``swords, eight``; ``six, cups``; but not ``clubs, Jack``, a name."""
    found = _IN_TWO.fullmatch(text)
    if not found or picks_several(ask.slots) or "Jack" in found.groups() or min(map(len, found.groups())) < 3:
        return text
    suits, ranks = suits_and_ranks(tuple(card for card in suited(ask) if card[0] in options_of(ask)))
    for suit, rank in (found.group(1, 2), found.group(2, 1)):
        numbered = rank == found[2] or ranks.get(rank.lower(), "").isdigit()  # “queen, hearts” may be said to her
        if numbered and suit[-1] == "s" and suit.lower() in suits and rank.lower() in ranks:
            return f"{rank} of {suit}"
    return text


_NUMBER = re.compile(r"\s*(\d+)[.)]\s+")


def _without_numbers(paragraph: str) -> str:
    """Without the numbers of its lines, if they count."""
    lines = lines_of(paragraph)
    found = [_NUMBER.match(line) for line in lines]
    counts = len(lines) > 1 and all(each and int(each[1]) == at for at, each in enumerate(found, start=1))
    return (
        "\n".join(line[each.end() :] for line, each in zip(lines, found, strict=True) if each) if counts else paragraph
    )
