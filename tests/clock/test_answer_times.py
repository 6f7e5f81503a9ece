"""When somebody would answer, going by earlier answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from server.clock import DAY, HOUR, Stretch, likely_answer_time
from tests.conftest import MONDAY

MIDNIGHT = MONDAY.replace(hour=0)


def answers(*given: tuple[float, float]) -> list[Stretch]:
    """Windows of one day after the other: the hours at which each opened, and at which it was answered."""
    hours = [(MIDNIGHT - (n + 1) * DAY, *one) for n, one in enumerate(given)]
    return [(day + opened * HOUR, day + answered * HOUR) for day, opened, answered in hours]


def drawn(own: Sequence[Stretch], hour: float, most: timedelta = 2 * DAY) -> list[datetime]:
    """Many moments for a window that opens at an hour of this day."""
    found = [likely_answer_time(own, MIDNIGHT + hour * HOUR, most, Random(n)) for n in range(100)]
    return [one for one in found if one is not None]


PROMPT = answers((9, 9.5), (11, 11.3), (13, 13.4), (15, 15.6), (18, 18.5), (20, 20.4))
EVENINGS = answers((9, 20), (12, 20.1), (8, 19.9), (15, 20), (18, 20.1), (10, 20))


def test_whoever_answers_within_the_hour_does_so_again() -> None:
    assert all(0.2 * HOUR < one - (MIDNIGHT + 14 * HOUR) < HOUR for one in drawn(PROMPT, 14))


def test_whoever_answers_in_the_evening_does_so_again() -> None:
    assert all(17 * HOUR < one - MIDNIGHT < 23 * HOUR for one in drawn(EVENINGS, 11))


def test_what_is_asked_at_night_waits_until_the_hours_of_its_player() -> None:
    nights = answers((23, 32), (22, 31.5), (9, 9.5), (12, 12.5), (23.5, 32.2), (21, 21.5))
    assert all(30 * HOUR < one - MIDNIGHT < 34 * HOUR for one in drawn(nights, 23))


def test_none_is_later_than_may_be() -> None:
    assert drawn(EVENINGS, 11, 5 * HOUR) == []
    assert all(one - (MIDNIGHT + 14 * HOUR) <= HOUR / 2 for one in drawn(PROMPT, 14, HOUR / 2))


def test_no_moment_comes_twice() -> None:
    assert len(set(drawn(PROMPT, 14))) > 90
