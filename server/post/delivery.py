"""The delivery state of letters to a match's seats (sent, waiting, deferred, bounced), shown on their pages.

Once the cards are dealt, the times at which letters leave reveal who has answered and how: a mail gets a receipt, and a
reminder becomes needless. So others are told only that letters bounce or are stopped; see `told_to_others`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import and_, bindparam, func, select
from sqlalchemy.orm import aliased

from ..store.models import CHAIRS, INVITED, Chair, Letter, Match
from .failures import without

NONE, WAITING, SENT, DEFERRED, BOUNCED, STOPPED = "none", "waiting", "sent", "deferred", "bounced", "stopped"


@dataclass(frozen=True)
class Delivery:
    """The delivery state of a seat's letters.

    ``at``: when the last letter was sent, or when the next one is due. ``why``: the mail server's reply, if any.
    """

    chair: Chair
    state: str
    at: datetime | None = None
    why: str = ""


def deliveries(chairs: Iterable[Chair], letters: Iterable[Any]) -> list[Delivery]:
    """The delivery state of each seat of a match, without house players. ``letters``: its rows of `LETTERS`."""
    told = {row.id: row for row in letters}
    return [_delivery(chair, told[chair.id]) for chair in chairs if chair.player is not None]


def told_to_others(match: Match, letters: Iterable[Any]) -> list[Delivery]:
    """What others may know of it for each seat; once the cards are dealt, only trouble, without times."""
    told = deliveries(match.chairs, letters)
    if match.status == INVITED:
        return told
    return [replace(one, at=None) for one in told if one.state in (BOUNCED, STOPPED)]


def _delivery(chair: Chair, told: Any) -> Delivery:
    if chair.trouble and chair.accepted_at is None:
        return Delivery(chair, BOUNCED, told.sent_at, chair.trouble)  # not told whether they wished for it
    if chair.stopped_at or (chair.player and chair.player.stopped_at):
        return Delivery(chair, STOPPED)
    if chair.trouble:
        return Delivery(chair, BOUNCED, told.sent_at, chair.trouble)
    if told.due_at:
        why = without(chair.player.email if chair.player else "", told.error or "")
        return Delivery(chair, DEFERRED if told.error else WAITING, told.due_at, why)
    return Delivery(chair, SENT, told.sent_at) if told.sent_at else Delivery(chair, NONE)


_UNSENT, _DIGEST = aliased(Letter), aliased(Letter)
_IS_OPEN = _UNSENT.sent_at.is_(None), _UNSENT.failed_at.is_(None), _UNSENT.dropped_at.is_(None)
_DUE_AT = func.coalesce(_UNSENT.due_at, _DIGEST.due_at)
LETTERS = (
    select(
        CHAIRS.c.id,
        select(func.max(Letter.sent_at)).where(Letter.chair_id == CHAIRS.c.id).scalar_subquery().label("sent_at"),
        _DUE_AT.label("due_at"),
        _UNSENT.error,
    )
    .outerjoin(_UNSENT, and_(_UNSENT.chair_id == CHAIRS.c.id, *_IS_OPEN))
    .outerjoin(_DIGEST, _UNSENT.gathered_in == _DIGEST.id)
    .where(CHAIRS.c.match_id == bindparam("match"))
    .order_by(_DUE_AT.is_not(None), _UNSENT.error.is_not(None), _DUE_AT.desc())
)
"""For each seat of a ``match``: when its last letter was sent, and a letter still to be sent, alone or in a digest.

There is a row for each letter that may still leave, which are few; dropped and failed letters have none. The last row
of a seat is a deferred letter if there is one, else the one due next.
"""
