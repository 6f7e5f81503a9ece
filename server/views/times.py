"""The times of a match in words, in the time zone of who reads them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from .. import clock
from ..store.models import PLAYING, Chair, Match
from .presence import people_of


@dataclass(frozen=True)
class Times:
    """The times of a match, absolute, as ``reader`` is told of them; ``None``: as a spectator is."""

    match: Match
    reader: Chair | None

    @property
    def zone(self) -> str | None:
        """The reader's time zone, if it is known."""
        return self.reader.player.zone if self.reader and self.reader.player else None

    @property
    def zone_in_words(self) -> str:
        return clock.zone_words(self.zone)

    def when(self, moment: datetime | None) -> str:
        """A time; empty for ``None``."""
        return clock.in_zone(moment, self.zone) if moment else ""

    def short(self, moment: datetime | None) -> str:
        """A time, short: ``Tue 20:00``, with the zone where the reader's is not known; empty for ``None``. A weekday
        alone is clear whenever it is read: it is counted from when the window opened."""
        if moment is None:
            return ""
        told = clock.by_day(moment, self.zone, self.match.opened_at or self.match.created_at)
        return told if self.zone else f"{told} {self.zone_in_words}"

    def day(self, moment: datetime, written: str = "%-d %B") -> str:
        """The day of a time, such as ``3 May``; ``written``: as `strftime` takes it."""
        return clock.day_in(moment, self.zone).strftime(written)

    @property
    def today(self) -> str:
        """The day there, in ISO 8601."""
        return clock.day_in(clock.now(), self.zone).isoformat()

    @cached_property
    def closes(self) -> str:
        """Until when the window, or the invitation, is open, short; empty if the clock is stopped."""
        return self.short(self.match.closes_at)

    @property
    def paused(self) -> str:
        """Until when the match is paused; empty: it is not."""
        until = self.match.paused_until
        return self.when(until) if until and until > clock.now() and self.match.status == PLAYING else ""

    @property
    def may_end_pause(self) -> bool:
        """Whether the reader may ask to go on before a pause is over."""
        until = self.match.paused_until
        longer = until is not None and until > clock.now() + clock.GO_ON
        return longer and self.match.status == PLAYING and self.reader in people_of(self.match)

    @property
    def banks(self) -> tuple[str, ...]:
        """The time left in each seat's bank; empty if there are no banks."""
        left = [chair.bank for chair in self.match.chairs]
        return tuple(clock.in_words(timedelta(seconds=seconds)) for seconds in left if seconds is not None)
