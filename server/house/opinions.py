"""The house's opinion of a decision: what it would have answered, what that would gain, and how sure this is.

It looks ahead as the strong house player does (see `sampling`), using only what the seat saw then: every table it plays
on was dealt anew for that seat. The tables are random, so all figures have an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf, sqrt
from random import Random
from statistics import mean, stdev
from typing import TypedDict

from server import house
from server.rules import Answer, AnyGame, Seat, Table, all_asks, forced, lawful

from .sampling import ENOUGH, SOME, Budget, Compared, Outcome, TimeLimits, compared, do_nothing, try_out, values


class Estimate(TypedDict):
    """The value of one answer relative to the one given: points on average, and their standard error."""

    answer: Answer
    points: float
    error: float
    games: int


class Reason(TypedDict):
    """Why the best answer is better, by what came of the imagined games.

    ``kind``: one of the `HousePlayer.events` of the game, ``match`` (it was won), or its `HousePlayer.unit`.
    ``values``: that of the ``best`` and of its ``rival``: the share of the games in which it came so, or the lead in
    points on average.
    """

    kind: str
    values: dict[str, float]


class Opinion(TypedDict):
    """The house's opinion of a decision, as plain data.

    ``best``: what the house would have answered. ``rival``: the answer compared with it on further tables: the one
    given, or, if that is the best, another good one. ``gain``: the best's advantage there, in points; a win counts as
    one standard deviation of them if the games ended, and the promise of the standings (`HousePlayer.prospect`) is
    included. ``error``: the standard error of the gain. ``points`` and ``won``: the advantage in points alone, and in
    shares of the win (``None`` if the games did not end). ``games``: the number of games compared. ``reason``: what
    tells the two apart (``None``: nothing does clearly). ``answers``: the first estimates of all answers tried.
    """

    given: Answer
    best: Answer
    rival: Answer
    gain: float
    error: float
    points: float
    won: float | None
    games: int
    reason: Reason | None
    answers: list[Estimate]


CLEAR = 2.0
"""A difference is told from this many standard errors on."""
LEAST = 0.03
"""A smaller difference between shares of the games is not told."""
MANY_ENOUGH = 10
"""The least number of imagined games of which something is told."""
MATCH, IN_TRICKS = "match", "in-tricks"


def opinion(
    game: AnyGame, table: Table, seat: Seat, given: Answer, random: Random, budget: Budget,
    before_each: Callable[[], None] = do_nothing,
) -> Opinion | None:  # fmt: skip
    """The opinion of an answer that a seat has given; ``None`` if the house has none.

    Half of the time goes into finding the best answer, as strong house players do. The other half goes into measuring
    its gain on new tables, because the best of many guesses looks better than it is. There is no opinion if there was
    no choice that matters, or too little time to measure anything. ``before_each``: see `sampling.compared`.
    """
    ask = all_asks(game, table).get(seat)
    if ask is None or forced(ask) is not None or not lawful(ask, given):
        return None
    half = replace(budget, seconds=budget.seconds / 2)
    found = compared(game, table, seat, random, half, given, before_each)
    if not found.others:
        return None
    best, rival = _pair(found, given)
    measured: dict[Answer, list[Outcome]] = {best: [], rival: []}
    until = budget.now() + half.seconds
    try_out(game, table, seat, measured, budget.games, TimeLimits(until, until, budget.now), random, before_each)
    if len(measured[best]) < ENOUGH:
        return None
    return _told(given, best, rival, measured, house.player(game.key).unit, _estimates(found, given))


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
    given: Answer, best: Answer, rival: Answer, measured: dict[Answer, list[Outcome]], unit: str,
    answers: list[Estimate],
) -> Opinion:  # fmt: skip
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
        "reason": _reason(ours, theirs, gains, unit, best == given),
        "answers": answers,
    }


# Why -----------------------------------------------------------------------------------------------------------------


def _reason(
    ours: Sequence[Outcome], theirs: Sequence[Outcome], gains: Sequence[float], unit: str, agrees: bool
) -> Reason | None:
    """The clearest of what speaks for the first; ``None`` if nothing does clearly.

    An event is preferred to bare points and wins, if the games in which it came otherwise brought half of the gain.
    Points in tricks are told last, and to nobody who answered the same: where they are not what is scored, they only
    show how near it was.
    """
    if len(gains) < MANY_ENOUGH or sum(gains) <= 0:
        return None
    kinds = sorted(_kinds(ours, theirs) - ({IN_TRICKS} if agrees else set()))
    told = [_Told(kind, ours, theirs, kind in (unit, IN_TRICKS)) for kind in kinds]
    clear = sorted((one for one in told if one.is_clear), key=lambda one: -one.clearness)
    bare = {unit: 1, MATCH: 1, IN_TRICKS: 2}
    fit = [one for one in clear if one.kind in bare or one.brought(gains) >= sum(gains) / 2]
    found = min(fit, key=lambda one: bare.get(one.kind, 0), default=None)
    return None if found is None else {"kind": found.kind, "values": {"best": found.best, "rival": found.rival}}


def _kinds(ours: Sequence[Outcome], theirs: Sequence[Outcome]) -> set[str]:
    """What can be told of all these games."""
    return set.intersection(*({*_came(one)} for one in (*ours, *theirs)))


def _came(outcome: Outcome) -> Mapping[str, float]:
    return outcome.came if outcome.won is None else {**outcome.came, MATCH: outcome.won}


class _Told:
    """How often something came, or how much, after each of two answers, in the same imagined games."""

    def __init__(self, kind: str, ours: Sequence[Outcome], theirs: Sequence[Outcome], much: bool) -> None:
        pairs = [(_came(one)[kind], _came(other)[kind]) for one, other in zip(ours, theirs, strict=True)]
        self.kind, self.least = kind, 0.0 if much else LEAST
        self.best, self.rival = (round(mean(each), 3) for each in zip(*pairs, strict=True))
        self.differences = [one - other for one, other in pairs]
        few = sqrt(sum(each * each for each in self.differences) + 1) / len(pairs)  # one more, for there may be none
        self.error = _error(self.differences) if much else few

    @property
    def is_clear(self) -> bool:
        """Whether the first answer is clearly ahead in it."""
        return self.clearness > CLEAR and self.best - self.rival >= self.least

    @property
    def clearness(self) -> float:
        """The difference in standard errors."""
        difference = mean(self.differences)
        return difference / self.error if self.error else inf if difference > 0 else 0.0

    def brought(self, gains: Sequence[float]) -> float:
        """The gain in the games in which it came otherwise after one answer than after the other."""
        return sum(gain for gain, difference in zip(gains, self.differences, strict=True) if difference)


# Figures -------------------------------------------------------------------------------------------------------------


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
