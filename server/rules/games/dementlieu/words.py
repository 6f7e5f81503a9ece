"""What people call cards and bids, and how coins and points are said."""

from __future__ import annotations

from collections.abc import Sequence

from ...auction import PASS
from ...cards import FOOL, FRENCH_WORDS, Card, Words

WORDS: Words = {
    **FRENCH_WORDS,
    FOOL: (*FRENCH_WORDS[FOOL], "joker"),
    PASS: ("pass", "passe", "je passe", "passo", "no bid", "no", "nothing"),
    "prise": ("prise", "la prise", "take", "je prends", "prends", "prendo", "presa", "petite", "small"),
    "garde": ("garde", "guard", "la garde", "guardia"),
    "garde-sans": ("garde sans", "guard without", "sans", "without", "gardesans", "garde sans chien",
                   "guard without chien", "guard without dog"),
    "garde-contre": ("garde contre", "guard against", "contre", "against", "gardecontre", "garde contre chien",
                     "guard against chien", "guard against dog"),
}  # fmt: skip


def spoken(bid: str) -> str:
    """A bid as it is said: ``garde sans``"""
    return WORDS[bid][0]


def coins(count: int) -> str:
    """``1 coin``, ``4 coins``"""
    return f"{count} coin" if count == 1 else f"{count} coins"


def points(halves: int) -> str:
    """Half points as points: ``48½``"""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def bouts_in_words(bouts: Sequence[Card]) -> str:
    """``no bout``, ``1 bout``, ``2 bouts``"""
    return f"{len(bouts) or 'no'} bout{'s' if len(bouts) > 1 else ''}"
