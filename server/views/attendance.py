"""Who is at the table now, who is on vacation, and when all have agreed to sit together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from .. import clock
from ..rules.engine import Seat
from ..store.hours import away_until
from ..store.models import PLAYING, Chair, Match
from .appointments import ShownAppointment, appointment_for
from .presence import is_here, people_of, sits_together


@dataclass(frozen=True)
class Attendance:
    """Who is at the table now, as ``reader`` may know it; ``None``: as a spectator may."""

    match: Match
    reader: Chair | None

    @cached_property
    def people(self) -> list[Seat]:
        return [chair.seat for chair in people_of(self.match)]

    @cached_property
    def here(self) -> list[Seat]:
        """The seats whose players are here, ready to play on at once."""
        return [chair.seat for chair in people_of(self.match) if is_here(chair, clock.now())]

    @property
    def together(self) -> bool:
        """Whether all are here, so that the table moves at the speed of people."""
        return sits_together(self.match, clock.now())

    @property
    def may_sit(self) -> bool:
        """Whether the reader plays with other people who can all be here at once."""
        playing = self.match.status == PLAYING and not self.match.asleep_at
        return playing and self.reader is not None and self.reader.seat in self.people and len(self.people) > 1

    @cached_property
    def appointment(self) -> ShownAppointment | None:
        """The appointment to sit together, as the reader is told of it; ``None`` if there is none."""
        return appointment_for(self.reader, clock.now()) if self.reader else None

    @property
    def asks_to_come(self) -> bool:
        """Whether the reader is asked to come at an hour, and has not said yes."""
        return self.may_sit and self.appointment is not None and not self.appointment.off and not self.appointment.yes

    @cached_property
    def vacations(self) -> dict[Seat, datetime]:
        """The seats whose players are on vacation, with the end; empty before the deal, as only players may know."""
        if self.match.status != PLAYING:
            return {}
        return {chair.seat: until for chair in self.match.chairs if (until := away_until(chair, clock.now()))}

    @property
    def is_away(self) -> bool:
        return self.reader is not None and away_until(self.reader, clock.now()) is not None
