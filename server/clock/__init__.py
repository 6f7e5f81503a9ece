"""Time: how long a window is, when it closes, when to remind, and how a moment is told. Pure functions of times."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from datetime import time as TimeOfDay
from functools import lru_cache
from itertools import count
from typing import Protocol
from zoneinfo import ZoneInfo, available_timezones

import isodate

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
REMIND_AFTER = 0.8
"""The share of a window after which a seat that has not answered is reminded."""
LONGEST = timedelta(days=30)
INVITATION = timedelta(days=14)
"""An invitation that is not accepted by then cancels the match."""
LEAST_OF_A_DAY = 12 * HOUR
"""A window that closes at an hour of the day is open at least so long."""
MOST_QUIET = 16 * HOUR
"""Quiet hours leave a third of each day, so that every window comes to its end."""
NEVER = datetime.max.replace(tzinfo=UTC)


class BadPace(ValueError):
    """A pace that cannot be played; the message says what would do."""


class BadHours(ValueError):
    """Quiet hours that cannot be kept; the message says what would do."""


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The names of the time zones of the IANA database."""
    return frozenset(available_timezones())


def known_zone(name: str | None) -> str | None:
    """The name if it is a time zone of the IANA database, else ``None``."""
    return name if name in zones() else None


# When a seat's time counts --------------------------------------------------------------------------------------

Stretch = tuple[datetime, datetime]
"""From a moment until before another one."""


@dataclass(frozen=True)
class Hours:
    """Which hours count for a seat: all but those in which it is not expected to play.

    ``quiet``: from and until when, every day by the clock of ``zone``. ``weekends``: the zone in which Saturdays and
    Sundays are free, ``None`` where they count. ``away``: vacations, in order.
    """

    zone: str | None = None
    quiet: tuple[TimeOfDay, TimeOfDay] | None = None
    weekends: str | None = None
    away: tuple[Stretch, ...] = ()

    def after(self, start: datetime, span: timedelta) -> datetime:
        """The moment at which ``span`` of hours that count has passed since ``start``."""
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
        """The stretches of time that count, from a moment on. The last one, if there is a last, ends `NEVER`."""
        while moment < NEVER:
            starts, ends = min(self._pauses(moment), default=(NEVER, NEVER))
            if moment < starts:
                yield moment, starts
            moment = ends

    def _pauses(self, moment: datetime) -> Iterator[Stretch]:
        """Of every kind of pause the one that is on, or the next one."""
        if self.quiet:
            yield next(night for night in _nights(moment, self.zone, self.quiet) if night[1] > moment)
        if self.weekends:
            yield next(days for days in _weekends(moment, self.weekends) if days[1] > moment)
        yield from (vacation for vacation in self.away if vacation[0] < vacation[1] and vacation[1] > moment)


ALL_HOURS = Hours()


def _nights(moment: datetime, zone: str | None, quiet: tuple[TimeOfDay, TimeOfDay]) -> Iterator[Stretch]:
    """Quiet hours from the day before on; where the clock is put forward over all of them, none."""
    starts, ends = quiet
    over_midnight = ends <= starts
    for day in _days(moment, zone, -1):
        night = at_local(day, starts, zone), at_local(day + over_midnight * DAY, ends, zone)
        if night[0] < night[1]:
            yield night


def _weekends(moment: datetime, zone: str) -> Iterator[Stretch]:
    for day in _days(moment, zone, -1):
        if day.weekday() == 5:
            yield at_local(day, TimeOfDay(), zone), at_local(day + 2 * DAY, TimeOfDay(), zone)
        elif day.weekday() == 6:
            yield at_local(day - DAY, TimeOfDay(), zone), at_local(day + DAY, TimeOfDay(), zone)


def _days(moment: datetime, zone: str | None, first: int) -> Iterator[date]:
    today = moment.astimezone(_zone(zone)).date()
    return (today + n * DAY for n in count(first))


def at_local(day: date, hour: TimeOfDay, zone: str | None) -> datetime:
    """A local time in UTC. One that the clock skips is as much later; of one that it shows twice, the first."""
    return datetime.combine(day, hour, _zone(zone)).astimezone(UTC)


