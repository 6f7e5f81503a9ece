"""What letters have done: what their readers know by them, and whose letters do not arrive.

The outbox and the inbox call these functions within transactions of their own, so that a letter is marked and its
reader's seat changed together, or neither.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Update, bindparam, func, select, update

from ..store import nudge
from ..store.models import Chair, Letter, Turn, db
from .playing import PLAYER
from .standing import STANDING

COMES_BACK = timedelta(hours=1)
"""A letter that has not come back within this time has probably arrived."""

_OF_THE_READER = update(Chair).where(
    Chair.id == bindparam("chair"),
    Chair.player_id == select(Letter.player_id).where(Letter.id == bindparam("letter")).scalar_subquery(),
)
"""The seat of a letter's reader, if nobody else has taken it meanwhile."""
STORY_READ = _OF_THE_READER.where(Chair.told_ply < bindparam("ply")).values(told_ply=bindparam("ply"))
TALK_READ = _OF_THE_READER.where(Chair.heard < bindparam("remark")).values(heard=bindparam("remark"))


def has_read(chair_id: int, letter_id: int, ply: int | None, remark: int) -> None:
    """A letter told its reader the story before ``ply`` (``None``: none of it), and the talk up to ``remark``."""
    if ply is not None:
        _note(STORY_READ, chair=chair_id, letter=letter_id, ply=ply)
    if remark:
        _note(TALK_READ, chair=chair_id, letter=letter_id, remark=remark)


def _note(change: Update, **values: Any) -> None:
    """Run for every letter that is sent: the same statement each time, without a look at what the session holds."""
    db.session.execute(change, values, execution_options={"synchronize_session": False})


def never_arrived(letter: Letter, at: datetime, why: str) -> None:
    """Letters to this seat do not arrive: its page says so, and the host gets a letter the first time."""
    chair = db.session.get(Chair, letter.chair_id) if letter.chair_id else None
    if chair is None or chair.player_id != letter.player_id:  # somebody else sits there now
        return
    known, chair.trouble = chair.trouble, why
    host = chair.match.chairs[0]
    if known is None and host is not chair and host.player_id is not None:
        _tell_host(host, chair, letter, at)


def _tell_host(host: Chair, chair: Chair, letter: Letter, at: datetime) -> None:
    db.session.add(
        Letter(
            identity=f"{letter.id}:trouble",
            kind="trouble",
            match_id=chair.match_id,
            chair_id=host.id,
            player_id=host.player_id,
            ply=letter.ply,
            facts={"seat": chair.seat},
            created_at=at,
            due_at=at,
        )
    )
    nudge.want_delivery()


def wrote(player_id: int) -> None:
    """A mail has come from this player's address, so letters reach it."""
    in_trouble = update(Chair).where(Chair.player_id == player_id, Chair.trouble.is_not(None))
    db.session.execute(in_trouble.values(trouble=None))


def was_sent_one(chair_id: int, at: datetime) -> None:
    """A letter has left for a seat whose letters came back.

    The trouble is over if its player has answered on the page since they came back, and a letter that left since has
    not come back: neither alone shows that letters arrive.
    """
    failed_at = db.session.scalar(select(func.max(Letter.failed_at)).where(Letter.chair_id == chair_id))
    if failed_at is None:
        return
    kept = Letter.sent_at > failed_at, Letter.sent_at <= at - COMES_BACK, Letter.failed_at.is_(None)
    arrived = db.session.scalar(select(Letter.id).where(Letter.chair_id == chair_id, *kept).limit(1))
    chair = db.session.get_one(Chair, chair_id)
    if arrived and _has_answered(chair, failed_at):
        chair.trouble = None


def _has_answered(chair: Chair, since: datetime) -> bool:
    """Whether the player has answered by hand, in the open window or one that closed meanwhile."""
    match = chair.match
    turns = db.session.scalars(select(Turn).where(Turn.match_id == match.id, Turn.closed_at > since))
    given = [one for turn in turns for one in turn.answers if one["seat"] == chair.seat]
    sealed = match.sealed.get(str(chair.seat))
    return any(
        one["by"] == PLAYER and STANDING not in one and datetime.fromisoformat(one["at"]) > since
        for one in (*given, *([sealed] if sealed else []))
    )
