"""The effects of mail on a seat: which turns and remarks its player has been sent, and whether mail reaches the player.

The outbox and the inbox call these functions inside their own transactions, so that a letter and the seat of its
reader are updated together or not at all.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import BindParameter, bindparam, case, func, or_, select, update

from ..store.envelopes import PLAYER
from ..store.models import CHAIRS, Chair, Letter, Offer, Turn, db
from ..store.one_match import chair_of, one_chair
from ..store.session import Change
from ..terms import hides
from . import letters
from .strangers import NOT_POSSIBLE

COMES_BACK = timedelta(hours=1)
"""A letter that has not bounced within this time is assumed to have arrived."""
BY_ANSWER = ("receipt", "refusal", "meant", "late", "reminder")
"""Kinds of letters that are written because somebody has answered, in some way, or has not."""

_TOLD: BindParameter[int] = bindparam("told")
_HEARD: BindParameter[int] = bindparam("remark")
READ = (
    update(CHAIRS)
    .where(
        CHAIRS.c.id == bindparam("chair"),
        CHAIRS.c.player_id == select(Letter.player_id).where(Letter.id == bindparam("reader_of")).scalar_subquery(),
        or_(CHAIRS.c.told_ply < _TOLD, CHAIRS.c.heard < _HEARD),
    )
    .values(
        told_ply=case((CHAIRS.c.told_ply < _TOLD, _TOLD), else_=CHAIRS.c.told_ply),
        heard=case((CHAIRS.c.heard < _HEARD, _HEARD), else_=CHAIRS.c.heard),
    )
)
"""Updates the seat of a letter's recipient, unless another player has taken the seat since."""


def has_read(chair_id: int, letter_id: int, ply: int | None, remark: int) -> Change:
    """The change that records what a letter contained: the story before ``ply`` (``None``: no story) and the talk up to
    ``remark`` (0: none).
    """
    return READ, {"chair": chair_id, "reader_of": letter_id, "told": -1 if ply is None else ply, "remark": remark}


def never_arrived(letter: Letter, at: datetime, why: str) -> None:
    """Record that mail to this seat fails, because of ``why``; the host gets a letter about it the first time.

    Where nobody has taken the seat yet, the reason is the one given of somebody who wants no letters, so that the host
    cannot tell which it is.
    """
    offer = db.session.get(Offer, letter.facts.get("offer", 0)) if letter.kind == "offer" else None
    if offer is not None:
        offer.trouble = NOT_POSSIBLE
    chair = chair_of(letter.chair_id) if letter.chair_id else None
    if chair is None or chair.player_id != letter.player_id:  # another player has taken the seat since
        return
    known, chair.trouble = chair.trouble, why if chair.accepted_at else NOT_POSSIBLE
    if known is None:
        letters.tell_host_of_trouble(chair.match, chair, at)


def wrote(player_id: int) -> None:
    """Clear the delivery trouble of a player's seats: mail has come from this address, so mail probably reaches it.

    Not to be called for a mail that has sealed an answer: the others would see how it was given.
    """
    in_trouble = update(CHAIRS).where(CHAIRS.c.player_id == player_id, CHAIRS.c.trouble.is_not(None))
    db.session.execute(in_trouble.values(trouble=None))


def was_sent_one(chair_id: int, letter_id: int, at: datetime) -> None:
    """Clear the trouble of a seat whose letters failed, after another letter was sent to it, if mail works again.

    A letter that had failed and that the mail server has taken now shows it. Otherwise two things must have happened
    since the last failure: the player answered on the page, and a letter sent at least `COMES_BACK` ago did not bounce.
    Neither alone shows that mail arrives. Letters that hang on an answer (`BY_ANSWER`) show nothing, or the others
    could read the answer from the end of the trouble.
    """
    letter = db.session.get_one(Letter, letter_id)
    if letter.again_at is not None:
        one_chair(chair_id).trouble = None
        return
    if letter.kind in BY_ANSWER:
        return
    failed_at = db.session.scalar(select(func.max(Letter.failed_at)).where(Letter.chair_id == chair_id))
    if failed_at is None:
        return
    kept = Letter.sent_at > failed_at, Letter.sent_at <= at - COMES_BACK, Letter.failed_at.is_(None)
    theirs = Letter.chair_id == chair_id, Letter.kind.not_in(BY_ANSWER)
    arrived = db.session.scalar(select(Letter.id).where(*theirs, *kept).limit(1))
    chair = one_chair(chair_id)
    if arrived and _has_answered(chair, failed_at):
        chair.trouble = None


def _has_answered(chair: Chair, since: datetime) -> bool:
    """Whether an answer in the player's name has opened since then, or is known to be sealed. A planned one counts,
    too: the others see when the trouble ends, and must not learn from it how somebody answered or, where that is
    hidden, whether.
    """
    match = chair.match
    turns = db.session.scalars(select(Turn).where(Turn.match_id == match.id, Turn.closed_at > since))
    given = [one for turn in turns for one in turn.answers if one.seat == chair.seat]
    sealed = None if hides(match.terms) else match.sealed.get(chair.seat)
    return any(one.by == PLAYER and one.at > since for one in (*given, *([sealed] if sealed else [])))
