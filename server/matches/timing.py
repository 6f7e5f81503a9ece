"""The clock of a match: when its open window closes, whom to remind when, and what is left of banks and excuses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from .. import clock
from ..clock import Hours
from ..rules.engine import Seat
from ..store.hours import hours_of
from ..store.models import Chair, Match
from ..terms import EXCUSES, WEEKENDS

CHANCE = timedelta(hours=1)
"""A deadline that comes nearer stays at least so far away."""


@dataclass(frozen=True)
class Asked:
    """A seat that a window waits for: its hours, when it wishes to be reminded, what it has left of its bank."""

    hours: Hours
    wishes: tuple[float, ...] = ()
    left: timedelta = timedelta()


ANYBODY = (Asked(clock.ALL_HOURS),)
"""Seats without hours, wishes and banks of their own are all alike, and the clock looks at none of them."""


def asked_of(match: Match, seats: Collection[Seat]) -> Sequence[Asked]:
    """The seats that a window waits for, as the clock sees them."""
    chairs = match.chairs
    of_their_own = keeps_banks(match) or match.terms.get(WEEKENDS) == "free"
    if of_their_own or any(chairs[seat].own_hours for seat in seats):
        return [_asked(match, chairs[seat]) for seat in seats]
    return ANYBODY


def _asked(match: Match, chair: Chair) -> Asked:
    wishes = chair.player.remind_before if chair.own_hours and chair.player else None
    return Asked(hours_of(match, chair), tuple(wishes or ()), timedelta(seconds=chair.bank or 0))


def keeps_banks(match: Match) -> bool:
    """Whether seats have time of their own."""
    return match.chairs[0].bank is not None


# Windows -------------------------------------------------------------------------------------------------------------


def begin(match: Match) -> None:
    """Before the first card: fill the banks, hand out the excuses."""
    bank = clock.pace(match.pace).bank
    for chair in match.chairs:
        chair.bank = _seconds(bank) if bank else None
        chair.excuses = int(match.terms.get(EXCUSES, 0))


def start(match: Match, seats: Collection[Seat], at: datetime) -> None:
    """A window opens for these seats."""
    match.opened_at, match.retry_at = at, None
    if match.counts_from or match.grace:
        match.counts_from, match.grace = None, 0
    asked = asked_of(match, seats)
    _close_at(match, _closes(match.pace, at, asked), at, asked, at)


def extend(match: Match, seats: Collection[Seat], at: datetime) -> None:
    """The window that nobody closed in time counts anew, once."""
    match.counts_from, match.grace = at, 0
    asked = asked_of(match, seats)
    _close_at(match, _closes(match.pace, at, asked), at, asked, at)


def wait(match: Match, seats: Collection[Seat], longer: timedelta, at: datetime) -> None:
    """The table waits so much longer for the open window, counted from now if its deadline has passed."""
    assert match.closes_at is not None
    closes_at = max(match.closes_at, at) + longer
    match.grace += _seconds(closes_at - match.closes_at)
    _close_at(match, closes_at, _counts_from(match), asked_of(match, seats), at)


def stretch(match: Match, seats: Collection[Seat], at: datetime) -> bool:
    """The hours of a seat have become fewer: the deadline moves away. Whether it did."""
    return _move(match, seats, at, lambda old, new: max(old, new))


def shorten(match: Match, seats: Collection[Seat], at: datetime) -> bool:
    """The hours of a seat have become more: the deadline comes nearer, yet not too near. Whether it did."""
    return _move(match, seats, at, lambda old, new: min(old, max(new, at + CHANCE)))


def _move(
    match: Match, seats: Collection[Seat], at: datetime, chosen: Callable[[datetime, datetime], datetime]
) -> bool:
    old = match.closes_at
    if old is None or old <= at:
        return False
    asked = asked_of(match, seats)
    closes_at = chosen(old, _closes(match.pace, _counts_from(match), asked) + timedelta(seconds=match.grace))
    if closes_at == old:
        return False
    _close_at(match, closes_at, _counts_from(match), asked, at)
    return True


def _counts_from(match: Match) -> datetime:
    opens_at = match.counts_from or match.opened_at
    assert opens_at is not None
    return opens_at


def _closes(pace: str, opens_at: datetime, asked: Sequence[Asked]) -> datetime:
    return clock.pace(pace).closes(opens_at, [one.hours for one in asked], [one.left for one in asked])


def _close_at(match: Match, closes_at: datetime, opens_at: datetime, asked: Sequence[Asked], at: datetime) -> None:
    match.closes_at, match.remind_at = closes_at, _next(opens_at, closes_at, asked, at)


# Reminders -----------------------------------------------------------------------------------------------------------


def next_reminder(match: Match, seats: Collection[Seat], after: datetime) -> datetime | None:
    """The first moment after ``after`` at which one of these seats is to be reminded."""
    if match.closes_at is None:
        return None
    return _next(_counts_from(match), match.closes_at, asked_of(match, seats), after)


def due_reminder(match: Match, chair: Chair, at: datetime) -> datetime | None:
    """The moment of the last reminder of the open window that this seat should have had by now."""
    assert match.closes_at is not None
    moments = _reminders(_counts_from(match), match.closes_at, asked_of(match, (chair.seat,)))
    return max((moment for moment in moments if moment <= at), default=None)


def _next(opens_at: datetime, closes_at: datetime, asked: Sequence[Asked], after: datetime) -> datetime | None:
    moments = _reminders(opens_at, closes_at, asked)
    return min((moment for moment in moments if moment > after), default=None)


def _reminders(opens_at: datetime, closes_at: datetime, asked: Sequence[Asked]) -> list[datetime]:
    return [moment for one in asked for moment in clock.reminders(opens_at, closes_at, one.hours, one.wishes)]


# Banks ---------------------------------------------------------------------------------------------------------------


def charge(match: Match, answered: Mapping[Seat, datetime], late: Iterable[Seat]) -> None:
    """Take what was used of each bank in the window, and give back what an answer adds.

    ``answered``: who answered, and when; ``late``: who used up everything. A seat for which the table or the house
    answered is in neither: that costs nothing and adds nothing.
    """
    pace = clock.pace(match.pace)
    assert isinstance(pace, clock.Bank)
    assert match.opened_at is not None
    for seat, moment in answered.items():
        chair = match.chairs[seat]
        used = hours_of(match, chair).between(match.opened_at, moment)
        chair.bank = _seconds(pace.after_answer(timedelta(seconds=chair.bank or 0), used))
    for seat in late:
        match.chairs[seat].bank = _seconds(pace.after_answer(timedelta(), timedelta()))


def _seconds(span: timedelta) -> int:
    return int(span.total_seconds())
