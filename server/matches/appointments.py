"""Appointments to sit together: somebody proposes an hour, the others say yes or no, and all are reminded of it once.

There is one at a time at a table. It is agreed once everybody has said yes. While it lasts, letters that ask for an
answer are held back (see `server.matches.presence`); windows and deadlines stay as they are, so whoever does not come
loses nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace
from sqlalchemy import bindparam, select, update

from ..store import nudge
from ..store.ballots import Appointment
from ..store.models import MATCHES, Chair, Letter, Match, db
from ..store.session import NOW, transaction
from ..views import own_seats, people_of
from ..views.appointments import DECLINED, HANDED_ON, WITHDRAWN, appointment_of, open_appointment
from . import letters, quotas, talking
from .errors import Refused
from .lookup import playing_chair

SHORTEST, LONGEST = timedelta(minutes=10), timedelta(hours=6)
FARTHEST = timedelta(days=60)
"""How long before its hour an appointment may be proposed, at most."""
CALLED = timedelta(minutes=10)
"""How long before its hour all are reminded."""
A_DAY = 6
"""How many appointments one table may propose in a day, as each writes to everybody."""
NOT_PLAYING = "Only who plays in a match that goes on can agree on an hour."
ENOUGH = "That is enough proposals for one day. The next can be made in {wait}."


@transaction
def propose_appointment(chair_id: int, starts: datetime, length: timedelta, at: datetime = NOW) -> Appointment:
    """Propose an hour at which all sit together; its own player's earlier proposal is replaced.

    The same again changes nothing. Raises `Refused` for an hour that is past or too far ahead, for a length that is
    too short or too long, where somebody else has proposed one, and where no other people play.
    """
    chair = playing_chair(chair_id, NOT_PLAYING)
    match = chair.match
    starts = starts.replace(second=0, microsecond=0)
    _check(starts, length, at)
    others = [other for other in people_of(match) if other.player_id != chair.player_id]
    if not others:
        raise Refused("Nobody else plays here whom you could meet.")
    before, latest = open_appointment(match, at), appointment_of(match)
    if before is not None and match.chairs[before.by].player_id != chair.player_id:
        raise Refused(f"{match.chairs[before.by].name} has proposed an hour already: answer that one first.", "hour")
    if before is not None and (before.starts, before.ends) == (starts, starts + length):
        return before
    quotas.check("appointment", match.id, at, A_DAY, ENOUGH)
    proposed = Appointment(
        number=latest.number + 1 if latest else 1, by=chair.seat, starts=starts, ends=starts + length,
        changed_at=at,
    ).saying(True, own_seats(chair))  # fmt: skip
    _keep(match, proposed, at)
    talking.add(chair, talking.NEWS, f"{chair.name} proposes an hour at which all sit together.", at)
    letters.tell(match, others, "proposal", at, str(proposed.number), appointment=proposed.number)
    return proposed


@transaction
def answer_appointment(chair_id: int, comes: bool, number: int | None = None, at: datetime = NOW) -> Appointment | None:
    """Say that the player of a seat comes, or does not. The last yes agrees it; a no calls it off, agreed or not.

    ``number``: the appointment that is meant, if the caller knows. The same again changes nothing. Raises `Refused`
    if there is none to answer.
    """
    chair = playing_chair(chair_id, NOT_PLAYING)
    match = chair.match
    latest = appointment_of(match)
    if latest is not None and latest.off_by == chair.seat and not comes and number in (None, latest.number):
        return latest
    proposed = open_appointment(match, at)
    if proposed is None or number not in (None, proposed.number):
        raise Refused("That hour is off: it is past, or another one was proposed.")
    if not comes:
        return _call_off(match, proposed, chair, DECLINED, at)
    if proposed.word_of(chair):
        return proposed
    proposed = _changed(proposed.saying(True, own_seats(chair)), at)
    _keep(match, proposed, at)
    _agree(match, proposed, at, last=chair)
    return proposed


@transaction
def withdraw_appointment(chair_id: int, at: datetime = NOW) -> Appointment | None:
    """Withdraw an appointment, as only who proposed it may. No effect if there is none. Raises `Refused` otherwise."""
    chair = playing_chair(chair_id, NOT_PLAYING)
    match = chair.match
    proposed = open_appointment(match, at)
    if proposed is None:
        return None
    by = match.chairs[proposed.by]
    if by.player_id != chair.player_id:
        raise Refused(f"{by.name} proposed this hour, and can withdraw it. If you cannot come, say no.")
    return _call_off(match, proposed, chair, WITHDRAWN, at)


def recount(match: Match, at: datetime) -> None:
    """Agree the open proposal if, after somebody has left, all others have said yes. Must run inside a transaction."""
    proposed = open_appointment(match, at)
    if proposed is not None and len({chair.player_id for chair in people_of(match)}) > 1:
        _agree(match, proposed, at, last=None)


def player_left(match: Match, chair: Chair, at: datetime) -> None:
    """Call off what a player had proposed who has left for good, from all seats. Must run inside a transaction."""
    proposed, present = open_appointment(match, at), {other.player_id for other in people_of(match)}
    if proposed is not None and proposed.by == chair.seat and chair.player_id not in present:
        _call_off(match, proposed, chair, WITHDRAWN, at)
    else:
        recount(match, at)


def seat_handed_on(match: Match, chair: Chair, at: datetime) -> None:
    """Before somebody else takes a seat, who has agreed to nothing: call off what its player has proposed; any other
    appointment waits for one more yes. Must run inside a transaction.
    """
    proposed, latest = open_appointment(match, at), appointment_of(match)
    if proposed is not None and proposed.by == chair.seat:
        _call_off(match, proposed, chair, HANDED_ON, at)
    elif latest is not None and latest.off_by == chair.seat:
        match.appointment = _changed(latest, at, off=HANDED_ON)
    elif proposed is not None and proposed.word_of(chair):
        _keep(match, _changed(proposed.without(chair), at), at)


NEAR = select(MATCHES.c.id).where(MATCHES.c.call_at <= bindparam("at")).order_by(MATCHES.c.call_at).limit(1)
"""The match whose reminder of an appointment is longest due."""


def call(match: Match, at: datetime) -> None:
    """Write the reminders of an appointment that is near. Must run inside a transaction."""
    match.call_at = None
    agreed = open_appointment(match, at)
    if agreed is not None and agreed.is_agreed(match):
        for chair in _once_each(people_of(match)):
            letters.write_once(match, chair, "soon", at, str(agreed.number), appointment=agreed.number)


def _check(starts: datetime, length: timedelta, at: datetime) -> None:
    if not SHORTEST <= length <= LONGEST:
        raise Refused("Sit together for between ten minutes and six hours.", "minutes")
    if starts <= at - SHORTEST:
        raise Refused("That hour is past: choose one that is still to come.", "hour")
    if starts > at + FARTHEST:
        raise Refused(f"That is too far ahead: choose an hour within {FARTHEST.days} days.", "day")


def _changed(proposed: Appointment, at: datetime, **values: Any) -> Appointment:
    return replace(proposed, changed_at=at, changes=proposed.changes + 1, **values)


def _once_each(chairs: list[Chair]) -> list[Chair]:
    """One seat of each person."""
    return list({chair.player_id: chair for chair in reversed(chairs)}.values())


def _keep(match: Match, proposed: Appointment, at: datetime) -> None:
    """Store an appointment that is not agreed now."""
    match.appointment = proposed
    if match.meets_at is not None:
        _release(match, at)
    match.meets_at = match.meets_until = match.call_at = None


def _agree(match: Match, proposed: Appointment, at: datetime, last: Chair | None) -> None:
    """Agree an appointment if nobody's yes is missing. ``last``: whose yes it was, who needs no letter about it."""
    if proposed.missing(people_of(match)) or proposed.is_agreed(match):
        return
    match.meets_at, match.meets_until = proposed.starts, proposed.ends
    match.call_at = proposed.starts - CALLED if proposed.starts - CALLED > at else None
    talking.add(match.chairs[proposed.by], talking.NEWS, "All have said yes to sitting together.", at)
    told = [chair for chair in people_of(match) if last is None or chair.player_id != last.player_id]
    again = f"{proposed.number}-{proposed.changes}"
    letters.tell(match, _once_each(told), "arranged", at, again, appointment=proposed.number)


def _call_off(match: Match, proposed: Appointment, by: Chair, how: str, at: datetime) -> Appointment:
    off = _changed(proposed, at, off=how, off_by=by.seat)
    said_yes = [chair for chair in people_of(match) if proposed.word_of(chair) and chair.player_id != by.player_id]
    _keep(match, off, at)
    why = "cannot come at the hour" if how == DECLINED else "withdraws the hour"
    talking.add(by, talking.NEWS, f"{by.name} {why} that was proposed for sitting together.", at)
    letters.tell(match, _once_each(said_yes), "called-off", at, str(off.number), appointment=off.number)
    return off


def _release(match: Match, at: datetime) -> None:
    """Let go of the letters that were held back for an appointment."""
    held = Letter.match_id == match.id, Letter.held_until > at, Letter.due_at.is_not(None)
    db.session.execute(update(Letter).where(*held).values(held_until=None, due_at=at))
    nudge.want_delivery()
