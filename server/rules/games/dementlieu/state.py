"""A table of Dementlieu: the contracts, the options, the match, the deal, and the cards in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...cards import Card
from ...engine import Seat, Story
from ...record import record
from ...tricks import Trick

Hand = tuple[Card, ...]
PACKET, CHIEN = 3, 6


@record
class Contract:
    """A contract. ``shown``: everybody sees the chien and the taker takes it up; otherwise ``counts`` says whether it
    goes to the taker's pile unseen."""

    times: int
    shown: bool = False
    counts: bool = True


CONTRACTS = {
    "prise": Contract(1, shown=True),
    "garde": Contract(2, shown=True),
    "garde-sans": Contract(4),
    "garde-contre": Contract(6, counts=False),
}
LADDER = tuple(CONTRACTS)
ENDS_AUCTION = "garde-contre"


@record
class Agreed:
    """The options agreed on before the match."""

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
    """The count of a deal. ``halves``, ``got`` (coins, after subtracting the stake in a pot deal) and ``coins`` are by
    seat.

    ``contract`` and ``taker`` are None if all passed; ``needed`` and ``made`` also in a pot deal. ``pot_to``: the seats
    that took the pot; ``pot``: what was left in it.
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
    """Where the match stands. ``draw``: the cards drawn for the first deal; ``last``: the last trick of the previous
    deal; ``sheets``: a row for each deal."""

    coins: tuple[int, ...]
    deal: int = 1
    dealer: Seat = 0
    draw: Trick = ()
    pot: int = 0
    last: Taken | None = None
    sheets: tuple[Sheet, ...] = ()


@record
class Deal:
    """What has been settled in this deal. ``petit_sec``: the seats that had a petit sec, for which it was dealt again.
    The cards of a chien that was shown lie in the taker's hand or discard."""

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
    """A table of Dementlieu. Playing a card rebuilds this record, one hand, and the trick."""

    phase: str
    agreed: Agreed
    match: Match
    deal: Deal
    hands: tuple[Hand, ...]
    leader: Seat = 0
    trick: Trick = ()
    tricks: tuple[Taken, ...] = ()


Result = tuple[State, Story]
"""The next table, and the lines that report what happened."""


def start(seats: int, options: Mapping[str, Any]) -> State:
    """A table at which the first dealer has yet to be drawn."""
    return before_deal("draw", Agreed(seats, **options), Match((0,) * seats))


def before_deal(phase: str, agreed: Agreed, match: Match) -> State:
    """A table before its cards are dealt."""
    return State(phase, agreed, match, Deal((None,) * agreed.seats), ((),) * agreed.seats)


def eldest(state: State) -> Seat:
    """The seat after the dealer (eldest hand): dealt to first, bids first and leads."""
    return (state.match.dealer + 1) % state.agreed.seats


def price(state: State) -> int:
    """What one player pays or stakes: the stake times the contract's multiplier."""
    assert state.deal.contract is not None
    return state.agreed.stake * CONTRACTS[state.deal.contract].times


def cards(state: State) -> dict[str, tuple[Card, ...]]:
    """Place -> its cards. Those of a chien that was shown lie in the taker's hand or discard."""
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
    """The trick before, possibly of the deal before."""
    return state.tricks[-1] if state.tricks else state.match.last
