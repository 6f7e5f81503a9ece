"""How a name looks: all of it has to be visible and within its line, and it must not pass for another."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import idna

from ..rules.text import visible

NOT_JOINER, JOINER = "\u200c", "\u200d"
SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors: they choose how the character before them is drawn, and show nothing themselves."""
BLANK = re.compile("[\u2800\U00013441\U00013442\U00016fe4\U0001d159]")
"""Characters that are drawn as blank space."""
ACCENTS, MARKS = 2, 4
"""How many marks one letter may have once composed (NFC): combining accents, and marks of any script (UTS 39, 5.4)."""


def fault(name: str) -> str:
    """Why a text cannot be used as a name, as a clause; empty if it can."""
    if not all(_is_seen(sign) or _joins(name, at) or _selects(name, at) for at, sign in enumerate(name)):
        return "some of it is invisible"
    marks = unicodedata.normalize("NFD", name)
    twice = any(one == other and unicodedata.combining(one) for one, other in pairwise(marks))
    if twice or any(map(_is_tower, _marks(name))):
        return "there are too many marks above or below its letters"
    return ""


def _is_seen(sign: str) -> bool:
    return sign.isprintable() and visible(sign) != "" and not BLANK.match(sign)


def _joins(name: str, at: int) -> bool:
    """Whether a joiner, or its opposite, is needed here: in Persian, in Indian scripts, or within an emoji."""
    before, after = name[:at].rstrip("\ufe0f🏻🏼🏽🏾🏿")[-1:], name[at + 1 : at + 2]
    if name[at] not in (NOT_JOINER, JOINER) or not before or not after:
        return False
    if name[at] == JOINER and ((_is_symbol(before) and _is_symbol(after)) or unicodedata.combining(after) == _VIRAMA):
        return True
    return idna.valid_contextj(name, at)


_VIRAMA = 9
"""The combining class of viramas, which silence the vowel of a letter."""


def _is_symbol(sign: str) -> bool:
    return unicodedata.category(sign) == "So"


def _selects(name: str, at: int) -> bool:
    """Whether a variation selector follows a character that has variants."""
    before, after = name[max(at - 1, 0) : at], name[at + 1 : at + 2]
    if not SELECTORS.match(name[at]):
        return False
    if name[at] in "\ufe0e\ufe0f":
        return before != "" and (_is_symbol(before) or after == "\u20e3")
    return unicodedata.name(before or " ").startswith(("CJK ", "MONGOLIAN LETTER "))


def _marks(name: str) -> Iterator[str]:
    """The marks of each letter. One at the very beginning, which has no letter, counts as too many."""
    composed = unicodedata.normalize("NFC", name)
    together = ""
    for at, sign in enumerate(f"{composed} "):
        if unicodedata.category(sign) in ("Mn", "Me") and not SELECTORS.match(sign):
            together += sign * (MARKS + 1 if at == 0 else 1)
        else:
            yield together
            together = ""


def _is_tower(marks: str) -> bool:
    accents = sum(unicodedata.name(mark).startswith("COMBINING") for mark in marks)
    return len(marks) > MARKS or accents > ACCENTS


# Look-alikes ---------------------------------------------------------------------------------------------------------


def look_alike(one: str, other: str) -> bool:
    """Whether people could take one name for the other, so that nobody at a table passes for somebody else."""
    return not _looks(one).isdisjoint(_looks(other))


@lru_cache(maxsize=1024)
def _looks(name: str) -> frozenset[str]:
    """What a name looks like: as it is, in small letters and in capitals (a skeleton of UTS 39 each)."""
    return frozenset(_skeleton(way) for way in (name, name.casefold(), name.upper()))


def _skeleton(text: str) -> str:
    for _ in range(2):  # capitals may look like others than their small letters
        text = "".join(map(_prototype, unicodedata.normalize("NFKD", text))).casefold()
    said = "".join(sign for sign in text if unicodedata.category(sign)[0] not in "PZ" and not sign.isspace())
    return said or text  # “Ada.”, “(Ada)” and “A da” pass for Ada


PLAIN = {"I": "l", "1": "l", "|": "l", "0": "O", "m": "rn"}
"""What looks alike in plain ASCII, as in `confusable_homoglyphs`."""
_LATIN = re.compile(r"(?:.* )?(?:LATIN|REGIONAL INDICATOR SYMBOL)(?: [A-Z]+)? LETTER(?: SMALL CAPITAL)? ([A-Z])")
"""The names of letters in a box, of flags and of small capitals."""


@lru_cache(maxsize=4096)
def _prototype(sign: str) -> str:
    """The character that stands for all that look like this one; empty for an invisible one."""
    if sign.isascii():
        return PLAIN.get(sign, sign)
    if not _is_seen(sign):
        return ""
    if unicodedata.combining(sign):
        return sign
    alike = _confusables(sign)
    if len(alike) == 1:  # most list only what stands for them; that lists all that look like it
        [other] = alike
        sign = other if len(other) > 1 or len(_confusables(other)) > 1 else min(sign, other)
    letter = _LATIN.fullmatch(unicodedata.name(sign, "")) if len(sign) == 1 else None
    return letter[1].lower() if letter else "".join(PLAIN.get(one, one) for one in sign)


def _confusables(sign: str) -> list[str]:
    from confusable_homoglyphs import confusables  # 18 MB, of use only where a name is not in Latin letters

    found = confusables.is_confusable(sign) or [{"homoglyphs": []}]
    return [glyph["c"].replace("\u200e", "") for glyph in found[0]["homoglyphs"]]
