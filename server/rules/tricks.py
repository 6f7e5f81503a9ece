"""Tricks: playing order, the suit to follow, the winner. A trick is ``((seat, card), …)`` in the order played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .cards import Card
from .engine import Seat

Trick = tuple[tuple[Seat, Card], ...]


def seats_from(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in playing order, beginning with ``first``."""
    return tuple((first + i) % seats for i in range(seats))


def of_suit(hand: Sequence[Card], suit: str, suit_of: Callable[[Card], str]) -> tuple[Card, ...]:
    """The cards of a hand that belong to this suit, in the same order."""
    return tuple(card for card in hand if suit_of(card) == suit)


def led(trick: Trick, suit_of: Callable[[Card], str]) -> str:
    """The suit to follow: that of the first card that has one (an Excuse led has none); empty if there is none yet."""
    for _, card in trick:
        suit = suit_of(card)
        if suit:
            return suit
    return ""


def best(trick: Trick, strength: Callable[[Card], object]) -> Seat:
    """The seat that played the strongest card; among equals, the first played."""
    return max(trick, key=lambda play: strength(play[1]))[0]  # type: ignore[arg-type,return-value]
