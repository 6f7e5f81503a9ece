"""The words of a typed answer, and the phrases that name each option; shared by `reading` and `guessing`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, wraps
from typing import TypeVar

from .engine import NONE, Ask, Slot
from .text import CardName, visible

T = TypeVar("T")
Phrase = tuple[str, ...]
Phrases = Mapping[str, list[tuple[Phrase, str]]]  # first word of a phrase -> (phrase, the option it means)
PhrasesOf = Callable[[str, tuple[str, ...]], frozenset[Phrase]]

ACE_OR_CODE = ("as",)  # "as" is French for ace, and also the code of the ace of spades
SMALL = frozenset("the of de du la le l di del della der die das von".split())
"""Words that may be left out of a name, or added within it."""
NOTHING = (
    NONE,
    "nothing",
    "no",
    "rien",
    "aucun",
    "nessuno",
    "niente",
    "nichts",
    "nothing at all",
    "none of them",
    "none of these",
    "no cards",
    "neither",
)

_ALIKE = str.maketrans("♤♡♢♧☆‘‛", "♠♥♦♣★''") | str.maketrans(
    {"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae", "ß": "ss", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d",
     "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i", "’": "'"}
)  # fmt: skip
"""Signs that replace others, and letters that Unicode does not decompose."""
_CONTRACTED = re.compile(r"\b(i|we|you|they)'(?:d|ll|m|ve|re)\b|\b(?:c|d|j|l|m|s)'(?!s\b)(?=\w)|(?<=\w)'s\b")
_ARTICLE = re.compile(r"\ba (?=card\b)")  # "a card" is any card, but "A's card" and "A card" are the card of seat A
WORD = r"\d+(?=[^\W\d_])|[^\W\d_]+(?=\d)|[^\W\d_]+|\d+|[♠♥♦♣★]"
"""A word of letters of any script, a number, or the sign of a suit."""
_WORD = re.compile(WORD)


def plain(text: str) -> str:
    """The text in lower case, without accents and contractions: ``Je joue l’Excuse`` -> ``je joue  excuse``."""
    text = unicodedata.normalize("NFKD", _ARTICLE.sub("", visible(text)).translate(_ALIKE)).casefold()
    if not text.isascii():
        text = "".join(c for c in text if unicodedata.category(c)[0] != "M")
    return _CONTRACTED.sub(r"\1 ", text.replace("n't", " not").replace("w/out", "without").replace("w/o", "without"))


def words(text: str) -> Phrase:
    """The lower-case words, numbers and suit signs of a text, without accents: ``Roi de cœur`` -> ``roi de coeur``."""
    return tuple(_WORD.findall(plain(text)))


def short(text: str) -> str:
    """The text on one line of at most 60 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"


def cached_for_ask(make: Callable[[Ask], T]) -> Callable[[Ask], T]:
    """Remember what was made of the last ask: reading one text needs it again and again."""
    last: tuple[Ask, T] | None = None

    @wraps(make)
    def made(ask: Ask) -> T:
        nonlocal last
        known = last
        if known is None or known[0] is not ask:
            known = last = ask, make(ask)
        return known[1]

    return made


def may_be_nothing(ask: Ask) -> bool:
    """Whether an answer may pick nothing."""
    return all(slot.least == 0 for slot in ask.slots)


@cached_for_ask
def options_of(ask: Ask) -> tuple[str, ...]:
    """All tokens that an answer may pick, in slot order."""
    return tuple(option for slot in ask.slots for option in slot.options)


def names_of(ask: Ask, option: str) -> tuple[str, ...]:
    """The option's names, the displayed one first."""
    return tuple(ask.words.get(option, ()))


def is_person(option: str, names: tuple[str, ...]) -> bool:
    """Whether the option is a seat, named after its player."""
    return len(option) == 1 and option.isalpha() and not (names and isinstance(names[0], CardName))


@lru_cache(maxsize=4096)
def phrases_of(option: str, names: tuple[str, ...]) -> frozenset[Phrase]:
    """Every phrase for one option, without small words unless there are no others."""
    ways = (words(way) for way in (option, *names, *(NOTHING if option == NONE else ())))
    return frozenset(tuple(word for word in way if word not in SMALL) or way for way in ways if way)


@lru_cache(maxsize=4096)
def rank_and_suit(names: tuple[str, ...]) -> tuple[Phrase, Phrase]:
    """Rank and suit of a card named by both: ``king`` and ``hearts``, ``14`` and ``trump``; else empty phrases."""
    name = names[0] if names else ""
    return (words(name.rank), words(name.suit)) if isinstance(name, CardName) and name.suit else ((), ())


def is_letter(word: str) -> bool:
    """Whether the word is a single letter."""
    return len(word) == 1 and word.isalpha()


def by_first_word(phrases: Iterable[tuple[Phrase, str]]) -> dict[str, list[tuple[Phrase, str]]]:
    """Phrases and their meanings, by first word."""
    found: dict[str, list[tuple[Phrase, str]]] = {}
    for phrase, meaning in phrases:
        found.setdefault(phrase[0], []).append((phrase, meaning))
    return found


def picks_several(slots: tuple[Slot, ...]) -> bool:
    """Whether an answer may name several tokens of a slot, so that words for one could be read as two."""
    return any(slot.most > 1 for slot in slots)


def errors(one: str, other: str, most: int) -> int:
    """How many letters are wrong, missing, surplus or swapped; may be any number above ``most`` if there are more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        last, before, row = before, row, [i]
        for j, b in enumerate(other, start=1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
