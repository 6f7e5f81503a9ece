"""New links by letter: for a link that was lost or has to die, and for letters that came back."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from .. import clock
from ..store.models import CANCELLED, INVITED, Chair, Match, Player, db
from ..store.session import transaction
from . import letters
from .addresses import BadAddress, checked_address
from .errors import Refused


@transaction
def replace_link(chair_id: int, at: datetime | None = None) -> Chair:
    """Kill every link of the seat and send a new one to its address."""
    chair = db.session.get_one(Chair, chair_id)
    chair.link_version += 1
    letters.write(chair.match, chair, "link", at or clock.now(), str(chair.link_version))
    return chair


@transaction
def send_lost_links(typed: str, at: datetime | None = None) -> None:
    """Send the links of all matches of an address, at most once an hour; tells nobody whether it is known.

    Raises `Refused` only for a text that is no address.
    """
    at = at or clock.now()
    try:
        email = checked_address(typed)
    except BadAddress as bad:
        raise Refused(str(bad), "email") from bad
    letters.write_to_address(email, "lost", at, f"lost:{at:%Y%m%d%H}:{email}"[:300])


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
