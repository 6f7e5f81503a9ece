"""Letters that failed or are stuck, for the server's operator, and sending failed ones again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, select, update

from ..store import nudge
from ..store.models import Chair, Letter, Relay, db
from ..store.one_match import chairs_of
from ..store.session import how_many, run, transaction

MOST = 50
"""How many letters of each kind are listed."""
LEASED = timedelta(minutes=2)
"""A letter due within this time may be on its way right now."""
_FAILED = Letter.failed_at.is_not(None), Letter.dropped_at.is_(None), Letter.gathered_in.is_(None)
_STUCK = Letter.due_at.is_not(None), Letter.error.is_not(None)

Listed = Sequence[tuple[Letter, Chair | None]]
"""Letters, each with its seat if it has one."""


def failed(since: datetime | None = None, match_id: str | None = None) -> Listed:
    """The letters that failed for good, newest first, with the seats they were for; digests count once."""
    return _listed(*_FAILED, *_later(since), *_of(match_id))


def stuck(match_id: str | None = None) -> Listed:
    """Letters that could not be sent so far and are still being tried, newest first."""
    return _listed(*_STUCK, *_of(match_id))


def overdue(since: datetime) -> tuple[int, datetime | None]:
    """How many letters were due by then and have not left, and when the oldest was: then no worker sends letters."""
    late = Letter.due_at <= since
    count, oldest = db.session.execute(select(func.count(), func.min(Letter.due_at)).where(late)).one()
    return count, oldest


def _listed(*which: ColumnElement[bool]) -> Listed:
    found = db.session.scalars(select(Letter).where(*which).order_by(Letter.id.desc()).limit(MOST)).all()
    chairs = {chair.id: chair for chair in chairs_of([letter.chair_id for letter in found if letter.chair_id])}
    return [(letter, chairs.get(letter.chair_id or 0)) for letter in found]


def _later(since: datetime | None) -> list[ColumnElement[bool]]:
    return [Letter.failed_at >= since] if since else []


def _of(match_id: str | None) -> list[ColumnElement[bool]]:
    return [Letter.match_id == match_id] if match_id else []


@transaction
def send_again(now: datetime, since: datetime | None = None, match_id: str | None = None) -> int:
    """Send failed letters again: all, or those that failed since then. Returns how many.

    Obsolete ones are dropped when their turn comes. A seat's trouble ends when the mail server accepts its letter. If
    the server refused everybody, it is tried at once. Repeating the call changes nothing.
    """
    anew = {"failed_at": None, "refused_at": None, "sent_at": None, "error": None, "attempts": 0, "again_at": now}
    wanted = update(Letter).where(*_FAILED, *_later(since), *_of(match_id))
    chosen = wanted.values({**anew, "due_at": now}).returning(Letter.id)
    ids = list(run(chosen).scalars())
    run(update(Letter).where(Letter.gathered_in.in_(ids), Letter.dropped_at.is_(None)).values(anew))
    db.session.execute(update(Relay).where(Relay.retry_at.is_not(None)).values(retry_at=now))
    nudge.want_delivery()
    return len(ids)


def tried_soon(now: datetime, match_id: str | None = None) -> int:
    """How many stuck letters will be tried within two minutes or are being tried now."""
    return how_many(Letter, *_STUCK, Letter.due_at > now, Letter.due_at <= now + LEASED, *_of(match_id))


@transaction
def try_at_once(now: datetime, match_id: str | None = None) -> int:
    """Try stuck letters now instead of later. Returns how many; letters that may be on their way are left alone."""
    waiting = update(Letter).where(*_STUCK, Letter.due_at > now + LEASED, *_of(match_id)).values(due_at=now)
    nudge.want_delivery()
    return run(waiting).rowcount
