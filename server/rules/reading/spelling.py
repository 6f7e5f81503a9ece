"""Slips in the words of an answer that can be nothing else: ``gaurd``, ``quenn of dimonds``, ``thrity-two``.

A word is mended before anything is read, so that a text is read as strictly as if it had been spelt well.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..engine import Ask
from ..guessing import deck_of, suited
from ..wording import errors
from .named import telling_words

_SPELT = frozenset(
    "hearts spades diamonds clubs swords batons cups coins trumps trump three four five seven eight nine eleven twelve"
    " thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty king queen knight cavalier"
    " guard without against double nello".split()
)
"""The words of which a slip is mended, …"""
_OTHER_WORDS = frozenset(
    "there seen heart club tree threw fort forth diamond sword guards spaces steven eighth coin queens knights thee"
    " shades doubled doubles clues hears cons queer eighty thirsty baton heats hearty semen cavaliers coils spade"
    " forte sven sevens forts tramp barons doubly nelly footy sever nell hearth hearst cusp doable foray spares severn"
    " threes thump cpus chins eights gard elven tramps herts coons nella tyree tweety corns nelle thumps doble seve"
    " doublet twente cavaliere guar hearths cusps quien spader seren queef tromp doubler taree chubs cavalieri hearns"
    " tiree elevens farty twelves tump guarda forti bacons cains coens sehen nien".split()
)
"""… but for words that are some of their own; …"""
_MENDED = {"spaids": "spades", "dimands": "diamonds", "diamds": "diamonds", "qn": "queen", "kng": "king"}
"""… and slips of another kind."""
_WORD = re.compile(r"(?<![\w'’])[A-Za-z]{2,12}(?![\w'’])")


_ORDINALS = {
    "eleventh": "11", "twelfth": "12", "thirteenth": "13", "fourteenth": "14", "fifteenth": "15", "sixteenth": "16",
    "seventeenth": "17", "eighteenth": "18", "nineteenth": "19", "twentieth": "20", "twenty-first": "21",
}  # fmt: skip
_COUNTED = re.compile(rf"(?<!my )(?<!an )(?<!a )\b({'|'.join(_ORDINALS)})(?= (?:of )?trumps?\b)", re.I)
"""A trump that is counted; one might have so many of the lower ones."""


def mended(ask: Ask, text: str) -> str:
    """The text with the words of options spelt well where one letter is wrong, missing, surplus or swapped."""
    text = _COUNTED.sub(lambda found: _ORDINALS[found[1].lower()], text)
    known = telling_words(ask) | deck_of(suited(ask)).words

    def word_of(found: re.Match[str]) -> str:
        word = found[0].lower()
        meant = "" if word in known else _meant(word)
        return meant if meant in known else found[0]

    return _WORD.sub(word_of, text)


@lru_cache(maxsize=512)
def _meant(word: str) -> str:
    """The one word that this is a slip of; else nothing."""
    if word in _MENDED:
        return _MENDED[word]
    if len(word) < 4 or word in _SPELT | _OTHER_WORDS:
        return ""
    near = [other for other in _SPELT if word[0] == other[0] and errors(word, other, 1) <= 1]
    return near[0] if len(near) == 1 and _is_plain(word, near[0]) else ""


def _is_plain(word: str, other: str) -> bool:
    """Whether the slip is beyond doubt: in four letters, two were swapped or one is doubled."""
    doubled = len(word) > len(other) and set(word) == set(other)
    return len(other) > 4 or sorted(word) == sorted(other) or doubled
