"""What a seat may see."""

from __future__ import annotations

from typing import Any

from ...engine import OVER, Seat
from .play import winner_of
from .state import Contract, Outcome, State, Won, side_of


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """One's own hand, and all that lies face up; no other hand, nor the tiles turned down in nello."""
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
        "winning": winner_of(contract.call, state.trick) if contract and state.trick else None,
        "taken": [[_view_trick(won) for won in state.tricks if side_of(won.winner) == side] for side in (0, 1)],
        "marks": list(score.marks),
        "target": state.agreed.marks,
        "calls": list(state.agreed.calls),
        "nello-for-dealer": state.agreed.nello_for_dealer,
        "sheet": [_view_outcome(ended) for ended in score.sheet],
        "last": _view_last(state),
    }


def _leader(state: State) -> Seat | None:
    """Who led the trick, or is to lead it."""
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
    """The trick before; until the first trick of a deal is taken, that of the deal before, with its outcome."""
    playing = state.tricks and state.phase != OVER
    won, ended = (state.tricks[-1], None) if playing else (state.score.trick, state.score.outcome)
    if won is None and ended is None:
        return None
    trick = _view_trick(won) if won else {"plays": [], "tiles": [], "winner": None, "points": 0}
    return {**trick, "outcome": ended and _view_outcome(ended)}
