"""What the house thinks of a decision that was made: what it would have answered, how sure it is, what it would gain.

It looks ahead as the strong house player does (see `sampling`), from what the seat saw then and nothing else: every
table it plays on has been dealt anew for that seat. Chance decides what it imagines, so all figures have an error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import TypedDict

from server.rules import Answer, AnyGame, Seat, Table, asked, forced, lawful

from .sampling import ENOUGH, SOME, Budget, Compared, Limits, Outcome, compared, try_out, unhindered, values


class Estimate(TypedDict):
    """What one answer promised, next to the one that was given: points on average, and the standard error of that."""

    answer: Answer
    points: float
    error: float
    games: int


class Opinion(TypedDict):
    """The house's opinion of a decision, as plain data.

    ``best``: what the house would have answered. ``rival``: the answer that it was held against on further tables: the
    one that was given, or, where that is the best, another good one. ``gain``: how much better the best was there, in
    points, with a win counted as one standard deviation of them where the games ended, and with what the standings
    promise (`house.prospect`); ``error``: its standard error.
    ``points`` and ``won``: the same in points alone, and in shares of the win (``None`` where the games did not end).
    ``games``: how many were imagined for that. ``answers``: the first estimates, of all answers that were tried.
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
    between: Callable[[], None] = unhindered,
) -> Opinion | None:  # fmt: skip
    """The opinion of an answer that a seat has given at a table; ``None`` if the house has none.

    Half of the time goes into finding the best answer, as strong house players do; the other half into measuring its
    gain on tables that had no part in finding it, for the best of many guesses looks better than it is. There is no
    opinion where there was no choice, or where the time was too short to measure anything. ``between``: see
    `sampling.compared`.
    """
    ask = asked(game, table).get(seat)
    if ask is None or forced(ask) is not None or not lawful(ask, given):
        return None
    half = replace(budget, seconds=budget.seconds / 2)
    found = compared(game, table, seat, random, half, given, between)
    best, rival = _pair(found, given)
    measured: dict[Answer, list[Outcome]] = {best: [], rival: []}
    until = budget.now() + half.seconds
    try_out(game, table, seat, measured, budget.games, Limits(until, until, budget.now), random, between)
    if len(measured[best]) < ENOUGH:
        return None
    return _told(given, best, rival, measured, _estimates(found, given))


def _pair(found: Compared, given: Answer) -> tuple[Answer, Answer]:
    """The best answer, and the one that it is held against."""
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
    if sum(worth[best]) < sum(worth[rival]):  # on a second look it is the other way round
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
    """By how much the share of the win differs; ``None`` unless all these games ended."""
    shares = [
        one.won - other.won
        for one, other in zip(ours, theirs, strict=True)
        if one.won is not None and other.won is not None
    ]
    return round(mean(shares), 3) if len(shares) == len(ours) else None


def _estimates(found: Compared, given: Answer) -> list[Estimate]:
    """What each answer promised next to the one that was given, the most promising first."""
    tried = ((answer, _differences(found, answer, given)) for answer in found.outcomes)
    estimates = [_estimate(answer, differences) for answer, differences in tried if len(differences) >= SOME]
    return sorted(estimates, key=lambda estimate: -estimate["points"])


def _differences(found: Compared, answer: Answer, given: Answer) -> list[float]:
    pairs = zip(found.outcomes[answer], found.outcomes[given], strict=False)  # those given up have fewer
    return [one.points - other.points for one, other in pairs]


def _estimate(answer: Answer, differences: Sequence[float]) -> Estimate:
    points, error = round(mean(differences), 3), round(_error(differences), 3)
    return {"answer": answer, "points": points, "error": error, "games": len(differences)}


def _error(differences: Sequence[float]) -> float:
    """The standard error of their mean."""
    return stdev(differences) / sqrt(len(differences))