def _zone(name: str | None) -> ZoneInfo:
    return ZoneInfo(name or "UTC")


def hour_of(text: str) -> TimeOfDay | None:
    """``20:00``, ``8:30`` as an hour of the day; ``None`` for anything else."""
    found = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", text.strip())
    return TimeOfDay(int(found[1]), int(found[2])) if found else None


def checked_quiet(starts: str, ends: str) -> tuple[str, str] | None:
    """Quiet hours as they are stored, ``("22:00", "08:00")``; ``None`` where none are wished. Raises `BadHours`."""
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


# The pace of a match --------------------------------------------------------------------------------------------


class Pace(Protocol):
    """How long the windows of a match are.

    ``words`` tells people. ``bank`` is what each seat has at the first card, ``None`` where nobody keeps time.
    ``closes``: when a window that counts from ``start`` closes, given the hours of every seat that is asked and what
    they have left of their banks.
    """

    @property
    def words(self) -> str: ...

    @property
    def bank(self) -> timedelta | None: ...

    def closes(self, start: datetime, asked: Sequence[Hours], left: Sequence[timedelta] = ()) -> datetime: ...


@dataclass(frozen=True)
class Fixed:
    """Every seat that is asked has so long: ``PT48H``."""

    span: timedelta
    bank: None = None

    @property
    def words(self) -> str:
        """``2 days``"""
        return in_words(self.span)

    def closes(self, start: datetime, asked: Sequence[Hours], left: Sequence[timedelta] = ()) -> datetime:
        """Open until everybody has had the whole length."""
        return max((hours.after(start, self.span) for hours in asked), default=start + self.span)


@dataclass(frozen=True)
class Bank:
    """Every seat has so long for the whole match, and gets back ``increment`` with each answer: ``bank P10D+PT12H``."""

    bank: timedelta
    increment: timedelta

    @property
    def words(self) -> str:
        """``10 days for the whole match, 12 hours back with each answer``"""
        return f"{in_words(self.bank)} for the whole match, {in_words(self.increment)} back with each answer"

    def closes(self, start: datetime, asked: Sequence[Hours], left: Sequence[timedelta] = ()) -> datetime:
        """Open until the first of those asked has used up what it has."""
        ends = [hours.after(start, has) for hours, has in zip(asked, left, strict=False)]
        return min(ends, default=start + self.bank)

    def after_answer(self, left: timedelta, used: timedelta) -> timedelta:
        """What a seat has left when it has answered; never more than at the first card."""
        return min(self.bank, max(left - used, timedelta()) + self.increment)


@dataclass(frozen=True)
class Daily:
    """Windows close every day at the same hour: ``daily 20:00 Europe/Paris``."""

    hour: TimeOfDay
    zone: str
    bank: None = None

    @property
    def words(self) -> str:
        """``every day at 20:00 Paris time``"""
        return f"every day at {self.hour:%H:%M} {zone_words(self.zone)}"

    def closes(self, start: datetime, asked: Sequence[Hours], left: Sequence[timedelta] = ()) -> datetime:
        """The next such hour on a day that counts which leaves everybody twelve hours."""
        earliest = max((hours.after(start, LEAST_OF_A_DAY) for hours in asked), default=start + LEAST_OF_A_DAY)
        free = {hours.weekends for hours in asked if hours.weekends}
        evenings = (at_local(day, self.hour, self.zone) for day in _days(earliest, self.zone, 0))
        return next(
            evening
            for evening in evenings
            if evening >= earliest and not any(evening.astimezone(_zone(zone)).weekday() >= 5 for zone in free)
        )


def _fixed(found: re.Match[str]) -> Pace:
    return Fixed(length(found[0]))


def _bank(found: re.Match[str]) -> Pace:
    return Bank(length(found[1]), length(found[2]))


def _daily(found: re.Match[str]) -> Pace:
    hour, zone = hour_of(found[1]), known_zone(found[2])
    if hour is None or zone is None:
        raise BadPace(f"A daily hour is a time and a zone, such as daily 20:00 Europe/Paris, not “{found[0][:60]}”.")
    return Daily(hour, zone)


