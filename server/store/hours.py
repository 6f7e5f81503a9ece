"""Which hours count for whom: what a player has said about itself, and what a table has agreed on."""

from __future__ import annotations

from datetime import datetime, time

from .. import clock
from ..clock import Hours, Stretch
from ..terms import WEEKENDS, ZONE
from .models import Chair, Match, Player


def hours_of(match: Match, chair: Chair) -> Hours:
    """Which hours count for a seat in this match."""
    weekends = match.terms.get(ZONE, "UTC") if match.terms.get(WEEKENDS) == "free" else None
    player = chair.player if chair.own_hours else None
    if player is None:
        return Hours(weekends=weekends) if weekends else clock.ALL_HOURS
    return Hours(player.zone, _quiet(player), weekends, vacations_of(player))


def _quiet(player: Player) -> tuple[time, time] | None:
    if not player.quiet_from or not player.quiet_until:
        return None
    return time.fromisoformat(player.quiet_from), time.fromisoformat(player.quiet_until)


def vacations_of(player: Player) -> tuple[Stretch, ...]:
    """The vacations of a player, past and present, in order."""
    return tuple((datetime.fromisoformat(a), datetime.fromisoformat(b)) for a, b in player.vacations or ())


def vacation_at(player: Player, at: datetime) -> Stretch | None:
    """The vacation that a player is on at a moment."""
    return next((one for one in vacations_of(player) if one[0] <= at < one[1]), None)


def away_until(chair: Chair, at: datetime) -> datetime | None:
    """Until when the player of a seat is away; ``None`` for one who is there."""
    vacation = vacation_at(chair.player, at) if chair.own_hours and chair.player else None
    return vacation[1] if vacation else None
