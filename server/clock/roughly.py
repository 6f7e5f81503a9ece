"""Estimated spans, in words that claim no false precision: ``4 to 6 days``, ``about 3 weeks``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from math import ceil, floor

from .moments import DAY, HOUR

MINUTE = HOUR / 60
WEEK, MONTH, YEAR = 7 * DAY, 30.4 * DAY, 365 * DAY
SPREAD = 0.2
"""The error stated for an estimate of some days, as a fraction of it either way."""


def _between(span: timedelta, unit: timedelta, name: str) -> str:
    least, most = max(1, floor(span / unit * (1 - SPREAD))), ceil(span / unit * (1 + SPREAD))
    return f"{least} to {most} {name}s"


def _about(span: timedelta, unit: timedelta, name: str) -> str:
    number = round(span / unit)
    return f"about {'an' if name == 'hour' else 'a'} {name}" if number == 1 else f"about {number} {name}s"


STEPS: tuple[tuple[timedelta, Callable[[timedelta], str]], ...] = (
    (20 * MINUTE, lambda _: "a few minutes"),
    (45 * MINUTE, lambda _: "about half an hour"),
    (20 * HOUR, lambda span: _about(span, HOUR, "hour")),
    (1.5 * DAY, lambda _: "about a day"),
    (10.5 * DAY, lambda span: _between(span, DAY, "day")),
    (9 * WEEK, lambda span: _about(span, WEEK, "week")),
    (18 * MONTH, lambda span: _about(span, MONTH, "month")),
)
"""The longest span for each wording; beyond them, years."""


def roughly(span: timedelta) -> str:
    """A span in words, without false precision."""
    return next((words(span) for most, words in STEPS if span < most), _about(span, YEAR, "year"))
