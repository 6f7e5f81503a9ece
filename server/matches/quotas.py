"""Limits that are kept in the database: they survive restarts, and hold for all processes together.

What is counted, and for whom, is stored as a keyed hash, so that no network address can be read from the database; and
it is forgotten within the hour after it counts no more. A tally is locked while it is read and written, in the
transaction of the use-case that it limits: two at once never exceed a limit, and what is rolled back was never counted.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm.attributes import flag_modified

from .. import clock
from ..config import settings
from ..store.models import Tally, db
from ..store.session import run
from ..store.upsert import insert
from .errors import TooMany

Limit = tuple[timedelta, int]
"""A span of time, and how often something may be done within it."""
NOW = timedelta(0)


def take(what: str, who: str, at: datetime, *limits: Limit) -> timedelta:
    """Count once more, if that keeps within all limits. Returns how long to wait before it may be done; else `NOW`.

    Nothing is limited with ``LIMITS=off``. Must run inside a transaction.
    """
    if not settings().limits:
        return NOW
    longest = max(span for span, _ in limits)
    tally = _locked(_key(what, who), at + longest)
    kept = [moment for moment in tally.moments if moment > (at - longest).timestamp()]
    wait = max(_wait(kept, at, span, most) for span, most in limits)
    tally.moments = kept if wait > NOW else [*kept, at.timestamp()]
    flag_modified(tally, "moments")  # it is written either way: how long it takes tells nobody what was counted before
    db.session.flush()  # the same may be counted again in this transaction
    return max(wait, NOW)


def check(what: str, who: str, at: datetime, a_day: int, refusal: str, field: str = "") -> None:
    """Count once more. Raises `TooMany` for more than so many a day: the refusal has ``{wait}`` for how long to wait.

    Must run inside a transaction.
    """
    wait = take(what, who, at, (clock.DAY, a_day))
    if wait:
        raise TooMany(refusal.format(wait=at_most(wait)), wait.total_seconds(), field)


def give_back(what: str, who: str) -> None:
    """Uncount what was counted last. Must run inside a transaction."""
    tally = db.session.get(Tally, _key(what, who), with_for_update=True, populate_existing=True)
    if tally is not None:
        tally.moments = tally.moments[:-1]


def drop(what: str, who: str) -> None:
    """Delete what was counted of somebody. Must run inside a transaction."""
    run(delete(Tally).where(Tally.key == _key(what, who)))


def forget(at: datetime) -> None:
    """Delete what counts no more. Must run inside a transaction."""
    run(delete(Tally).where(Tally.forget_at < at))


def _wait(moments: list[float], at: datetime, span: timedelta, most: int) -> timedelta:
    """How long until there were fewer than ``most`` of the moments within ``span``."""
    recent = [moment for moment in moments if moment > (at - span).timestamp()]
    return NOW if len(recent) < most else timedelta(seconds=recent[-most] - at.timestamp()) + span


def _key(what: str, who: str) -> str:
    """Keyed with the oldest link key: a copy of the database alone does not tell who it was."""
    return hmac.new(settings().link_keys[0].encode(), f"{what} {who}".encode(), hashlib.sha256).hexdigest()


def _locked(key: str, forget_at: datetime) -> Tally:
    """The tally of this key, a new one if need be, which nobody else reads or deletes until the transaction ends."""
    fresh = insert(Tally).values(key=key, moments=[], forget_at=forget_at)
    db.session.execute(fresh.on_conflict_do_update(index_elements=[Tally.key], set_={"forget_at": forget_at}))
    return db.session.get_one(Tally, key, populate_existing=True)


def at_most(wait: timedelta) -> str:
    """How long to wait, in words that never say less: 5 minutes, 3 hours, 2 days."""
    for unit, span in (("day", clock.DAY), ("hour", clock.HOUR)):
        if wait > 2 * span:
            return f"{int(-(-wait // span))} {unit}s"
    return f"{max(2, int(-(-wait // timedelta(minutes=1))))} minutes"
