"""The clock of a match: the deadline of its open window, reminders, time banks and excuses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from .. import clock
from ..clock import Hours, Stretch
from ..config import settings
from ..rules.engine import Seat
from ..store.hours import gaps_of, hours_of
from ..store.models import Chair, Match
from ..terms import EXCUSES, WEEKENDS
from .errors import Refused

CHANCE = timedelta(hours=1)
"""A deadline that is moved forward stays at least this far in the future."""
NOTICED = 0.1
"""The part of a window that an outage must take before its time is given back."""
INSTANT = timedelta(microseconds=1)
SAVED = 20
"""Without an increment, a delayed answer takes at most one part in so many of what is left of a bank."""


@dataclass(frozen=True)
class SeatTimes:
    """The times of one seat that a window waits for: its hours, its extra reminders, what is left of its bank."""

    hours: Hours
    wishes: tuple[float, ...] = ()
    left: timedelta = timedelta()


ANYBODY = (SeatTimes(clock.ALL_HOURS),)
"""Stands for all seats asked when none has its own hours, reminders or bank: the clock then computes only once."""


def times_of(match: Match, seats: Collection[Seat]) -> Sequence[SeatTimes]:
    """The times of the seats that a window waits for."""
    chairs = match.chairs
    of_their_own = keeps_banks(match) or match.terms.get(WEEKENDS) == "free" or match.gaps
    if of_their_own or any(chairs[seat].own_hours for seat in seats):
        return [_times(match, chairs[seat]) for seat in seats]
    return ANYBODY


def _times(match: Match, chair: Chair) -> SeatTimes:
    wishes = chair.player.remind_before if chair.own_hours and chair.player else None
    return SeatTimes(hours_of(match, chair), tuple(wishes or ()), timedelta(seconds=chair.bank or 0))


def keeps_banks(match: Match) -> bool:
    """Whether each seat has a time bank."""
    return match.chairs[0].bank is not None


def longest_window(match: Match) -> timedelta:
    """How long a window of this match can be open at most, whatever one player does; see `clock.longest_window`."""
    weekends, excused = match.terms.get(WEEKENDS) == "free", int(match.terms.get(EXCUSES, 0)) > 0
    return clock.longest_window(clock.pace(match.pace), weekends, excused, settings().vacation_days)


def checked_pace(typed: str) -> str:
    """A pace as it is stored. Raises `Refused`."""
    try:
        return clock.checked_pace(typed, settings().min_pace)
    except clock.BadPace as bad:
        raise Refused(str(bad), "pace") from bad


# Windows -------------------------------------------------------------------------------------------------------------


def begin(match: Match) -> None:
    """Fill the time banks and grant the excuses, before the first deal."""
    bank = clock.pace(match.pace).bank
    for chair in match.chairs:
        chair.bank = _seconds(bank) if bank else None
        chair.excuses = int(match.terms.get(EXCUSES, 0))


def start(match: Match, seats: Collection[Seat], at: datetime) -> None:
    """Open a window for these seats: set its deadline and its first reminder."""
    match.opened_at, match.retry_at = at, None
    if match.counts_from or match.grace or match.gaps or match.paused_until:
        match.counts_from, match.grace, match.gaps = None, 0, _rest_of_pause(match, at)
    times = times_of(match, seats)
    _close_at(match, _closes(match.pace, at, times), at, times, at)


def extend(match: Match, seats: Collection[Seat], at: datetime) -> None:
    """Restart the time of a window that was missed by a seat with an excuse; this happens once per window."""
    match.counts_from, match.grace = at, 0
    times = times_of(match, seats)
    _close_at(match, _closes(match.pace, at, times), at, times, at)


def wait(match: Match, seats: Collection[Seat], longer: timedelta, at: datetime) -> None:
    """Extend the open window by ``longer``, counted from now if its deadline has passed."""
    assert match.closes_at is not None
    closes_at = max(match.closes_at, at) + longer
    match.grace += _seconds(closes_at - match.closes_at)
    _close_at(match, closes_at, _counts_from(match), times_of(match, seats), at)


def stretch(match: Match, seats: Collection[Seat], at: datetime) -> bool:
    """Move the deadline later after a seat's available hours became fewer. Returns whether it moved."""
    return _move(match, seats, at, lambda old, new: max(old, new))


