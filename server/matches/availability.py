"""When a player is available: vacations, quiet hours and reminder times.

A vacation holds at all tables of its player. Each of its days counts in the year in which it lies, by the time zone of
each table where the player plays, so that no table waits for more days of a year than the setting allows. The player's
own zone does not matter, since it can be changed at will; without a table it is UTC. A day that has begun counts as a
whole one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta

from sqlalchemy import select, update

from .. import clock
from ..config import settings
from ..store.hours import vacation_at, vacations_of
from ..store.models import CHAIRS, MATCHES, PLAYING, Chair, Match, Player, db
from ..store.one_match import locked_player, matches_of, touch
from ..store.session import NOW, transaction
from ..terms import ZONE
from . import letters, timing
from .errors import Refused
from .in_play import InPlay

MOST_WISHES = 5
"""The largest number of extra reminders a player may choose for each window."""


@transaction
def go_away(player_id: int, days: int, at: datetime = NOW) -> Player:
    """Start a vacation of ``days`` days now: open windows are extended, and the other players are notified.

    During a vacation, this replaces its end: it then ends ``days`` days from now. Raises `Refused` for more days than
    are left in the years in which they lie.
    """
    player = locked_player(player_id)
    most = _longest(player, at)
    if not 1 <= days <= most:
        raise Refused(_how_many(most, days_left(player, at, but_the_present=True)), "days")
    past, present = _past(player, at), vacation_at(player, at)
    _keep(player, [*past, (present[0] if present else at, at + timedelta(days=days))], at)
    for match, chair in _tables_of(player):
        _move(match, chair, at)
        _tell_others(match, player, "away", at, seat=chair.seat, until=(at + timedelta(days=days)).isoformat())
    return player


@transaction
def come_back(player_id: int, at: datetime = NOW) -> Player:
    """End the current vacation now; its unused days can be taken again. Does nothing if the player is not away."""
    player = locked_player(player_id)
    present = vacation_at(player, at)
    if present is None:
        return player
    _keep(player, [*_past(player, at), (present[0], at)], at)
    for match, chair in _tables_of(player):
        if _move(match, chair, at, nearer=True):
            _tell_others(match, player, "back", at, seat=chair.seat, until=at.isoformat())
    return player


@transaction
def set_hours(player_id: int, quiet_from: str, quiet_until: str, zone: str, at: datetime = NOW) -> Player:
    """Set daily quiet hours, such as 22:00 to 08:00 in Europe/Paris, from the next window on; empty: none.

    A deadline that has already been announced does not change. Raises `Refused` for a bad zone or bad hours.
    """
    player = locked_player(player_id)
    if clock.known_zone(zone) is None:
        raise Refused(f"A time zone is a name such as Europe/Paris, not “{zone[:40]}”.", "zone")
    try:
        quiet = clock.checked_quiet(quiet_from, quiet_until)
    except clock.BadHours as bad:
        raise Refused(str(bad), "quiet") from bad
    player.zone = zone
    player.quiet_from, player.quiet_until = quiet or (None, None)
    _copy_hours(player)
    return player


@transaction
def set_reminders(player_id: int, hours: Sequence[int], at: datetime = NOW) -> Player:
    """Set extra reminders, in hours before each deadline, also for open windows; an empty list restores the default.

    Raises `Refused` for more than `MOST_WISHES` reminders, or for one that is not 1 to 720 hours before the deadline.
    """
    player = locked_player(player_id)
    wished = sorted(set(hours))
    if len(wished) > MOST_WISHES or not all(1 <= n <= clock.LONGEST // clock.HOUR for n in wished):
        raise Refused(f"Up to {MOST_WISHES} reminders, each from 1 to 720 hours before the deadline.", "hours")
    player.remind_before = wished or None
    _copy_hours(player)
    for match, _ in _tables_of(player):
        match.remind_at = timing.next_reminder(match, InPlay(match, at).counted(), at)
    return player


def days_left(player: Player, at: datetime, but_the_present: bool = False) -> int:
    """How many whole days of this year's vacation are left. ``but_the_present``: the current one counts up to now."""
    if not player.vacations:
        return settings().vacation_days
    present = vacation_at(player, at) if but_the_present else None
    taken = [*_taken(player, at), (present[0], at)] if present else vacations_of(player)
    free = min(_free(zone, _year(zone, at), _charged(taken)) for zone in _zones(player))
    return max(free // clock.DAY, 0)


def _longest(player: Player, at: datetime) -> int:
    """For how many days from now the player may be away; during a vacation, this includes what is left of it."""
    present = vacation_at(player, at)
    begins, taken = present[0] if present else at, _charged(_taken(player, at))
    until = min(_latest_end(zone, begins, taken) for zone in _zones(player))
    return max((until - at) // clock.DAY, 0)


def _past(player: Player, at: datetime) -> list[clock.Stretch]:
    return [one for one in vacations_of(player) if one[1] <= at]


def _taken(player: Player, at: datetime) -> list[clock.Stretch]:
    """All vacations but the present one."""
    return [one for one in vacations_of(player) if not one[0] <= at < one[1]]


def _charged(vacations: Iterable[clock.Stretch]) -> list[clock.Stretch]:
    """The times for which vacations are charged: up to the end of the last day that was begun."""
    return [(begins, begins - (begins - ends) // clock.DAY * clock.DAY) for begins, ends in vacations]


def _latest_end(zone: str, begins: datetime, taken: Sequence[clock.Stretch]) -> datetime:
    """Until when a vacation may last that begins then, by the calendar of a zone."""
    year = _year(zone, begins)
    while begins + (free := _free(zone, year, taken)) >= (ends := _new_year(zone, year + 1)):
        begins, year = ends, year + 1
    return begins + max(free, timedelta())


def _free(zone: str, year: int, taken: Iterable[clock.Stretch]) -> timedelta:
    """What is left of the allowance of a year; below zero if more was taken, by another calendar."""
    starts, ends = _new_year(zone, year), _new_year(zone, year + 1)
    within = (min(until, ends) - max(begins, starts) for begins, until in taken)
    return timedelta(days=settings().vacation_days) - sum((max(span, timedelta()) for span in within), timedelta())


def _new_year(zone: str, year: int) -> datetime:
    return clock.at_local(date(year, 1, 1), time(), zone)


def _year(zone: str, moment: datetime) -> int:
    return clock.day_in(moment, zone).year


def _zones(player: Player) -> set[str]:
    """The zones of the tables at which a player plays."""
    theirs = select(MATCHES.c.terms).join(CHAIRS).where(MATCHES.c.status == PLAYING, CHAIRS.c.player_id == player.id)
    return {terms.get(ZONE, "UTC") for terms in db.session.scalars(theirs)} or {"UTC"}


def _how_many(most: int, left: int) -> str:
    if most == 0:
        return "You have no day of vacation left this year."
    if most > left:
        return (
            f"Say how many days you will be away, from 1 to {most}: each day counts in the year in which it lies, and "
            f"{left} of this year’s are left."
        )
    return f"Say how many days you will be away, from 1 to {most}: so many are left this year."


def _keep(player: Player, vacations: Iterable[clock.Stretch], at: datetime) -> None:
    """Store the vacations, without those shorter than an hour and those that ended before last year."""
    kept = [one for one in vacations if one[1] - one[0] >= clock.HOUR and one[1].year >= at.year - 1]
    player.vacations = [[begins.isoformat(), ends.isoformat()] for begins, ends in kept] or None
    _copy_hours(player)


def _copy_hours(player: Player) -> None:
    db.session.execute(update(CHAIRS).where(CHAIRS.c.player_id == player.id).values(own_hours=player.own_hours))


def _tables_of(player: Player) -> Iterator[tuple[Match, Chair]]:
    """The player's running matches, each with one of their seats; ordered by id so that locks cannot deadlock."""
    mine = select(CHAIRS.c.match_id).where(CHAIRS.c.player_id == player.id, CHAIRS.c.house.is_(False))
    running = select(MATCHES.c.id).where(MATCHES.c.status == PLAYING, MATCHES.c.id.in_(mine)).order_by(MATCHES.c.id)
    for match in matches_of(db.session.scalars(running).all()):
        yield match, next(chair for chair in match.chairs if chair.player_id == player.id and not chair.house)


def _move(match: Match, chair: Chair, at: datetime, nearer: bool = False) -> bool:
    """Recompute the deadline if the player's hours count for it. Returns whether it moved."""
    touch(match)  # conflicts with a window that opens concurrently and would otherwise not see the vacation
    seats = InPlay(match, at).counted()
    if not any(match.chairs[seat].player_id == chair.player_id for seat in seats):
        return False
    return (timing.shorten if nearer else timing.stretch)(match, seats, at)


def _tell_others(match: Match, player: Player, kind: str, at: datetime, seat: int, until: str) -> None:
    for other in match.chairs:
        if other.player_id != player.id:
            letters.write_once(match, other, kind, at, f"{seat}:{until[:16]}", seat=seat, until=until)
