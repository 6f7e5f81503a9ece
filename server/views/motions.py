"""Motions: what is asked of all players, as they are told of it.

A shorter time for each answer, the end of the match, a pause beyond what the host may decide alone, and one that goes
on though a player has asked for its end need everybody's yes; that a house player holds a seat at once needs the yes of
more than half of the others. A motion says nothing of the cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from .. import clock
from ..store.models import PLAYING, Chair, Match
from ..terms import ZONE
from .presence import people_of

PACE, END, HOUSE, PAUSE, STAY = "pace", "end", "house", "pause", "stay"
CARRIED, LOST, WITHDRAWN = "carried", "lost", "withdrawn"


@dataclass(frozen=True)
class Motion:
    """What all are asked. ``value``: the new pace, the chair that a house player is to hold, the days of a pause, or
    until when (ISO 8601) it is to go on; else empty.

    ``yes`` and ``no``: seats, and whose word it was, for a seat may change hands. ``settled``: how it has ended, if it
    has: carried, lost or withdrawn.
    """

    number: int
    what: str
    value: str
    yes: Mapping[int, int]
    no: Mapping[int, int]
    settled: str = ""

    def dump(self) -> dict[str, Any]:
        """As it is stored with the match."""
        return asdict(self) | {"yes": _dumped(self.yes), "no": _dumped(self.no)}

    def with_word_of(self, chair: Chair, yes: bool) -> Motion:
        """The motion with the word of a player, at every seat that this person has at the table."""
        own = {other.seat: player for other in chair.match.chairs if (player := chair.player_id) == other.player_id}
        before = [{s: p for s, p in words.items() if s not in own} for words in (self.yes, self.no)]
        before[not yes] |= {seat: player for seat, player in own.items() if player is not None}
        return replace(self, yes=before[0], no=before[1])

    def voters(self, match: Match) -> list[Chair]:
        """Whose word counts: all who play, but not the player of the seat that it is about."""
        about = self.about(match)
        return [chair for chair in people_of(match) if about is None or chair.player_id != about.player_id]

    def about(self, match: Match) -> Chair | None:
        """The seat that a house player is to hold, if it is about one."""
        return next((chair for chair in match.chairs if self.what == HOUSE and str(chair.id) == self.value), None)

    def word_of(self, chair: Chair) -> bool | None:
        """What the present player of a seat has said; ``None``: nothing yet."""
        said = {True: self.yes, False: self.no}
        return next((word for word, seats in said.items() if seats.get(chair.seat) == chair.player_id), None)

    def outcome(self, match: Match) -> str:
        """Whether it is carried or lost by what has been said so far; empty: that is still open."""
        words = [self.word_of(chair) for chair in self.voters(match)]
        yes, no = words.count(True), words.count(False)
        if self.what == HOUSE:
            return CARRIED if 2 * yes > len(words) else LOST if 2 * (len(words) - no) <= len(words) else ""
        return LOST if no else CARRIED if yes and yes == len(words) else ""


def _dumped(words: Mapping[int, int]) -> dict[str, int]:
    return {str(seat): player for seat, player in words.items()}


def motion_of(match: Match) -> Motion | None:
    """The latest motion of a match that is being played, settled or not."""
    kept = match.motion if match.status == PLAYING else None
    if kept is None:
        return None
    words = {name: {int(seat): player for seat, player in kept[name].items()} for name in ("yes", "no")}
    return Motion(**{**kept, **words})


def open_motion(match: Match) -> Motion | None:
    """The motion on which players may still say yes or no."""
    latest = motion_of(match)
    return latest if latest and not latest.settled else None


def sentence(motion: Motion, match: Match) -> str:
    """What is asked, as a whole sentence."""
    about = motion.about(match)
    if motion.what == PACE:
        words = clock.pace(motion.value).words
        return f"From the next window on there is less time for each answer: {words} in place of {_now(match)}."
    if motion.what == PAUSE:
        return f"The match is paused for {motion.value} days: the clock stands still."
    if motion.what == STAY:
        until = clock.in_zone(datetime.fromisoformat(motion.value), match.terms.get(ZONE))
        return f"The match stays paused until {until}, though one of you has asked to go on."
    if about is not None:
        return f"A house player holds the seat of {about.name} at once, until {about.name} takes it back."
    return "The match ends now, without winners."


def _now(match: Match) -> str:
    return clock.pace(match.pace).words


@dataclass(frozen=True)
class Asking:
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


def asking_for(match: Match, reader: Chair | None) -> Asking | None:
    """The open motion, for a seat or, without a reader, for the desk."""
    motion = open_motion(match)
    if motion is None:
        return None
    voters = motion.voters(match)
    return Asking(
        number=motion.number,
        sentence=sentence(motion, match),
        word=motion.word_of(reader) if reader in voters and reader else None,
        yes=tuple(chair.name for chair in voters if motion.word_of(chair)),
        missing=tuple(chair.name for chair in voters if motion.word_of(chair) is None),
        by_all=motion.what != HOUSE,
        counts=reader in voters,
    )
