"""When a player is available: vacations, quiet hours and reminder times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import select, update

from .. import clock
from ..config import settings
from ..store.hours import vacation_at, vacations_of
from ..store.models import PLAYING, Chair, Match, Player, db
from ..store.session import transaction
from . import letters, timing
from .errors import Refused
from .playing import Sitting

MOST_WISHES = 5
"""The largest number of extra reminders a player may choose for each window."""


@transaction
def go_away(player_id: int, days: int, at: datetime | None = None) -> Player:
    """Start a vacation of ``days`` days now: open windows are extended, and the other players are notified.

    During a vacation, this replaces its end: it then ends ``days`` days from now. Raises `Refused` if fewer days are
    left of this year's allowance; a vacation counts towards the year in which it begins.
    """
    at = at or clock.now()
    player = _locked(player_id)
    left = _whole_days(_left(player, at, but_the_present=True))
    if not 1 <= days <= left:
        raise Refused(_how_many(left), "days")
    past, present = _past(player, at), vacation_at(player, at)
    _keep(player, [*past, (present[0] if present else at, at + timedelta(days=days))], at)
    for match, chair in _tables_of(player):
        _move(match, chair, at)
        _tell_others(match, player, "away", at, seat=chair.seat, until=(at + timedelta(days=days)).isoformat())
    return player


@transaction
def come_back(player_id: int, at: datetime | None = None) -> Player:
    """End the current vacation now; its unused days can be taken again. Does nothing if the player is not away."""
    at = at or clock.now()
    player = _locked(player_id)
    present = vacation_at(player, at)
    if present is None:
        return player
    _keep(player, [*_past(player, at), (present[0], at)], at)
    for match, chair in _tables_of(player):
        if _move(match, chair, at, nearer=True):
            _tell_others(match, player, "back", at, seat=chair.seat, until=at.isoformat())
    return player


@transaction
def set_hours(player_id: int, quiet_from: str, quiet_until: str, zone: str, at: datetime | None = None) -> Player:
    """Set daily quiet hours, such as 22:00 to 08:00 in Europe/Paris, from the next window on; empty: none.

    A deadline that has already been announced does not change. Raises `Refused` for a bad zone or bad hours.
    """
    player = _locked(player_id)
    if clock.known_zone(zone) is None:
        raise Refused(f"A time zone is a name such as Europe/Paris, not “{zone[:40]}”.", "zone")
    try:
        quiet = clock.checked_quiet(quiet_from, quiet_until)
    except clock.BadHours as bad:
        raise Refused(str(bad), "quiet") from bad
    player.zone = zone
    player.quiet_from, player.quiet_until = quiet or (None, None)
    _note(player)
    return player


@transaction
def set_reminders(player_id: int, hours: Sequence[int], at: datetime | None = None) -> Player:
    """Set extra reminders, in hours before each deadline, also for open windows; an empty list restores the default.

    Raises `Refused` for more than `MOST_WISHES` reminders, or for one that is not 1 to 720 hours before the deadline.
    """
    at = at or clock.now()
    player = _locked(player_id)
    wished = sorted(set(hours))
    if len(wished) > MOST_WISHES or not all(1 <= n <= clock.LONGEST // clock.HOUR for n in wished):
        raise Refused(f"Up to {MOST_WISHES} reminders, each from 1 to 720 hours before the deadline.", "hours")
    player.remind_before = wished or None
    _note(player)
    for match, _ in _tables_of(player):
        match.remind_at = timing.next_reminder(match, Sitting(match, at).counted(), at)
    return player


def days_left(player: Player, at: datetime) -> int:
    """How many whole days of vacation the player may still take this year."""
    return _whole_days(_left(player, at))


def _locked(player_id: int) -> Player:
    return db.session.scalars(select(Player).where(Player.id == player_id).with_for_update(of=Player)).one()


def _past(player: Player, at: datetime) -> list[clock.Stretch]:
    return [one for one in vacations_of(player) if one[1] <= at]


def _left(player: Player, at: datetime, but_the_present: bool = False) -> timedelta:
    """The unused part of this year's allowance. ``but_the_present``: count the current vacation only up to now."""
    year = _year(player, at)
    stretches = [one for one in vacations_of(player) if _year(player, one[0]) == year]
    until = [min(ends, at) if but_the_present else ends for _, ends in stretches]
    taken = sum((end - begins for (begins, _), end in zip(stretches, until, strict=True)), timedelta())
    return timedelta(days=settings().vacation_days) - taken


def _year(player: Player, moment: datetime) -> int:
    return moment.astimezone(ZoneInfo(player.zone) if player.zone else UTC).year


def _whole_days(span: timedelta) -> int:
    return max(span // clock.DAY, 0)


def _how_many(left: int) -> str:
    if left == 0:
        return "You have no day of vacation left this year."
    return f"Say how many days you will be away, from 1 to {left}: so many are left this year."


def _keep(player: Player, vacations: Iterable[clock.Stretch], at: datetime) -> None:
    """Store the vacations, without those shorter than an hour and those that ended before last year."""
    kept = [one for one in vacations if one[1] - one[0] >= clock.HOUR and one[1].year >= at.year - 1]
    player.vacations = [[begins.isoformat(), ends.isoformat()] for begins, ends in kept] or None
    _note(player)


def _note(player: Player) -> None:
    db.session.flush()
    db.session.execute(update(Chair).where(Chair.player_id == player.id).values(own_hours=player.own_hours))


def _tables_of(player: Player) -> Iterator[tuple[Match, Chair]]:
    """The player's running matches, each with one of their seats; ordered by id so that locks cannot deadlock."""
    mine = select(Chair.match_id).where(Chair.player_id == player.id, Chair.house.is_(False))
    running = select(Match).where(Match.status == PLAYING, Match.id.in_(mine)).order_by(Match.id)
    for match in db.session.scalars(running.execution_options(populate_existing=True)).all():
        yield match, next(chair for chair in match.chairs if chair.player_id == player.id and not chair.house)


def _move(match: Match, chair: Chair, at: datetime, nearer: bool = False) -> bool:
    """Recompute the deadline if the player's hours count for it. Returns whether it moved."""
    match.touch()  # conflicts with a window that opens concurrently and would otherwise not see the vacation
    seats = Sitting(match, at).counted()
    if not any(match.chairs[seat].player_id == chair.player_id for seat in seats):
        return False
    return (timing.shorten if nearer else timing.stretch)(match, seats, at)


def _tell_others(match: Match, player: Player, kind: str, at: datetime, seat: int, until: str) -> None:
    for other in match.chairs:
        if other.player_id != player.id:
            letters.write_once(match, other, kind, at, f"{seat}:{until[:16]}", seat=seat, until=until)
