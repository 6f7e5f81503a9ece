"""A house player sits down in the seat of somebody who plays, until its player takes it back."""

from __future__ import annotations

from datetime import datetime

from ..store.models import PLAYING, Chair
from ..store.one_match import touch
from ..terms import HOUSE_ABSENT
from . import appointments, talking
from .absence import recount
from .claiming import house_declines
from .errors import Refused
from .in_play import InPlay
from .playing import resume


def why_not_held(chair: Chair) -> str:
    """Why no house player may hold this seat, whoever asks for it; empty if one may."""
    match = chair.match
    if match.status != PLAYING or chair.house or chair.player_id is None:
        return "Only a seat that somebody plays can be held by a house player."
    if match.terms.get(HOUSE_ABSENT) != "on":
        return "At this table the clock answers for who is absent, and no house player: so it was agreed."
    if all(other.house for other in match.chairs if other is not chair):
        return "Somebody has to stay at the table: all others are house players already."
    return ""


def check_may_be_held(chair: Chair) -> None:
    """Raises `Refused` if no house player may hold this seat."""
    if why := why_not_held(chair):
        raise Refused(why, "seat")


def sit_down(chair: Chair, at: datetime) -> None:
    """Let a house player hold the seat from now on. Must run inside a transaction."""
    match = chair.match
    chair.house, chair.missed = True, 0
    chair.latest_plan = chair.order_at = None
    touch(match)
    talking.add(chair, talking.NEWS, f"A house player holds the seat of {chair.name} for a while.", at)
    house_declines(match, chair, at)
    resume(InPlay(match, at))
    recount(match, at)
    appointments.recount(match, at)
