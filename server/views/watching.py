"""A match as a spectator may see it: what lies open, as it happens or with the delay of a deal; never a hand or talk.

With the delay, everything comes from deals that have been played out: what happens in the present one changes nothing
here, neither what is shown nor when.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from ..rules.engine import Seat
from ..store.models import INVITED, OVER, PLAYING, Match
from ..terms import LIVE, SPECTATORS
from .deals import Deal, Deals
from .replay import ReplayPage
from .seat import SeatPage, spectator_page

RECENT = 100
"""The most plies of the story that are told."""


@dataclass(frozen=True)
class Watched:
    """What is shown of a match. ``live``: the table as it is now; else the ``last`` deal that was played out."""

    match: Match
    live: bool

    @cached_property
    def deals(self) -> Deals | None:
        """The deals that may be shown, the first one first; ``None`` where none was played out yet."""
        if self.match.snapshot is None:
            return None
        ended = len(Deals(self.match, None).ended)
        return Deals(self.match, None, until=ended) if ended else None

    @cached_property
    def last(self) -> Deal | None:
        return self.deals.last if self.deals else None

    @cached_property
    def page(self) -> SeatPage:
        """The match at the ply that may be seen."""
        if self.live:
            return spectator_page(self.match, since=self.match.ply - RECENT)
        if self.deals is None or self.last is None:
            return SeatPage(self.match, None, None)
        return ReplayPage(
            self.match, None, self.deals.course.table(self.last.last), self.deals.told(self.last), ply=self.last.last
        )

    @property
    def ply(self) -> int:
        return self.match.ply if self.live else self.last.last if self.last else 0

    @property
    def scores(self) -> tuple[int, ...]:
        """One a seat, as they may be known; empty before any are."""
        if self.live:
            return self.page.scores
        return (self.last.scores or ()) if self.last else ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose answer is missing, as far as the terms show that; with the delay it is not told."""
        if self.match.status == INVITED:
            return tuple(chair.seat for chair in self.match.chairs if chair.accepted_at is None)
        return self.page.waiting if self.live and self.match.status == PLAYING else ()


def watched(match: Match) -> Watched:
    """What a spectator of a match sees now; once it is over, all that its record shows of the table."""
    return Watched(match, match.terms.get(SPECTATORS) == LIVE or match.status == OVER)


def mark_of(seen: object) -> str:
    """A short text that changes with what is shown, and with nothing else."""
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]
