"""The times of a match in words, in the time zone of who reads them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from .. import clock
from ..store.hours import hours_of
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
        """The reader's time zone in words."""
        return clock.zone_words(self.zone)

    def when(self, moment: datetime | None) -> str:
        """A time; empty for ``None``."""
        return clock.in_zone(moment, self.zone) if moment else ""

    def day(self, moment: datetime) -> str:
        """The day of a time, such as ``3 May``."""
        return f"{clock.day_in(moment, self.zone):%-d %B}"

    @property
    def today(self) -> str:
        """The day there, in ISO 8601."""
        return clock.day_in(clock.now(), self.zone).isoformat()

    @property
    def closes(self) -> str:
        """When the window closes; empty if the clock is stopped."""
        return self.when(self.match.closes_at)

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
    def if_dealt_now(self) -> str:
        """The deadline of the reader's first window if the cards were dealt now."""
        pace, asked = clock.pace(self.match.pace), [hours_of(self.match, self.reader)] if self.reader else []
        return self.when(pace.closes(clock.now(), asked, [pace.bank] if pace.bank else ()))

    @property
    def banks(self) -> tuple[str, ...]:
        """The time left in each seat's bank; empty if there are no banks."""
        left = [chair.bank for chair in self.match.chairs]
        return tuple(clock.in_words(timedelta(seconds=seconds)) for seconds in left if seconds is not None)
