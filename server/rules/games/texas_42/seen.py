"""What a seat may see, and what seats that are not asked wait for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

from ... import core
from ...engine import OVER, Made, Seat
from ...record import replace
from ...story import Number
from .calls import CALLS
from .count import points_of
from .play import led_suit, winner_of
from .state import Contract, Outcome, State, Won, partner, side_of
from .tiles import ALL, TRICKS

# The shape of a view


class TrickView(TypedDict):
    """A trick that was taken: its tiles in the order played, with and without the seats that played them."""

    plays: list[list[int | str]]
    tiles: list[str]
    winner: int
    points: int


class ContractView(TypedDict):
    """The contract; ``call`` is None until it is made."""

    declarer: int
    bid: str
    call: str | None
    caller: int
    points: int
    marks: int


class OutcomeView(TypedDict):
    """The result of a deal; ``contract`` and ``side`` are None if all passed."""

    deal: int
    contract: ContractView | None
    points: int
    made: bool
    side: int | None


class LastView(TypedDict):
    """The trick before; after a deal also its result, without plays if all passed."""

    plays: list[list[int | str]]
    tiles: list[str]
    winner: int | None
    points: int
    outcome: OutcomeView | None


View = TypedDict(
    "View",
    {
        "core": dict[str, Any],
        "phase": Literal["bid", "call", "play", "over"],
        "deal": int,
        "dealer": int,
        "turn": int | None,
        "hand": list[str],
        "tiles": list[int],
        "bids": list[str | None],
        "contract": ContractView | None,
        "sitting_out": int | None,
        "leader": int | None,
        "trick": list[list[int | str]],
        "winning": int | None,
        "taken": list[list[TrickView]],
        "marks": list[int],
        "target": int,
        "calls": list[str],
        "nello-for-dealer": bool,
        "sheet": list[OutcomeView],
        "last": LastView | None,
    },
)


def made(view: Mapping[str, Any]) -> Made | None:
    """What the declaring side made and needed; ``None`` if the contract was about all tricks or none."""
    ended = view["last"]["outcome"] if view["last"] else None
    contract = ended["contract"] if ended else None
    if ended is None or contract is None or contract["points"] >= ALL:
        return None
    return Made(Number(ended["points"]), Number(contract["points"]), Number(ALL))


def without_core(state: State, seat: Seat | None) -> dict[str, Any]:
    """The part of the view that is specific to this game."""
    contract, score = state.contract, state.score
    return {
        "phase": state.phase,
        "deal": score.deal,
        "dealer": score.dealer,
        "turn": None if state.phase == OVER else state.turn,
        "hand": [] if seat is None else list(state.hands[seat]),
        "tiles": [len(hand) for hand in state.hands],
        "bids": list(state.auction.bids),
        "contract": contract and _view_contract(contract),
        "sitting_out": contract and contract.sitting_out,
        "leader": _leader(state),
        "trick": [list(played) for played in state.trick],
        "winning": _winning(state),
        "taken": [[_view_trick(won) for won in state.tricks if side_of(won.winner) == side] for side in (0, 1)],
        "marks": list(score.marks),
        "target": state.agreed.marks,
        "calls": list(state.agreed.calls),
        "nello-for-dealer": state.agreed.nello_for_dealer,
        "sheet": [_view_outcome(ended) for ended in score.sheet],
        "last": _view_last(state),
    }


def known(state: State) -> dict[str, Any]:
    """What does not follow of the core, see `core_of`."""
    return {
        "led": (led_suit(state.contract.call, state.trick) or None) if state.contract else None,
        "last": _last_trick(state),
        "tricks": tuple(core.Trick(won.plays, won.winner) for won in state.tricks),
        "leader": _leader(state),
        "dealer": state.score.dealer,
        "contract": _contract(state),
    }


def progress(state: State) -> tuple[core.Progress, ...]:
    """The deal, of an unknown number, and while tricks are played the trick."""
    return core.deal_and_trick(state, state.score.deal, None, TRICKS)


def _winning(state: State) -> Seat | None:
    return winner_of(state.contract.call, state.trick) if state.contract and state.trick else None


def _last_trick(state: State) -> core.Trick | None:
    """The trick before; until the first of a deal is taken, that of the deal before."""
    won = state.tricks[-1] if state.tricks else state.score.trick
    return core.Trick(won.plays, won.winner) if won else None


def _contract(state: State) -> core.Contract | None:
    """The declarer plays with the partner, in nello alone."""
    contract = state.contract
    if contract is None:
        return None
    counted, call = _points_count(contract), CALLS.get(contract.call)
    return core.Contract(
        bid=contract.bid,
        taker=contract.declarer,
        side=(contract.declarer,) if call and call.lose else (contract.declarer, partner(contract.declarer)),
        trump=(call.trump or None) if call else None,
        needs=contract.points if counted else None,
        made=points_of(state, side_of(contract.declarer)) if counted else None,
    )


def safe_since(state: State) -> int | None:
    """The trick after which all could see that the declaring side had its points; ``None`` if only the last did."""
    contract = state.contract
    if contract is None or not _points_count(contract):
        return None
    side = side_of(contract.declarer)
    return core.safe_since(
        min(len(state.tricks), TRICKS - 1),
        lambda number: points_of(replace(state, tricks=state.tricks[:number]), side) >= contract.points,
    )


def _points_count(contract: Contract) -> bool:
    """Whether points decide: not in nello and sevens; for a mark bid it is open until the call."""
    call = CALLS.get(contract.call)
    return not (call.lose or call.nearest) if call else contract.points < ALL


def _leader(state: State) -> Seat | None:
    """The seat that led or leads the trick."""
    if state.phase != "play":
        return None
    return state.trick[0][0] if state.trick else state.turn


def _view_trick(won: Won) -> dict[str, Any]:
    return {
        "plays": [list(played) for played in won.plays],
        "tiles": [tile for _, tile in won.plays],
        "winner": won.winner,
        "points": won.points,
    }


def _view_contract(contract: Contract) -> dict[str, Any]:
    return {
        "declarer": contract.declarer,
        "bid": contract.bid,
        "call": contract.call or None,
        "caller": contract.caller,
        "points": contract.points,
        "marks": contract.marks,
    }


def _view_outcome(ended: Outcome) -> dict[str, Any]:
    return {
        "deal": ended.deal,
        "contract": ended.contract and _view_contract(ended.contract),
        "points": ended.points,
        "made": ended.made,
        "side": ended.side,
    }


def _view_last(state: State) -> dict[str, Any] | None:
    """The trick before; until the first of a deal is taken, that of the deal before with the deal's result."""
    playing = state.tricks and state.phase != OVER
    won, ended = (state.tricks[-1], None) if playing else (state.score.trick, state.score.outcome)
    if won is None and ended is None:
        return None
    trick = _view_trick(won) if won else {"plays": [], "tiles": [], "winner": None, "points": 0}
    return {**trick, "outcome": ended and _view_outcome(ended)}
