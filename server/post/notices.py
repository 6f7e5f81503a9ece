"""Notices: what people are told on channels besides mail; delivered like letters.

A notice is written when a letter is due, in the transaction that holds the letter back for a moment. Once
the notice is delivered the letter is dropped, in the transaction that records it; otherwise the letter leaves as usual.
So whatever happens to a channel, nobody misses anything, and nobody is told twice unless they wish it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import Select, and_, bindparam, exists, select, update

from .. import clock, counts
from ..config import settings
from ..logs import described
from ..matches import channels, letters
from ..store import heartbeat, nudge
from ..store.hours import waking
from ..store.models import CHAIRS, MATCHES, Channel, Letter, Notice, db
from ..store.one_match import one_player
from ..store.session import first, run, transaction
from .channels import KINDS, http_client, notice_text
from .channels.http_client import Failed, Request
from .failures import wait

BATCH, AT_A_TIME = 20, 8
"""How many notices are leased together, and how many of them are sent at the same time."""
LEASE = timedelta(minutes=2)
"""Longer than sending a batch can take."""
HELD = timedelta(minutes=2)
"""How long a letter is held back for the notice that replaces it."""
SHARE = 0.5
"""The largest fraction of a window for which a letter is held back."""
ENOUGH, A_DAY = 5, timedelta(days=1)
"""The number of failures, and the time, after which a channel is switched off."""
GONE = "It was ended there."
OFF = "It was switched off, because it has not worked for a day: {error}"

log = structlog.get_logger()


# Writing -------------------------------------------------------------------------------------------------------------


def gather(now: datetime, among: Collection[int] | None = None) -> set[int]:
    """Write the notices for letters that are due, and hold back the letters that they replace.

    ``among``: look only at these letters. Returns those held back. Must run inside a transaction.
    """
    _tell_of_matches(now, among)
    found = _found(ALL_UNTOLD, THESE_UNTOLD, now, among)
    held: set[int] = set()
    for letter, channel, closes_at in found:
        due_at = waking(one_player(letter.player_id), now)
        db.session.add(_notice(f"{letter.digest}:{channel.id}", channel, letter, now, due_at))
        until = due_at + HELD
        spared = closes_at is None or until <= letter.created_at + (closes_at - letter.created_at) * SHARE
        if spared and letter.id not in held and is_spared(letter.player_id):
            letter.due_at = letter.held_until = until
            held.add(letter.id)
    if found:
        db.session.flush()
    return held


_AMONG = Letter.id.in_(bindparam("among", expanding=True))
_DUE = Letter.due_at <= bindparam("now"), Letter.attempts == 0, Channel.created_at <= Letter.created_at
_THEIRS = and_(Channel.player_id == Letter.player_id, Channel.match_id.is_(None), Channel.ended_at.is_(None))
UNTOLD = (
    select(Letter, Channel, MATCHES.c.closes_at)
    .join(Channel, _THEIRS)
    .join(MATCHES, MATCHES.c.id == Letter.match_id)
    .where(*_DUE, Letter.kind.in_(notice_text.TOLD))
    .where(~exists().where(Notice.letter_id == Letter.id, Notice.channel_id == Channel.id))
    .order_by(Letter.id, Channel.id)
    .with_for_update(skip_locked=True, of=Letter)
)
"""Letters that are due, with each of their readers' channels on which they have not been told."""
_OF_THE_HOST = and_(CHAIRS.c.match_id == Letter.match_id, CHAIRS.c.seat == 0, CHAIRS.c.player_id == Channel.player_id)
_SAME_WINDOW = Notice.match_id == Letter.match_id, Notice.ply == Letter.ply, Notice.kind == Letter.kind
OF_MATCHES = (
    select(Letter, Channel)
    .join(Channel, and_(Channel.match_id == Letter.match_id, Channel.ended_at.is_(None)))
    .join(CHAIRS, _OF_THE_HOST)
    .where(*_DUE, Letter.kind.in_(notice_text.PUBLIC))
    .where(~exists().where(Notice.channel_id == Channel.id, *_SAME_WINDOW))
    .order_by(Letter.id)
)
"""Letters that are due, with each hook of their match on which their window has not been told."""
ANY_TO_WRITE = (
    select(Letter.id)
    .join(Channel, (Channel.player_id == Letter.player_id) | (Channel.match_id == Letter.match_id))
    .where(Letter.due_at <= bindparam("now"), Letter.kind.in_(notice_text.TOLD), Letter.attempts == 0)
    .where(Channel.ended_at.is_(None))
    .limit(1)
)
"""A letter that is due and may have to be told on a channel."""
ANY_DUE = select(Notice.id).where(Notice.due_at <= bindparam("now")).limit(1)
ALL_UNTOLD, ALL_OF_MATCHES = UNTOLD.limit(BATCH), OF_MATCHES.limit(BATCH)
THESE_UNTOLD, THESE_OF_MATCHES = UNTOLD.where(_AMONG), OF_MATCHES.where(_AMONG)


