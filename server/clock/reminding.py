"""When a seat that has not answered is reminded of its window."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from .hours import ALL_HOURS, Hours
from .moments import HOUR

REMIND_AFTER = 0.8
"""The fraction of a window after which a seat that has not answered is reminded."""


def reminders(opens_at: datetime, closes_at: datetime, hours: Hours, before: Sequence[float] = ()) -> list[datetime]:
    """The times at which a seat that has not answered is reminded: after `REMIND_AFTER`, and as it chose.

    ``before``: its choices, in hours before the deadline. A reminder in quiet hours moves to their end, unless that is
    too late. All times lie within the window.
    """
    usual = opens_at + (closes_at - opens_at) * REMIND_AFTER
    if hours is ALL_HOURS and not before:
        return [usual]
    moments = [usual, *(closes_at - n * HOUR for n in before)]
    return sorted({_awake_at(moment, closes_at, hours) for moment in moments if opens_at < moment < closes_at})


def _awake_at(moment: datetime, closes_at: datetime, hours: Hours) -> datetime:
    awake = next(hours.awake_from(moment))[0]
    return awake if awake < closes_at else moment
