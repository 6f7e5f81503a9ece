"""Whether work gets done: the age of the oldest due window and of the oldest unsent letter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from .models import INVITED, PLAYING, Letter, Match, db

GRACE = 60
"""Seconds that anything due may wait beyond three sweeps before something is wrong."""


@dataclass(frozen=True)
class Health:
    """Ages in seconds; 0 where nothing waits."""

    oldest_due_window: float
    oldest_unsent_letter: float

    def well(self, sweep_seconds: int) -> bool:
        """Whether nothing has waited too long."""
        return max(self.oldest_due_window, self.oldest_unsent_letter) <= 3 * sweep_seconds + GRACE


def look(at: datetime) -> Health:
    """The two ages at this moment. A letter that is being tried again later is not late."""
    window = db.session.scalar(
        select(func.min(Match.closes_at)).where(Match.status.in_((PLAYING, INVITED)), Match.closes_at <= at)
    )
    letter = db.session.scalar(select(func.min(Letter.due_at)).where(Letter.due_at <= at))
    return Health(_age(window, at), _age(letter, at))


def _age(since: datetime | None, at: datetime) -> float:
    return max(0.0, (at - since).total_seconds()) if since else 0.0