def _tell_of_matches(now: datetime, among: Collection[int] | None) -> None:
    """Write the notices for hooks of matches, one for each window. A hook ends when its owner is no longer host."""
    found = _found(ALL_OF_MATCHES, THESE_OF_MATCHES, now, among)
    once = {f"{one.match_id}:{one.ply}:{one.kind}:{channel.id}": (one, channel) for one, channel in found}
    for identity, (letter, channel) in once.items():
        db.session.add(_notice(identity, channel, letter, now, now))


def _found(
    every: Select[*tuple[Any, ...]], these: Select[*tuple[Any, ...]], now: datetime, among: Collection[int] | None
) -> Sequence[Any]:
    """The rows of one of two statements: ``every``, or ``these``, limited to the letters ``among``."""
    if among is None:
        return db.session.execute(every, {"now": now}).all()
    return db.session.execute(these, {"now": now, "among": list(among)}).all()


def _notice(identity: str, channel: Channel, letter: Letter, now: datetime, due_at: datetime) -> Notice:
    return Notice(
        identity=identity, channel_id=channel.id, player_id=channel.player_id, kind=letter.kind,
        match_id=letter.match_id, ply=letter.ply, letter_id=letter.id, created_at=now, due_at=due_at,
    )  # fmt: skip


def is_spared(player_id: int) -> bool:
    """Whether a person gets no letters that a notice has told: none of their channels wants letters too."""
    theirs = Channel.player_id == player_id, Channel.match_id.is_(None), Channel.ended_at.is_(None)
    return db.session.scalar(select(Channel.id).where(*theirs, Channel.letters_too).limit(1)) is None


def try_out(channel: Channel, at: datetime) -> None:
    """Write a trial notice, at most one a minute. Must run inside a transaction."""
    identity = f"trial:{channel.id}:{at:%Y%m%d%H%M}"
    if db.session.scalar(select(Notice.id).where(Notice.identity == identity)) is None:
        db.session.add(
            Notice(identity=identity, channel_id=channel.id, player_id=channel.player_id, kind=notice_text.TRIAL,
                   created_at=at, due_at=at)
        )  # fmt: skip
    nudge.want_delivery()


# Delivering ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LeasedNotice:
    """A notice leased by this process. ``request``: what to send; ``None`` if it is obsolete."""

    id: int
    request: Request | None
    broken: str = ""


def deliver(now: datetime | None = None, budget: float = 20) -> int:
    """Write the notices that are needed, and send those that are due, for about ``budget`` seconds.

    Returns how many were sent. Many workers may call this at once.
    """
    started, at_start, sent = time.monotonic(), now or clock.now(), 0
    while time.monotonic() - started < budget and _gathered(at_start):
        pass
    allowed = settings().hook_hosts
    while time.monotonic() - started < budget and (batch := _leased(at_start)):
        with ThreadPoolExecutor(AT_A_TIME, thread_name_prefix="notice") as pool:
            outcomes = list(pool.map(lambda lease: _send(lease, allowed), batch))
        at = at_start + timedelta(seconds=time.monotonic() - started)
        for lease, outcome in zip(batch, outcomes, strict=True):
            sent += settle(lease, outcome, at)
    return sent


def _gathered(now: datetime) -> bool:
    """Write some notices. Returns whether there may be more to write."""
    if first(ANY_TO_WRITE, {"now": now}) is None:  # mostly; then no transaction is worth while
        return False
    return transaction(lambda: not heartbeat.held(now) and len(gather(now)) > 0)()


def _leased(now: datetime) -> list[LeasedNotice]:
    """Lease the notices longest overdue, and write their text."""
    if first(ANY_DUE, {"now": now}) is None:
        return []
    ids = _lease(now)
    db.session.expire_all()
    found = db.session.scalars(select(Notice).where(Notice.id.in_(ids)).order_by(Notice.id)).all()
    leases = [_written(notice, now) for notice in found]
    db.session.rollback()
    return leases


@transaction
def _lease(now: datetime) -> Sequence[int]:
    if heartbeat.held(now):
        return ()
    due = select(Notice.id).where(Notice.due_at <= now).order_by(Notice.due_at, Notice.id).limit(BATCH)
    ids = db.session.scalars(due.with_for_update(skip_locked=True)).all()
    ours = update(Notice).where(Notice.id.in_(ids), Notice.due_at <= now).returning(Notice.id)
    forward = {"due_at": now + LEASE, "attempts": Notice.attempts + 1}
    return run(ours.values(forward)).scalars().all()


