"""The outbox: letters are claimed one at a time, written, sent outside any transaction, and marked.

A claim is a lease: it pushes the letter's next try forward, so that whoever is killed while it sends leaves the letter
to be found again. Between sending and marking a kill costs one second copy, under the same Message-ID.
"""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, cast

import structlog
from sqlalchemy import CursorResult, Update, select, update

from . import clock, gathering, letters, replies
from .config import settings
from .db import transaction
from .mail import Deferred, Down, Mail, Refused, Transport, message_of, transport
from .matches.measure import AT_ONCE
from .models import Chair, Letter, Player, db

LEASE = timedelta(minutes=2)
"""Longer than a mail server that answers at all can take over one letter."""
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=6)
GIVE_UP = timedelta(days=5)
"""A letter that could not be sent for so long never will be."""

log = structlog.get_logger()


@dataclass(frozen=True)
class Claim:
    """A letter that is ours until its lease ends."""

    id: int
    until: datetime
    reply_to: letters.Addresses = field(default_factory=dict)


def wait(attempts: int, jitter: float) -> timedelta:
    """How long to leave a letter alone after so many attempts: 1 minute, then twice as long each time up to 6 hours.

    ``jitter``, from 0 to 1, shortens it by up to a fifth, so that letters that failed together part.
    """
    doubled = FIRST_WAIT * 2 ** min(attempts - 1, 20)
    return max(FIRST_WAIT, min(doubled, LONGEST_WAIT) * (1 - jitter / 5))


def deliver(now: datetime | None = None, budget: float = 50, way_out: Transport | None = None) -> int:
    """Send what is due, for at most ``budget`` seconds. Returns how many letters were sent.

    ``now`` is the moment at the start; it moves on as time passes. Safe in many workers at once.
    """
    started, at_start = time.monotonic(), now or clock.now()

    def moment() -> datetime:
        return at_start + timedelta(seconds=time.monotonic() - started)

    if not due(at_start):
        return 0
    sent = 0
    with way_out or transport(settings().mail_url) as out:
        while time.monotonic() - started < budget:
            claimed = claim(moment())
            if claimed is None:
                break
            try:
                sent += _deliver_one(claimed, out, moment)
            except Down as down:
                log.warning("mail.down", error=str(down))
                break
    return sent


def due(now: datetime) -> bool:
    """Whether a letter waits to be sent."""
    waiting = db.session.scalar(select(Letter.id).where(Letter.due_at <= now).limit(1)) is not None
    db.session.rollback()
    return waiting


@dataclass(frozen=True)
class Held:
    """The letter that was due waits for others to its reader."""


def claim(now: datetime) -> Claim | None:
    """Take the letter that has been due longest, if there is one; letters to be gathered are laid together first."""
    claimed: Claim | Held | None = Held()
    while isinstance(claimed, Held):
        claimed = _claim(now)
    return claimed


@transaction
def _claim(now: datetime) -> Claim | Held | None:
    row = db.session.execute(
        select(Letter.id, Letter.due_at, Letter.kind, Letter.chair_id, Letter.ply, Letter.attempts, Chair.player_id)
        .outerjoin(Chair, Letter.chair_id == Chair.id)
        .where(Letter.due_at <= now)
        .order_by(Letter.due_at, Letter.id)
        .limit(1)
        .with_for_update(skip_locked=True, of=Letter)
    ).first()
    if row is None:
        return None
    patient = row.attempts == 0 and row.kind in gathering.PATIENT
    player = db.session.get(Player, row.player_id) if patient and row.player_id else None
    if player is None or player.measure == AT_ONCE:
        return _lease(row, now)
    waiting = gathering.waiting_for(player.id)
    leaves_at = gathering.leaves_at(player, waiting)
    if leaves_at > now:
        db.session.execute(_each(waiting).values(due_at=leaves_at))
        return Held()
    return _lease(row, now) if len(waiting) == 1 else _parcel(player, waiting, now)


