"""A player's deadlines as a calendar file (RFC 5545) to which calendar programs subscribe.

There is one event for each seat, with a constant UID: it moves with the deadline, disappears when the seat has
answered, and reappears with the next window. Appointments to sit together are events, too. The file contains no links
to seats, because calendar services store it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from icalendar import Calendar, Event, vDuration

from ..config import settings
from ..store.ballots import Appointment
from ..store.models import Player
from .appointments import appointment_of
from .player import OwnSeat, unfinished

SHOWN = timedelta(minutes=30)
"""The length of an event; it ends at the deadline."""
REFRESH = timedelta(hours=1)
"""How often calendar programs are asked to reload."""


def calendar_of(player: Player) -> bytes:
    """The calendar file; the bytes are the same as long as nothing has changed."""
    calendar = Calendar()
    calendar.add("prodid", "-//Poste Restante//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", "Poste Restante")
    calendar.add("refresh-interval", REFRESH, {"value": "duration"})
    calendar.add("x-published-ttl", vDuration(REFRESH))
    for seat in unfinished(player):
        if seat.waits and seat.match.closes_at:
            calendar.add_component(_deadline(seat))
    for seat, hour in _appointments(player):
        calendar.add_component(_meeting(seat, hour))
    file: bytes = calendar.to_ical()
    return file


def _deadline(seat: OwnSeat) -> Event:
    match = seat.match
    assert match.closes_at is not None
    what = "take your seat" if seat.invited else "your answer"
    return _event(
        uid=f"seat-{seat.chair.id}@{settings().mail_domain}",
        sequence=match.moves,
        dtstamp=match.moved_at or match.created_at,
        dtstart=max(match.closes_at - SHOWN, match.counts_from or match.opened_at or match.created_at),
        dtend=match.closes_at,
        summary=f"{seat.named} with {', '.join(seat.others)}: {what}",
        transp="TRANSPARENT",
    )


def _appointments(player: Player) -> Iterator[tuple[OwnSeat, Appointment]]:
    """The appointments of a player that were not called off, agreed or only proposed; one for each match."""
    known = set()
    for seat in unfinished(player):
        hour = appointment_of(seat.match)
        if hour is not None and hour.off is None and seat.match.id not in known:
            known.add(seat.match.id)
            yield seat, hour


def _meeting(seat: OwnSeat, hour: Appointment) -> Event:
    agreed = hour.is_agreed(seat.match)
    return _event(
        uid=f"meeting-{seat.match.id}-{hour.number}@{settings().mail_domain}",
        sequence=hour.changes,
        dtstamp=hour.changed_at,
        dtstart=hour.starts,
        dtend=hour.ends,
        summary=f"{seat.named} with {', '.join(seat.others)}: sit together{'' if agreed else ' (proposed)'}",
        status="CONFIRMED" if agreed else "TENTATIVE",
        transp="OPAQUE" if agreed else "TRANSPARENT",
    )


def _event(**facts: object) -> Event:
    event = Event()
    for name, value in facts.items():
        event.add(name, value)
    event.add("last-modified", facts["dtstamp"])
    return event
