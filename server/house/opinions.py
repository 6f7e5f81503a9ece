"""The house's opinion of a decision: what it would have answered, what that would gain, and how sure this is.

It looks ahead as the strong house player does (see `sampling`), using only what the seat saw then: every table it plays
on was dealt anew for that seat. The tables are random, so all figures have an error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import TypedDict

from server.rules import Answer, AnyGame, Seat, Table, asked, forced, lawful

from .sampling import ENOUGH, SOME, Budget, Compared, Outcome, TimeLimits, compared, do_nothing, try_out, values


class Estimate(TypedDict):
    """The value of one answer relative to the one given: points on average, and their standard error."""

    answer: Answer
    points: float
    error: float
    games: int


class Opinion(TypedDict):
    """The house's opinion of a decision, as plain data.

    ``best``: what the house would have answered. ``rival``: the answer compared with it on further tables: the one
    given, or, if that is the best, another good one. ``gain``: the best's advantage there, in points; a win counts as
    one standard deviation of them if the games ended, and the promise of the standings (`house.prospect`) is included.
    ``error``: the standard error of the gain. ``points`` and ``won``: the advantage in points alone, and in shares of
    the win (``None`` if the games did not end). ``games``: the number of games compared. ``answers``: the first
    estimates of all answers tried.
    """

    given: Answer
    best: Answer
    rival: Answer
    gain: float
    error: float
    points: float
    won: float | None
    games: int
    answers: list[Estimate]


def opinion(
    game: AnyGame, table: Table, seat: Seat, given: Answer, random: Random, budget: Budget,
    before_each: Callable[[], None] = do_nothing,
) -> Opinion | None:  # fmt: skip
    """The opinion of an answer that a seat has given; ``None`` if the house has none.

    Half of the time goes into finding the best answer, as strong house players do. The other half goes into measuring
    its gain on new tables, because the best of many guesses looks better than it is. There is no opinion if there was
    no choice, or too little time to measure anything. ``before_each``: see `sampling.compared`.
    """
    ask = asked(game, table).get(seat)
    if ask is None or forced(ask) is not None or not lawful(ask, given):
        return None
    half = replace(budget, seconds=budget.seconds / 2)
    found = compared(game, table, seat, random, half, given, before_each)
    best, rival = _pair(found, given)
    measured: dict[Answer, list[Outcome]] = {best: [], rival: []}
    until = budget.now() + half.seconds
    try_out(game, table, seat, measured, budget.games, TimeLimits(until, until, budget.now), random, before_each)
    if len(measured[best]) < ENOUGH:
        return None
    return _told(given, best, rival, measured, _estimates(found, given))


def _pair(found: Compared, given: Answer) -> tuple[Answer, Answer]:
    """The best answer, and the one to compare it with."""
    best = found.best
    if best != given:
        return best, given
    left = {answer: found.outcomes[answer] for answer in (found.usual, *found.others) if answer != given}
    if not all(left.values()):
        return best, next(iter(left))
    worth = values(left)
    return best, max(left, key=lambda answer: mean(worth[answer]))


def _told(
    given: Answer, best: Answer, rival: Answer, measured: dict[Answer, list[Outcome]], answers: list[Estimate]
) -> Opinion:
    worth = values(measured)
    if sum(worth[best]) < sum(worth[rival]):  # the second measurement reverses the order
        best, rival = rival, best
    ours, theirs = measured[best], measured[rival]
    gains = [one - other for one, other in zip(worth[best], worth[rival], strict=True)]
    return {
        "given": given,
        "best": best,
        "rival": rival,
        "gain": round(mean(gains), 3),
        "error": round(_error(gains), 3),
        "points": round(mean(one.points - other.points for one, other in zip(ours, theirs, strict=True)), 3),
        "won": _won(ours, theirs),
        "games": len(gains),
        "answers": answers,
    }


def _won(ours: Sequence[Outcome], theirs: Sequence[Outcome]) -> float | None:
    """The difference in the share of the win; ``None`` unless all these games ended."""
    shares = [
        one.won - other.won
        for one, other in zip(ours, theirs, strict=True)
        if one.won is not None and other.won is not None
    ]
    return round(mean(shares), 3) if len(shares) == len(ours) else None


def _estimates(found: Compared, given: Answer) -> list[Estimate]:
    """The value of each answer relative to the one given, most promising first."""
    tried = ((answer, _differences(found, answer, given)) for answer in found.outcomes)
    estimates = [_estimate(answer, differences) for answer, differences in tried if len(differences) >= SOME]
    return sorted(estimates, key=lambda estimate: -estimate["points"])


def _differences(found: Compared, answer: Answer, given: Answer) -> list[float]:
    pairs = zip(found.outcomes[answer], found.outcomes[given], strict=False)  # answers that were given up have fewer
    return [one.points - other.points for one, other in pairs]


def _estimate(answer: Answer, differences: Sequence[float]) -> Estimate:
    points, error = round(mean(differences), 3), round(_error(differences), 3)
    return {"answer": answer, "points": points, "error": error, "games": len(differences)}


def _error(differences: Sequence[float]) -> float:
    """The standard error of the mean."""
    return stdev(differences) / sqrt(len(differences))
