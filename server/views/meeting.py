"""Appointments to sit together: the hour that somebody has proposed, who has said yes, and how a reader is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from .. import clock
from ..rules.engine import Seat
from ..store.models import PLAYING, Chair, Match
from .presence import people_of

WITHDRAWN, DECLINED, HANDED_ON = "withdrawn", "declined", "handed on"
"""How an appointment was called off."""


@dataclass(frozen=True)
class Appointment:
    """An hour proposed by the seat ``by``: the latest of its match, which counts them from 1.

    ``yes``: the players who have said yes, by seat; the one who proposes it is among them. ``off``: how it was called
    off, and ``off_by`` by whom; ``None``: it was not. ``changes``: how often it has changed since it was proposed, the
    last time at ``changed_at``.
    """

    number: int
    by: Seat
    starts: datetime
    ends: datetime
    changed_at: datetime
    yes: Mapping[Seat, int] = field(default_factory=dict)
    off: str | None = None
    off_by: Seat | None = None
    changes: int = 0

    def dump(self) -> dict[str, Any]:
        """As the match keeps it."""
        moments = {name: getattr(self, name).isoformat() for name in MOMENTS}
        return {**vars(self), **moments, "yes": {str(seat): player for seat, player in self.yes.items()}}

    def changed(self, at: datetime, **values: Any) -> Appointment:
        """The appointment with other values."""
        return replace(self, changed_at=at, changes=self.changes + 1, **values)

    def has_yes_of(self, chair: Chair) -> bool:
        """Whether the present player of a seat has said yes."""
        return self.yes.get(chair.seat) == chair.player_id

    def missing(self, match: Match) -> list[Chair]:
        """The players who have not said yes."""
        return [chair for chair in people_of(match) if not self.has_yes_of(chair)]

    def is_agreed(self, match: Match) -> bool:
        """Whether everybody has agreed to it, and nobody has called it off."""
        return self.off is None and match.meets_at == self.starts


MOMENTS = ("starts", "ends", "changed_at")


def appointment_of(match: Match) -> Appointment | None:
    """The latest appointment of a match that is being played, past or called off or not; ``None`` if there is none."""
    kept = match.appointment if match.status == PLAYING else None
    if kept is None:
        return None
    moments = {name: datetime.fromisoformat(kept[name]) for name in MOMENTS}
    return Appointment(**{**kept, **moments, "yes": {int(seat): player for seat, player in kept["yes"].items()}})


def open_appointment(match: Match, at: datetime) -> Appointment | None:
    """The appointment that is not over and was not called off; ``None`` if there is none."""
    latest = appointment_of(match)
    return latest if latest and latest.off is None and at < latest.ends else None


@dataclass(frozen=True)
class Meeting:
    """An appointment as one reader is told of it.

    ``when``: its hour, absolute, in the reader's zone. ``length``: in words. ``mine``: whether the reader proposed it.
    ``yes``: whether the reader has said yes. ``missing``: the names of the others who have not. ``off``: a sentence on
    how it was called off; empty: it was not.
    """

    number: int
    starts: datetime
    when: str
    length: str
    by: str
    mine: bool
    yes: bool
    missing: tuple[str, ...]
    agreed: bool
    off: str


def meeting_for(chair: Chair, zone: str | None, at: datetime) -> Meeting | None:
    """The appointment that the reader may still come to, or that was called off before its time was over."""
    match = chair.match
    latest = appointment_of(match)
    if latest is None or at >= latest.ends or chair not in people_of(match):
        return None
    return Meeting(
        number=latest.number,
        starts=latest.starts,
        when=clock.in_zone(latest.starts, zone),
        length=clock.in_words(latest.ends - latest.starts),
        by=match.chairs[latest.by].name,
        mine=match.chairs[latest.by].player_id == chair.player_id,
        yes=latest.has_yes_of(chair),
        missing=tuple(other.name for other in latest.missing(match) if other.player_id != chair.player_id),
        agreed=latest.is_agreed(match),
        off=_off(latest, chair),
    )


def _off(appointment: Appointment, reader: Chair) -> str:
    if appointment.off is None or appointment.off_by is None:
        return ""
    if appointment.off == HANDED_ON:
        return "A seat has been handed on."
    who = "You" if appointment.off_by == reader.seat else reader.match.chairs[appointment.off_by].name
    return f"{who} withdrew the proposal." if appointment.off == WITHDRAWN else f"{who} cannot come then."
