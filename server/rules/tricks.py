"""Tricks: whose turn it is, the suit to follow, the winner, and what is told and shown of them.

A trick is ``((seat, card), …)`` in the order played.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypedDict, TypeVar

from .cards import Card, minus, suit
from .core import Play, Seat
from .record import replace
from .story import Said

Trick = tuple[Play, ...]
T = TypeVar("T")
S = TypeVar("S")


def seats_from(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in playing order, beginning with ``first``."""
    return tuple((first + i) % seats for i in range(seats))


def at_seat(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """The items of all seats, with this seat's replaced."""
    changed = list(items)
    changed[seat] = item
    return tuple(changed)


def to_play(state: Any) -> Seat:
    """The next seat to play to the trick, where all play to each."""
    seat: Seat = (state.leader + len(state.trick)) % len(state.hands)
    return seat


def with_card(state: S, seat: Seat, card: Card) -> S:
    """The state with a card of the seat's hand played to the trick."""
    table: Any = state
    hands = at_seat(table.hands, seat, minus(table.hands[seat], card))
    played: S = replace(table, hands=hands, trick=(*table.trick, (seat, card)))
    return played


def led(trick: Trick, suit_of: Mapping[Card, str] | None = None) -> str:
    """The suit to follow: that of the first card that has one (a led Excuse has none); empty if there is none yet."""
    for _, card in trick:
        of = suit_of[card] if suit_of else suit(card)
        if of:
            return of
    return ""


def best(trick: Trick, strength: Mapping[Card, Any]) -> Seat:
    """The seat that played the strongest card; among equals, the first played."""
    strengths = [strength[card] for _, card in trick]
    return trick[strengths.index(max(strengths))][0]


@cache
def told_card(seat: Seat, card: Card, leads: bool = False) -> Said:
    """The line that reports a card."""
    text = "{player} led {card}." if leads else "{player} played {card}."
    return Said(text, {"player": seat, "card": card}, kind="card_played")


@cache
def told_taker(seat: Seat) -> Said:
    """The line that reports who took a trick."""
    return Said("{player} took the trick.", {"player": seat}, kind="trick_taken")


class TrickView(TypedDict):
    """A trick that was taken, as in the core: seats and their cards in the order played, and the seat that took it."""

    cards: list[tuple[Seat, Card]]
    winner: Seat


def trick_view(taken: Any) -> TrickView:
    """What a view has of a trick that was taken; much quicker than `core.plain`."""
    return {"cards": listed(taken.cards), "winner": taken.winner}


def listed(trick: Trick) -> list[Any]:
    """The cards of a trick in a view: pairs of a seat and a card."""
    return [list(play) for play in trick]
