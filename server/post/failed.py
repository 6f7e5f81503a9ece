"""Letters that failed or are stuck, for the server's operator, and sending again those that failed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, select, update

from ..store import nudge
from ..store.models import Chair, Letter, Relay, db
from ..store.session import transaction

MOST = 50
"""How many letters of each sort are listed."""
_FAILED = Letter.failed_at.is_not(None), Letter.dropped_at.is_(None), Letter.gathered_in.is_(None)
_STUCK = Letter.due_at.is_not(None), Letter.error.is_not(None)


def failed(since: datetime | None = None) -> Sequence[tuple[Letter, Chair | None]]:
    """The letters that failed for good, newest first, with the seats they were for; digests count once."""
    return _listed(*_FAILED, *_later(since))


def stuck() -> Sequence[tuple[Letter, Chair | None]]:
    """The letters that could not be sent so far and are still tried, newest first."""
    return _listed(*_STUCK)


def _listed(*which: ColumnElement[bool]) -> Sequence[tuple[Letter, Chair | None]]:
    found = select(Letter, Chair).outerjoin(Chair, Letter.chair_id == Chair.id).where(*which)
    return [(letter, chair) for letter, chair in db.session.execute(found.order_by(Letter.id.desc()).limit(MOST))]


def _later(since: datetime | None) -> list[ColumnElement[bool]]:
    return [Letter.failed_at >= since] if since else []


@transaction
def send_again(now: datetime, since: datetime | None = None) -> int:
    """Send the letters again that failed, or those that failed since then. Returns how many.

    Those that have become obsolete are dropped when their turn comes. The trouble of a seat ends when the mail server
    takes its letter. If the server refused everybody, it is tried at once. Calling it again changes nothing.
    """
    anew = {"failed_at": None, "refused_at": None, "sent_at": None, "error": None, "attempts": 0, "again_at": now}
    chosen = update(Letter).where(*_FAILED, *_later(since)).values({**anew, "due_at": now}).returning(Letter.id)
    ids = list(db.session.scalars(chosen, execution_options={"synchronize_session": False}))
    carried = update(Letter).where(Letter.gathered_in.in_(ids), Letter.dropped_at.is_(None)).values(anew)
    db.session.execute(carried, execution_options={"synchronize_session": False})
    db.session.execute(update(Relay).where(Relay.retry_at.is_not(None)).values(retry_at=now))
    nudge.want_delivery()
    return len(ids)
