"""The count: whether the contract was made, and the marks scored."""

from __future__ import annotations

from ...engine import OVER, Said, plural_said
from ...record import replace
from ...story import Number, Plural
from .calls import CALLS
from .state import SIDES, Contract, Outcome, Result, Score, State, declared, next_deal, side_of
from .tiles import ALL

TOLD = {  # (contract type, whether made); a points bid is for one mark
    ("points", True): Plural(
        "{side} took {points} point on a bid of {bid} and scored 1 mark.",
        "{side} took {points} points on a bid of {bid} and scored 1 mark.",
        "points",
    ),
    ("points", False): Plural(
        "{side} took {points} point on a bid of {bid}: {others} scored 1 mark.",
        "{side} took {points} points on a bid of {bid}: {others} scored 1 mark.",
        "points",
    ),
    ("tricks", True): Plural(
        "{side} took every trick and scored {marks} mark.",
        "{side} took every trick and scored {marks} marks.",
        "marks",
    ),
    ("tricks", False): Plural(
        "{side} did not take every trick: {others} scored {marks} mark.",
        "{side} did not take every trick: {others} scored {marks} marks.",
        "marks",
    ),
    ("nello", True): Plural(
        "{player} took no trick: {side} scored {marks} mark.",
        "{player} took no trick: {side} scored {marks} marks.",
        "marks",
    ),
    ("nello", False): Plural(
        "{player} took a trick: {others} scored {marks} mark.",
        "{player} took a trick: {others} scored {marks} marks.",
        "marks",
    ),
}


def points_of(state: State, side: int) -> int:
    """The points of the tricks that a side took in this deal."""
    return sum(won.points for won in state.tricks if side_of(won.winner) == side)


def outcome_of(state: State) -> Outcome:
    """A points bid is made by reaching its points, a mark bid by taking every trick, nello by taking none."""
    contract = declared(state)
    side = side_of(contract.declarer)
    points = points_of(state, side)
    made = points == 0 if CALLS[contract.call].lose else points >= contract.points
    return Outcome(state.score.deal, contract, points, made, side if made else 1 - side)


def score_deal(state: State) -> Result:
    """If the contract was made, the declaring side scores; if set, the other side scores the same."""
    contract, ended, before = declared(state), outcome_of(state), state.score
    a_c, b_d = (had + contract.marks * (side == ended.side) for side, had in enumerate(before.marks))
    score = Score(before.deal, before.dealer, (a_c, b_d), (*before.sheet, ended), state.tricks[-1], ended)
    state, told = replace(state, score=score), tell_outcome(ended, contract)
    if max(a_c, b_d) < state.agreed.marks:
        return next_deal(state), (told,)
    end = {"side": SIDES[a_c < b_d], "marks": Number(max(a_c, b_d)), "against": Number(min(a_c, b_d))}
    won = Said("{side} won the match with {marks} to {against}.", end, kind="match_won")
    return replace(state, phase=OVER), (told, won)


def tell_outcome(ended: Outcome, contract: Contract) -> Said:
    aim = "nello" if CALLS[contract.call].lose else "points" if contract.points < ALL else "tricks"
    side = side_of(contract.declarer)
    values = {"player": contract.declarer, "side": SIDES[side], "others": SIDES[1 - side], "bid": contract.bid}
    values |= {"points": Number(ended.points), "marks": Number(contract.marks)}
    return plural_said("count", TOLD[aim, ended.made], values)
