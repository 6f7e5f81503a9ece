"""Forgetting what has been kept for long enough, in small batches; each may run twice and be killed anywhere.

`SHRINK` after the end of a match its windows are packed into the archive, and its letters and reply addresses are
deleted. Somebody who still writes is helped all the same: the last letter of each seat stays, and a deleted reply
address is recognised by its seal. `RETAIN` after a person's last match, their addresses and talk are deleted. Records
stay, with the names and the words of the deal, and so does the hash of an address to which nobody is ever to write.
Matches for practice are deleted as a whole.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from functools import partial

import structlog
from sqlalchemy import ColumnElement, and_, delete, exists, or_, select, update
from sqlalchemy.orm import aliased

from .. import clock
from ..config import settings
from ..logs import described
from ..store import heartbeat
from ..store.models import (
    CHAIRS,
    MATCHES,
    Channel,
    Considered,
    InboundMail,
    Letter,
    Notice,
    Remark,
    ReplyAddress,
    Review,
    Service,
    SharedLink,
    Snapshot,
    Turn,
    db,
)
from ..store.session import first, run, transaction
from . import archiving, erasing, quotas, sharing

SHRINK = timedelta(days=30)
EVERY = timedelta(hours=1)
"""How long to wait, once nothing was left to forget, before looking again."""
BATCH = 20
"""How many matches or people are seen to in one transaction."""
LETTERS = 500
SECONDS = 5.0
"""How long a sweep spends on it at most: nobody waits for it."""
TIDIED = select(Service.tidied_at).where(Service.id == 1)

log = structlog.get_logger()


def tidy_due(at: datetime | None = None, seconds: float = SECONDS) -> int:
    """Forget what is due, for at most ``seconds``. Returns how many matches, people and letters that were."""
    at = at or clock.now()
    before = _looked_at()
    if not _is_time(before, at):
        return 0
    _forget_counts(at)
    until, done = time.monotonic() + min(seconds, SECONDS), 0
    if before is None:  # a backup was restored, and the restoring itself was perhaps ended before it did so
        done = len(erasing.erase_again(at))
    archive = partial(archiving.archive_some, after=SHRINK)
    for step in (_delete_practice, _shrink_matches, archive, _shrink_letters, _shrink_notices, _forget_people):
        while found := step(at):
            done += found
            if time.monotonic() > until:
                return done
    _note(at)
    return done


def _looked_at() -> datetime | None:
    """When nothing was left to forget for the last time; ``None`` on a new server, and after a backup was restored."""
    service = first(TIDIED, {})
    return service.tidied_at if service else None


def _is_time(before: datetime | None, at: datetime) -> bool:
    """Whether it is time to look again. Nothing is forgotten while time is given back after an outage."""
    due = before is None or not timedelta() <= at - before < EVERY
    held = due and heartbeat.held(at)
    db.session.rollback()
    return due and not held


@transaction
def _forget_counts(at: datetime) -> None:
    """Forget what limits counted, and seats that were kept for somebody: first, so that nothing else keeps them."""
    quotas.forget(at)
    sharing.forget(at)


@transaction
def _note(at: datetime) -> None:
    run(update(Service).where(Service.id == 1).values(tidied_at=at))


# Practice ------------------------------------------------------------------------------------------------------------

OF_A_PRACTICE = (Considered, Review, Snapshot, Turn, Remark, SharedLink)
"""What there may be of a match for practice but its chairs, in an order in which it can be deleted; never a letter."""


@transaction
def _delete_practice(at: datetime) -> int:
    """Delete some matches for practice whose time is over, played out or not. Returns how many."""
    past = select(MATCHES.c.id).where(MATCHES.c.practice_until <= at).order_by(MATCHES.c.practice_until)
    found = list(db.session.scalars(past.limit(BATCH).with_for_update(skip_locked=True, of=MATCHES)))
    if not found:
        return 0
    for model in OF_A_PRACTICE:
        run(delete(model).where(model.match_id.in_(found)))
    run(delete(CHAIRS).where(CHAIRS.c.match_id.in_(found)))
    run(update(MATCHES).where(MATCHES.c.rematch_of.in_(found)).values(rematch_of=None))
    run(delete(MATCHES).where(MATCHES.c.id.in_(found)))
    return len(found)


# Matches that are over -----------------------------------------------------------------------------------------------

_LATER = aliased(Letter)
_SETTLED = Letter.due_at.is_(None)
_UNANSWERED = ~exists().where(InboundMail.letter_id == Letter.id)


@transaction
def _shrink_matches(at: datetime) -> int:
    """Delete reply addresses and letters of some matches that were over long ago. Returns of how many."""
    still_large = MATCHES.c.archived_at.is_(None), MATCHES.c.tidied_at.is_(None)
    old = select(MATCHES.c.id).where(MATCHES.c.over_at < at - SHRINK, *still_large).order_by(MATCHES.c.over_at)
    found = list(db.session.scalars(old.limit(BATCH).with_for_update(skip_locked=True, of=MATCHES)))
    if not found:
        return 0
    chairs = select(CHAIRS.c.id).where(CHAIRS.c.match_id.in_(found))
    run(delete(ReplyAddress).where(ReplyAddress.chair_id.in_(chairs)))
    ours = Letter.match_id.in_(found), _SETTLED
    run(delete(Letter).where(*ours, ~_is_last(), _UNANSWERED))
    run(update(Letter).where(*ours, Letter.failed_at.is_not(None)).values(dropped_at=at))
    run(update(Letter).where(*ours).values(facts={}, error=None, gathered_in=None))
    run(update(MATCHES).where(MATCHES.c.id.in_(found)).values(tidied_at=at))
    return len(found)


def _is_last() -> ColumnElement[bool]:
    """Whether no later letter of the same seat was sent."""
    later = or_(_LATER.sent_at > Letter.sent_at, and_(_LATER.sent_at == Letter.sent_at, _LATER.id > Letter.id))
    return and_(Letter.sent_at.is_not(None), ~exists().where(_LATER.chair_id == Letter.chair_id, later))


@transaction
def _shrink_letters(at: datetime) -> int:
    """Delete some old letters that belong to no match. Returns how many."""
    carries = exists().where(_LATER.gathered_in == Letter.id)
    of_none = Letter.match_id.is_(None), Letter.created_at < at - SHRINK, _SETTLED, _UNANSWERED, ~carries
    found = list(db.session.scalars(select(Letter.id).where(*of_none).order_by(Letter.id).limit(LETTERS)))
    if found:
        run(delete(Letter).where(Letter.id.in_(found)))
    return len(found)


@transaction
def _shrink_notices(at: datetime) -> int:
    """Delete some old notices, and channels that ended long ago. Returns how many."""
    old = Notice.due_at.is_(None), Notice.created_at < at - SHRINK
    found = list(db.session.scalars(select(Notice.id).where(*old).order_by(Notice.id).limit(LETTERS)))
    run(delete(Notice).where(Notice.id.in_(found)))
    told = exists().where(Notice.channel_id == Channel.id)
    ended = list(db.session.scalars(select(Channel.id).where(Channel.ended_at < at - SHRINK, ~told).limit(LETTERS)))
    run(delete(Channel).where(Channel.id.in_(ended)))
    return len(found) + len(ended)


# People --------------------------------------------------------------------------------------------------------------


def _forget_people(at: datetime) -> int:
    """Forget one person whose last match was over long ago. Returns 0 if there is none, or none that can be."""
    found = list(db.session.scalars(erasing.last_seen(at - settings().retain).limit(BATCH)))
    db.session.rollback()
    for player_id in found:
        try:
            erasing.forget(player_id, at)
        except Exception as error:
            log.error("person.stuck", player=player_id, **described(error))
            db.session.rollback()
        else:
            log.info("person.forgotten", player=player_id)
            return 1
    return 0
