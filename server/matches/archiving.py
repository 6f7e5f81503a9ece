"""The archive: windows of matches that were over long ago are packed, a few matches at a time.

Nothing is lost by it: pages, records and replays of these matches are as before (`server.store.history` reads both). A
match is archived as a whole, in one transaction, once the house has considered all its decisions.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.orm.exc import StaleDataError
from sqlalchemy.sql.elements import ColumnElement

from ..store import history
from ..store.models import MATCHES, Archived, Review, db
from ..store.session import how_many, run, transaction

BATCH = 20
"""How many matches are archived in one transaction."""


def _can_be(ended_before: datetime) -> tuple[ColumnElement[bool], ...]:
    """The conditions for archiving: over before then, not for practice (deleted as a whole), not under review."""
    looked_at = exists().where(Review.match_id == MATCHES.c.id, Review.due_at.is_not(None))
    whole = MATCHES.c.archived_at.is_(None), MATCHES.c.practice_until.is_(None)
    return MATCHES.c.over_at < ended_before, *whole, ~looked_at


def count(at: datetime, after: timedelta) -> int:
    """How many matches that were over for so long are not in the archive yet."""
    return how_many(MATCHES, *_can_be(at - after))


@transaction
def archive_some(at: datetime, after: timedelta) -> int:
    """Archive some matches that were over for so long, the oldest first. Returns how many; 0 if none was left.

    Several may do so at once: none takes what another has taken.
    """
    oldest = select(MATCHES.c.id).where(*_can_be(at - after)).order_by(MATCHES.c.over_at).limit(BATCH)
    found = list(db.session.scalars(oldest.with_for_update(skip_locked=True, of=MATCHES)))
    for match_id in found:
        _pack(match_id)
    if found:
        run(update(MATCHES).where(MATCHES.c.id.in_(found)).values(archived_at=at))
    return len(found)


def _pack(match_id: str) -> None:
    """Replace the rows of a match by packed ones. Raises `StaleDataError` if some of them were deleted meanwhile: the
    opinions on a person's decisions are when that person is erased.
    """
    for model in history.PACKED:
        table, ours = model.__table__, model.match_id == match_id
        rows = db.session.execute(select(*table.columns).where(ours).order_by(*table.primary_key)).all()
        parts = [{"match_id": match_id, **part} for part in history.packed(model, rows)]
        if parts:
            db.session.execute(insert(Archived), parts)
            gone = delete(model).where(ours).returning(model.match_id)
            if len(run(gone).all()) != len(rows):
                raise StaleDataError
