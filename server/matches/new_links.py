"""Sending links again by mail: a lost link, a link that must be revoked, or a letter that bounced."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update

from .. import clock
from ..store.models import CANCELLED, INVITED, Chair, Match, Player, db
from ..store.session import transaction
from . import channels, desk, letters, sharing, strangers
from .addresses import BadAddress, checked_address
from .errors import Refused


@transaction
def replace_link(chair_id: int, at: datetime | None = None) -> Chair:
    """Revoke all links of the seat and send a new one to its player's address.

    Raises `Refused` if no letter may go there now: the link would be lost.
    """
    chair = db.session.get_one(Chair, chair_id)
    chair.link_version += 1
    if not letters.write(chair.match, chair, "link", at or clock.now(), str(chair.link_version)):
        raise Refused(chair.trouble or strangers.NOT_POSSIBLE, "sure")
    return chair


@transaction
def send_lost_links(typed: str, at: datetime | None = None) -> None:
    """Send the links of all matches of an address to it, at most once an hour.

    The result does not reveal whether the address is known. Raises `Refused` only if the text is not an address.
    """
    at = at or clock.now()
    try:
        email = checked_address(typed)
    except BadAddress as bad:
        raise Refused(str(bad), "email") from bad
    letters.write_to_address(email, "lost", at, f"lost:{at:%Y%m%d%H}:{email}"[:300])


@transaction
def replace_player_link(player_id: int, at: datetime | None = None) -> Player:
    """Revoke the player's links to all matches and to the calendar, and send a new link to the player's address.

    Raises `Refused` if no letter may go there now: the link would be lost.
    """
    player = db.session.scalars(select(Player).where(Player.id == player_id).with_for_update(of=Player)).one()
    player.link_version += 1
    if not letters.write_to_player(player, "me", at or clock.now(), str(player.link_version)):
        raise Refused(strangers.ENOUGH, "sure")
    channels.end_all(player.id, at or clock.now())
    return player


@transaction
def revoke_all(at: datetime | None = None) -> int:
    """Revoke every link of this server, after a leak. Returns how many people get new links by mail.

    Everybody who sits in a match gets one letter, with the page on which the new links of all seats are; who was
    invited and has not answered is invited again. Links that only stop letters are as they were: they open nothing.
    """
    at = at or clock.now()
    _raise(Chair)
    _raise(Player)
    sharing.revoke_shared()
    desk.revoke_desks()
    channels.end_all(None, at)
    seated = select(Chair.player_id).where(Chair.accepted_at.is_not(None))
    people = db.session.scalars(select(Player).where(Player.id.in_(seated)).order_by(Player.id)).all()
    for player in people:
        letters.write_to_player(player, "me", at, str(player.link_version), seats_too=True)
    invited = db.session.scalars(
        select(Chair).join(Match).where(Match.status == INVITED, *_UNANSWERED).order_by(Chair.id)
    ).all()
    for chair in invited:
        letters.write(chair.match, chair, "invitation", at, str(chair.link_version))
    return len({player.id for player in people} | {chair.player_id for chair in invited})


@transaction
def revoke_links(match_id: str, seat: int | None = None, at: datetime | None = None) -> int:
    """Revoke the links of a match, or of one of its seats. Returns how many people get a new one by mail.

    Raises `Refused` if there is no such match or seat.
    """
    at = at or clock.now()
    match = db.session.get(Match, match_id)
    if match is None:
        raise Refused(f"There is no match “{match_id}” here.")
    chairs = match.chairs if seat is None else [_seat(match, seat)]
    for chair in chairs:
        chair.link_version += 1
    if seat is None:
        sharing.revoke_shared(match.id)
    reached = [chair for chair in chairs if chair.player_id and chair.invited_at and not chair.declined_at]
    for chair in reached if match.status != CANCELLED else ():
        invited = match.status == INVITED and chair.accepted_at is None
        letters.write(match, chair, "invitation" if invited else "link", at, str(chair.link_version))
    return len(reached)


@transaction
def revoke_links_of(typed: str, at: datetime | None = None) -> int:
    """Revoke all links of one person: to the matches, to the calendar and to each seat. Returns 1, as `revoke_all`.

    Raises `Refused` if nobody here has this address.
    """
    at = at or clock.now()
    player = db.session.scalar(select(Player).where(Player.email == typed.strip().lower()).with_for_update(of=Player))
    if player is None:
        raise Refused("Nobody here has this address.")
    player.link_version += 1
    for chair in db.session.scalars(select(Chair).where(Chair.player_id == player.id)):
        chair.link_version += 1
    channels.end_all(player.id, at)
    letters.write_to_player(player, "me", at, str(player.link_version), seats_too=True)
    return 1


_UNANSWERED = Chair.invited_at.is_not(None), Chair.accepted_at.is_(None), Chair.declined_at.is_(None)


def _raise(model: type[Chair] | type[Player]) -> None:
    """Raise the version of all links to these, so that those of before are dead."""
    db.session.execute(update(model).values(link_version=model.link_version + 1))
    db.session.expire_all()


@transaction
def resend(chair_id: int, seat: int, at: datetime | None = None) -> Chair:
    """Write to a seat's address again, with the table and the link, at most once an hour.

    ``chair_id`` is the seat that asks for it: the seat itself or the host. Raises `Refused` for anybody else, and if
    the seat has no player who wants letters.
    """
    at = at or clock.now()
    by = db.session.get_one(Chair, chair_id)
    match = by.match
    chair = _seat(match, seat)
    if by is not chair and by.seat != 0:
        raise Refused("Only the host can have a letter sent to somebody else.", "seat")
    if chair.player is None or match.status == CANCELLED or chair.invited_at is None:
        raise Refused("There is no letter to send to this seat.", "seat")
    invited = match.status == INVITED and chair.accepted_at is None
    says_nothing = invited and strangers.wants_none(chair.player.email)  # the host is not to learn whose wish it was
    if (chair.stopped_at or chair.player.stopped_at) and not says_nothing:
        raise Refused(f"{chair.name} wants no letters.", "seat")
    chair.trouble = None
    match.touch()
    letters.write_once(match, chair, "invitation" if invited else "again", at, f"again-{at:%Y%m%d%H}")
    return chair


def _seat(match: Match, seat: int) -> Chair:
    if not 0 <= seat < len(match.chairs):
        raise Refused("There is no such seat at this table.", "seat")
    return match.chairs[seat]