def _written(notice: Notice, now: datetime) -> LeasedNotice:
    try:
        ended = notice.channel.ended_at is not None or _is_overtaken(notice)
        said = None if ended else notice_text.message(notice, now)
        kind = KINDS[notice.channel.kind]
        request = kind.request(notice.channel.address, notice.channel.facts, said) if said else None
        return LeasedNotice(notice.id, request)
    except Exception as error:  # one notice that cannot be written must not stop the others
        log.error("notice.broken", notice=notice.id, **described(error))
        return LeasedNotice(notice.id, None, f"It could not be written ({type(error).__name__}).")


def _is_overtaken(notice: Notice) -> bool:
    """Whether a later notice of the same table, waiting or told on the same channel, makes this one needless."""
    if notice.letter_id is None or notice.channel.match_id is not None:
        return False
    its_seat = select(Letter.chair_id).where(Letter.id == notice.letter_id).scalar_subquery()
    later = (
        select(Notice.id)
        .join(Letter, Letter.id == Notice.letter_id)
        .where(Notice.channel_id == notice.channel_id, Notice.id > notice.id, Notice.dropped_at.is_(None))
        .where(Letter.chair_id == its_seat, Letter.kind.in_(("turn", "reminder", "over")))
    )
    return notice.kind in ("turn", "reminder") and db.session.scalar(later.limit(1)) is not None


def _send(lease: LeasedNotice, allowed: frozenset[str]) -> Failed | None:
    """Send one notice. Returns why it failed, or ``None``."""
    if lease.request is None:
        return Failed(lease.broken) if lease.broken else None
    try:
        http_client.call(lease.request, allowed)
    except Failed as failed:
        return failed
    except Exception as error:
        return Failed(f"It could not be sent ({type(error).__name__}).")
    return None


def settle(lease: LeasedNotice, outcome: Failed | None, at: datetime) -> int:
    """Record the outcome of a notice. Returns how many were sent, 0 or 1."""
    if outcome is not None:
        _failed(lease.id, outcome, at)
    elif lease.request is None:
        _drop(lease.id, at)
    else:
        _sent(lease.id, at)
        return 1
    return 0


@transaction
def _drop(notice_id: int, at: datetime) -> None:
    notice = db.session.get(Notice, notice_id)
    if notice is not None:  # otherwise erased meanwhile
        notice.due_at, notice.dropped_at = None, at


@transaction
def _sent(notice_id: int, at: datetime) -> None:
    """The notice was delivered: the channel works, and the letter held back for it is not needed."""
    notice = db.session.get(Notice, notice_id)
    if notice is None:
        return
    notice.due_at, notice.sent_at, channel = None, at, notice.channel
    counts.count_later("notices", channel.kind, "sent")
    channel.failing_since, channel.failures, channel.error = None, 0, None
    if notice.letter_id is not None and channel.match_id is None and is_spared(notice.player_id):
        waits = Letter.id == notice.letter_id, Letter.due_at.is_not(None), Letter.attempts == 0
        run(update(Letter).where(*waits).values(due_at=None, dropped_at=at))
    log.info("notice.sent", notice=notice.id, kind=notice.kind, channel=channel.kind)


@transaction
def _failed(notice_id: int, failed: Failed, at: datetime) -> None:
    """Retry with increasing waits; if that does not help, switch the channel off."""
    notice = db.session.get(Notice, notice_id)
    if notice is None:
        return
    channel = notice.channel
    counts.count_later("notices", channel.kind, "failed")
    channel.failures, channel.error = channel.failures + 1, str(failed)
    channel.failing_since = channel.failing_since or at
    log.info("notice.failed", notice=notice.id, channel=channel.kind, status=failed.status)
    if failed.status in KINDS[channel.kind].gone:
        channels.end(channel, at, GONE)
    elif channel.failures >= ENOUGH and at - channel.failing_since >= A_DAY:
        _switch_off(channel, at)
    elif notice.kind == notice_text.TRIAL:
        notice.due_at, notice.dropped_at = None, at
    else:
        notice.due_at = at + wait(notice.attempts, random.random(), failed.wait)


def _switch_off(channel: Channel, at: datetime) -> None:
    """Switch off a channel that has not worked for a day, and tell its owner by letter."""
    why = channel.error
    channels.end(channel, at, OFF.format(error=why))
    what = {"name": channel.name, "why": why}
    letters.write_to_player(one_player(channel.player_id), "switched-off", at, str(channel.id), **what)
