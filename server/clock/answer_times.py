"""When a person would probably answer, judging by earlier answers: used to draw the times of automatic answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from math import exp, sqrt
from random import Random

from .hours import Stretch
from .moments import DAY, HOUR

DRAWN = 4
"""How many times are drawn for each earlier answer."""
VARIED = (0.8, 1.2)
"""Earlier response times are varied by a factor between these, so that none recurs to the second."""
ROUGHLY = timedelta(minutes=8)
"""The variation of an hour of the day (standard deviation)."""
SLOW = 2 * HOUR
"""Beyond this, an answer may have come at an hour of the day rather than after a response time."""
ALIKE = 2 * HOUR
"""Windows that open within about this much of each other, by the hour, are comparable (standard deviation)."""
SPREAD, CLOSEST = 2 * HOUR, HOUR / 6
"""How far other answers may be from the hour of a single one; less with more answers, down to the second value."""
UNLIKE = 1e-4
"""The weight of windows that opened at quite different hours."""
EVER = 0.05
"""The least nearness to the hours of earlier answers that makes a time possible; below it, no answer ever came."""
AT_ONCE = timedelta(seconds=1)


def likely_answer_time(own: Sequence[Stretch], at: datetime, most: timedelta, random: Random) -> datetime | None:
    """A time at which this person would answer the window that opens at ``at``; ``None`` if none is likely within
    ``most``.

    ``own``: when each earlier window opened for this person, and when they answered. The new answer comes either after
    the same response time as an earlier one, or at the same hour of the day. Windows that opened at a similar hour
    weigh most, and so do hours at which this person often answers.
    """
    around = max(SPREAD / sqrt(len(own)), CLOSEST)
    moments, likely = [], []
    for when, alike in (each for one in own for each in _imagined(one, at, random)):
        near = sum(_near(given, when, around) for _, given in own)
        if AT_ONCE <= when - at <= most and near >= EVER:
            moments.append(when)
            likely.append(alike * near)
    return random.choices(moments, likely)[0] if moments else None


def _imagined(one: Stretch, at: datetime, random: Random) -> Iterator[tuple[datetime, float]]:
    """Times like that of an earlier answer, each weighted by how similar the two windows are."""
    opened, given = one
    took, alike = given - opened, _near(opened, at, ALIKE) + UNLIKE
    for _ in range(DRAWN):
        yield at + took * random.uniform(*VARIED), alike
        if took > SLOW:
            yield at + took + _later_in_the_day(at, opened) + ROUGHLY * random.gauss(0, 1), alike


def _later_in_the_day(one: datetime, other: datetime) -> timedelta:
    """How much later in the day the second time is, by at most half a day; negative if it is earlier."""
    return (other - one + DAY / 2) % DAY - DAY / 2


def _near(one: datetime, other: datetime, spread: timedelta) -> float:
    """The nearness of two hours of the day, from 0 to 1."""
    return exp(-((_later_in_the_day(one, other) / spread) ** 2) / 2)