def shorten(match: Match, seats: Collection[Seat], at: datetime) -> bool:
    """Move the deadline earlier after hours became more, but not before `CHANCE` from now. Returns whether it moved."""
    return _move(match, seats, at, lambda old, new: min(old, max(new, at + CHANCE)))


def give_back(match: Match, seats: Collection[Seat], gap: Stretch, at: datetime, whole: bool) -> bool:
    """Take a time in which nobody could play out of the open window, if that was at least `NOTICED` of it.

    ``whole``, for a pause: however short it was, and no more than that time. Otherwise at least the part of the window
    after the usual reminder is left. A window at a fixed hour moves to a later such hour. Hours that did not count
    anyway are not given twice. Returns whether the deadline moved so far that the players must be told.
    """
    old, opens_at = match.closes_at, _counts_from(match)
    began, ended = max(gap[0], opens_at), gap[1]
    if old is None or began >= ended:
        return False
    told = any(_notices(one.hours, began, ended, opens_at, old) for one in times_of(match, seats) or ANYBODY)
    if not (told or whole):
        return False
    left = (old - _begins(match, opens_at, old)) * (1 - clock.REMIND_AFTER)
    match.gaps = [*(match.gaps or ()), [began.isoformat(), ended.isoformat()]]
    times = times_of(match, seats)
    own, added = _closes(match.pace, opens_at, times), timedelta(seconds=match.grace)
    if own <= began < old:  # its own time was over: what was added to it is what has been lost
        added += ended - began
    pace = clock.pace(match.pace)
    if isinstance(pace, clock.Daily):
        told = told or old <= ended
        hours = [one.hours for one in times]
        closes_at = pace.next(max(old + INSTANT, own + added if whole else ended + left), hours) if told else old
    else:
        closes_at = max(old, own + added, old if whole else ended + left)
    match.grace = max(_seconds(closes_at - own), 0)  # else it would close earlier if other time were taken back
    _close_at(match, closes_at, opens_at, times, at)
    return told and closes_at > old


def _notices(hours: Hours, began: datetime, ended: datetime, opens_at: datetime, closes_at: datetime) -> bool:
    return NOTICED * hours.between(opens_at, closes_at) <= hours.between(began, ended) > timedelta()


def pause(match: Match, seats: Collection[Seat], gap: Stretch, at: datetime) -> None:
    """Let the clock of a match stand still for a time: in the open window, and in those that begin meanwhile."""
    match.paused_until = gap[1]
    give_back(match, seats, gap, at, whole=True)


def end_pause(match: Match, seats: Collection[Seat], ends: datetime, at: datetime) -> None:
    """Let the clock go on then, before the pause would be over: what is left of the pause is taken back."""
    until, match.paused_until = match.paused_until, ends if ends > at else None
    gaps = gaps_of(match)
    if until is None or ends >= until or not gaps or gaps[-1][1] != until:
        return
    match.gaps = [[began.isoformat(), min(ended, ends).isoformat()] for began, ended in gaps]
    if match.closes_at is not None and match.grace:
        own = _closes(match.pace, _counts_from(match), times_of(match, seats))
        match.grace -= _seconds(until - ends) if own <= gaps[-1][0] else 0
    shorten(match, seats, at)


def _rest_of_pause(match: Match, at: datetime) -> list[list[str]] | None:
    """The gap in a window that begins while the match is paused; ``None``: it is not paused any more."""
    if match.paused_until is None or match.paused_until <= at:
        match.paused_until = None
        return None
    return [[at.isoformat(), match.paused_until.isoformat()]]


