"""Points in time, time zones, and both written for people."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from datetime import time as TimeOfDay
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
CLEAR, LONG_AGO = 6, 300
"""For how many days a weekday alone is clear, and from when on a day of the past is told with its year."""
NEVER = datetime.max.replace(tzinfo=UTC)
NO_PLACE = frozenset(("UTC", "UCT", "GMT", "GMT0", "GMT+0", "GMT-0", "Greenwich", "Universal", "Zulu"))
"""What follows the last slash in names of UTC."""
_ahead = timedelta()


def now() -> datetime:
    """The current time in UTC: the system's, corrected by `set_ahead`."""
    return datetime.now(UTC) - _ahead


def set_ahead(ahead: timedelta) -> None:
    """Set how far the system's clock is ahead of the one that all processes share; negative if it is behind."""
    global _ahead
    _ahead = ahead


def ahead() -> timedelta:
    """How far the system's clock is ahead of the one that all processes share."""
    return _ahead


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The names of the time zones of the IANA database."""
    return frozenset(available_timezones())


def known_zone(name: str | None) -> str | None:
    """The name if it is a time zone of the IANA database, else ``None``."""
    return name if name in zones() else None


def at_local(day: date, hour: TimeOfDay, zone: str | None) -> datetime:
    """A local time converted to UTC. A time skipped by a clock change moves later; an ambiguous one is the first."""
    return datetime.combine(day, hour, zone_info(zone)).astimezone(UTC)


def day_in(moment: datetime, zone: str | None) -> date:
    """The local day at a moment."""
    return moment.astimezone(zone_info(zone)).date()


def zone_info(name: str | None) -> ZoneInfo:
    return ZoneInfo(known_zone(name) or "UTC")


def hour_of(text: str) -> TimeOfDay | None:
    """A time of day such as ``20:00`` or ``8:30``; ``None`` if the text is anything else."""
    found = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", text.strip())
    return TimeOfDay(int(found[1]), int(found[2])) if found else None


def in_words(span: timedelta) -> str:
    """A time span in words: ``2 days``, ``1 day 12 hours``, ``5 minutes``."""
    minutes = int(span.total_seconds() // 60)
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    seconds = round(span.total_seconds(), 1)
    written = " ".join(f"{n} {unit}{'s' * (n != 1)}" for n, unit in parts if n)
    return written or f"{seconds:g} second{'s' * (seconds != 1)}"


@lru_cache(maxsize=1024)
def in_full(moment: datetime, zone: str | None) -> str:
    """A local time with its date and its zone: ``Mon 23 Nov, 20:00 Paris time``."""
    local = moment.astimezone(zone_info(zone))
    return f"{local:%a} {local.day} {local:%b, %H:%M} {zone_words(zone)}"


def told(moment: datetime, zone: str | None, at: datetime, to_all: bool = False) -> str:
    """A local time as people are told it at ``at``, here and in `server/static/times.js` alone: ``Tue 20:00`` within
    six days, also on the same one, as a letter may be read on the next; else ``3 Dec 20:00``; what is over as long ago
    is told by its day, ``3 Dec``, or ``3 Dec 2025``. The zone is named where it is not known to be the reader's: where
    it is `None`, or for ``to_all``.
    """
    local = moment.astimezone(zone_info(zone))
    days = (local.date() - day_in(at, zone)).days
    if days < -LONG_AGO:
        return f"{local:%-d %b %Y}"
    if days < -CLEAR:
        return f"{local:%-d %b}"
    written = f"{local:%a %H:%M}" if days <= CLEAR else f"{local:%-d %b %H:%M}"
    return written if zone and not to_all else f"{written} {zone_words(zone)}"


@lru_cache(maxsize=1024)
def zone_words(zone: str | None) -> str:
    """A time zone in words: ``Paris time``, ``UTC``, ``UTC−5``. IANA counts its ``Etc/GMT+5`` westwards."""
    place = known_zone(zone) or "UTC"
    if fixed := re.fullmatch(r"Etc/GMT([+-])([1-9]\d?)", place):
        return f"UTC{'−' if fixed[1] == '+' else '+'}{fixed[2]}"
    if place.rpartition("/")[2] in NO_PLACE:
        return "UTC"
    return f"{place.rpartition('/')[2].replace('_', ' ')} time"
