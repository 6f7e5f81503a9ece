"""Periodic sweeps: windows to close, reminders to write, plans to give, invitations to cancel.

Each step claims what is due, one match at a time, or some whose windows are over; makes one change, and commits. It may
run twice, in many workers, and be killed at any point.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from sqlalchemy import Select, bindparam, exists, or_, select
from sqlalchemy.orm.exc import StaleDataError

from .. import clock
from ..logs import described
from ..store import heartbeat
from ..store.models import CHAIRS, MATCHES, PLAYING, Chair, InboundMail, Match, Outage, db
from ..store.one_match import matches_of
from ..store.session import first, transaction
from . import letters, timing
from .absence import ABSENT_AFTER, judges_of
from .appointments import NEAR, call
from .claiming import CLAIMED, examine_claims
from .closing import close
from .decided_deals import OPEN, examine_decided
from .house_decisions import OVERDUE, longest_overdue, overdue_at
from .in_play import InPlay
from .opening import LAPSED, cancel
from .outages import UNSETTLED, settle_due
from .playing import decide, give_delayed
from .retaining import tidy_due
from .same_deals import ALL_ENDED, publish
from .steps import drain, each, guarded, put_off

ASLEEP_AFTER = 10
"""Number of windows in a row without any answer after which a match goes to sleep."""
READING = timedelta(minutes=10)
"""How long a window waits after its deadline for mail to be read that came in before."""
UNREAD = exists(
    select(InboundMail.id)
    .join(CHAIRS, InboundMail.chair_id == CHAIRS.c.id)
    .where(InboundMail.due_at.is_not(None), InboundMail.attempts == 0, InboundMail.received_at <= MATCHES.c.closes_at)
    .where(CHAIRS.c.match_id == MATCHES.c.id, InboundMail.ply == MATCHES.c.ply)
)
"""Whether mail about the open window that came in time has not been read yet."""
_NOT_PUT_OFF = or_(MATCHES.c.retry_at.is_(None), MATCHES.c.retry_at <= bindparam("at"))
_TO_CLOSE = (
    select(MATCHES.c.id)
    .where(MATCHES.c.status == PLAYING, MATCHES.c.closes_at <= bindparam("at"), _NOT_PUT_OFF)
    .where(or_(MATCHES.c.closes_at <= bindparam("long_ago"), ~UNREAD))
    .order_by(MATCHES.c.closes_at)
)
TO_CLOSE = _TO_CLOSE.limit(1)
"""The match whose window is longest overdue."""
DUE = _TO_CLOSE.limit(bindparam("most"))
"""The matches whose windows are longest overdue."""
DUE_FOR_US = DUE.with_for_update(skip_locked=True, of=MATCHES)
"""The same, without those that another worker is closing."""
DELAYED = (
    select(MATCHES.c.id)
    .join(CHAIRS)
    .where(CHAIRS.c.order_at <= bindparam("at"), MATCHES.c.status == PLAYING, MATCHES.c.asleep_at.is_(None))
    .where(_NOT_PUT_OFF)
    .order_by(CHAIRS.c.order_at)
    .limit(1)
)
"""The match with the delayed answer that is longest due."""
NEXT_DELAYED = (
    select(CHAIRS.c.order_at)
    .join(MATCHES)
    .where(CHAIRS.c.order_at > bindparam("after"), CHAIRS.c.order_at <= bindparam("until"))
    .where(MATCHES.c.status == PLAYING, MATCHES.c.asleep_at.is_(None))
    .order_by(CHAIRS.c.order_at)
    .limit(1)
)
"""When the next delayed answer is due."""
REMINDERS = (
    select(MATCHES.c.id)
    .where(MATCHES.c.status == PLAYING, MATCHES.c.remind_at <= bindparam("at"))
    .order_by(MATCHES.c.remind_at)
    .limit(1)
)
"""The match with the reminders that are longest due."""
AT_A_TIME = 20
"""How many due windows are closed in one transaction."""

log = structlog.get_logger()


def sweep(at: datetime | None = None, seconds: float = 50) -> int:
    """Do all that is due but sending letters: note the heartbeat, give time back after an outage, close windows, give
    delayed answers, answer for house players that are late, remind, cancel what nobody accepted, open the records of
    tables with the same deals, settle claims, play the rest of decided deals, and forget what is kept no longer; each
    for at most ``seconds``. Returns how much was done.
    """
    heartbeat.beat(at or clock.now())
    done, found = 0, _look(at or clock.now())
    for step, due in STEPS:
        if due is not None and step not in found:
            continue
        just_done = step(at, seconds)
        done += just_done
        if just_done:  # which may have made something else due
            found = _look(at or clock.now())
    return done


def _look(at: datetime) -> Collection[Step]:
    """The steps that have something to do, found in one statement: most often it is nothing, and no lock is taken."""
    db.session.rollback()
    row = db.session.execute(LOOK, overdue_at(at) | {"long_ago": at - READING}).one()
    db.session.rollback()
    return [step for step, found in zip(LOOKED_FOR, row, strict=True) if found is not None]


def close_due(at: datetime | None = None, seconds: float = 50) -> int:
    """Close every window whose deadline has passed, for at most ``seconds``. Returns how many were closed.

    Some are closed in one transaction. Workers do not wait for one another: each locks what it finds.
    """
    return drain(_close_some, at, seconds)


def windows_wait(at: datetime | None = None) -> bool:
    """Whether windows are due that can be closed now."""
    return bool(_due(at or clock.now(), 1))


def _close_some(at: datetime) -> int:
    """Close some due windows; if that fails, each on its own, so that the one at fault is put off and the others go on.

    Returns how many were closed or put off.
    """
    if heartbeat.held(at):
        return 0
    try:
        return _close_together(at)
    except Exception as error:
        log.info("windows.one_by_one", **described(error))
        return sum(_close_it(match, at) for match in _due(at, AT_A_TIME))


def decide_overdue(at: datetime | None = None, seconds: float = 50) -> int:
    """Answer for all house players that nobody has decided for in time, for at most ``seconds``. Returns how many."""
    return drain(lambda moment: guarded(_decide_overdue, moment, "retry_at"), at, seconds)


def next_delayed(after: datetime, within: timedelta) -> datetime | None:
    """When the next delayed answer is to be given, if that is within the given time. It has to be given to the
    second: the regular times of sweeps would tell it from what people tap.
    """
    found = first(NEXT_DELAYED, {"after": after, "until": after + within})
    return found.order_at if found else None


def _due(at: datetime, most: int) -> Sequence[str]:
    """The matches whose windows are to be closed."""
    if heartbeat.held(at):
        return []
    found = db.session.scalars(DUE, _limits(at, most)).all()
    db.session.rollback()
    return found


def _limits(at: datetime, most: int) -> dict[str, Any]:
    return {"at": at, "long_ago": at - READING, "most": most}


def _close_it(match_id: str, at: datetime) -> bool:
    """Close the window of a match, or put it off if that fails. Returns whether either was done."""
    try:
        return _close_together(at, match_id) > 0
    except StaleDataError:
        return False  # somebody else writes this match now: the next sweep looks again
    except Exception as error:
        log.error("match.stuck", match=match_id, put_off="retry_at", **described(error))
        put_off(match_id, "retry_at", at)
        return True


@transaction
def _close_together(at: datetime, match_id: str | None = None) -> int:
    """Close the windows that are due and that no other worker is closing, or that of one match. Returns how many."""
    found = [match_id] if match_id else db.session.scalars(DUE_FOR_US, _limits(at, AT_A_TIME)).all()
    return sum(_close_window(match, at) for match in matches_of(found))


def _close_window(match: Match, at: datetime) -> bool:
    """Close the window of a match. Returns False if it is not due any more."""
    if match.status != PLAYING or match.closes_at is None or match.closes_at > at:
        return False
    if match.retry_at is not None and match.retry_at > at:
        return False
    late = close(InPlay(match, at))
    if match.status == PLAYING:
        _look_after(match, late, at)
    return True


def _look_after(match: Match, late: list[Chair], at: datetime) -> None:
    """Put a match to sleep that nobody answers; else ask the other players about a seat that has just become absent."""
    if match.unanswered >= ASLEEP_AFTER and InPlay(match, at).people_awaited():  # house players answer first
        match.asleep_at, match.closes_at, match.remind_at = at, None, None
        letters.tell(match, match.chairs, "asleep", at)
    elif any(chair.missed == ABSENT_AFTER for chair in late):
        match.judgement = None
        for judge in judges_of(match):
            letters.write(match, judge, "absent", at)


@transaction
def _decide_overdue(at: datetime, claimed: list[str]) -> bool:
    chair = None if heartbeat.held(at) else longest_overdue(at)
    if chair is None:
        return False
    claimed.append(chair.match_id)
    log.warning("house.late", match=chair.match_id)
    decide(InPlay(chair.match, at), chair, None)
    return True


def _remind(match: Match, at: datetime) -> None:
    match.remind_at = None
    if match.closes_at and match.closes_at > at:
        waiting = InPlay(match, at).people_awaited()
        for chair in (match.chairs[seat] for seat in waiting):
            due = timing.due_reminder(match, chair, at)
            if due and chair.order_at is None:  # what is to be answered automatically needs no player
                letters.write_once(match, chair, "reminder", at, due.isoformat())
        match.remind_at = timing.next_reminder(match, waiting, at)


remind_due = partial(each, REMINDERS, _remind, retry_column="remind_at")
"""Write all reminders that are due; like what follows, for at most ``seconds``. Returns for how many matches."""
give_delayed_due = partial(each, DELAYED, lambda match, now: give_delayed(InPlay(match, now)), retry_column="retry_at")
"""Give all delayed answers that are due. Returns in how many matches."""
call_due = partial(each, NEAR, call, retry_column="call_at")
"""Write the reminders of all appointments that are near. Returns for how many matches."""
lapse_due = partial(each, LAPSED, lambda match, now: cancel(match, "lapsed", now))
"""Cancel every match whose invitations have lapsed. Returns how many."""
publish_due = partial(each, ALL_ENDED, publish)
"""Open the records of tables with the same deals of which the last has ended. Returns of how many groups."""
Step = Callable[[datetime | None, float], int]
STEPS: tuple[tuple[Step, Select[Any] | None], ...] = (
    (settle_due, UNSETTLED.with_only_columns(Outage.id)),
    (close_due, TO_CLOSE),
    (give_delayed_due, DELAYED),
    (decide_overdue, OVERDUE),
    (remind_due, REMINDERS),
    (call_due, NEAR),
    (lapse_due, LAPSED),
    (publish_due, ALL_ENDED),
    (examine_claims, CLAIMED),
    (examine_decided, OPEN),
    (tidy_due, None),
)
"""The steps of a sweep in their order, each with the statement that finds its first row; ``None``: the step looks for
itself, without a lock."""
LOOKED_FOR = {step: due for step, due in STEPS if due is not None}
LOOK = select(*(due.scalar_subquery() for due in LOOKED_FOR.values()))
