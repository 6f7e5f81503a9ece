"""The table and its deal: the options, what outlasts a deal, the auction, the contract, the hands and the tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...cards import in_order, in_packets
from ...engine import Said, Seat, Story
from ...record import record, replace
from ...story import Number
from ...tricks import Trick
from .bids import BELOW, PARTNER_LEADS, PARTNERED
from .calls import CALLS
from .tiles import TILES, Hand, Tile

SEATS = 4
SIDES = ((0, 2), (1, 3))


@record
class Agreed:
    """The options in the form that the rules use."""

    marks: int
    forced: bool
    nello_for_dealer: bool
    partnered: tuple[str, ...]  # those of plunge and splash that may be bid
    partner_leads: tuple[str, ...]  # those after which the partner leads
    calls: tuple[str, ...]


@record
class Contract:
    """The contract: reach ``points`` (42: every trick; nello: no trick) for ``marks``."""

    declarer: Seat
    bid: str
    points: int
    marks: int
    caller: Seat
    call: str = ""  # until it is made
    sitting_out: Seat | None = None


@record
class Outcome:
    """The result of a deal: no contract if all passed; else the declaring side's points, and the side that scored."""

    deal: int
    contract: Contract | None = None
    points: int = 0
    made: bool = False
    side: int | None = None


@record
class Won:
    """A trick that was taken."""

    plays: Trick
    winner: Seat
    points: int


@record
class Score:
    """What outlasts a deal."""

    deal: int
    dealer: Seat
    marks: tuple[int, int]
    sheet: tuple[Outcome, ...]
    trick: Won | None  # the last trick of the deal before, if it was played
    outcome: Outcome | None


@record
class Auction:
    """The bids by seat; ``high``: the height of the last one other than a pass; ``leading``: its seat."""

    bids: tuple[str | None, ...]
    high: int
    leading: Seat | None


@record
class State:
    phase: str
    agreed: Agreed
    score: Score
    auction: Auction
    contract: Contract | None
    hands: tuple[Hand, ...]
    tricks: tuple[Won, ...]
    trick: Trick
    turn: Seat


Result = tuple[State, Story]
NO_BIDS = Auction((None,) * SEATS, BELOW, None)


def start(seats: int, options: Mapping[str, Any]) -> State:
    """The last seat is the first dealer, so that seat A bids first."""
    agreed = Agreed(
        marks=options["marks"],
        forced=options["all-pass"] == "forced",
        nello_for_dealer=options["nello"] == "dealer-only",
        partnered=tuple(bid for bid in PARTNERED if options[bid] != "off"),
        partner_leads=tuple(bid for bid, value in PARTNER_LEADS if options[bid] == value),
        calls=tuple(
            token for token, call in CALLS.items() if all(options[name] in values for name, values in call.agreed)
        ),
    )
    score = Score(1, seats - 1, (0, 0), (), None, None)
    return State("deal", agreed, score, NO_BIDS, None, ((),) * SEATS, (), (), 0)


def after(seat: Seat, sitting_out: Seat | None = None) -> Seat:
    """The next seat in playing order."""
    following = (seat + 1) % SEATS
    return following if following != sitting_out else (following + 1) % SEATS


def partner(seat: Seat) -> Seat:
    return (seat + 2) % SEATS


def side_of(seat: Seat) -> int:
    return seat % 2


def declared(state: State) -> Contract:
    """The contract of a deal whose auction is over."""
    assert state.contract is not None
    return state.contract


def cards(state: State) -> Mapping[str, tuple[Tile, ...]]:
    """Place -> its tiles: hands, tiles turned down by a player sitting out, the trick, and tricks taken."""
    out = state.contract.sitting_out if state.contract else None
    hands = {"sitting out" if seat == out else f"hand {seat}": hand for seat, hand in enumerate(state.hands)}
    taken = tuple(tile for won in state.tricks for _, tile in won.plays)
    return {**hands, "trick": tuple(tile for _, tile in state.trick), "taken": taken}


def deal(state: State, deck: tuple[Tile, ...]) -> Result:
    """Seven tiles to each seat, the one after the dealer first, the dealer last."""
    first = after(state.score.dealer)
    hands = tuple(in_order(hand, TILES) for hand in in_packets(deck, SEATS, first, 7, 0).hands)
    dealt = {"number": Number(state.score.deal), "player": state.score.dealer}
    told = Said("Deal {number}: {player} dealt.", dealt, kind="deal_began")
    drawn = (
        Said("{player} drew {tiles}.", {"player": seat, "tiles": hands[seat]}, to=seat, kind="cards_drawn")
        for seat in range(SEATS)
    )
    return replace(state, phase="bid", hands=hands, turn=first), (told, *drawn)


def next_deal(state: State) -> State:
    """The deal passes to the next seat."""
    score = replace(state.score, deal=state.score.deal + 1, dealer=after(state.score.dealer))
    return State("deal", state.agreed, score, NO_BIDS, None, ((),) * SEATS, (), (), after(score.dealer))
