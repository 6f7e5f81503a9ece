"""The rows of a hand, as players hold it, and what counts as an honour; see `server.rules.tarot` for the rest."""

from __future__ import annotations

from ...cards import FOOL, FRENCH_SUITS, TAROT_78, TRUMP, rank
from ...tarot import BOUTS, STRENGTH, SUIT, SUITS

ROWS = (*FRENCH_SUITS, TRUMP, FOOL)
"""The suits, the trumps, the Excuse."""
TRUMP_ROW, EXCUSE_ROW = ROWS.index(TRUMP), ROWS.index(FOOL)
ROW = {card: ROWS.index(SUIT[card] or FOOL) for card in TAROT_78}
BY_ROW = tuple(STRENGTH[of] for of in (*SUITS, TRUMP))
"""A card's strength in a trick, by the row led."""

COURTS = ("K", "Q", "N", "J")
HONOURS = frozenset({*BOUTS, *(card for card in TAROT_78 if SUIT[card] in SUITS and rank(card) in COURTS)})
