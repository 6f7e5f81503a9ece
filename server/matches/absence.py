"""Absent players: when a seat misses several windows in a row, the other players vote on how to go on."""

from __future__ import annotations

from datetime import datetime, timedelta

from ..store.ballots import Ballot
from ..store.models import PLAYING, Chair, Match
from ..store.one_match import one_chair, touch
from ..store.session import NOW, transaction
from ..views import own_seats
from . import letters, timing
from .errors import Refused
from .in_play import InPlay

GO_ON, WAIT, END = "go-on", "wait", "end"
VERDICTS = (GO_ON, WAIT, END)
ABSENT_AFTER = 3
"""Number of windows in a row a seat must miss before the other players are asked what to do."""
WAITING = timedelta(days=14)
"""How much longer the open window stays open when the others decide to wait."""


@transaction
def judge(chair_id: int, verdict: str, at: datetime = NOW) -> Match:
    """Record one player's vote on how to go on without an absent player; a verdict is carried out once more than half
    of those who may vote have chosen it. Whoever has several seats has one vote.

    ``go-on``: the clock keeps answering for the absent seat. ``wait``: the open window stays open 14 days longer.
    ``end``: the match ends now, without winners. Raises `Refused` for another verdict, or if this seat has no vote.
    """
    if verdict not in VERDICTS:
        raise Refused(f"Say one of {', '.join(VERDICTS)}.", "verdict")
    chair = one_chair(chair_id)
    match = chair.match
    if match.status != PLAYING or chair not in judges_of(match):
        raise Refused("Nobody is being waited for at this table now.")
    match.judgement = (match.judgement or Ballot[str]()).saying(verdict, own_seats(chair))
    touch(match)
    recount(match, at)
    return match


def recount(match: Match, at: datetime) -> None:
    """Carry out a verdict that has a majority among the seats that may vote now.

    Called after a vote and after a voter leaves. Must run inside a transaction.
    """
    if match.judgement is None or match.status != PLAYING:
        return
    said = match.judgement.count({judge.player_id: judge for judge in judges_of(match)}.values())
    for verdict in VERDICTS:
        if 2 * said[verdict] > said.total():
            _carry_out(match, verdict, at)
            return


def absentees(match: Match) -> list[Chair]:
    """The seats that missed at least `ABSENT_AFTER` windows in a row and have not answered since; no house players."""
    return [chair for chair in match.chairs if chair.missed >= ABSENT_AFTER and not chair.house]


def judges_of(match: Match) -> list[Chair]:
    """The seats of everybody who may vote: of all people none of whose own seats is absent. Empty while nobody is."""
    absent = {chair.player_id for chair in absentees(match)}
    return [c for c in match.chairs if absent and c.player_id not in absent and not c.house]


def verdict_of(chair: Chair) -> str | None:
    """What the player of a seat has voted for; ``None``: nothing yet."""
    return chair.match.judgement.word_of(chair) if chair.match.judgement else None


def _carry_out(match: Match, verdict: str, at: datetime) -> None:
    match.judgement = None
    for absent in absentees(match):
        absent.missed = 0
    if verdict == END:
        InPlay(match, at).end("agreed", ())
    elif verdict == WAIT and match.closes_at:
        timing.wait(match, InPlay(match, at).counted(), WAITING, at)
        letters.tell(match, match.chairs, "waiting", at)
