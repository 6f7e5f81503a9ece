"""Matches that are read to be shown, and not changed: as plain rows where that is possible, else as models."""

from __future__ import annotations

from sqlalchemy import bindparam, select
from sqlalchemy.orm import joinedload
from sqlalchemy.orm.attributes import set_committed_value

from . import fast
from .models import Chair, Match, db

ITS_TABLE = (
    select(Chair)
    .where(Chair.match_id == select(Chair.match_id).where(Chair.id == bindparam("chair_id")).scalar_subquery())
    .order_by(Chair.seat)
    .options(joinedload(Chair.match).lazyload(Match.chairs))
)
"""All chairs of the match that a given chair belongs to, with their players, and the match itself, in one query."""


def chair_to_show(chair_id: int) -> Chair | None:
    """A chair with its match and all that sit there, not to be changed; ``None`` if there is no such chair."""
    if fast.why_plain(db.engine):
        return chair_with_its_table(chair_id)
    return fast.chair_to_show(db.session.connection(), chair_id)


def chair_with_its_table(chair_id: int) -> Chair | None:
    """The same as models, by one query; the plain way."""
    chairs = db.session.scalars(ITS_TABLE, {"chair_id": chair_id}).all()
    chair = next((chair for chair in chairs if chair.id == chair_id), None)
    if chair:
        set_committed_value(chair.match, "chairs", list(chairs))
    return chair
