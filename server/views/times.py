"""The times of a match in words, in the time zone of who reads them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from .. import clock
from ..store.models import PLAYING, Chair, Match
from .presence import people_of


@dataclass(frozen=True)
class InZone:
    """Times in words in ``zone``; ``None``: it is not known."""

    zone: str | None

    @property
    def zone_in_words(self) -> str:
        return clock.zone_words(self.zone)

    def told(self, moment: datetime) -> str:
        """A time as people are told it now: `clock.told`."""
        return clock.told(moment, self.zone, clock.now())

    def in_full(self, moment: datetime) -> str:
        """A time with its date and its zone."""
        return clock.in_full(moment, self.zone)

    def day(self, moment: datetime, written: str = "%-d %B") -> str:
        """The day of a time, such as ``3 May``; ``written``: as `strftime` takes it."""
        return clock.day_in(moment, self.zone).strftime(written)

    @property
    def today(self) -> str:
        """The day there, in ISO 8601."""
        return clock.day_in(clock.now(), self.zone).isoformat()


@dataclass(frozen=True)
class Times(InZone):
    """The times of a match, as ``reader`` is told of them; ``None``: as a spectator is."""

    match: Match
    reader: Chair | None

    @classmethod
    def of(cls, match: Match, reader: Chair | None) -> Times:
        return cls(reader.player.zone if reader and reader.player else None, match, reader)

    @cached_property
    def closes(self) -> str:
        """Until when the window, or the invitation, is open; empty if the clock is stopped."""
        return self.told(self.match.closes_at) if self.match.closes_at else ""

    @property
    def paused(self) -> str:
        """Until when the match is paused; empty: it is not."""
        until = self.match.paused_until
        return self.told(until) if until and until > clock.now() and self.match.status == PLAYING else ""

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
