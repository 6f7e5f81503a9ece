"""Which hours count for a seat, from the player's own settings and the terms of the match."""

from __future__ import annotations

from datetime import datetime, time

from .. import clock
from ..clock import Hours, Stretch
from ..terms import WEEKENDS, ZONE
from .models import Chair, Match, Player


def hours_of(match: Match, chair: Chair) -> Hours:
    """The hours that count for a seat in this match: no quiet hours, no vacations, no time when the server was away."""
    weekends = match.terms.get(ZONE, "UTC") if match.terms.get(WEEKENDS) == "free" else None
    player, gaps = chair.player if chair.own_hours else None, gaps_of(match)
    if player is None:
        return Hours(weekends=weekends, away=gaps) if weekends or gaps else clock.ALL_HOURS
    return Hours(player.zone, _quiet(player), weekends, (*vacations_of(player), *gaps))


def gaps_of(match: Match) -> tuple[Stretch, ...]:
    """When the server was away or paused during the open window, as far as that time was given back."""
    return tuple((datetime.fromisoformat(a), datetime.fromisoformat(b)) for a, b in match.gaps or ())


def _quiet(player: Player) -> tuple[time, time] | None:
    if not player.quiet_from or not player.quiet_until:
        return None
    return time.fromisoformat(player.quiet_from), time.fromisoformat(player.quiet_until)


def waking(player: Player, at: datetime) -> datetime:
    """The first time from ``at`` on that is neither in the player's quiet hours nor in a vacation of theirs."""
    starts, _ = next(Hours(player.zone, _quiet(player), None, vacations_of(player)).awake_from(at))
    return starts


def vacations_of(player: Player) -> tuple[Stretch, ...]:
    """A player's vacations, oldest first, including ended ones that are still stored."""
    return tuple((datetime.fromisoformat(a), datetime.fromisoformat(b)) for a, b in player.vacations or ())


def vacation_at(player: Player, at: datetime) -> Stretch | None:
    """The vacation that the player is on at this moment, or ``None``."""
    return next((one for one in vacations_of(player) if one[0] <= at < one[1]), None)


def away_until(chair: Chair, at: datetime) -> datetime | None:
    """The end of the vacation that the seat's player is on, or ``None`` if the player is not away."""
    vacation = vacation_at(chair.player, at) if chair.own_hours and chair.player else None
    return vacation[1] if vacation else None
