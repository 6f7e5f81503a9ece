"""Tricks: playing order, the suit to follow, the winner. A trick is ``((seat, card), …)`` in the order played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from .cards import Card
from .engine import Seat

Trick = tuple[tuple[Seat, Card], ...]
T = TypeVar("T")


def seats_from(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in playing order, beginning with ``first``."""
    return tuple((first + i) % seats for i in range(seats))


def at_seat(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """The items of all seats, with this seat's replaced."""
    changed = list(items)
    changed[seat] = item
    return tuple(changed)


def led(trick: Trick, suit_of: Mapping[Card, str]) -> str:
    """The suit to follow: that of the first card that has one (a led Excuse has none); empty if there is none yet."""
    for _, card in trick:
        suit = suit_of[card]
        if suit:
            return suit
    return ""


def best(trick: Trick, strength: Mapping[Card, Any]) -> Seat:
    """The seat that played the strongest card; among equals, the first played."""
    strengths = [strength[card] for _, card in trick]
    return trick[strengths.index(max(strengths))][0]
