"""Appointments to sit together: the hour that somebody has proposed, who has said yes, and how a reader is told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .. import clock
from ..store.ballots import Appointment
from ..store.models import PLAYING, Chair, Match
from .presence import people_of

WITHDRAWN, DECLINED, HANDED_ON = "withdrawn", "declined", "handed on"
"""How an appointment was called off."""


def appointment_of(match: Match) -> Appointment | None:
    """The latest appointment of a match that is being played, past or called off or not; ``None`` if there is none."""
    return match.appointment if match.status == PLAYING else None


def open_appointment(match: Match, at: datetime) -> Appointment | None:
    """The appointment that is not over and was not called off; ``None`` if there is none."""
    latest = appointment_of(match)
    return latest if latest and latest.off is None and at < latest.ends else None


@dataclass(frozen=True)
class ShownAppointment:
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


def appointment_for(chair: Chair, at: datetime) -> ShownAppointment | None:
    """The appointment that the reader may still come to, or that was called off before its time was over."""
    match = chair.match
    latest = appointment_of(match)
    if latest is None or at >= latest.ends or chair not in people_of(match):
        return None
    return ShownAppointment(
        number=latest.number,
        starts=latest.starts,
        when=clock.told(latest.starts, chair.player.zone if chair.player else None, at),
        length=clock.in_words(latest.ends - latest.starts),
        by=match.chairs[latest.by].name,
        mine=match.chairs[latest.by].player_id == chair.player_id,
        yes=bool(latest.word_of(chair)),
        missing=tuple(other.name for other in latest.missing(people_of(match)) if other.player_id != chair.player_id),
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
