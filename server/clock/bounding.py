"""How long a window can stay open at most, whatever one player does."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

from .moments import DAY, HOUR
from .paces import LEAST_OF_A_DAY, Bank, Fixed, Pace

PAUSED = 28
"""For how many days a match may be paused by its host alone."""
GO_ON = 2 * DAY
"""How long a pause still lasts once a player has asked to go on."""


def longest(pace: Pace, weekends_free: bool, excused: bool, vacation_days: int) -> timedelta:
    """How long a window can be open at most if one player delays it by all means, and the others are ready.

    With *s* the length of a window (of a bank, all of it; of a daily hour, 12 hours), *r* = 2 where the terms excuse a
    missed window, else 1, *v* the days of vacation in a year, and *y* the years in which the window lies, at least 2:

        r × (3 s + 2 days)          quiet hours take up to 16 hours of each day
        + y × v days                vacations
        + 28 × (1 day + 1 hour)     the host's pauses; a deadline that comes nearer leaves an hour
        + 3 days                    a daily hour still to come, summer time, a chance after coming back

    and, where weekends are free, 7/5 of that and 4 days. ``pace``: the longest that was agreed on while it was open.
    Not in it is what more people than one decide (to wait for somebody who is absent, a longer pause), what nobody
    answers (a match that sleeps), and what is the operator's: outages, pauses of the server.
    """
    span = pace.span if isinstance(pace, Fixed) else pace.bank if isinstance(pace, Bank) else LEAST_OF_A_DAY
    own = (2 if excused else 1) * (3 * span + 2 * DAY) + PAUSED * (DAY + HOUR) + 3 * DAY
    for years in count(2):
        whole = own + years * vacation_days * DAY
        whole = whole * 7 / 5 + 4 * DAY if weekends_free else whole
        if whole <= (years - 1) * 365 * DAY:
            return whole
    raise AssertionError("unreachable")
