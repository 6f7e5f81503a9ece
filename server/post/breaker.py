"""A circuit breaker for the mail server: while it refuses everybody, no letter fails, and single letters test it.

Its state is in the database, so that all workers share it and it survives a restart. A permanent refusal of one letter
counts only if it is repeated, and only if the server evidently takes other letters; otherwise the fault may be the
server's. Refusals of several readers in a row, with no letter accepted, open the breaker.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from enum import Enum

import structlog
from sqlalchemy import bindparam, or_, select, update

from ..store.models import Letter, Relay, db
from ..store.session import Change, transaction
from .failures import Fault, Rejected, without_addresses

FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=15), timedelta(minutes=10)
"""The shortest and longest pause between two tries while the server refuses everybody."""
KNOWN, ANYBODY = 2, 4
"""How many readers must be refused in a row to open the breaker: readers who got letters before, or any readers. A
refusal that blames us counts like one of the former. Strangers need more, because their addresses may be invented."""
SECOND_LOOK = timedelta(seconds=10)
"""How soon a letter is tried again after its first refusal."""
BELIEVED_AFTER = {Fault.ADDRESS: timedelta(minutes=1), Fault.UNSAID: timedelta(minutes=15)}
"""If nothing else was sent meanwhile, a refusal that concerns only one reader is believed once it has been repeated for
this long. A refusal that blames us is never believed then."""
ABOUT_US = timedelta(hours=1)
"""How long a refusal that blames us must be repeated while other letters are accepted."""
NOTED = timedelta(seconds=5)
"""How exactly `Relay.passed_at` is kept while nothing is refused; saves a write for each letter."""

log = structlog.get_logger()


class MaySend(Enum):
    """What may be sent now: all letters, one to try, or none."""

    ALL = "all"
    ONE = "one"
    NONE = "none"


@transaction
def may_send(now: datetime) -> MaySend:
    """What may be sent now. When the pause is over, one worker is told to try."""
    relay = _relay()
    if relay.retry_at is None:
        return MaySend.ALL
    if relay.retry_at > now:
        return MaySend.NONE
    pause = min(timedelta(seconds=relay.pause) * 2, LONGEST_PAUSE)
    ours = update(Relay).where(Relay.id == relay.id, Relay.retry_at == relay.retry_at)
    taken = db.session.execute(ours.values(retry_at=now + pause, pause=int(pause.total_seconds())).returning(Relay.id))
    return MaySend.ONE if taken.first() else MaySend.NONE


def _relay() -> Relay:
    """The state of the mail server; created on first use."""
    relay = db.session.get(Relay, 1, populate_existing=True)
    if relay is None:
        relay = Relay(id=1)
        db.session.add(relay)
        db.session.flush()
    return relay


def refusing() -> Relay | None:
    """The state of the mail server while it refuses everybody, as the running transaction sees it; else ``None``."""
    relay = db.session.get(Relay, 1)
    return relay if relay is not None and relay.retry_at is not None else None


_LONG_AGO = or_(Relay.passed_at.is_(None), Relay.passed_at < bindparam("before"))
PASSED = (
    update(Relay)
    .where(Relay.id == 1, or_(Relay.retry_at.is_not(None), Relay.refused != "", _LONG_AGO))
    .values(passed_at=bindparam("now"), refused="", retry_at=None, down_since=None, pause=0)
)


def passed(now: datetime) -> Change:
    """The change that records that the server accepted a letter and so does not refuse everybody."""
    return PASSED, {"now": now, "before": now - NOTED}


def untried(now: datetime) -> None:
    """Record that the letter to try was obsolete, so that another one is tried at once."""
    db.session.execute(update(Relay).where(Relay.id == 1, Relay.retry_at.is_not(None)).values(retry_at=now))


def down(words: str, now: datetime) -> None:
    """Record that the server cannot be reached or refuses us: open the breaker."""
    relay = _relay()
    relay.words = without_addresses(words)
    _open(relay, now)


def _open(relay: Relay, now: datetime) -> None:
    if relay.retry_at is None:
        relay.down_since, relay.retry_at = now, now + FIRST_PAUSE
        relay.pause = int(FIRST_PAUSE.total_seconds())
        log.warning("mail.refuses_everybody", words=relay.words)


def refused(letter: Letter, refusal: Rejected, address: str, now: datetime) -> bool:
    """Record a permanent refusal of a letter. Returns whether the address is at fault.

    If it is not, `Relay.retry_at` may be set, and the caller stops sending.
    """
    if refusal.fault is Fault.CERTAIN:
        return True
    relay = _relay()
    relay.words = without_addresses(str(refusal))
    reader = hashlib.sha256(address.encode()).hexdigest()[:12]
    believed = _is_believed(letter, refusal.fault, relay, reader, now)
    letter.refused_at = letter.refused_at or now
    _count(relay, reader, refusal.fault is Fault.US or _has_got_letters(letter), now)
    return believed


def _is_believed(letter: Letter, fault: Fault, relay: Relay, reader: str, now: datetime) -> bool:
    first = letter.refused_at
    if first is None:
        return False
    if relay.passed_at is not None and relay.passed_at > first:
        return fault is not Fault.US or now - first >= ABOUT_US
    nobody_else = {one.rstrip("!") for one in relay.refused.split()} <= {reader}
    return fault in BELIEVED_AFTER and nobody_else and now - first >= BELIEVED_AFTER[fault]


def _count(relay: Relay, reader: str, known: bool, now: datetime) -> None:
    marked = reader + "!" * known
    so_far = relay.refused.split()
    if marked not in so_far and len(so_far) < KNOWN + ANYBODY:
        so_far.append(marked)
        relay.refused = " ".join(so_far)
    if len(so_far) >= ANYBODY or sum(one.endswith("!") for one in so_far) >= KNOWN:
        _open(relay, now)


def _has_got_letters(letter: Letter) -> bool:
    if letter.chair_id is None:
        return False
    earlier = Letter.chair_id == letter.chair_id, Letter.sent_at.is_not(None), Letter.failed_at.is_(None)
    return db.session.scalar(select(Letter.id).where(*earlier).limit(1)) is not None


def has_passed_since(since: datetime) -> bool:
    """Whether the server has accepted any letter since then, or does not refuse everybody."""
    relay = refusing()
    return relay is None or (relay.passed_at is not None and relay.passed_at >= since)
