"""The 78 cards: rows, ranks, values, and strength in a trick."""

from __future__ import annotations

from ...cards import FOOL, FRENCH_RANKS, FRENCH_SUITS, TAROT_78, TRUMP, TRUMPS, Card, rank, suit

ROWS = (*FRENCH_SUITS, TRUMP, FOOL)
"""The rows of a hand, as players hold it: the suits, the trumps, the Excuse."""
TRUMP_ROW, EXCUSE_ROW = ROWS.index(TRUMP), ROWS.index(FOOL)

ROW = {card: ROWS.index(suit(card) or FOOL) for card in TAROT_78}
PLACE = {card: n for n, card in enumerate(TAROT_78)}
HEIGHT = {card: int(rank(card)) if suit(card) == TRUMP else 0 for card in TAROT_78}
"""The number of a trump; other cards have none."""
RANK = {card: HEIGHT[card] or FRENCH_RANKS.index(rank(card)) + 1 for card in TAROT_78 if card != FOOL}

BOUTS = ("T1", "T21", FOOL)
PETIT = "T1"
COURTS = ("K", "Q", "N", "J")
WORTH = {"K": 9, "Q": 7, "N": 5, "J": 3}
HALVES = {card: 9 if card in BOUTS else WORTH.get(rank(card), 1) for card in TAROT_78}
"""A card's value in half points; 182 in all."""

NEEDED = (56, 51, 41, 36)
"""The points that win a contract, by the number of bouts that the attack has taken."""

KINGS = tuple(f"K{of}" for of in FRENCH_SUITS)
PLAIN = tuple(card for card in TAROT_78 if ROW[card] < TRUMP_ROW)
LAID_AWAY = tuple(card for card in PLAIN if card not in KINGS)
"""What may always be laid away."""
LAID_AWAY_SHOWN = tuple(card for card in TRUMPS if card not in BOUTS)
"""What may be laid away only if nothing else is left, or by option, and is then shown."""
HONOURS = frozenset({*BOUTS, *(card for card in PLAIN if rank(card) in COURTS)})


def _beats(led: int) -> dict[Card, int]:
    """A card's strength in a trick, by the row led; 0 for a card that cannot take it."""
    return {card: 100 + HEIGHT[card] if HEIGHT[card] else RANK.get(card, 0) * (ROW[card] == led) for card in TAROT_78}


STRENGTH = tuple(_beats(row) for row in range(EXCUSE_ROW))

PARTED_WITH = tuple(
    sorted(TAROT_78, key=lambda card: (ROW[card] == EXCUSE_ROW, HEIGHT[card], RANK.get(card, 0), PLACE[card]))
)
"""All cards as players part with them: plain cards from low to high, then trumps, the Excuse last."""
LOWEST_FIRST = {card: n for n, card in enumerate(PARTED_WITH)}

ORDERED = {of: tuple(card for card in PARTED_WITH if of in ("", suit(card))) for of in ("", *FRENCH_SUITS, TRUMP)}
"""All cards, and those of each suit, lowest first."""


def order(state: object, suit_wanted: str) -> tuple[Card, ...]:
    """The cards of a suit or the trumps (``T``), lowest first; for the empty suit all, as in `PARTED_WITH`."""
    return ORDERED.get(suit_wanted, ())
