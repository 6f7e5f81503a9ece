"""Paces: windows of a fixed length, a time bank for each seat, or a daily deadline."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from datetime import time as TimeOfDay
from functools import lru_cache

from .. import durations
from ..durations import BadDuration, as_iso, duration
from .hours import Hours, days_from
from .moments import HOUR, at_local, hour_of, in_words, known_zone, zone_info, zone_words

LONGEST = timedelta(days=30)
INVITATION = timedelta(days=14)
"""A match whose invitations are not all accepted within this time is cancelled."""
LEAST_OF_A_DAY = 12 * HOUR
"""The shortest that a window with a daily deadline is open."""


class BadPace(ValueError):
    """An invalid pace; the message says what is valid."""


@dataclass(frozen=True)
class Fixed:
    """Every seat asked has the same time for each window: ``PT48H``."""

    span: timedelta
    bank: None = None

    @property
    def words(self) -> str:
        """For example ``2 days``."""
        return in_words(self.span)

    def closes(self, start: datetime, seats: Sequence[Hours], left: Sequence[timedelta] = ()) -> datetime:
        """The time at which every seat asked has had the full length."""
        return max((hours.after(start, self.span) for hours in seats), default=start + self.span)


@dataclass(frozen=True)
class Bank:
    """Every seat has ``bank`` for the whole match, and each answer adds ``increment``: ``bank P10D+PT12H``."""

    bank: timedelta
    increment: timedelta

    @property
    def words(self) -> str:
        """For example ``10 days for the whole match, 12 hours back with each answer``."""
        return f"{in_words(self.bank)} for the whole match, {in_words(self.increment)} back with each answer"

    def closes(self, start: datetime, seats: Sequence[Hours], left: Sequence[timedelta] = ()) -> datetime:
        """The time at which the first of the seats asked has used up its bank."""
        ends = [hours.after(start, has) for hours, has in zip(seats, left, strict=False)]
        return min(ends, default=start + self.bank)

    def after_answer(self, left: timedelta, used: timedelta) -> timedelta:
        """The bank after an answer that took ``used``; never more than at the start of the match."""
        return min(self.bank, max(left - used, timedelta()) + self.increment)


@dataclass(frozen=True)
class Daily:
    """Windows close at the same local time every day: ``daily 20:00 Europe/Paris``."""

    hour: TimeOfDay
    zone: str
    bank: None = None

    @property
    def words(self) -> str:
        """For example ``every day at 20:00 Paris time``."""
        return f"every day at {self.hour:%H:%M} {zone_words(self.zone)}"

    def closes(self, start: datetime, seats: Sequence[Hours], left: Sequence[timedelta] = ()) -> datetime:
        """The first such time, not on a free weekend, that gives every seat asked at least `LEAST_OF_A_DAY`."""
        earliest = max((hours.after(start, LEAST_OF_A_DAY) for hours in seats), default=start + LEAST_OF_A_DAY)
        return self.next(earliest, seats)

    def next(self, earliest: datetime, seats: Sequence[Hours]) -> datetime:
        """The first such time from ``earliest`` on, not on a free weekend."""
        free = {hours.weekends for hours in seats if hours.weekends}
        evenings = (at_local(day, self.hour, self.zone) for day in days_from(earliest, self.zone, 0))
        return next(
            evening
            for evening in evenings
            if evening >= earliest and not any(evening.astimezone(zone_info(zone)).weekday() >= 5 for zone in free)
        )


Pace = Fixed | Bank | Daily
"""How long the windows of a match are.

``words``: the pace in words. ``bank``: each seat's time bank at the start; ``None`` without banks. ``closes``: the
deadline of a window whose time starts at ``start``, given the hours of every seat asked and the time left in their
banks.
"""


def _daily(found: re.Match[str]) -> Pace:
    hour, zone = hour_of(found[1]), known_zone(found[2])
    if hour is None or zone is None:
        raise BadPace(f"A daily hour is a time and a zone, such as daily 20:00 Europe/Paris, not “{found[0][:60]}”.")
    return Daily(hour, zone)


KINDS: Mapping[str, Callable[[re.Match[str]], Pace]] = {
    r"bank ([^+]*)\+(.*)": lambda found: Bank(duration(found[1]), duration(found[2])),
    r"daily (\S*) (\S*)": _daily,
    r".*": lambda found: Fixed(duration(found[0])),
}
"""The regular expression of each kind of pace, and the function that parses it."""
FORMS = f"a duration such as {durations.FORMS}; bank 10 days + 12h; or daily 20:00 Europe/Paris"


@lru_cache(maxsize=256)
def pace(text: str) -> Pace:
    """Parse a pace. Raises `BadPace`."""
    read, found = next((read, found) for form, read in KINDS.items() if (found := re.fullmatch(form, text, re.DOTALL)))
    try:
        return read(found)
    except BadDuration as bad:
        raise BadPace(f"A pace is {FORMS}, not “{text[:60]}”.") from bad


def checked_pace(text: str, least: timedelta) -> str:
    """A pace as it is kept, in ISO 8601. Raises `BadPace` for spans that are not between ``least`` and `LONGEST`."""
    wanted = pace(text)
    spans = _spans(wanted)
    if any(not least <= span <= LONGEST for span in spans.values()):
        last = f"{' and '.join(spans)} last{'s' * (len(spans) == 1)}"
        raise BadPace(f"{last} from {in_words(least)} to {in_words(LONGEST)}.")
    if isinstance(wanted, Bank):
        return "bank " + "+".join(map(as_iso, text.removeprefix("bank ").split("+")))
    return as_iso(text) if isinstance(wanted, Fixed) else text


def _spans(wanted: Pace) -> dict[str, timedelta]:
    """The time spans of a pace, by their names in messages."""
    if isinstance(wanted, Bank):
        return {"A bank": wanted.bank, "what an answer adds": wanted.increment}
    return {"A window": wanted.span} if isinstance(wanted, Fixed) else {}