def give_invitation_back(match: Match, gap: Stretch, whole: bool) -> None:
    """Let the invitations of a match lapse later, by the rule of `give_back`."""
    assert match.closes_at is not None
    began, ended = max(gap[0], match.created_at), gap[1]
    lost = max(ended - began, timedelta())
    if lost and (whole or lost >= NOTICED * clock.INVITATION):
        least = match.closes_at if whole else ended + clock.INVITATION * (1 - clock.REMIND_AFTER)
        match.closes_at = max(match.closes_at + lost, least)


def _move(
    match: Match, seats: Collection[Seat], at: datetime, chosen: Callable[[datetime, datetime], datetime]
) -> bool:
    old = match.closes_at
    if old is None or old <= at:
        return False
    times = times_of(match, seats)
    closes_at = chosen(old, _closes(match.pace, _counts_from(match), times) + timedelta(seconds=match.grace))
    if closes_at == old:
        return False
    _close_at(match, closes_at, _counts_from(match), times, at)
    return True


def _counts_from(match: Match) -> datetime:
    opens_at = match.counts_from or match.opened_at
    assert opens_at is not None
    return opens_at


def _begins(match: Match, opens_at: datetime, closes_at: datetime) -> datetime:
    """When the window would have begun if all of its gaps lay before it: reminders go by its length without them."""
    gaps = ((max(began, opens_at), min(ended, closes_at)) for began, ended in gaps_of(match))
    return opens_at + sum((ended - began for began, ended in gaps if began < ended), timedelta())


def _closes(pace: str, opens_at: datetime, times: Sequence[SeatTimes]) -> datetime:
    return clock.pace(pace).closes(opens_at, [one.hours for one in times], [one.left for one in times])


def _close_at(match: Match, closes_at: datetime, opens_at: datetime, times: Sequence[SeatTimes], at: datetime) -> None:
    match.closes_at = closes_at
    match.remind_at = _next(_begins(match, opens_at, closes_at), closes_at, times, at)


# Reminders -----------------------------------------------------------------------------------------------------------


def next_reminder(match: Match, seats: Collection[Seat], after: datetime) -> datetime | None:
    """The first time after ``after`` at which one of these seats is to be reminded, or None."""
    if match.closes_at is None:
        return None
    return _next(_reminded_from(match), match.closes_at, times_of(match, seats), after)


def due_reminder(match: Match, chair: Chair, at: datetime) -> datetime | None:
    """The time of the latest reminder of the open window that this seat should have got by now, or None."""
    assert match.closes_at is not None
    moments = _reminders(_reminded_from(match), match.closes_at, times_of(match, (chair.seat,)))
    return max((moment for moment in moments if moment <= at), default=None)


def _reminded_from(match: Match) -> datetime:
    assert match.closes_at is not None
    return _begins(match, _counts_from(match), match.closes_at)


def _next(opens_at: datetime, closes_at: datetime, times: Sequence[SeatTimes], after: datetime) -> datetime | None:
    moments = _reminders(opens_at, closes_at, times)
    return min((moment for moment in moments if moment > after), default=None)


def _reminders(opens_at: datetime, closes_at: datetime, times: Sequence[SeatTimes]) -> list[datetime]:
    return [moment for one in times for moment in clock.reminders(opens_at, closes_at, one.hours, one.wishes)]


# Banks ---------------------------------------------------------------------------------------------------------------


def charge(match: Match, answered: Mapping[Seat, datetime], late: Iterable[Seat]) -> None:
    """Deduct the time used in this window from each bank, and add the increment for each answer.

    ``answered``: seats that answered, and when. ``late``: seats that used up all their time. Seats whose answer came
    from the clock or a house player in time are in neither and are not charged.
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


def spent(match: Match, length: timedelta) -> timedelta:
    """How much of a window may pass until a delayed answer. A bank must last the match, so that only its increment may,
    or a small part of it (`SAVED`).
    """
    pace = clock.pace(match.pace)
    return min(length, pace.increment or length / SAVED) if isinstance(pace, clock.Bank) else length


def _seconds(span: timedelta) -> int:
    return int(span.total_seconds())
