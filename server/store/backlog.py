"""Health measured by backlog: the age of the oldest due window and of the oldest unsent letter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from .models import INVITED, MATCHES, PLAYING, Letter, db

GRACE = 60
"""Seconds that due work may wait, in addition to three sweep intervals, before the server counts as unhealthy."""


@dataclass(frozen=True)
class Health:
    """The ages of the oldest due work, in seconds; 0 if nothing is due."""

    oldest_due_window: float
    oldest_unsent_letter: float

    def well(self, sweep_seconds: int) -> bool:
        """Whether nothing has waited too long, given the sweep interval in seconds."""
        return max(self.oldest_due_window, self.oldest_unsent_letter) <= 3 * sweep_seconds + GRACE


def look(at: datetime) -> Health:
    """Measure both ages. A deferred letter counts as due only from its next attempt."""
    window = db.session.scalar(
        select(func.min(MATCHES.c.closes_at)).where(MATCHES.c.status.in_((PLAYING, INVITED)), MATCHES.c.closes_at <= at)
    )
    letter = db.session.scalar(select(func.min(Letter.due_at)).where(Letter.due_at <= at))
    return Health(age(window, at), age(letter, at))


def age(since: datetime | None, at: datetime) -> float:
    """How many seconds ago that was; 0 if it was never, or is yet to come."""
    return max(0.0, (at - since).total_seconds()) if since else 0.0