def _lease(row: Any, now: datetime) -> Claim | None:
    """The letter is ours for a while."""
    until = now + LEASE
    taken = _changed(
        update(Letter)
        .where(Letter.id == row.id, Letter.due_at == row.due_at)
        .values(due_at=until, attempts=Letter.attempts + 1)
    )
    if not taken:
        return None
    return Claim(row.id, until, _reply_to(_carried(row.id) if row.kind == "gathered" else [row], now))


def _parcel(player: Player, waiting: Sequence[gathering.Waiting], now: datetime) -> Claim:
    """A letter in which all that waits travels; it is ours for a while, and is sent, put off or refused as one."""
    until = now + LEASE
    parcel = Letter(
        identity=f"gathered:{player.id}:{waiting[0].id}", kind="gathered", player_id=player.id, facts={},
        created_at=now, due_at=until, attempts=1,
    )  # fmt: skip
    db.session.add(parcel)
    db.session.flush()
    db.session.execute(_each(waiting).values(due_at=None, gathered_in=parcel.id))
    return Claim(parcel.id, until, _reply_to(waiting, now))


def _each(waiting: Sequence[gathering.Waiting]) -> Update:
    return update(Letter).where(Letter.id.in_([letter.id for letter in waiting]))


def _carried(parcel: int) -> Sequence[Letter]:
    """The letters that travel in another one."""
    return db.session.scalars(select(Letter).where(Letter.gathered_in == parcel)).all()


def _reply_to(travelling: Iterable[Any], now: datetime) -> dict[int, str]:
    """Addresses for answers to these letters, by their ids: they take mail before the letters leave."""
    seated = [one for one in travelling if one.chair_id is not None and one.kind in letters.KINDS]
    answers = {one: letters.KINDS[one.kind].answers for one in seated}
    return {
        one.id: replies.open_address(one.chair_id, one.ply, now, purpose) for one, purpose in answers.items() if purpose
    }


def _deliver_one(claimed: Claim, out: Transport, moment: Callable[[], datetime]) -> int:
    """Write, send and mark one letter. Returns how many were sent, 0 or 1. Raises `Down`."""
    try:
        written = _write(claimed, moment())
        if written is None:
            drop(claimed, moment())
            return 0
        _send(written.mail, out)
    except Down as down:
        put_back(claimed, moment(), str(down))
        raise
    except Deferred as deferred:
        put_off(claimed, moment(), str(deferred))
    except Refused as refused:
        fail(claimed, moment(), f"Letters to this address are refused: “{refused}”.")
    except Exception as error:
        # One letter that cannot be written must not stop the others.
        place = traceback.extract_tb(error.__traceback__)[-1]
        log.error("letter.broken", letter=claimed.id, error=type(error).__name__, at=f"{place.name}:{place.lineno}")
        put_off(claimed, moment(), f"it could not be written ({type(error).__name__})")
    else:
        mark_sent(claimed, moment(), written)
        log.info("letter.sent", letter=claimed.id, kind=written.mail.kind)
        return 1
    return 0


def _write(claimed: Claim, now: datetime) -> letters.Written | None:
    db.session.expire_all()
    try:
        return letters.write(db.session.get_one(Letter, claimed.id), now, claimed.reply_to)
    finally:
        db.session.rollback()


def _send(mail: Mail, out: Transport) -> None:
    out.send(message_of(mail), mail.return_path or _bare(mail.sender), mail.address)


def _bare(sender: str) -> str:
    return sender.rpartition("<")[2].rstrip(">").strip()


@transaction
def mark_sent(claimed: Claim, now: datetime, written: letters.Written) -> None:
    """The letter has left, with all that it tells; what it carried and was no news any more is dropped."""
    sent = {"due_at": None, "sent_at": now, "error": None, "message_id": written.mail.message_id}
    _changed(update(Letter).where(Letter.id == claimed.id, Letter.sent_at.is_(None)).values(**sent))
    told = [one.letter_id for one in written.told]
    _changed(_open_within(claimed.id).where(Letter.id.in_(told)).values(sent_at=now, error=None))
    _changed(_open_within(claimed.id).values(dropped_at=now))
    for one in written.told:
        _know(one)


