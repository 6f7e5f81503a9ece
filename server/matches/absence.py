"""Somebody lets window after window pass: the others say what shall be done."""

from __future__ import annotations

from datetime import datetime, timedelta

from .. import clock
from ..store.models import PLAYING, Chair, Match, db
from ..store.session import transaction
from . import letters, timing
from .errors import Refused
from .playing import Sitting

GO_ON, WAIT, END = "go-on", "wait", "end"
VERDICTS = (GO_ON, WAIT, END)
ABSENT_AFTER = 3
"""Windows in a row that a seat misses before the others are asked what to do."""
WAITING = timedelta(days=14)
"""How much longer the running window stays open when the others decide to wait."""


@transaction
def judge(chair_id: int, verdict: str, at: datetime | None = None) -> Match:
    """Say what shall be done about an absent player; what more than half of the others say is done.

    ``go-on``: the clock goes on answering. ``wait``: the running window stays open 14 days longer. ``end``: the
    match ends as it stands, without winners.
    """
    at = at or clock.now()
    if verdict not in VERDICTS:
        raise Refused(f"Say one of {', '.join(VERDICTS)}.", "verdict")
    chair = db.session.get_one(Chair, chair_id)
    match = chair.match
    if match.status != PLAYING or chair not in judges_of(match):
        raise Refused("Nobody is being waited for at this table now.")
    chair.verdict = verdict
    match.touch()
    recount(match, at)
    return match


def recount(match: Match, at: datetime) -> None:
    """Do what more than half of those say who are asked now: one more has spoken, or one who was asked has left.

    To be called within a transaction.
    """
    said = [judge.verdict for judge in judges_of(match)] if match.status == PLAYING else []
    for verdict in VERDICTS:
        if 2 * said.count(verdict) > len(said):
            _carry_out(match, verdict, at)
            return


def absentees(match: Match) -> list[Chair]:
    """The seats that have missed three windows running, and are still missed."""
    return [chair for chair in match.chairs if chair.missed >= ABSENT_AFTER and not chair.house]


def judges_of(match: Match) -> list[Chair]:
    """Who is asked what to do about the absent ones: everybody else who plays; nobody while all are there."""
    absent = absentees(match)
    return [c for c in match.chairs if absent and c not in absent and not c.house]


def _carry_out(match: Match, verdict: str, at: datetime) -> None:
    for chair in match.chairs:
        chair.verdict = None
    for absent in absentees(match):
        absent.missed = 0
    if verdict == END:
        Sitting(match, at).end("agreed", ())
    elif verdict == WAIT and match.closes_at:
        timing.wait(match, Sitting(match, at).counted(), WAITING, at)
        letters.tell(match, match.chairs, "waiting", at)
