"""A match as a spectator may see it: what lies open, as it happens or with the delay of a deal; never a hand or talk.

With the delay, everything comes from deals that have been played out: what happens in the present one changes nothing
here, neither what is shown nor when.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from msgspec import Meta

from ..rules.engine import Seat
from ..store.models import INVITED, OVER, PLAYING, Match
from ..terms import LIVE, SPECTATORS
from .deals import Deal, Deals
from .json import Moment, SeatName, Table, iso, story_json
from .replay import ReplayPage
from .seat import SeatPage, spectator_page
from .tables import letter_of

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


def etag_of(seen: object) -> str:
    """A short text that changes with what is shown, and with nothing else."""
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


class SeatSeen(SeatName, frozen=True):
    """A seat as everybody sees it."""

    accepted: bool
    waiting: Annotated[bool, Meta(description="Whether an answer is missing, as far as the table shows that.")]


class Spectator(Table, frozen=True):
    """What a spectator sees: as a seat, but for what is a seat's own. With the delay of a deal: the last that ended."""

    seats: list[SeatSeen]
    live: Annotated[bool, Meta(description="Whether it is the table as it is now, or as it was with the delay.")]
    ply: Annotated[int, Meta(description="The ply that is seen.")]
    opened_at: Annotated[Moment | None, Meta(description="When the window opened; null with the delay.")]
    closes_at: Annotated[Moment | None, Meta(description="When it closes; null with the delay.")]
    scores: Annotated[list[int], Meta(description="One a seat; empty before any may be known.")]


def spectator_json(seen: Watched) -> Spectator:
    match, page, live = seen.match, seen.page, seen.live
    return Spectator(
        match=match.id,
        game=match.game,
        options=match.options,
        pace=match.pace,
        terms=match.terms,
        seats=[
            SeatSeen(letter_of(chair.seat), chair.name, chair.accepted_at is not None, chair.seat in seen.waiting)
            for chair in match.chairs
        ],
        status=match.status,
        live=live,
        ply=seen.ply,
        opened_at=iso(match.opened_at) if live else None,
        closes_at=iso(match.closes_at) if live else None,
        open_hands={letter_of(seat): list(hand) for seat, hand in page.claims.hands.items()} if live else {},
        view=page.view,
        scores=list(seen.scores),
        winners=[letter_of(seat) for seat in match.winners or ()],
        commitment=match.commitment,
        story=story_json(page),
    )
