"""The longest that a window can stay open, whatever one player does."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

from .moments import DAY, HOUR
from .paces import LEAST_OF_A_DAY, Bank, Fixed, Pace

PAUSED = 28
"""The days for which a host alone may pause a match."""
GO_ON = 2 * DAY
"""How long a pause goes on once a player has asked to end it."""


def longest_window(pace: Pace, weekends_free: bool, excused: bool, vacation_days: int) -> timedelta:
    """The longest that a window can be open if one player delays it by all means, and the others do not.

    Let *s* be the length of a window (of a bank, all of it; of a daily hour, 12 hours), *r* = 2 if the terms excuse a
    missed window, else 1, *v* the days of vacation in a year, and *y* the years that the window touches, at least 2:

        r × (3 s + 2 days)          quiet hours take up to 16 hours of each day
        + y × v days                vacations
        + 28 × (1 day + 1 hour)     the host's pauses; a deadline that comes nearer leaves an hour
        + 3 days                    a daily hour still to come, summer time, a chance after coming back

    If weekends are free, the bound is 7/5 of that plus 4 days. ``pace``: the longest that was agreed on while the
    window was open. Not included: what several people decide (to wait for somebody absent, a longer pause), a sleeping
    match, and the operator's outages and pauses.
    """
    span = pace.span if isinstance(pace, Fixed) else pace.bank if isinstance(pace, Bank) else LEAST_OF_A_DAY
    own = (2 if excused else 1) * (3 * span + 2 * DAY) + PAUSED * (DAY + HOUR) + 3 * DAY
    for years in count(2):
        whole = own + years * vacation_days * DAY
        whole = whole * 7 / 5 + 4 * DAY if weekends_free else whole
        if whole <= (years - 1) * 365 * DAY:
            return whole
    raise AssertionError("unreachable")
