"""Pauses of a match: its clock stands still, and whoever wants may answer all the same.

The host may pause a match for `clock.PAUSED` days in all; a day that was begun counts. More needs the yes of everybody
who plays, see `server.matches.motions`. Whoever plays may ask to go on; a pause then ends `clock.GO_ON` later, unless
all say that it does not.
"""

from __future__ import annotations

from datetime import datetime

from .. import clock
from ..store.models import Match
from ..views import people_of
from . import letters, seat_plans, timing
from .in_play import InPlay

PAUSES = (3, 7, 14, 28)
"""The numbers of days for which a match may be paused at a time, besides all that is left."""


def days_left(match: Match) -> int:
    """For how many more days the host may pause the match alone."""
    return max(clock.PAUSED - match.paused_days, 0)


def is_paused(match: Match, at: datetime) -> bool:
    """Whether the clock of the match stands still for a pause."""
    return match.paused_until is not None and match.paused_until > at


def pause(match: Match, until: datetime, at: datetime) -> None:
    """Pause a match until then, or longer than it is paused already. Must run inside a transaction."""
    gap = max(at, match.paused_until or at), until
    match.paused_days += -((gap[0] - until) // clock.DAY)
    timing.pause(match, InPlay(match, at).counted(), gap, at)
    if match.closes_at is not None:
        seat_plans.put_off(match, gap, at, later=True)
    tell(match, at)


def end(match: Match, until: datetime, at: datetime) -> None:
    """Let a pause end then, which is earlier than it would have. Must run inside a transaction."""
    assert match.paused_until is not None
    left = match.paused_until - until
    match.paused_days -= left // clock.DAY
    timing.end_pause(match, InPlay(match, at).counted(), until, at)
    seat_plans.bring_forward(match, left, at)
    tell(match, at)


def tell(match: Match, at: datetime) -> None:
    """Write to all who play until when the match is paused, or that it is not."""
    for chair in people_of(match):
        letters.write_once(match, chair, "pause", at, f"{at:%y%m%dT%H%M%S}-{match.paused_until or at:%y%m%dT%H%M%S}")
