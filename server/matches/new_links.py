"""Sending links again by mail: a lost link, a link that must be revoked, or a letter that bounced."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, true

from ..store.mailboxes import mailbox
from ..store.models import CANCELLED, CHAIRS, INVITED, MATCHES, OVER, PLAYERS, Chair, Player, SharedLink, db
from ..store.one_match import chairs_of, locked_player, one_chair, people_where, touch
from ..store.session import NOW, transaction
from . import capabilities, letters, strangers
from .addresses import checked_address
from .errors import Refused
from .lookup import match_by_id, seat_of
from .people import known_people


@transaction
def replace_link(chair_id: int, at: datetime = NOW) -> Chair:
    """Revoke all access that depends on a seat's link, and send a new link to its player's address.

    Raises `Refused` if no letter may go there now: the link would be lost.
    """
    chair = one_chair(chair_id)
    capabilities.revoke(at, seats=CHAIRS.c.id == chair.id)
    if not letters.write(chair.match, chair, "link", at, str(chair.link_version)):
        raise Refused(chair.trouble or strangers.NOT_POSSIBLE, "sure")
    return chair


@transaction
def send_lost_links(typed: str, at: datetime = NOW) -> None:
    """Send the links of all matches of an address to it, at most once an hour.

    The result does not reveal whether the address is known. Raises `Refused` only if the text is not an address.
    """
    email = checked_address(typed)
    letters.write_to_address(email, "lost", at, f"lost:{at:%Y%m%d%H}:{mailbox(email)}")


@transaction
def replace_player_link(player_id: int, at: datetime = NOW) -> Player:
    """Revoke all access that depends on a player's Home, with the links of all their seats, and send a new link.

    Raises `Refused` if no letter may go there now: the link would be lost.
    """
    player = locked_player(player_id)
    capabilities.revoke(at, people=PLAYERS.c.id == player.id)
    if not letters.write_to_player(player, "me", at, str(player.link_version)):
        raise Refused(strangers.ENOUGH, "sure")
    return player


@transaction
def revoke_all(at: datetime = NOW) -> int:
    """Revoke every link of this server, after a leak. Returns how many people get new links by mail.

    Everybody who sits in a match gets one letter with the link of their Home, which has those of all seats; who was
    invited and has not answered is invited again. Links that only stop letters stay: they open nothing.
    """
    capabilities.revoke(at, seats=true(), people=true(), shared=true())
    seated = select(CHAIRS.c.player_id).where(CHAIRS.c.accepted_at.is_not(None))
    people = people_where(PLAYERS.c.id.in_(seated))
    for player in people:
        letters.write_to_player(player, "me", at, str(player.link_version))
    unanswered = CHAIRS.c.invited_at.is_not(None), CHAIRS.c.accepted_at.is_(None), CHAIRS.c.declined_at.is_(None)
    waiting = select(CHAIRS.c.id).join(MATCHES).where(MATCHES.c.status == INVITED, *unanswered).order_by(CHAIRS.c.id)
    invited = chairs_of(db.session.scalars(waiting).all())
    for chair in invited:
        letters.write(chair.match, chair, "invitation", at, str(chair.link_version))
    return len({player.id for player in people} | {chair.player_id for chair in invited})


@transaction
def revoke_links(match_id: str, seat: int | None = None, at: datetime = NOW) -> int:
    """Revoke the links of a match, or of one of its seats. Returns how many people get a new one by mail.

    Raises `Unknown` if there is no such match, and `Refused` if there is no such seat.
    """
    match = match_by_id(match_id)
    chairs = match.chairs if seat is None else [seat_of(match, seat)]
    ids = [chair.id for chair in chairs]
    capabilities.revoke(
        at, seats=CHAIRS.c.id.in_(ids), shared=SharedLink.match_id == match.id if seat is None else None
    )
    reached = [chair for chair in chairs if chair.player_id and chair.invited_at and not chair.declined_at]
    for chair in reached if match.status != CANCELLED else ():
        invited = match.status == INVITED and chair.accepted_at is None
        letters.write(match, chair, "invitation" if invited else "link", at, str(chair.link_version))
    return len(reached)


@transaction
def revoke_links_of(typed: str, at: datetime = NOW) -> int:
    """Revoke all links of one person: to the matches, to the calendar and to each seat. Returns the count of people, as
    `revoke_all` does, which is 1.

    Raises `Refused` if nobody here has this address.
    """
    people = known_people(typed)
    capabilities.revoke(at, people=PLAYERS.c.id.in_([player.id for player in people]))
    for player in people:
        letters.write_to_player(player, "me", at, str(player.link_version))
    return len(people)


@transaction
def resend(chair_id: int, seat: int, at: datetime = NOW) -> Chair:
    """Write to a seat's address again, with the table and the link, at most once an hour.

    ``chair_id`` is the seat that asks for it: the seat itself, or the host until the match is over. Raises `Refused`
    for anybody else, and if the seat has no player who wants letters.
    """
    by = one_chair(chair_id)
    match = by.match
    chair = seat_of(match, seat)
    if by is not chair and by.seat != 0:
        raise Refused("Only the host can have a letter sent to somebody else.", "seat")
    past = match.status == CANCELLED or (match.status == OVER and by is not chair)
    if chair.player is None or past or chair.invited_at is None:
        raise Refused("There is no letter to send to this seat.", "seat")
    invited = match.status == INVITED and chair.accepted_at is None
    says_nothing = invited and strangers.wants_none(chair.player.email)  # the host is not to learn whose wish it was
    if (chair.stopped_at or chair.player.stopped_at) and not says_nothing:
        raise Refused(f"{chair.name} wants no letters.", "seat")
    chair.trouble = None
    touch(match)
    letters.write_once(match, chair, "invitation" if invited else "again", at, f"again-{at:%Y%m%d%H}")
    return chair