def _know(told: letters.Told) -> None:
    """The reader, if nobody else has taken the seat meanwhile, knows the story so far, and what was said."""
    reader = select(Letter.player_id).where(Letter.id == told.letter_id).scalar_subquery()
    of_the_seat = update(Chair).where(Chair.id == told.chair_id, Chair.player_id == reader)
    if told.ply is not None:
        _changed(of_the_seat.where(Chair.told_ply < told.ply).values(told_ply=told.ply))
    if told.heard:
        _changed(of_the_seat.where(Chair.heard < told.heard).values(heard=told.heard))


@transaction
def drop(claimed: Claim, now: datetime) -> None:
    """The letter has been overtaken, or nobody wants it."""
    if _changed(_ours(claimed).values(due_at=None, dropped_at=now)):
        _changed(_open_within(claimed.id).values(dropped_at=now))


@transaction
def put_back(claimed: Claim, now: datetime, why: str) -> None:
    """No mail server: that is no fault of the letter, which waits a minute and keeps its count of attempts."""
    if not _given_up(claimed, now, why):
        later = now + FIRST_WAIT * (1 + random.random() / 5)
        _changed(_ours(claimed).values(due_at=later, attempts=Letter.attempts - 1, error=why))
        _changed(_open_within(claimed.id).values(error=why))


@transaction
def put_off(claimed: Claim, now: datetime, why: str) -> None:
    """Try again later; after five days, never."""
    if not _given_up(claimed, now, why):
        attempts = db.session.get_one(Letter, claimed.id).attempts
        _changed(_ours(claimed).values(due_at=now + wait(attempts, random.random()), error=why))
        _changed(_open_within(claimed.id).values(error=why))


def _given_up(claimed: Claim, now: datetime, why: str) -> bool:
    letter = db.session.get_one(Letter, claimed.id)
    if now - letter.created_at < GIVE_UP:
        return False
    _fail(letter, now, f"Letters to this address could not be delivered for five days: “{why}”.")
    return True


@transaction
def fail(claimed: Claim, now: datetime, why: str) -> None:
    """This letter never arrives; seat and host are told."""
    _fail(db.session.get_one(Letter, claimed.id), now, why)


@transaction
def bounced(letter_id: int, now: datetime, why: str) -> None:
    """A letter that had been sent came back; seat and host are told. An unknown letter changes nothing."""
    letter = db.session.get(Letter, letter_id)
    if letter is not None and letter.failed_at is None:
        _fail(letter, now, why)


def _fail(letter: Letter, now: datetime, why: str) -> None:
    """A letter never arrives, nor what it carried: the seats that it was for are in trouble."""
    log.warning("letter.failed", letter=letter.id)
    for one in (letter, *_carried(letter.id)):
        if one.dropped_at is None:
            one.due_at, one.failed_at, one.error = None, now, why
            _trouble(one, now, why)


def _trouble(letter: Letter, now: datetime, why: str) -> None:
    chair = db.session.get(Chair, letter.chair_id) if letter.chair_id else None
    if chair is None or chair.player_id != letter.player_id:  # somebody else sits there now
        return
    known, chair.trouble = chair.trouble, why
    host = chair.match.chairs[0]
    if known is None and host is not chair and host.player_id is not None:
        _tell_host(host, chair, letter, now)


def _tell_host(host: Chair, chair: Chair, letter: Letter, now: datetime) -> None:
    db.session.add(
        Letter(
            identity=f"{letter.id}:trouble",
            kind="trouble",
            match_id=chair.match_id,
            chair_id=host.id,
            player_id=host.player_id,
            ply=letter.ply,
            facts={"seat": chair.seat},
            created_at=now,
            due_at=now,
        )
    )
    db.session.info["letters"] = True


def _ours(claimed: Claim) -> Update:
    """The claimed letter, as long as nobody else has claimed it since."""
    return update(Letter).where(Letter.id == claimed.id, Letter.due_at == claimed.until)


def _open_within(parcel: int) -> Update:
    """The letters that travel in another one and whose fate is open."""
    unsettled = Letter.sent_at.is_(None), Letter.failed_at.is_(None), Letter.dropped_at.is_(None)
    return update(Letter).where(Letter.gathered_in == parcel, *unsettled)


def _changed(change: Update) -> bool:
    return cast(CursorResult[Any], db.session.execute(change)).rowcount == 1
