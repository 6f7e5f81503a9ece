"""Digests: which letters may wait for each other, and when what waits for a player leaves in one.

A letter that waits is one that nobody has tried to send yet; its ``due_at`` is when all that waits for its reader
leaves in one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from datetime import time as TimeOfDay
from zoneinfo import ZoneInfo

from sqlalchemy import select

from .. import clock
from ..matches.preferences import DAILY, GATHERED
from ..store.models import Chair, Letter, Match, Player, db
from .kinds import IN_TIME, KINDS, NOT_AT_ALL

QUIET = timedelta(minutes=10)
"""Gathered letters leave when none has come for so long …"""
LONGEST = timedelta(hours=1)
"""… or when the first of them has waited so long, however lively the tables are."""
SHARE = 0.5
"""How much of a window a letter that asks for something may wait away at most."""
PATIENT = tuple(kind for kind, row in KINDS.items() if row.patience != NOT_AT_ALL)
"""Kinds of letters that may wait for others."""


@dataclass(frozen=True)
class Waiting:
    """A letter that waits for others to the same player; ``closes_at``: the deadline of its table now."""

    id: int
    kind: str
    chair_id: int | None
    ply: int | None
    created_at: datetime
    closes_at: datetime | None = None

    @property
    def patient_until(self) -> datetime:
        """The moment from which it must not wait any more."""
        if KINDS[self.kind].patience != IN_TIME or self.closes_at is None or self.closes_at <= self.created_at:
            return clock.NEVER
        return self.created_at + (self.closes_at - self.created_at) * SHARE


def waiting_for(player_id: int) -> list[Waiting]:
    """What waits for a player, in the order in which it was written; locked, but for what others are at."""
    rows = db.session.execute(
        select(Letter, Match.closes_at)
        .join(Chair, Letter.chair_id == Chair.id)
        .join(Match, Letter.match_id == Match.id)
        .where(Chair.player_id == player_id, Letter.due_at.is_not(None), Letter.attempts == 0)
        .where(Letter.kind.in_(PATIENT))
        .order_by(Letter.id)
        .with_for_update(skip_locked=True, of=Letter)
    )
    return [Waiting(one.id, one.kind, one.chair_id, one.ply, one.created_at, closes_at) for one, closes_at in rows]


def leaves_at(player: Player, waiting: Sequence[Waiting]) -> datetime:
    """When all that waits for a player leaves, of which there is at least one letter."""
    first = min(letter.created_at for letter in waiting)
    last = max(letter.created_at for letter in waiting)
    moments = {GATHERED: min(last + QUIET, first + LONGEST), DAILY: _next(player, first)}
    return min(moments.get(player.digest, first), *(letter.patient_until for letter in waiting))


def _next(player: Player, moment: datetime) -> datetime:
    """The next hour of daily letters, from a moment on."""
    hour = TimeOfDay.fromisoformat(player.daily_at or "00:00")
    today = moment.astimezone(ZoneInfo(player.zone or "UTC")).date()
    days = (clock.at_local(today + n * clock.DAY, hour, player.zone) for n in range(3))
    return next(there for there in days if there >= moment)
