"""The 78 cards: suits and ranks, their values, and their strength in a trick."""

from __future__ import annotations

from collections.abc import Iterable

from ...cards import FOOL, FRENCH_RANKS, FRENCH_SUITS, TAROT_78, TRUMP, TRUMPS, Card, counting, rank, suit, without

SUITS = tuple(FRENCH_SUITS)
PLACE = {card: n for n, card in enumerate(TAROT_78)}
SUIT = {card: suit(card) for card in TAROT_78}
HEIGHT = {card: int(rank(card)) if SUIT[card] == TRUMP else 0 for card in TAROT_78}
"""The number of a trump; other cards have none."""
RANK = {card: FRENCH_RANKS.index(rank(card)) + 1 if SUIT[card] in SUITS else 0 for card in TAROT_78}
"""1 to 14 in a suit: pips up to 10, then jack, knight, queen, king."""

PACKET, CHIEN = 3, 6

PETIT = "T1"
BOUTS = (PETIT, "T21", FOOL)
PLAIN_TRUMPS = frozenset(without(TRUMPS, *BOUTS))
LAID_AWAY = frozenset(card for card in TAROT_78 if SUIT[card] in SUITS and rank(card) != "K")
"""What may always be laid away; plain trumps only if nothing else is left."""

worth = counting({**dict.fromkeys(BOUTS, 9), "K": 9, "Q": 7, "N": 5, "J": 3}, other=1)
HALVES = {card: worth(card) for card in TAROT_78}
"""A card's value in half points, less the half point that each card loses in the count."""

STRENGTH = {
    of: {card: 100 + HEIGHT[card] if HEIGHT[card] else RANK[card] * (SUIT[card] == of) for card in TAROT_78}
    for of in (*SUITS, TRUMP, "")
}
"""A card's strength in a trick, by the suit led; every trump outranks every suited card."""

LOWEST_FIRST = {
    card: n
    for n, card in enumerate(
        sorted(TAROT_78, key=lambda card: (card == FOOL, HEIGHT[card], RANK[card], PLACE[card])),
    )
}
ORDER = {of: tuple(card for card in LOWEST_FIRST if of in ("", SUIT[card])) for of in ("", *SUITS, TRUMP)}
"""The cards of a suit, lowest first; all 78 for the empty suit."""


def lowest(cards: Iterable[Card]) -> Card:
    """The lowest card, suits before trumps, the Fool last."""
    return min(cards, key=LOWEST_FIRST.__getitem__)


def sorted_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in canonical order."""
    return tuple(sorted(cards, key=PLACE.__getitem__))
