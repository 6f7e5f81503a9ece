"""The outbox: letters are leased and written in batches, sent outside any transaction, and marked one by one.

A lease moves a letter's ``due_at`` into the future, so that the letter is found again if the process is killed. A kill
between sending and marking causes one duplicate with the same Message-ID; the batch's other letters are sent after
their lease has expired.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Any

import structlog
from sqlalchemy import Update, bindparam, exists, select, update
from sqlalchemy.orm import aliased

from .. import clock, counts
from ..config import settings
from ..logs import described
from ..matches import delivery_effects
from ..matches.preferences import AT_ONCE
from ..store import heartbeat
from ..store.models import CHAIRS, PLAYERS, Letter, db
from ..store.one_match import one_player
from ..store.session import Change, change_all, first, run, transaction
from . import breaker, digest, notices, reply_addresses, tables, writing
from .breaker import MaySend
from .failures import FIRST_WAIT, Deferred, Down, Rejected, wait, without, without_addresses
from .kinds import GATHERED, KINDS
from .message import message_of
from .reply_addresses import Target
from .signing import signer
from .transports import Transport, transport

BATCH = 40
"""How many letters are leased at a time: reading for that many costs little more than for one. After a kill, at most
this many wait for their lease to expire. A letter that has not left within `FRESH` is written again."""
LEASE = timedelta(minutes=2)
BATCH_TIME = timedelta(seconds=20)
"""How long a batch is processed. The rest of the lease is ample for a working mail server to accept one letter."""
FRESH = timedelta(seconds=2)
"""The longest time between writing and sending a letter; after that it is written again."""
GIVE_UP = timedelta(days=5)
"""A letter that could not be sent for this long has failed, unless the mail server refuses everybody."""

log = structlog.get_logger()


@dataclass(frozen=True)
class LeasedLetter:
    """A letter leased by this process until ``until``. ``since``: the time at which it was due."""

    id: int
    since: datetime
    until: datetime
    chair_id: int | None
    reply_to: writing.Addresses
    kind: str


def deliver(
    now: datetime | None = None,
    budget: float = 50,
    way_out: Transport | None = None,
    more: Callable[[], None] = lambda: None,
) -> int:
    """Send the letters that are due, for at most ``budget`` seconds. Returns how many were sent.

    ``now``: the time at the start, which advances with real time. Many workers may call this at once. ``more``: called
    once as soon as a whole batch has left and more letters are due, and when the time is up before all have left.
    """
    started, at_start = time.monotonic(), now or clock.now()

    def moment() -> datetime:
        return at_start + timedelta(seconds=time.monotonic() - started)

    if not due(at_start):
        return 0
    sent, end, told = 0, at_start + timedelta(seconds=budget), False
    with way_out or transport(settings().mail_url, signer(settings())) as out:
        try:
            while moment() < end and due(moment()) and (batch := _next_batch(moment())):
                if sent >= BATCH and not told:
                    told = True
                    more()
                for done in _deliver(batch, out, moment, min(end, moment() + BATCH_TIME)):
                    sent += done
            if moment() >= end and due(moment()):
                more()
        except Down as down:
            log.warning("mail.down", error=without_addresses(str(down)))
    return sent


def _next_batch(now: datetime) -> list[LeasedLetter]:
    """Lease what may be sent now: while the mail server refuses everybody, one letter now and then."""
    what = breaker.may_send(now)
    return [] if what is MaySend.NONE else lease(now, what)


def due(now: datetime) -> bool:
    return first(ANY_DUE, {"now": now}) is not None


ANY_DUE = select(Letter.id).where(Letter.due_at <= bindparam("now")).limit(1)


def lease(now: datetime, what: MaySend = MaySend.ALL) -> list[LeasedLetter]:
    """Lease the letters longest overdue, after combining those for digests. Returns none if nothing is due."""
    leased: list[LeasedLetter] | None = []
    while leased == []:  # every letter found was put off for a digest, or another worker has just leased it
        leased = _lease_batch(now, what)
    return leased or []


@transaction
def _lease_batch(now: datetime, what: MaySend) -> list[LeasedLetter] | None:
    """Lease one batch. Returns ``None`` if nothing is due, or the server is paused or was away (see `heartbeat`)."""
    if heartbeat.held(now):
        return None
    rows: Sequence[Any] = db.session.execute(DUE if what is MaySend.ALL else ONE_TO_TRY, {"now": now}).all()
    if not rows:
        return None
    held = notices.gather(now, [row.id for row in rows])
    rows = [row for row in rows if row.id not in held]
    readers = {row.player_id: row for row in rows if _may_wait(row)}
    gathered = [_gathered(row, now) for row in readers.values()]
    return _lease([*(row for row in rows if not _may_wait(row)), *filter(None, gathered)], now)


_SEATED = select(CHAIRS.c.id).where(CHAIRS.c.id == Letter.chair_id).correlate(Letter)
_PLAYER = _SEATED.with_only_columns(CHAIRS.c.player_id).scalar_subquery()
_DIGEST = (
    _SEATED.join(PLAYERS, CHAIRS.c.player_id == PLAYERS.c.id).with_only_columns(PLAYERS.c.digest).scalar_subquery()
)
_ALL_DUE = (
    select(
        Letter.id, Letter.due_at, Letter.kind, Letter.chair_id, Letter.ply, Letter.attempts,
        _PLAYER.label("player_id"), _DIGEST.label("digest"),
    )
    .where(Letter.due_at <= bindparam("now"))
    .with_for_update(skip_locked=True, of=Letter)
)  # fmt: skip
DUE = _ALL_DUE.order_by(Letter.due_at, Letter.id).limit(BATCH)
"""The letters longest overdue that no other worker has locked. Their readers are looked up one by one: in a join,
PostgreSQL would match all chairs with all due letters before taking the first few."""
_EARLIER = aliased(Letter)
ONE_TO_TRY = _ALL_DUE.order_by(
    Letter.refused_at.is_not(None),
    ~exists().where(_EARLIER.chair_id == Letter.chair_id, _EARLIER.sent_at.is_not(None)),
    Letter.due_at,
    Letter.id,
).limit(1)
"""A letter to test the mail server with: if possible not refused yet, and to a reader who has got letters."""


def _may_wait(row: Any) -> bool:
    return row.attempts == 0 and row.kind in digest.MAY_WAIT and row.digest not in (None, AT_ONCE)


def _gathered(row: Any, now: datetime) -> Any | None:
    """The letter that may leave for the reader of this row: a new digest of all that wait for them, or the row itself
    if nothing else does. If it is too early, they are put off, and it is ``None``.
    """
    player, waiting = one_player(row.player_id), digest.waiting_for(row.player_id, now)
    leaves_at = digest.leaves_at(player, waiting)
    if leaves_at > now:
        _set_each(waiting, due_at=leaves_at)
        return None
    if len(waiting) == 1:
        return row
    letter = Letter(
        identity=f"gathered:{player.id}:{waiting[0].id}", kind=GATHERED, player_id=player.id, facts={},
        created_at=now, due_at=now,
    )  # fmt: skip
    db.session.add(letter)
    db.session.flush()
    _set_each(waiting, due_at=None, gathered_in=letter.id)
    return letter


def _set_each(waiting: Sequence[digest.Waiting], **values: Any) -> None:
    run(update(Letter).where(Letter.id.in_([letter.id for letter in waiting])).values(values))


def _lease(rows: Sequence[Any], now: datetime) -> list[LeasedLetter]:
    """Lease these letters, except those that another worker has leased meanwhile."""
    if not rows:
        return []
    until = now + LEASE
    values = {"letters": [row.id for row in rows], "now": now, "until": until}
    ids = set(run(LEASED, values).scalars())
    ours = [row for row in rows if row.id in ids]
    carried = {row.id: _carried(row.id) if row.kind == GATHERED else [row] for row in ours}
    reply_to = _reply_to([one for letters in carried.values() for one in letters], now)
    unseated = {row.id: carried[row.id] for row in ours if row.chair_id is None}
    reply_to |= tables.open_addresses(unseated, now)
    return [LeasedLetter(row.id, row.due_at, until, row.chair_id, reply_to, row.kind) for row in ours]


_AMONG = Letter.id.in_(bindparam("letters", expanding=True))
LEASED = (
    update(Letter)
    .where(_AMONG, Letter.due_at <= bindparam("now"))
    .values(due_at=bindparam("until"), attempts=Letter.attempts + 1)
    .returning(Letter.id)
)
"""Leases those of these ``letters`` that are still due."""


def _carried(digest_id: int) -> Sequence[Letter]:
    return db.session.scalars(CARRIED_IN, {"digest": digest_id}).all()


CARRIED_IN = select(Letter).where(Letter.gathered_in == bindparam("digest"))


def _reply_to(letters: Iterable[Any], now: datetime) -> dict[int, str]:
    """Reply addresses for these letters, by letter id; committed before the letters leave."""
    asking = [one for one in letters if one.chair_id is not None and one.kind in KINDS and KINDS[one.kind].answers]
    targets = [
        Target(KINDS[one.kind].answers, one.chair_id, one.ply or 0, one.id if KINDS[one.kind].suggests else None)
        for one in asking
    ]
    addresses = reply_addresses.open_addresses(targets, now)
    return {one.id: address for one, address in zip(asking, addresses, strict=True)}


def _deliver(
    batch: Sequence[LeasedLetter], out: Transport, moment: Callable[[], datetime], end: datetime
) -> Iterator[int]:
    """Send the letters of a batch until ``end``, and release the rest. Yields 1 for each letter sent and 0 for others.

    Raises `Down` if the mail server cannot be reached.
    """
    left = deque(batch)
    try:
        while left and moment() < end:
            together, written_at = _next_to_write(left), moment()
            attempts = [*zip(together, _write(together, moment), strict=False)]
            if obsolete := [leased for leased, written in attempts if written is None]:
                drop(obsolete, written_at)
            for leased, written in attempts:
                left.popleft()
                yield _deliver_one(leased, written, out, moment) if written is not None else 0
                if moment() > min(end, written_at + FRESH):
                    break
    except Down:
        release(left)
        raise
    release(left)


def _next_to_write(left: Iterable[LeasedLetter]) -> list[LeasedLetter]:
    """The first letters that may all be written before any of them is sent.

    They are for different seats, because a seat's second letter depends on its first. A letter without a seat comes
    alone, because it may be for any player.
    """
    together: list[LeasedLetter] = []
    for leased in left:
        if together and (leased.chair_id is None or leased.chair_id in {one.chair_id for one in together}):
            break
        together.append(leased)
        if leased.chair_id is None:
            break
    return together


Attempt = writing.Written | Exception | None
"""A written letter, ``None`` for an obsolete one, or the error that prevented writing it."""


def _write(batch: Sequence[LeasedLetter], moment: Callable[[], datetime]) -> list[Attempt]:
    """Write letters, reading the database once for all; if that fails, write each one separately. Once half of `FRESH`
    is over, the others are left for later: the rest of it is for sending.
    """
    now, attempts = moment(), list[Attempt]()
    db.session.expire_all()
    try:
        letters = db.session.scalars(THESE, {"letters": [leased.id for leased in batch]})
        found = {letter.id: letter for letter in letters}
        sources = writing.sources_of(found.values())
        for leased in batch:
            attempts.append(_attempt(found[leased.id], now, leased, sources))
            if moment() > now + FRESH / 2:
                break
        return attempts
    except Exception as error:
        db.session.rollback()
        return [error] if len(batch) == 1 else [_write([leased], moment)[0] for leased in batch]
    finally:
        db.session.rollback()


THESE = select(Letter).where(_AMONG)


def _attempt(letter: Letter, now: datetime, leased: LeasedLetter, sources: writing.Sources) -> Attempt:
    try:
        return writing.write(letter, now, leased.reply_to, sources)
    except Exception as error:
        return error


def _deliver_one(
    leased: LeasedLetter, written: writing.Written | Exception, out: Transport, moment: Callable[[], datetime]
) -> int:
    """Send and mark one letter. Returns how many were sent, 0 or 1. Raises `Down` if no server can be reached."""
    try:
        if isinstance(written, Exception):
            raise written
        sender = written.mail.return_path or parseaddr(written.mail.sender)[1]
        out.send(message_of(written.mail), sender, written.mail.address)
    except Down as down:
        put_back(leased, moment(), str(down))
        raise
    except Deferred as deferred:
        put_off(leased, moment(), str(deferred))
    except Rejected as rejected:
        assert isinstance(written, writing.Written)
        if refuse(leased, moment(), rejected, written.mail.address):
            raise Down(str(rejected)) from rejected
    except Exception as error:
        # One letter that cannot be written must not stop the others.
        log.error("letter.broken", letter=leased.id, **described(error))
        put_off(leased, moment(), f"it could not be written ({type(error).__name__})")
    else:
        mark_sent(leased, moment(), written)
        log.info("letter.sent", letter=leased.id, kind=written.mail.kind)
        return 1
    return 0


SENT = (
    update(Letter)
    .where(Letter.id == bindparam("letter"), Letter.sent_at.is_(None))
    .values(due_at=None, sent_at=bindparam("now"), error=None, message_id=bindparam("message"))
)
_OPEN = Letter.sent_at.is_(None), Letter.failed_at.is_(None), Letter.dropped_at.is_(None)
_OF_A_DIGEST = update(Letter).where(*_OPEN, Letter.gathered_in == bindparam("digest"))
CARRIED_SENT = _OF_A_DIGEST.where(_AMONG).values(sent_at=bindparam("now"), error=None)
CARRIED_DROPPED = _OF_A_DIGEST.values(dropped_at=bindparam("now"))
CARRIED_DEFERRED = _OF_A_DIGEST.values(error=bindparam("why"))


def mark_sent(leased: LeasedLetter, now: datetime, written: writing.Written) -> None:
    """Mark a letter as sent, with the letters it carried; obsolete ones among them are marked as dropped.

    Letters are marked one by one, each before the next leaves, so that a kill causes at most one duplicate.
    """
    sent = {"letter": leased.id, "now": now, "message": written.mail.message_id}
    read = [delivery_effects.has_read(one.chair_id, one.letter_id, one.ply, one.heard) for one in written.news]
    changes = [(SENT, sent), breaker.passed(now), *read]
    if written.mail.kind == GATHERED:
        carried, told = {"digest": leased.id, "now": now}, [one.letter_id for one in written.news]
        changes += [(CARRIED_SENT, {**carried, "letters": told}), (CARRIED_DROPPED, carried)]
    if any(one.troubled for one in written.news):
        _mark_and_look_into_trouble(now, written, changes)
    else:
        change_all(*changes)
    counts.count("letters", leased.kind, "sent")


@transaction
def _mark_and_look_into_trouble(now: datetime, written: writing.Written, changes: Iterable[Change]) -> None:
    """Make these changes for a sent letter, and clear the trouble of its seats if mail works again."""
    for change, values in changes:
        run(change, values)
    for one in written.news:
        if one.troubled:
            delivery_effects.was_sent_one(one.chair_id, one.letter_id, now)


@transaction
def release(leases: Iterable[LeasedLetter]) -> None:
    """Give up leases: the letters are due again since the same time, and the attempt does not count."""
    for leased in leases:
        _changed(_update_leased(leased).values(due_at=leased.since, attempts=Letter.attempts - 1))


@transaction
def drop(leases: Iterable[LeasedLetter], now: datetime) -> None:
    """Mark letters, and those they carry, as dropped: obsolete, or unwanted by their readers."""
    dropped = [leased for leased in leases if _changed(_update_leased(leased).values(due_at=None, dropped_at=now))]
    for leased in dropped:
        run(CARRIED_DROPPED, {"digest": leased.id, "now": now})
        counts.count_later("letters", leased.kind, "dropped")
    if dropped:
        breaker.untried(now)


@transaction
def put_back(leased: LeasedLetter, now: datetime, why: str) -> None:
    """Retry in about a minute without counting the attempt: the mail server is down, and the letter not at fault.

    This goes on for as long as the server is down; a letter that becomes obsolete meanwhile is dropped then.
    """
    breaker.down(why, now)
    _defer(leased, now + FIRST_WAIT * (1 + random.random() / 5), why, attempts=Letter.attempts - 1)


def _defer(leased: LeasedLetter, until: datetime, why: str, **more: Any) -> None:
    """Try a letter again then; those that it carries wait for the same reason."""
    _changed(_update_leased(leased).values(due_at=until, error=why, **more))
    counts.count_later("letters", leased.kind, "deferred")
    run(CARRIED_DEFERRED, {"digest": leased.id, "why": why})


@transaction
def refuse(leased: LeasedLetter, now: datetime, refusal: Rejected, address: str) -> bool:
    """Mark a letter as failed if the address is at fault; otherwise retry it, since the mail server may be at fault.

    Returns whether the server refuses everybody.
    """
    letter = db.session.get(Letter, leased.id, populate_existing=True)
    if letter is None:  # erased meanwhile
        return breaker.refusing() is not None
    first = letter.refused_at is None
    if breaker.refused(letter, refusal, address, now):
        _fail(letter, now, f"Letters to this address are refused: “{refusal}”.")
    elif not _given_up(leased, now, str(refusal)):
        later = now + (breaker.SECOND_LOOK if first else wait(letter.attempts - 1, random.random()))
        _defer(leased, later, str(refusal))
    return breaker.refusing() is not None


@transaction
def put_off(leased: LeasedLetter, now: datetime, why: str) -> None:
    """Retry later, with increasing waits; after `GIVE_UP` the letter counts as failed."""
    if not _given_up(leased, now, why):
        attempts = db.session.scalar(select(Letter.attempts).where(Letter.id == leased.id)) or 1
        _defer(leased, now + wait(attempts, random.random()), why)


def _given_up(leased: LeasedLetter, now: datetime, why: str) -> bool:
    letter = db.session.get(Letter, leased.id)
    if letter is None:  # erased meanwhile
        return False
    since = letter.again_at or letter.created_at
    if now - since - heartbeat.away(since) < GIVE_UP or not breaker.has_passed_since(since):
        return False
    _fail(letter, now, f"Letters to this address could not be delivered for five days: “{why}”.")
    return True


@transaction
def bounced(letter_id: int, now: datetime, why: str) -> None:
    """Mark a sent letter as bounced; its seat and the host are notified. An unknown letter id is ignored."""
    letter = db.session.get(Letter, letter_id)
    if letter is not None and letter.failed_at is None:
        _fail(letter, now, why)


def _fail(letter: Letter, now: datetime, why: str) -> None:
    """Mark a letter, and those it carried, as failed, and record the trouble at their seats."""
    log.warning("letter.failed", letter=letter.id)
    counts.count_later("letters", letter.kind, "failed")
    address = db.session.scalar(select(PLAYERS.c.email).where(PLAYERS.c.id == letter.player_id)) or ""
    for one in (letter, *_carried(letter.id)):
        if one.dropped_at is None:
            one.due_at, one.failed_at, one.error = None, now, why
            delivery_effects.never_arrived(one, now, without(address, why))


def _update_leased(leased: LeasedLetter) -> Update:
    """Updates the leased letter, unless somebody else has leased it since."""
    return update(Letter).where(Letter.id == leased.id, Letter.due_at == leased.until)


def _changed(change: Update) -> bool:
    return run(change).rowcount == 1
