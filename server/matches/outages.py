"""Giving time back: while the server was away or paused, the windows that were open lose no time.

Match by match, in batches, each once (`Match.settled`), so that it may be killed anywhere and run by several processes.
Until all have got theirs, no window is closed and no letter leaves (`server.store.heartbeat.held`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime

import structlog
from sqlalchemy import Select, select, update
from sqlalchemy.exc import SQLAlchemyError

from .. import clock
from ..logs import described
from ..store.models import INVITED, MATCHES, PLAYING, Letter, Match, Outage, db
from ..store.one_match import matches_of
from ..store.session import transaction
from . import house_lookahead, letters, seat_plans, talking, timing
from .in_play import InPlay

BATCH = 50
KIND = "outage"
"""The kind of letter that tells players of their new deadlines."""
UNSETTLED = select(Outage).where(Outage.settled_at.is_(None)).order_by(Outage.id).limit(1)
"""The oldest outage whose time has not been given back to all."""

log = structlog.get_logger()


def settle_due(at: datetime | None = None, seconds: float = 50) -> int:
    """Give the time of all outages and pauses back, for at most ``seconds``. Returns to how many matches.

    If a batch fails, its matches are tried one by one; the one at fault is passed over, so that the others go on.
    """
    until, done, size = time.monotonic() + seconds, 0, BATCH
    claimed: list[str] = []
    while time.monotonic() < until:
        try:
            if not _settle_some(at or clock.now(), size, claimed):
                break
            done += len(claimed)
        except Exception as error:
            if not claimed or isinstance(error, SQLAlchemyError):
                raise
            if size == 1:
                log.error("match.stuck", match=claimed[0], **described(error))
                _pass_over(claimed[0])
            size = 1
    return done


@transaction
def _settle_some(at: datetime, size: int, claimed: list[str]) -> bool:
    """Give some matches the time of the oldest outage, and list them in ``claimed``. Returns False if none is left."""
    claimed.clear()
    outage = _oldest()
    if outage is None:
        return False
    waiting = _waiting_for(outage)
    ours = waiting.order_by(MATCHES.c.closes_at).limit(size).with_for_update(skip_locked=True, of=MATCHES)
    claimed.extend(db.session.scalars(ours))
    found = matches_of(claimed)
    _tell([match for match in found if _give_back(match, outage, at)], outage, at)
    if not found and db.session.scalars(waiting.limit(1)).first() is not None:
        return False  # another process sees to the last ones
    if not found:
        outage.settled_at = at
    return True


def _oldest() -> Outage | None:
    return db.session.scalars(UNSETTLED).first()


def _waiting_for(outage: Outage) -> Select[str]:
    """The matches whose clock runs and that have not got back what this outage took."""
    running = MATCHES.c.status.in_((PLAYING, INVITED)), MATCHES.c.closes_at.is_not(None)
    return select(MATCHES.c.id).where(*running, MATCHES.c.settled < outage.id)


@transaction
def _pass_over(match_id: str) -> None:
    outage = _oldest()
    if outage is not None:
        db.session.execute(update(MATCHES).where(MATCHES.c.id == match_id).values(settled=outage.id))


def _give_back(match: Match, outage: Outage, at: datetime) -> bool:
    """Give one match its time back. Returns whether its players must be told."""
    match.settled = outage.id
    gap = outage.began_at, outage.ended_at
    if match.status == INVITED:
        timing.give_invitation_back(match, gap, outage.paused)
        return False
    gaps = match.gaps
    house_lookahead.begin_again(match, at)
    told = timing.give_back(match, InPlay(match, at).counted(), gap, at, outage.paused)
    seat_plans.put_off(match, gap, at, later=match.gaps != gaps)
    return told


_TOLD_ANYWAY = select(Letter.player_id).where(Letter.kind.in_(("restored", "moved")), Letter.due_at.is_not(None))
"""Who gets a letter about a restored backup as soon as letters leave; it says the new deadlines."""


def _tell(told: Sequence[Match], outage: Outage, at: datetime) -> None:
    """Say it at each table, and in one letter to each player, however many tables that player sits at."""
    what = "paused" if outage.paused else "away"
    span = clock.in_words(outage.ended_at - outage.began_at)
    for match in told:
        talking.add(match.chairs[0], talking.NEWS, f"The server was {what} for {span}: this deadline is later.", at)
    readers = {chair.player_id: chair.player for match in told for chair in match.chairs if not chair.house}
    written = select(Letter.player_id).where(Letter.kind == KIND, Letter.identity.like(f"{KIND}:%:{outage.id}"))
    known = set(db.session.scalars(written.where(Letter.player_id.in_(readers))))
    known |= set(db.session.scalars(_TOLD_ANYWAY))
    for reader in (player for number, player in readers.items() if player is not None and number not in known):
        letters.write_to_player(reader, KIND, at, str(outage.id), outage=outage.id)
