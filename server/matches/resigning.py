"""Ending a match before it is played out: a player resigns, or whoever runs the server ends it."""

from __future__ import annotations

from datetime import datetime

from ..rules.engine import Seat
from ..store.models import INVITED, PLAYING, Chair, Match
from ..store.one_match import one_chair, touch
from ..store.session import NOW, transaction
from . import absence, appointments, letters, motions, opening
from .claiming import house_declines
from .errors import Refused
from .in_play import InPlay
from .lookup import match_by_id
from .playing import resume


@transaction
def resign(chair_id: int, at: datetime = NOW) -> Match:
    """Resign: a house player takes the seat, or the match ends if nobody is left to play on or against.

    The match ends when one side or only house players are left; the remaining side wins. A sleeping match wakes up.
    Raises `Refused` if the match is not being played.
    """
    chair = one_chair(chair_id)
    match = chair.match
    if match.status != PLAYING:
        raise Refused("Only a match that is being played can be given up.")
    if chair.resigned_at:
        return match
    chair.resigned_at, chair.house = at, True
    touch(match)
    play = InPlay(match, at)
    left = sides_left(play)
    if len(left) <= 1 or all(other.house for other in match.chairs):
        play.end("resigned", [seat for side in left if chair.seat not in side for seat in side])
        return match
    letters.tell(match, [other for other in match.chairs if other is not chair], "resigned", at, str(chair.seat))
    house_declines(match, chair, at)
    play_on_without(play, chair)
    return match


def play_on_without(play: InPlay, chair: Chair) -> None:
    """Play on after a house player has taken a seat for good. Must run inside a transaction."""
    resume(play)
    absence.recount(play.match, play.at)
    appointments.player_left(play.match, chair, play.at)
    motions.recount(play.match, play.at)


BY_OPERATOR = "operator"
"""How a match has ended that whoever runs the server has ended."""


@transaction
def cancel(match_id: str, at: datetime = NOW) -> bool:
    """End a match: as it stands and without winners, or before its first card with all tables of the same deals.

    Everybody is told by one letter. Returns False if it had ended already. Raises `Unknown`.
    """
    match = match_by_id(match_id)
    if match.status == INVITED:
        opening.cancel(match, BY_OPERATOR, at)
    elif match.status == PLAYING:
        InPlay(match, at).end(BY_OPERATOR, ())
    else:
        return False
    return True


def sides_left(play: InPlay) -> list[tuple[Seat, ...]]:
    """The sides with at least one seat that has not resigned; in games without sides, each seat is its own side."""
    chairs = play.match.chairs
    sides = play.game.sides or tuple((chair.seat,) for chair in chairs)
    return [side for side in sides if any(chairs[seat].resigned_at is None for seat in side)]
