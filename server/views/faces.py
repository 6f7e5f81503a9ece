"""How a code looks in running text: rank and suit sign of a card, the name of anything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

SIGNS = {
    "spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣",
    "swords": " swords", "batons": " batons", "cups": " cups", "coins": " coins",
}  # fmt: skip
"""The sign of each suit. Latin suits have none that mail programs show, so they are written out."""

AS_TEXT = "\ufe0e"
"""Keeps phones from drawing a suit sign as a coloured picture."""


@dataclass(frozen=True)
class Face:
    """A code as people see it. ``suit`` is the suit's name (a style on the page), or an empty string."""

    code: str
    rank: str
    sign: str
    suit: str
    name: str

    def __str__(self) -> str:
        return self.rank + self.sign

    @lru_cache(maxsize=1024)  # noqa: B019 - a face is a value, and there are not many
    def chip(self) -> Markup:
        """The code as a small card in a line of a page; words stay words."""
        if not self.suit:
            return escape(self.rank)
        sign = self.sign.strip() + AS_TEXT * (len(self.sign) == 1)
        return Markup('<span class="chip {}" role="img" aria-label="{}">{}<b>{}</b></span>').format(
            self.suit, self.name, sign, self.rank
        )


def signed(number: object) -> str:
    """A number, or a text, with the sign of a negative one as it is printed."""
    text = str(number)
    return "−" + text[1:] if text[:1] == "-" and text[1:2].isdigit() else text


def face(code: str, words: Mapping[str, tuple[str, ...]]) -> Face:
    """The face of a code in a game with these words; a text that is no code of the game is its own face."""
    if code not in words:
        shown = signed(code)
        return Face(code, shown, "", "", shown)
    name = words[code][0]
    rank, _, suit = name.rpartition(" of ")
    if rank and suit in SIGNS:
        return Face(code, code[:-1], SIGNS[suit], suit, name)
    if code[0] == "T" and code[1:].isdigit():
        return Face(code, code[1:], "★", "trumps", name)
    if name[:4] == "the " and name[4:5].isupper():
        return Face(code, name[4:], "", "fool", name)
    if code[0].isdigit() and code[1:2] == "-":
        return Face(code, code, "", "domino", name)
    return Face(code, name, "", "", name)
