"""What people call cards and bids, how bids are displayed, and what terms mean."""

from __future__ import annotations

from ...auction import PASS, PASSING
from ...cards import FOOL, FRENCH_WORDS, Words

WORDS: Words = {
    **FRENCH_WORDS,
    FOOL: (*FRENCH_WORDS[FOOL], "joker"),
    PASS: (*PASSING, "je passe", "passo"),
    "prise": ("prise", "la prise", "take", "je prends", "prends", "prendo", "presa", "petite", "small",
              "take it", "taking it"),
    "garde": ("garde", "guard", "guarding", "la garde", "guardia"),
    "garde-sans": ("garde sans", "guard without", "sans", "without", "gardesans", "garde sans chien",
                   "guard without chien", "guard without dog"),
    "garde-contre": ("garde contre", "guard against", "contre", "against", "gardecontre", "garde contre chien",
                     "guard against chien", "guard against dog"),
}  # fmt: skip


def spoken(bid: str) -> str:
    """A bid as people say it: ``garde sans``"""
    return WORDS[bid][0]


GLOSSARY = {
    "pass": "You do not bid in this deal, and play against the taker.",
    "prise": "The lowest bid: the taker picks up the chien and lays six cards away; stake ×1.",
    "garde": "The taker picks up the chien and lays six cards away; stake ×2.",
    "garde-sans": "The chien goes unseen to the taker’s pile; stake ×4.",
    "garde-contre": "The chien is set aside unseen and counts for nobody; stake ×6. It ends the auction.",
    "taker": "Who plays the contract, alone against all others.",
    "chien": "The six cards dealt to nobody.",
    "bout": "The 21, the 1 of trumps and the Fool. Each one taken lowers what the taker needs: 56, 51, 41, 36.",
    "pot": "By option everybody stakes the taker’s bid, and the highest pile takes it all.",
}
"""Short explanations of this game's tokens and terms."""
