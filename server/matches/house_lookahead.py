"""Which house players think before they answer, and which answer at once.

Strong house players look ahead, which takes about a second: too long for a request, and for a transaction. So their
seats stay unanswered at first, `Chair.think_at` says so, and a process of its own decides
(see `server.matches.house_decisions`). That a house player thinks is no secret; how long it does tells nothing about
its cards.
"""

from __future__ import annotations

from datetime import datetime

from ..store import nudge
from ..store.models import Chair, Match
from ..terms import EASY, HOUSE, SIGNALS, STRONG


def thinks(match: Match) -> bool:
    """Whether house players of this match look ahead."""
    return match.terms.get(HOUSE) == STRONG


def level(match: Match) -> str:
    """How house players of this match answer at once, as the metrics call it: ``easy`` or ``steady``."""
    return "easy" if match.terms.get(HOUSE) == EASY else "steady"


def signals(match: Match) -> bool:
    """Whether house players of this match signal to their partners."""
    return match.terms.get(SIGNALS) == "on"


def begin(chair: Chair, at: datetime) -> None:
    """Have the house think about this seat's answer from now on."""
    chair.thinks_since = chair.think_at = at
    nudge.want_delivery()  # wakes the worker, which sees to it that somebody thinks


def begin_again(match: Match, at: datetime) -> None:
    """Restart the time that house players have to think, after a time in which none could decide for them."""
    for chair in match.chairs:
        if chair.think_at is not None:
            begin(chair, at)


def stop(chair: Chair) -> None:
    """The seat is answered, or asked no more."""
    chair.thinks_since = chair.think_at = None
