"""The steps of a sweep: a step is repeated while it finds something to do, and put off on a match on which it fails."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import structlog
from sqlalchemy import Select, update

from .. import clock
from ..logs import described
from ..store import heartbeat
from ..store.models import MATCHES, Match, db
from ..store.one_match import one_match
from ..store.session import transaction

RETRY = timedelta(minutes=10)
"""How long to wait before retrying a match on which a step failed."""

log = structlog.get_logger()


def each(
    found: Select[str], step: Callable[[Match, datetime], object], at: datetime | None = None, seconds: float = 50,
    retry_column: str | None = None,
) -> int:  # fmt: skip
    """Run a step on each match that is found, in a transaction of its own, for at most ``seconds``. Returns on how
    many. ``retry_column``: as in `guarded`.
    """
    return drain(lambda now: guarded(partial(_next, found, step), now, retry_column), at, seconds)


@transaction
def _next(found: Select[str], step: Callable[[Match, datetime], object], at: datetime, claimed: list[str]) -> bool:
    """Run a step on the first match found that no other worker has. Returns False if there is none."""
    if heartbeat.held(at):
        return False
    match_id = db.session.scalar(found.with_for_update(skip_locked=True, of=MATCHES), {"at": at})
    if match_id is None:
        return False
    claimed.append(match_id)
    step(one_match(match_id), at)
    return True


def guarded(step: Callable[[datetime, list[str]], bool], at: datetime, retry_column: str | None) -> bool:
    """Run a step on one match; if it fails, retry that match later, so that it does not block the others.

    The step appends the id of the match it claims to its list. ``retry_column``: the column with the time of the retry;
    ``None``: the error is raised.
    """
    claimed: list[str] = []
    try:
        return step(at, claimed)
    except Exception as error:
        if not claimed or retry_column is None:
            raise
        db.session.rollback()
        log.error("match.stuck", match=claimed[-1], put_off=retry_column, **described(error))
        put_off(claimed[-1], retry_column, at)
        return True


@transaction
def put_off(match_id: str, retry_column: str, at: datetime) -> None:
    """Put off what failed on a match: it is due again after `RETRY`, by the column ``retry_column``."""
    db.session.execute(update(MATCHES).where(MATCHES.c.id == match_id).values({retry_column: at + RETRY}))


def drain(step: Callable[[datetime], int], at: datetime | None, seconds: float) -> int:
    """Repeat a step until it does nothing or ``seconds`` have passed. Returns how much was done."""
    until, done = time.monotonic() + seconds, 0
    while time.monotonic() < until and (more := step(at or clock.now())):
        done += more
    return done
