"""The basics of text that people write: its lines, and its visible characters."""

from __future__ import annotations

import re

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffc\U000e0000-\U000e0fff"
)
"""Invisible characters (Unicode, Default_Ignorable_Code_Point) and the object replacement character, for use in a
character class. Programs insert them anywhere; but in some scripts they change how letters join, so talk keeps them.
"""
_INVISIBLE = re.compile(f"[{INVISIBLE}]+")


class CardName(str):
    """A card's name, and the words in it for rank and suit: ``king`` and ``hearts``, ``14`` and ``trump``. A card
    without a suit is its own rank: ``Fool`` of ``the Fool``, ``6-4``.
    """

    rank: str
    suit: str

    def __new__(cls, name: str, rank: str = "", suit: str = "") -> CardName:
        made = super().__new__(cls, name)
        made.rank, made.suit = rank or name, suit
        return made


def lines_of(text: str) -> list[str]:
    """The lines of a text, which end at CR, LF or CRLF and nowhere else. The last may lack its end."""
    found = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return found if found[-1] else found[:-1]


def visible(text: str) -> str:
    """The text without invisible characters, for reading it; text shown to others keeps them."""
    return _INVISIBLE.sub("", text).replace("\u2800", " ")  # a Braille pattern without dots is a blank


def plain(text: str) -> str:
    """The words and question marks of a text, without other signs and in lower case."""
    return " ".join(re.findall(r"\w+|\?", visible(text).casefold()))
