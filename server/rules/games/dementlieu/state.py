"""A table of Dementlieu: what was agreed on, the match, the deal, and the cards that are being played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...cards import Card
from ...engine import Seat, Story
from ...record import record
from ...tricks import Trick
from .contracts import CONTRACTS

Hand = tuple[Card, ...]


@record
class Agreed:
    """What was agreed on before the match."""

    seats: int
    deals: int
    stake: int
    settlement: str


@record
class Taken:
    """A trick as it was played, and who took it."""

    cards: Trick
    winner: Seat


@record
class Sheet:
    """The count of a deal. ``halves``, ``got`` (coins, the stake to a pot subtracted) and ``coins`` are by seat.

    ``contract`` and ``taker`` are None where all passed, ``needed`` and ``made`` also where a pot was played for;
    ``pot_to`` are the seats that took the pot, ``pot`` is what was left in it.
    """

    deal: int
    contract: str | None
    taker: Seat | None
    bouts: tuple[Card, ...]
    halves: tuple[int, ...]
    needed: int | None
    made: bool | None
    pot_to: tuple[Seat, ...]
    got: tuple[int, ...]
    coins: tuple[int, ...]
    pot: int


@record
class Match:
    """Where the match stands. ``draw`` are the cards drawn for the first deal, ``last`` is the trick that ended the
    deal before, ``sheets`` has a row for each deal."""

    coins: tuple[int, ...]
    deal: int = 1
    dealer: Seat = 0
    draw: Trick = ()
    pot: int = 0
    last: Taken | None = None
    sheets: tuple[Sheet, ...] = ()


@record
class Deal:
    """What has been settled in this deal. ``petit_sec`` are the seats that had it dealt again. The cards of a chien
    that was shown lie in the taker's hand or discard."""

    bids: tuple[str | None, ...]
    petit_sec: tuple[Seat, ...] = ()
    chien: tuple[Card, ...] = ()
    contract: str | None = None
    taker: Seat | None = None
    discard: tuple[Card, ...] = ()

    @property
    def shown(self) -> bool:
        """Whether the chien was shown to all."""
        return self.contract is not None and CONTRACTS[self.contract].shown


@record
class State:
    """A table of Dementlieu. A card that is played rebuilds this record, one hand, and the trick."""

    phase: str
    agreed: Agreed
    match: Match
    deal: Deal
    hands: tuple[Hand, ...]
    leader: Seat = 0
    trick: Trick = ()
    tricks: tuple[Taken, ...] = ()


Result = tuple[State, Story]
"""The table that follows, and what is told of it."""


def start(seats: int, options: Mapping[str, Any]) -> State:
    """A table at which the first dealer is still to be drawn for."""
    return before_deal("draw", Agreed(seats, **options), Match((0,) * seats))


def before_deal(phase: str, agreed: Agreed, match: Match) -> State:
    """A table without cards on it."""
    return State(phase, agreed, match, Deal((None,) * agreed.seats), ((),) * agreed.seats)


def eldest(state: State) -> Seat:
    """The seat after the dealer, which is dealt to first, bids first and leads."""
    return (state.match.dealer + 1) % state.agreed.seats


def price(state: State) -> int:
    """What one player pays or stakes: the stake, as many times as the bid says."""
    assert state.deal.contract is not None
    return state.agreed.stake * CONTRACTS[state.deal.contract].times


def cards(state: State) -> dict[str, tuple[Card, ...]]:
    """Where every card lies: place -> cards. Those of a chien that was shown lie in the taker's hand or discard."""
    deal, seats = state.deal, range(state.agreed.seats)
    return {
        **{f"hand {seat}": state.hands[seat] for seat in seats},
        "chien": () if deal.shown else deal.chien,
        "discard": deal.discard,
        "trick": tuple(card for _, card in state.trick),
        **{f"tricks {seat}": in_tricks(state, seat) for seat in seats},
    }


def in_tricks(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards of the tricks that a seat has taken."""
    return tuple(card for taken in state.tricks if taken.winner == seat for _, card in taken.cards)


def last_trick(state: State) -> Taken | None:
    """The trick before, also one of the deal before."""
    return state.tricks[-1] if state.tricks else state.match.last
