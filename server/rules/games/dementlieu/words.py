"""What people call cards and bids, and how bids are displayed."""

from __future__ import annotations

from ...auction import PASS
from ...cards import FOOL, FRENCH_WORDS, Words

WORDS: Words = {
    **FRENCH_WORDS,
    FOOL: (*FRENCH_WORDS[FOOL], "joker"),
    PASS: ("pass", "passe", "je passe", "passo", "no bid", "no", "nothing", "passing"),
    "prise": ("prise", "la prise", "take", "je prends", "prends", "prendo", "presa", "petite", "small",
              "take it", "taking it"),
    "garde": ("garde", "guard", "la garde", "guardia"),
    "garde-sans": ("garde sans", "guard without", "sans", "without", "gardesans", "garde sans chien",
                   "guard without chien", "guard without dog"),
    "garde-contre": ("garde contre", "guard against", "contre", "against", "gardecontre", "garde contre chien",
                     "guard against chien", "guard against dog"),
}  # fmt: skip


def spoken(bid: str) -> str:
    """A bid as people say it: ``garde sans``"""
    return WORDS[bid][0]
