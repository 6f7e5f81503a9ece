"""Decisions of house players that think: which is due, who makes it now, and giving the answer.

The table of chairs is the queue: ``think_at`` says when a decision is next to be made. Whoever takes one moves that
ahead by `LEASE`, so that a decision whose process was killed is made again. Giving an answer checks that the same
window still waits for it, so a decision may be made twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import BindParameter, ColumnElement, bindparam, select, update

from .. import clock
from ..rules import GAMES, AnyGame, Table
from ..rules.engine import Answer, Seat
from ..store import heartbeat
from ..store.models import CHAIRS, MATCHES, PLAYING, Chair, Turn, db
from ..store.one_match import chair_of, one_chair, touch
from ..store.session import NOW, first, transaction
from ..views import table_of
from . import house_lookahead, playing
from .in_play import InPlay

LEASE = timedelta(seconds=15)
"""A decision is made again if it was not given within this time after somebody took it."""
TOO_LONG = timedelta(minutes=10)
"""A house player that was not decided for within this time answers without looking ahead."""


@dataclass(frozen=True)
class Decision:
    """A decision to be made by its seat's view alone: of which seat, window and table; and whether partners signal."""

    chair_id: int
    match_id: str
    ply: int
    game: AnyGame
    table: Table
    seat: Seat
    signals: bool


def _pending(before: datetime | BindParameter[datetime]) -> Iterable[ColumnElement[bool]]:
    return CHAIRS.c.think_at <= before, MATCHES.c.status == PLAYING, MATCHES.c.asleep_at.is_(None)


PENDING = select(CHAIRS.c.id).join(MATCHES).where(*_pending(bindparam("at"))).limit(1)
"""A seat that waits for its decision."""


def decision_due(at: datetime | None = None) -> bool:
    """Whether some house player waits for its decision, and nobody makes it now."""
    at = at or clock.now()
    return first(PENDING, {"at": at}) is not None and not heartbeat.held(at)


@transaction
def take_decision(at: datetime = NOW) -> Decision | None:
    """Take the decision that has waited longest, for `LEASE`; ``None`` if none is due."""
    if heartbeat.held(at):
        return None
    longest = select(CHAIRS.c.id).join(MATCHES).where(*_pending(at)).order_by(CHAIRS.c.think_at, CHAIRS.c.id).limit(1)
    found = db.session.scalar(longest.with_for_update(skip_locked=True, of=CHAIRS))
    chair = one_chair(found) if found else None
    if chair is None or not _moved(chair, at + LEASE):
        return None
    match = chair.match
    game, signals = GAMES[match.game], house_lookahead.signals(match)
    return Decision(chair.id, match.id, match.ply, game, table_of(match), chair.seat, signals)


def _moved(chair: Chair, to: datetime) -> bool:
    """Move a decision ahead, unless its window has closed meanwhile. Returns whether it was moved."""
    untouched = update(CHAIRS).where(CHAIRS.c.id == chair.id, CHAIRS.c.think_at == chair.think_at)
    return db.session.scalar(untouched.values(think_at=to).returning(CHAIRS.c.id)) is not None


@transaction
def decide(chair_id: int, ply: int, answer: Answer | None, at: datetime = NOW) -> bool:
    """Give the answer that a house player has thought of, if the window of ``ply`` still waits for it.

    ``None``: what it plays without looking ahead. Returns whether it was given. Raises `Illegal` for an answer that
    does not fit.
    """
    chair = chair_of(chair_id)
    if chair is None or not chair.house or chair.think_at is None:
        return False
    match = chair.match
    if match.status != PLAYING or match.asleep_at or match.ply != ply:
        return False
    play = InPlay(match, at)
    touch(match)
    if chair.seat not in play.all_asks() or chair.seat in match.sealed:
        house_lookahead.stop(chair)
        return False
    playing.decide(play, chair, answer)
    return True


def made_since(at: datetime) -> tuple[int, int]:
    """How many answers of strong house players have opened since then, and how many of them fell back to steady."""
    opened = db.session.scalars(select(Turn.answers).where(Turn.closed_at >= at).execution_options(yield_per=1000))
    looked_ahead = Counter(one.looked_ahead for answers in opened for one in answers)
    return looked_ahead[True] + looked_ahead[False], looked_ahead[False]


OVERDUE = (
    select(CHAIRS.c.id)
    .join(MATCHES)
    .where(*_pending(bindparam("leased")), CHAIRS.c.thinks_since <= bindparam("too_long"))
    .where(MATCHES.c.retry_at.is_(None) | (MATCHES.c.retry_at <= bindparam("at")))
    .order_by(CHAIRS.c.think_at)
    .limit(1)
)
"""The seat that nobody has decided for within `TOO_LONG`, at the times of `overdue_at`."""


def overdue_at(at: datetime) -> dict[str, datetime]:
    """The times that `OVERDUE` compares with."""
    return {"at": at, "leased": at + LEASE, "too_long": at - TOO_LONG}


def longest_overdue(at: datetime) -> Chair | None:
    """A seat that nobody has decided for within `TOO_LONG`, its match locked. Must run inside a transaction."""
    found = db.session.scalar(OVERDUE.with_for_update(skip_locked=True, of=MATCHES), overdue_at(at))
    return one_chair(found) if found else None
