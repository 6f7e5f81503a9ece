"""Motions: what is asked of all players, as they are told of it.

A shorter time for each answer, the end of the match, a pause beyond what the host may decide alone, and one that goes
on though a player has asked for its end need everybody's yes; that a house player holds a seat at once needs the yes of
more than half of the others. A motion says nothing of the cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .. import clock
from ..store.ballots import Motion
from ..store.models import PLAYING, Chair, Match
from ..terms import ZONE
from .presence import people_of

PACE, END, HOUSE, PAUSE, STAY = "pace", "end", "house", "pause", "stay"
CARRIED, LOST, WITHDRAWN = "carried", "lost", "withdrawn"


def about(motion: Motion, match: Match) -> Chair | None:
    """The seat that a house player is to hold, if the motion is about one."""
    return next((chair for chair in match.chairs if motion.what == HOUSE and str(chair.id) == motion.value), None)


def voters(motion: Motion, match: Match) -> list[Chair]:
    """Whose word counts: all who play, but not the player of the seat that it is about."""
    seat = about(motion, match)
    return [chair for chair in people_of(match) if seat is None or chair.player_id != seat.player_id]


def outcome(motion: Motion, match: Match) -> str:
    """Whether it is carried or lost by what has been said so far; empty: that is still open."""
    said = motion.count(voters(motion, match))
    wanted, yes, no = said.total(), said[True], said[False]
    if motion.what == HOUSE:
        return CARRIED if 2 * yes > wanted else LOST if 2 * no >= wanted else ""
    return LOST if no else CARRIED if yes and yes == wanted else ""


def motion_of(match: Match) -> Motion | None:
    """The latest motion of a match that is being played, settled or not."""
    return match.motion if match.status == PLAYING else None


def open_motion(match: Match) -> Motion | None:
    """The motion on which players may still say yes or no."""
    latest = motion_of(match)
    return latest if latest and not latest.settled else None


def sentence(motion: Motion, match: Match) -> str:
    """What is asked, as a whole sentence."""
    seat = about(motion, match)
    if motion.what == PACE:
        words, now = clock.pace(motion.value).words, clock.pace(match.pace).words
        return f"From the next turn on there is less time for each answer: {words} in place of {now}."
    if motion.what == PAUSE:
        return f"The match is paused for {motion.value} days: the clock stands still."
    if motion.what == STAY:
        until = clock.told(datetime.fromisoformat(motion.value), match.terms.get(ZONE), clock.now(), to_all=True)
        return f"The match stays paused until {until}, though one of you has asked to go on."
    if seat is not None:
        return f"A house player holds the seat of {seat.name} at once, until {seat.name} takes it back."
    return "The match ends now, without winners."


@dataclass(frozen=True)
class ShownMotion:
    """A motion as one reader is told of it. ``word``: the reader's own yes or no so far; ``None``: not said yet.

    ``yes``: the names of those who have said yes. ``missing``: of the others whose word is still wanted. ``counts``:
    whether the reader's word counts.
    """

    number: int
    sentence: str
    word: bool | None
    yes: tuple[str, ...]
    missing: tuple[str, ...]
    by_all: bool
    counts: bool


def motion_for(match: Match, reader: Chair | None) -> ShownMotion | None:
    """The open motion, for a seat or, without a reader, for the desk."""
    motion = open_motion(match)
    if motion is None:
        return None
    who = voters(motion, match)
    return ShownMotion(
        number=motion.number,
        sentence=sentence(motion, match),
        word=motion.word_of(reader) if reader in who and reader else None,
        yes=tuple(chair.name for chair in who if motion.word_of(chair)),
        missing=tuple(chair.name for chair in motion.missing(who)),
        by_all=motion.what != HOUSE,
        counts=reader in who,
    )
