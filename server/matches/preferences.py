"""Letters in good measure: when a player's letters leave, reminders, the link to all matches, a letter once more."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update

from .. import clock
from ..store import nudge
from ..store.models import CANCELLED, INVITED, Chair, Letter, Match, Player, db
from ..store.session import transaction
from . import letters
from .errors import Refused

AT_ONCE, GATHERED, DAILY = "at-once", "gathered", "daily"
MEASURES = {
    AT_ONCE: "Each letter at once",
    GATHERED: "All tables in one letter, after ten quiet minutes",
    DAILY: "One letter a day, at an hour of mine",
}
"""When a player's letters leave."""


@transaction
def set_measure(player_id: int, measure: str, hour: str = "", zone: str = "", at: datetime | None = None) -> Player:
    """Choose when letters leave; ``hour`` and ``zone`` are those of daily ones. What waits already waits as chosen now.

    Raises `Refused`.
    """
    if measure not in MEASURES:
        raise Refused(f"Say one of {', '.join(MEASURES)}.", "measure")
    player = db.session.get_one(Player, player_id)
    if measure == DAILY:
        player.daily_at, player.zone = _checked(hour, zone or player.zone or "UTC")
    player.measure = measure
    _look_again(player, at or clock.now())
    return player


def _checked(hour: str, zone: str) -> tuple[str, str]:
    daily_at = clock.hour_of(hour)
    if daily_at is None:
        raise Refused(f"The hour of a daily letter is a time such as 20:00, not “{hour[:40]}”.", "hour")
    if clock.known_zone(zone) is None:
        raise Refused(f"A time zone is a name such as Europe/Paris, not “{zone[:40]}”.", "zone")
    return f"{daily_at:%H:%M}", zone


def _look_again(player: Player, at: datetime) -> None:
    """Letters that wait and were never tried are due: the outbox decides anew how long they wait."""
    theirs = select(Chair.id).where(Chair.player_id == player.id)
    waiting = Letter.chair_id.in_(theirs), Letter.due_at > at, Letter.attempts == 0
    db.session.execute(update(Letter).where(*waiting).values(due_at=at))
    nudge.want_delivery()


@transaction
def want_reminders(player_id: int, wanted: bool) -> Player:
    """Whether to be reminded of windows that are about to close."""
    player = db.session.get_one(Player, player_id)
    player.reminders = wanted
    return player


@transaction
def replace_player_link(player_id: int, at: datetime | None = None) -> Player:
    """Kill every link to all matches of the player, and those of calendars; send a new one to the address."""
    player = db.session.scalars(select(Player).where(Player.id == player_id).with_for_update(of=Player)).one()
    player.link_version += 1
    letters.write_to_player(player, "me", at or clock.now(), str(player.link_version))
    return player


@transaction
def resend(chair_id: int, seat: int, at: datetime | None = None) -> Chair:
    """Try a seat's address again, with a letter that holds the table and the link; at most one an hour.

    Done by the seat ``chair_id`` for itself, or as the host for another one. Raises `Refused`.
    """
    at = at or clock.now()
    by = db.session.get_one(Chair, chair_id)
    match = by.match
    chair = _seat(match, seat)
    if by is not chair and by.seat != 0:
        raise Refused("Only the host can have a letter sent to somebody else.", "seat")
    if chair.player is None or match.status == CANCELLED or chair.invited_at is None:
        raise Refused("There is no letter to send to this seat.", "seat")
    if chair.stopped_at or chair.player.stopped_at:
        raise Refused(f"{chair.name} wants no letters.", "seat")
    chair.trouble = None
    match.touch()
    invited = match.status == INVITED and chair.accepted_at is None
    letters.write_once(match, chair, "invitation" if invited else "again", at, f"again-{at:%Y%m%d%H}")
    return chair


def _seat(match: Match, seat: int) -> Chair:
    if not 0 <= seat < len(match.chairs):
        raise Refused("There is no such seat at this table.", "seat")
    return match.chairs[seat]
