"""The 78 cards as French Tarot and Tarot of Dementlieu rank and count them: the two agree in all of this."""

from __future__ import annotations

from collections.abc import Iterable

from .cards import FOOL, FRENCH_RANKS, FRENCH_SUITS, TAROT_78, TRUMP, TRUMPS, Card, counting, rank, suit

SUITS = tuple(FRENCH_SUITS)
PLACE = {card: n for n, card in enumerate(TAROT_78)}
SUIT = {card: suit(card) for card in TAROT_78}
OF_SUIT = {of: frozenset(card for card in TAROT_78 if SUIT[card] == of) for of in (*SUITS, TRUMP)}
HEIGHT = {card: int(rank(card)) if SUIT[card] == TRUMP else 0 for card in TAROT_78}
"""The number of a trump; other cards have none."""
RANK = {card: HEIGHT[card] or FRENCH_RANKS.index(rank(card)) + 1 if card != FOOL else 0 for card in TAROT_78}
"""1 to 14 in a suit: pips up to 10, then jack, knight, queen, king; the number of a trump."""
ABOVE = tuple(frozenset(TRUMPS[height:]) for height in range(len(TRUMPS) + 1))
"""The trumps above each height."""

PETIT = "T1"
BOUTS = (PETIT, "T21", FOOL)
PLAIN_TRUMPS = frozenset(card for card in TRUMPS if card not in BOUTS)
"""What may be laid away only if nothing else is left."""
LAID_AWAY = frozenset(card for card in TAROT_78 if SUIT[card] in SUITS and rank(card) != "K")
"""What may always be laid away."""

_halves = counting({**dict.fromkeys(BOUTS, 9), "K": 9, "Q": 7, "N": 5, "J": 3})
HALVES = {card: _halves(card) for card in TAROT_78}
"""A card's value in half points, less the half point that each card loses in the count; 182 in all."""
ALL_POINTS = sum(HALVES.values()) // 2
NEEDED = (56, 51, 41, 36)
"""The points that win a contract, by the number of bouts taken."""

STRENGTH = {
    of: {card: 100 + HEIGHT[card] if HEIGHT[card] else RANK[card] * (SUIT[card] == of) for card in TAROT_78}
    for of in (*SUITS, TRUMP, "")
}
"""A card's strength in a trick, by the suit led: every trump outranks every suited card; 0 cannot take it."""

_PARTED_WITH = sorted(TAROT_78, key=lambda card: (card == FOOL, HEIGHT[card], RANK[card], PLACE[card]))
LOWEST_FIRST = {card: n for n, card in enumerate(_PARTED_WITH)}
"""All cards as players part with them: plain cards from low to high, then trumps, the Fool last."""
_ORDER = {of: tuple(card for card in _PARTED_WITH if of in ("", SUIT[card])) for of in ("", *SUITS, TRUMP)}


def order(state: object, suit: str) -> tuple[Card, ...]:
    """The cards of a suit or the trumps (``T``), lowest first; for the empty suit all, as in `LOWEST_FIRST`."""
    return _ORDER.get(suit, ())


def lowest(cards: Iterable[Card]) -> Card:
    """The lowest card, suits before trumps, the Fool last."""
    return min(cards, key=LOWEST_FIRST.__getitem__)


def sorted_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in canonical order."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def bouts_in(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The bouts among the cards."""
    held = frozenset(cards)
    return tuple(card for card in BOUTS if card in held)