KINDS: Mapping[str, Callable[[re.Match[str]], Pace]] = {
    r"bank ([^+]*)\+(.*)": _bank,
    r"daily (\S*) (\S*)": _daily,
    r"P.*": _fixed,
}
"""How each kind of pace is written, and read."""
FORMS = "an ISO 8601 duration, such as PT48H; bank P10D+PT12H; or daily 20:00 Europe/Paris"


@lru_cache(maxsize=256)
def pace(text: str) -> Pace:
    """The pace that a text means. Raises `BadPace`."""
    for form, read in KINDS.items():
        found = re.fullmatch(form, text)
        if found:
            return read(found)
    raise BadPace(f"A pace is {FORMS}, not “{text[:60]}”.")


def length(text: str) -> timedelta:
    """An ISO 8601 duration, ``PT48H`` or ``P2D``, as a time span. Raises `BadPace`."""
    try:
        span = isodate.parse_duration(text)
    except (isodate.ISO8601Error, TypeError, ValueError, OverflowError):
        span = None
    if not isinstance(span, timedelta):
        raise BadPace(f"A pace is an ISO 8601 duration in days, hours and minutes, such as PT48H or P2D, not “{text}”.")
    return span


def checked_pace(text: str, least: timedelta) -> str:
    """The pace, if windows of that length may be played. Raises `BadPace`."""
    spans = _spans(pace(text))
    if any(not least <= span <= LONGEST for span in spans.values()):
        raise BadPace(
            f"{' and '.join(spans)} last{'s' * (len(spans) == 1)} from {in_words(least)} to {in_words(LONGEST)}."
        )
    return text


def _spans(asked: Pace) -> dict[str, timedelta]:
    """The spans of time in a pace, by what they are called."""
    if isinstance(asked, Bank):
        return {"A bank": asked.bank, "what an answer adds": asked.increment}
    return {"A window": asked.span} if isinstance(asked, Fixed) else {}


# Reminders ------------------------------------------------------------------------------------------------------


def reminders(opens_at: datetime, closes_at: datetime, hours: Hours, before: Sequence[float] = ()) -> list[datetime]:
    """When a seat is reminded, as long as it has not answered: after four fifths of the window, and as it wishes.

    ``before``: its own wishes, in hours before the deadline. What would wake it in its quiet hours waits for their
    end, unless that were too late. Every moment lies within the window.
    """
    usual = opens_at + (closes_at - opens_at) * REMIND_AFTER
    if hours is ALL_HOURS and not before:
        return [usual]
    moments = [usual, *(closes_at - n * HOUR for n in before)]
    return sorted({_awake_at(moment, closes_at, hours) for moment in moments if opens_at < moment < closes_at})


def _awake_at(moment: datetime, closes_at: datetime, hours: Hours) -> datetime:
    if hours is ALL_HOURS:
        return moment
    awake = next(hours.awake_from(moment))[0]
    return awake if awake < closes_at else moment


# Moments and spans in words -------------------------------------------------------------------------------------


def in_words(span: timedelta) -> str:
    """``2 days``, ``1 day 12 hours``, ``5 minutes``."""
    minutes = int(span.total_seconds() // 60)
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    return " ".join(f"{n} {unit}{'s' * (n != 1)}" for n, unit in parts if n) or f"{span.total_seconds():g} seconds"


def told(moment: datetime, zone: str | None) -> str:
    """A moment as a reader sees it, absolute and with the zone: ``Mon 23 Nov 2026, 20:00 Paris time``.

    The year is left out by `told_short` only.
    """
    local = moment.astimezone(_zone(zone))
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M} {zone_words(zone)}"


def told_short(moment: datetime, zone: str | None) -> str:
    """``Mon 23 Nov, 20:00 Paris time``"""
    local = moment.astimezone(_zone(zone))
    return f"{local:%a} {local.day} {local:%b, %H:%M} {zone_words(zone)}"


def zone_words(zone: str | None) -> str:
    """``Paris time``, ``UTC``"""
    if zone is None or zone in ("UTC", "Etc/UTC"):
        return "UTC"
    return f"{zone.rpartition('/')[2].replace('_', ' ')} time"
