"""The hours that count for a seat: all except quiet hours, free weekends and vacations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from datetime import time as TimeOfDay
from itertools import count

from .moments import DAY, HOUR, NEVER, at_local, day_in, hour_of, in_words

MOST_QUIET = 16 * HOUR
"""The longest quiet hours in a day; at least eight hours remain, so that every window ends."""


class BadHours(ValueError):
    """Quiet hours that are invalid; the message says what is valid."""


Stretch = tuple[datetime, datetime]
"""A time interval: its start, and its end (exclusive)."""


@dataclass(frozen=True)
class Hours:
    """The hours that count for a seat: all except those in which it is not expected to play.

    ``quiet``: start and end of daily quiet hours, in local time of ``zone``. ``weekends``: the time zone in which
    Saturdays and Sundays do not count; ``None``: they count. ``away``: vacations, in order.
    """

    zone: str | None = None
    quiet: tuple[TimeOfDay, TimeOfDay] | None = None
    weekends: str | None = None
    away: tuple[Stretch, ...] = ()

    def after(self, start: datetime, span: timedelta) -> datetime:
        """The time at which ``span`` of counting hours has passed since ``start``."""
        if self is ALL_HOURS:
            return start + span
        for awake, asleep in self.awake_from(start):
            if asleep - awake >= span:
                return awake + span
            span -= asleep - awake
        raise AssertionError("hours that count never end")

    def between(self, start: datetime, end: datetime) -> timedelta:
        """How much of the time from ``start`` to ``end`` counts."""
        if self is ALL_HOURS:
            return max(end - start, timedelta())
        counted = timedelta()
        for awake, asleep in self.awake_from(start):
            if awake >= end:
                break
            counted += min(asleep, end) - awake
        return counted

    def awake_from(self, moment: datetime) -> Iterator[Stretch]:
        """The intervals that count, from ``moment`` on, in order; a last one, if any, ends at `NEVER`."""
        while moment < NEVER:
            starts, ends = min(self._pauses(moment), default=(NEVER, NEVER))
            if moment < starts:
                yield moment, starts
            moment = ends

    def _pauses(self, moment: datetime) -> Iterator[Stretch]:
        """The present or next pause of each kind."""
        if self.quiet:
            yield next(night for night in _nights(moment, self.zone, self.quiet) if night[1] > moment)
        if self.weekends:
            yield next(days for days in _weekends(moment, self.weekends) if days[1] > moment)
        yield from (vacation for vacation in self.away if vacation[0] < vacation[1] and vacation[1] > moment)


ALL_HOURS = Hours()


def _nights(moment: datetime, zone: str | None, quiet: tuple[TimeOfDay, TimeOfDay]) -> Iterator[Stretch]:
    """Quiet hours from the day before on, in UTC, without those that a change to summer time skips entirely."""
    starts, ends = quiet
    over_midnight = ends <= starts
    for day in days_from(moment, zone, -1):
        night = at_local(day, starts, zone), at_local(day + over_midnight * DAY, ends, zone)
        if night[0] < night[1]:
            yield night


def _weekends(moment: datetime, zone: str) -> Iterator[Stretch]:
    for day in days_from(moment, zone, -1):
        if day.weekday() == 5:
            yield at_local(day, TimeOfDay(), zone), at_local(day + 2 * DAY, TimeOfDay(), zone)
        elif day.weekday() == 6:
            yield at_local(day - DAY, TimeOfDay(), zone), at_local(day + DAY, TimeOfDay(), zone)


def days_from(moment: datetime, zone: str | None, first: int) -> Iterator[date]:
    today = day_in(moment, zone)
    return (today + n * DAY for n in count(first))


def checked_quiet(starts: str, ends: str) -> tuple[str, str] | None:
    """Quiet hours as stored, such as ``("22:00", "08:00")``; ``None`` if both are empty. Raises `BadHours`."""
    if not starts.strip() and not ends.strip():
        return None
    first, last = hour_of(starts), hour_of(ends)
    if first is None or last is None:
        raise BadHours("Quiet hours are two times of the day, such as 22:00 and 08:00.")
    if first == last or _quiet_span(first, last) > MOST_QUIET:
        raise BadHours(f"Quiet hours are at most {in_words(MOST_QUIET)} of a day.")
    return f"{first:%H:%M}", f"{last:%H:%M}"


def _quiet_span(first: TimeOfDay, last: TimeOfDay) -> timedelta:
    monday = date(2001, 1, 1)
    return (datetime.combine(monday, last) - datetime.combine(monday, first)) % DAY
