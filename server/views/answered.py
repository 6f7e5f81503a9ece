"""When each seat has last answered, as far as that was opened."""

from __future__ import annotations

from datetime import datetime

from ..rules.engine import Seat
from ..store.envelopes import PLAYER
from ..store.history import TURNS
from ..store.models import PLAYING, Match
from ..terms import hides

LOOKED_BACK = 60
"""The number of windows looked through, the latest ones."""


def last_answers(match: Match, every: bool = False) -> dict[Seat, datetime]:
    """When the player of each seat gave the last answer that has been opened; seats without one are left out, and all
    of them where the terms hide who has answered. ``every``: of all windows, not of the latest alone.

    Whoever shows it to players shows the day alone: the minute could tell a planned answer from one given by hand.
    """
    found: dict[Seat, datetime] = {}
    if hides(match.terms) and match.status == PLAYING:
        return found
    for turn in TURNS.of(match) if every else match.lately(LOOKED_BACK):
        for given in turn.answers:
            if given.by == PLAYER:
                found[given.seat] = max(given.at, found.get(given.seat, given.at))
    return found
