"""Digests: which letters may wait for others to the same player, and when they are sent together.

A letter is waiting until the first try to send it; its ``due_at`` is the time at which all letters waiting for its
player are sent as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from datetime import time as TimeOfDay

from sqlalchemy import bindparam, or_, select

from .. import clock
from ..matches.preferences import DAILY, GATHERED
from ..store.models import CHAIRS, MATCHES, Letter, Player, db
from .kinds import IN_TIME, KINDS, NOT_AT_ALL

QUIET = timedelta(minutes=10)
"""Waiting letters are sent when no new one has been written for this long …"""
LONGEST = timedelta(hours=1)
"""… or when the oldest of them has waited this long, even if new ones keep coming."""
SHARE = 0.5
"""The largest fraction of a window that a letter asking for an answer may spend waiting."""
MAY_WAIT = tuple(kind for kind, row in KINDS.items() if row.waits != NOT_AT_ALL)
"""The kinds of letters that may wait for others."""


@dataclass(frozen=True)
class Waiting:
    """A letter waiting to be sent with others to the same player; ``closes_at``: the present deadline of its match."""

    id: int
    kind: str
    created_at: datetime
    closes_at: datetime | None = None

    @property
    def at_latest(self) -> datetime:
        """The latest time at which the letter must be sent; `clock.NEVER` if it may wait indefinitely."""
        if KINDS[self.kind].waits != IN_TIME or self.closes_at is None or self.closes_at <= self.created_at:
            return clock.NEVER
        return self.created_at + (self.closes_at - self.created_at) * SHARE


def waiting_for(player_id: int, now: datetime) -> list[Waiting]:
    """The letters waiting for a player, oldest first, locked for update; none held back, or locked by others."""
    return [Waiting(*row) for row in db.session.execute(WAITING, {"player": player_id, "now": now})]


WAITING = (
    select(Letter.id, Letter.kind, Letter.created_at, MATCHES.c.closes_at)
    .join(CHAIRS, Letter.chair_id == CHAIRS.c.id)
    .join(MATCHES, Letter.match_id == MATCHES.c.id)
    .where(CHAIRS.c.player_id == bindparam("player"), Letter.due_at.is_not(None), Letter.attempts == 0)
    .where(Letter.kind.in_(MAY_WAIT), or_(Letter.held_until.is_(None), Letter.held_until <= bindparam("now")))
    .order_by(Letter.id)
    .with_for_update(skip_locked=True, of=Letter)
)


def leaves_at(player: Player, waiting: Sequence[Waiting]) -> datetime:
    """When the letters waiting for a player are sent; ``waiting`` must hold at least one."""
    first = min(letter.created_at for letter in waiting)
    last = max(letter.created_at for letter in waiting)
    moments = {GATHERED: min(last + QUIET, first + LONGEST), DAILY: _next(player, first)}
    return min(moments.get(player.digest, first), *(letter.at_latest for letter in waiting))


def _next(player: Player, moment: datetime) -> datetime:
    """The player's first hour for daily letters at or after this moment."""
    hour = TimeOfDay.fromisoformat(player.daily_at or "00:00")
    today = clock.day_in(moment, player.zone)
    days = (clock.at_local(today + n * clock.DAY, hour, player.zone) for n in range(3))
    return next(there for there in days if there >= moment)
