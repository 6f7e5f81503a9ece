"""How letters to a seat fare: sent, waiting, deferred, or come back; for the seat itself and for the host."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from .models import Chair, Letter, db

NONE, WAITING, SENT, DEFERRED, BOUNCED, STOPPED = "none", "waiting", "sent", "deferred", "bounced", "stopped"


@dataclass(frozen=True)
class Delivery:
    """``at``: when the last letter was sent, or when the next one leaves or is tried again; ``why``: what the mail
    server said.
    """

    chair: Chair
    state: str
    at: datetime | None = None
    why: str = ""


def deliveries(chairs: Iterable[Chair]) -> list[Delivery]:
    """How letters to these seats fare; house players get none."""
    with_player = {chair.id: chair for chair in chairs if chair.player is not None}
    sent, under_way = _sent(with_player), _under_way(with_player)
    return [_delivery(chair, sent.get(id), under_way.get(id)) for id, chair in with_player.items()]


def _delivery(chair: Chair, sent: datetime | None, next_one: tuple[datetime, str | None] | None) -> Delivery:
    if chair.stopped_at or (chair.player and chair.player.stopped_at):
        return Delivery(chair, STOPPED)
    if chair.trouble:
        return Delivery(chair, BOUNCED, sent, chair.trouble)
    if next_one and next_one[1]:
        return Delivery(chair, DEFERRED, next_one[0], next_one[1])
    if next_one:
        return Delivery(chair, WAITING, next_one[0])
    return Delivery(chair, SENT, sent) if sent else Delivery(chair, NONE)


def _sent(chairs: Iterable[int]) -> dict[int, datetime]:
    theirs = select(Letter.chair_id, func.max(Letter.sent_at)).where(Letter.chair_id.in_(chairs))
    return {chair: at for chair, at in db.session.execute(theirs.group_by(Letter.chair_id)) if chair and at}


def _under_way(chairs: Iterable[int]) -> dict[int, tuple[datetime, str | None]]:
    """When the next letter of each seat is tried, and why it has not been sent yet; by itself or in another one."""
    parcel = select(Letter).where(Letter.kind == "gathered").subquery()
    due_at = func.coalesce(Letter.due_at, parcel.c.due_at)
    rows = db.session.execute(
        select(Letter.chair_id, due_at, Letter.error)
        .outerjoin(parcel, Letter.gathered_in == parcel.c.id)
        .where(Letter.chair_id.in_(chairs), due_at.is_not(None))
        .order_by(Letter.error.is_(None).desc(), due_at.desc())
    )
    return {chair: (at, error) for chair, at, error in rows if chair is not None}
