"""Who is here: players who have said so by a tap are ready to play on at once, and all at the table may know it.

Where all people who play at a table are here, it sits together. Nothing sealed can be read from that: see
`server.matches.presence` for when somebody counts as here.
"""

from __future__ import annotations

from datetime import datetime

from ..store.models import PLAYING, Chair, Match


def people_of(match: Match) -> list[Chair]:
    """The seats at which people play: not those of house players, nor of those who have resigned."""
    return [chair for chair in match.chairs if chair.player_id is not None and not chair.house]


def own_seats(chair: Chair) -> list[Chair]:
    return [other for other in chair.match.chairs if other.player_id == chair.player_id]


def is_here(chair: Chair, at: datetime) -> bool:
    return chair.here_until is not None and chair.here_until > at


def sits_together(match: Match, at: datetime) -> bool:
    """Whether everybody is here who plays at a table."""
    people = people_of(match)
    awake = match.status == PLAYING and match.asleep_at is None
    return awake and bool(people) and all(is_here(chair, at) for chair in people)
