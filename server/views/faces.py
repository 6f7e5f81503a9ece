"""How codes look in running text: a card by its rank and suit sign, anything else by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from ..rules import AnyGame
from ..rules.engine import Seat
from ..rules.text import CardName
from ..templating import minus

SIGNS = {
    "spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣",
    "swords": " swords", "batons": " batons", "cups": " cups", "coins": " coins",
}  # fmt: skip
"""The sign of each suit. Latin suits are words, because mail programs have no signs for them."""

AS_TEXT = "\ufe0e"
"""The text variation selector, which keeps phones from drawing a suit sign as an emoji."""


@dataclass(frozen=True)
class Face:
    """A code as shown to people. ``suit`` is the suit's name (a CSS class on the page), or empty."""

    code: str
    rank: str
    sign: str
    suit: str
    name: str

    @property
    def called(self) -> str:
        """What one says of it where its suit is plain: ``king``, ``14``, ``Fool``."""
        return self.name.rank if isinstance(self.name, CardName) else self.name

    def __str__(self) -> str:
        return self.name if self.sign.startswith(" ") else self.rank + self.sign

    def chip(self, before: str = "", after: str = "", sign: str = "") -> Markup:
        """The code as HTML: a small card if it is a card, else plain words.

        ``before``, ``after``: what a screen reader says with the card's name. ``sign``: of its suit, drawn, instead of
        what a letter can show.
        """
        if not self.suit:
            return escape(self.rank)
        shown = Markup("{}{}").format(self.rank, sign) if sign else str(self) + AS_TEXT * (len(self.sign) == 1)
        return Markup('<span class="chip {}" role="img" aria-label="{}{}{}">{}</span>').format(
            self.suit, before, self.name, after, shown
        )


def face(code: str, words: Mapping[str, tuple[str, ...]]) -> Face:
    """The face of a code in a game with these words; a text that is not a code of the game stays as it is."""
    if code not in words:
        shown = minus(code) if code[:1] == "-" and code[1:2].isdigit() else code
        return Face(code, shown, "", "", shown)
    name = words[code][0]
    if not isinstance(name, CardName):
        return Face(code, name, "", "", name)
    if name.suit in SIGNS:
        return Face(code, code[:-1], SIGNS[name.suit], name.suit, name)
    if name.suit:
        return Face(code, name.rank, "★", "trumps", name)
    return Face(code, name.rank, "", "domino" if name == code else "fool", name)


@dataclass(frozen=True)
class Owed:
    """What a trick asks of a hand of which some cards may not be played: what was led, and by whom; whether the suit is
    to be followed, whether a trump may be played, and whether higher than some that are held.
    """

    leader: Seat
    suit: str
    follow: bool
    trump: bool
    higher: bool


def owed(game: AnyGame, trick: Sequence[tuple[Seat, str]], hand: Sequence[str], options: Sequence[str]) -> Owed | None:
    """Why some cards of a hand may not be played; ``None`` where all may, or no suit has been led."""
    led = next(((seat, suit) for seat, code in trick if (suit := _suit(game, code))), None)
    if led is None or len(options) >= len(hand):
        return None
    leader, suit = led
    may = {_suit(game, code) for code in options}
    wanted = suit if suit in may else "trumps"
    higher = any(_suit(game, code) == wanted for code in hand if code not in options)
    return Owed(leader, suit, suit in may, "trumps" in may - {suit}, higher)


def _suit(game: AnyGame, code: str) -> str:
    """The suit of a card in words; empty where it has none."""
    name = game.words[code][0]
    suit = name.suit if isinstance(name, CardName) else ""
    return suit if suit in SIGNS or not suit else "trumps"
