"""The ETag of a table: by it a browser learns whether anything has changed for whoever looks at it."""

from __future__ import annotations

import hashlib

from sqlalchemy import bindparam, func, or_, select

from .. import clock
from ..rules.engine import Seat
from ..store.models import Match, Remark
from ..store.session import rows
from ..terms import hides
from .claims import told_of
from .presence import is_here

SAID = select(func.max(Remark.id)).where(
    Remark.match_id == bindparam("match"), or_(Remark.kind == "talk", Remark.kind == "news")
)
"""The id of the last remark said to the table of a ``match``."""


def etag(match: Match, you: Seat | None, said: int | None = None) -> str:
    """A short text that changes whenever something changes in the match that this seat may see.

    It must not reveal hidden events: it does not change when others leave plans or notes, nor when others answer if the
    terms hide who has answered. ``said``: the id of the last remark said to the table, if already known.
    """
    if said is None:
        [(latest,)] = rows(SAID, {"match": match.id})
        said = latest or 0
    answered = () if hides(match.terms) else sorted(match.sealed)
    table = (
        match.status,
        match.closes_at,
        match.asleep_at,
        said,
        None if you is None else match.sealed.get(you),
        answered,
        match.appointment,
        match.motion,
        match.judgement,
        match.paused_until,
    )
    at = clock.now()
    seats = [
        (c.accepted_at, c.declined_at, c.resigned_at, c.house, c.name, c.trouble, is_here(c, at)) for c in match.chairs
    ]
    claims = (told_of(match),) if match.claims else ()
    return f"{match.ply}.{hashlib.sha256(repr((table, seats, *claims)).encode()).hexdigest()[:12]}"
