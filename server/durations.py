"""Durations as people write them: the one place where they are read, for settings, commands, pages and mails."""

from __future__ import annotations

import re
from datetime import timedelta

import isodate

FORMS = "30m, 2h, 3 days or 1 week"
UNITS = {
    "weeks": "w|wks?|weeks?", "days": "d|days?", "hours": "h|hrs?|hours?", "minutes": "m|mins?|minutes?",
    "seconds": "s|secs?|seconds?",
}  # fmt: skip
"""Names of units, as `timedelta` knows them, and how they are written."""
_NUMBER = r"([0-9]+(?:\.[0-9]+)?)"
_PART = "|".join(rf"{_NUMBER} ?(?:{written})(?![a-z])" for written in UNITS.values())
_ALL = re.compile(rf"(?:{_PART})(?:(?: |, ?| and |, and )?(?:{_PART}))*")
LONGEST = 60
"""Characters."""
MOST = timedelta(days=36_525)
"""Whoever writes more than a century has made a slip, and no date is that far away."""


class BadDuration(ValueError):
    """The text is no duration; the message is one sentence that says what is."""


def duration(text: str, what: str = "This", bare: str | None = None) -> timedelta:
    """Read a duration: ``2h``, ``3 days``, ``1 week 12 hours``, or ISO 8601 as in ``PT2H``. Never negative.

    ``what`` is named in the sentence. ``bare``: the unit (as in `UNITS`) of a number alone. Raises `BadDuration`.
    """
    try:
        span = _read(" ".join(text.split()), bare)
        if span <= MOST:
            return span
    except (isodate.ISO8601Error, TypeError, ValueError, OverflowError):
        pass
    raise BadDuration(f"{what} is a duration such as {FORMS}, not “{text[:LONGEST]}”.")


def _read(text: str, bare: str | None) -> timedelta:
    """Raises the errors of `isodate.parse_duration`, `ValueError` and `OverflowError`."""
    if len(text) > LONGEST:
        raise ValueError
    if bare and re.fullmatch(_NUMBER, text):
        return timedelta(**{bare: float(text)})
    if text[:1] in ("P", "p") and re.search("[0-9]", text):
        span = isodate.parse_duration(text.upper())
        if not isinstance(span, timedelta):  # months and years differ in length
            raise ValueError
        return span
    if not _ALL.fullmatch(text.lower()):
        raise ValueError
    numbers = (zip(UNITS, found.groups(), strict=True) for found in re.finditer(_PART, text.lower()))
    return sum((timedelta(**{unit: float(number)}) for part in numbers for unit, number in part if number), timedelta())


def as_iso(text: str) -> str:
    """A text that is a duration in ISO 8601: as it is if it is written so. Raises `BadDuration`."""
    span, text = duration(text), text.strip()
    return text if text.startswith("P") else isodate.duration_isoformat(span)
