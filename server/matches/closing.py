"""Closing a window whose deadline has passed: for those who have not answered, the clock or a house player does."""

from __future__ import annotations

from collections.abc import Sequence

from ..deal import new_salt
from ..rules import Ask
from ..rules.engine import Seat
from ..store.envelopes import CLOCK, Envelope
from ..store.models import Chair
from ..terms import HOUSE_ABSENT
from . import letters, timing
from .automatic import by_the_house, delayed_answers
from .in_play import InPlay
from .playing import answer


def close(play: InPlay) -> list[Chair]:
    """Close the window: the clock answers for every seat that has not. Returns those seats.

    If such a seat has an excuse left, the window is extended once by its full time instead; nobody is returned.
    """
    match = play.match
    delayed = delayed_answers(play)
    by_house = {chair.seat: by_the_house(play, chair.seat) for chair in match.chairs if chair.think_at is not None}
    owed = {seat: ask for seat, ask in play.owed().items() if seat not in {*delayed, *by_house}}
    late = [match.chairs[seat] for seat in owed]
    if _excuse(play, late):
        answer(play, delayed)
        return []
    for chair in late:
        chair.missed += 1
    match.unanswered = 0 if play.table.sealed or delayed else match.unanswered + bool(owed)
    missing = {seat: _for_the_absent(play, seat, ask) for seat, ask in owed.items()}
    # with blind timing all answers may be in: one of them, submitted again, opens the window
    answers = {**delayed, **by_house, **missing} or dict(list(match.sealed.items())[:1])
    answer(play, answers, in_time=False, told_by_clock=bool(owed))
    return late


def _for_the_absent(play: InPlay, seat: Seat, ask: Ask) -> Envelope:
    """The answer for a seat that missed the deadline: from a house player if the terms say so, else the default."""
    if play.match.terms.get(HOUSE_ABSENT) == "on":
        return by_the_house(play, seat, absent=True)
    return Envelope(ask.absent, CLOCK, play.at, new_salt(), absent=True)


def _excuse(play: InPlay, late: Sequence[Chair]) -> bool:
    """Extend the window once, and notify everybody, if a late seat has an excuse left. Returns whether it did."""
    match, at = play.match, play.at
    excused = [chair for chair in late if chair.excuses > 0]
    if match.counts_from or not excused:
        return False
    for chair in excused:
        chair.excuses -= 1
    timing.extend(match, play.counted(), at)
    letters.tell(match, match.chairs, "excused", at, at.isoformat(), seats=[chair.seat for chair in excused])
    return True
