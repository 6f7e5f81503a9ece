"""Open seats: taken by whoever has the link of the group, and confirmed by mail.

Who asks for a seat gives a name and an address. The seat is kept for a day, and a letter asks whether they take it;
until then it is nobody's, and after the day it is open again. The page says the same of every address, known or not,
at this table or not, and of those whose owners want no letters: nobody learns anything of an address here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from .. import clock, links
from ..config import settings
from ..store.models import CANCELLED, INVITED, MATCHES, OVER, PLAYING, Chair, Match, Reservation, SharedLink, db
from ..store.one_match import one_chair, one_match, one_player, touch
from ..store.session import NOW, transaction
from . import letters, people, quotas
from .addresses import checked_address, checked_name
from .errors import Refused
from .names import look_alike
from .opening import OPEN_SEATS, take_seat
from .same_deals import SEATED

KEPT_FOR = clock.DAY
"""How long a seat is kept for somebody who has not confirmed it."""
OF_A_NETWORK, OF_A_MATCH = 6, 30
"""How many seats may be asked for in a day from one network, and at one table."""

OPEN, FULL, KEPT, BEGUN, ENDED, OFF, EARLY = "open", "full", "kept", "begun", "ended", "off", "early"
"""The states of a link for a group; only in `OPEN` can a seat be taken by it."""


@dataclass(frozen=True)
class NoSeat:
    """What the page of a link says if no seat can be taken: a heading, why, and what else can be done."""

    title: str
    why: str
    instead: str


NO_SEAT: Mapping[str, NoSeat] = {
    FULL: NoSeat(
        "The table is full",
        "Every seat that this link could give is taken; somebody was quicker.",
        "Ask whoever sent you the link whether they open another table. Or open one yourself, and send them the link.",
    ),
    KEPT: NoSeat(
        "No seat is free just now",
        "The last open seat is kept for somebody who has a day to confirm it; somebody was quicker.",
        "If they do not, it is open again: come back to this link tomorrow. If it was you, your letter has the link.",
    ),
    BEGUN: NoSeat(
        "This match has begun",
        "Everybody has a seat, and the cards are dealt.",
        "If one of the seats is yours, your own letters have the link. If not, ask your friends for the next match,"
        " or open one yourself.",
    ),
    ENDED: NoSeat(
        "This link has been ended",
        "Whoever opened the table has ended this link. Seats that were taken by it stay taken.",
        "Ask whoever sent it to you for the new one.",
    ),
    OFF: NoSeat(
        "This match was called off",
        "It was called off before the first card.",
        "Ask whoever sent you the link for a new one, or open a match yourself.",
    ),
    EARLY: NoSeat(
        "A little too early",
        "Whoever opens this table has not confirmed it yet.",
        "Come back when they have: the link stays the same.",
    ),
}
TAKEN = (
    "Somebody at this table is called {name} already, or it looks so: take another name. If that is you, you have a "
    "letter with the link of your seat."
)


class Closed(Refused):
    """No seat can be taken by a link. ``state``: a key of `NO_SEAT`."""

    def __init__(self, state: str):
        super().__init__(f"{NO_SEAT[state].why} {NO_SEAT[state].instead}")
        self.state = state


@dataclass(frozen=True)
class Seats:
    """The open seats of a match: ``free`` ones, and those ``kept`` for somebody. ``left``: how many the link gives."""

    free: tuple[Chair, ...]
    kept: tuple[Reservation, ...]
    left: int


def seats_of(link: SharedLink, at: datetime) -> Seats:
    """The open seats of the match of a link for a group."""
    match = one_match(link.match_id)
    reservations = _reservations(match)
    kept = tuple(one for one in reservations if _holds(one, match, link, at))
    held = {one.chair_id for one in kept}
    free = tuple(chair for chair in match.chairs if chair.is_open and chair.id not in held)
    by_it = [one for one in reservations if one.link_version == link.version]
    given = sum(one.taken_at is not None or one.chair_id in held for one in by_it)
    left = len(free) if link.most is None else min(len(free), link.most - given)
    return Seats(free, kept, max(left, 0))


def state_of(link: SharedLink, version: int, at: datetime) -> str:
    """The state of a link for a group: `OPEN`, or why no seat can be taken by it (a key of `NO_SEAT`)."""
    match = one_match(link.match_id)
    if link.version != version or link.ended_at is not None:
        return ENDED
    if match.status != INVITED:
        return BEGUN if match.status in (PLAYING, OVER) else OFF
    if match.chairs[0].accepted_at is None:
        return EARLY
    seats = seats_of(link, at)
    return OPEN if seats.left else KEPT if seats.kept else FULL


@transaction
def ask_for_seat(
    link_id: int, version: int, name: str, email: str, form: str = "", origin: str = "", at: datetime = NOW
) -> None:
    """Ask for an open seat: it is kept for a day, and a letter to this address asks whether its owner takes it.

    Every address is treated alike and nothing is returned, so that nobody learns anything about one: for somebody who
    sits there already another seat is kept, too, and the letter has the link of their own; who asks again gets another
    letter and another seat, until they take one. ``form``: random text of the form that asks; the same form again
    changes nothing. ``origin``: the network that asks. Raises `Closed` if no seat can be taken, `TooMany`, or `Refused`
    for a name or an address that cannot be one.
    """
    link = db.session.get_one(SharedLink, link_id, with_for_update=True)  # whoever asks next reads what is kept by then
    match, digest = one_match(link.match_id), hashlib.sha256(form.encode()).hexdigest() if form else None
    reservations = _reservations(match)
    if digest and digest in (one.form for one in reservations):
        return
    state = state_of(link, version, at)
    if state != OPEN:
        raise Closed(state)
    name, email = checked_name(name), checked_address(email)
    _count(match, origin, at)
    _check_name(match, name, [one.name for one in reservations if _holds(one, match, link, at)])
    _keep(match, link, name, email, digest, at)


def _keep(match: Match, link: SharedLink, name: str, email: str, form: str | None, at: datetime) -> None:
    """Keep the first free seat for somebody."""
    chair, player = seats_of(link, at).free[0], people.person_with(email, at)
    reservation = Reservation(
        match_id=match.id, chair_id=chair.id, player_id=player.id, name=name, link_version=link.version, form=form,
        created_at=at, until=at + KEPT_FOR,
    )  # fmt: skip
    db.session.add(reservation)
    touch(match)  # of two who ask for the last seat at once, one does so after the other, and finds it taken
    db.session.flush()
    letters.write_to_player(player, "kept", at, str(reservation.id), reservation=reservation.id)


@transaction
def take_kept(reservation_id: int, word: str | None = None, zone: str | None = None, at: datetime = NOW) -> Chair:
    """Take the seat that is kept for somebody: by the link in their letter, so that it is they who take it.

    The host is told who joined; the last one who takes a seat has the cards dealt. Taking it again changes nothing.
    Raises `Refused` if the seat is not kept any more.
    """
    reservation = db.session.get_one(Reservation, reservation_id)
    chair = one_chair(reservation.chair_id)
    if is_taken(reservation):
        return chair
    why = why_not_kept(reservation, at)
    if why:
        raise Refused(why)
    _check_name(chair.match, reservation.name, [])
    player = one_player(reservation.player_id)
    if people.sits_there(player.email, chair.match.chairs, but=chair):
        raise Refused(SEATED)
    chair.sit_down(player)
    chair.name, chair.invited_at = reservation.name, at
    chair.link_version += 1
    reservation.taken_at, reservation.chair_version = at, chair.link_version
    db.session.flush()
    take_seat(chair, word, zone, at)
    for other in _reservations(chair.match):
        if other.taken_at is None and people.are_one(one_player(other.player_id).email, player.email):
            other.closed_at = other.closed_at or at
    letters.write(chair.match, chair, "seat", at)
    letters.write(chair.match, chair.match.chairs[0], "joined", at, str(chair.seat), seat=chair.seat)
    return chair


@transaction
def decline_kept(reservation_id: int, at: datetime = NOW) -> Reservation:
    """Do not take the seat that is kept: it is open again at once. No effect once it was taken."""
    reservation = db.session.get_one(Reservation, reservation_id)
    if reservation.taken_at is None and reservation.closed_at is None:
        reservation.closed_at = at
    return reservation


def is_taken(reservation: Reservation) -> bool:
    """Whether the person for whom a seat was kept sits there, with the link that they got for it."""
    chair = one_chair(reservation.chair_id)
    seated = chair.player_id == reservation.player_id
    return reservation.taken_at is not None and seated and chair.link_version == reservation.chair_version


def why_not_kept(reservation: Reservation, at: datetime) -> str:
    """Why a seat is not kept any more, and what else can be done, in two sentences; empty if it is."""
    chair, link = one_chair(reservation.chair_id), join_link(reservation.match_id)
    match = chair.match
    if reservation.taken_at is not None:
        return "This seat has changed hands, or its link was replaced. The newest letter of that match has the link."
    if match.status == CANCELLED:
        return f"{NO_SEAT[OFF].why} {NO_SEAT[OFF].instead}"
    if match.status != INVITED or not chair.is_open:
        return "This seat has found somebody else. Ask whoever sent you the link of the table whether one is left."
    if reservation.closed_at is not None:
        return "You said that you do not want this seat. If you do now, ask for one again by the link of the table."
    if link is None or not _alive(reservation, link):
        return f"{NO_SEAT[ENDED].why} {NO_SEAT[ENDED].instead}"
    if reservation.until <= at:
        return "This seat was kept for a day, and is open again. Ask for one once more by the link of the table."
    return ""


def join_link(match_id: str) -> SharedLink | None:
    """The link for a group of a match; ``None`` where no seat was ever open."""
    named = SharedLink.match_id == match_id, SharedLink.purpose == links.JOIN
    return db.session.scalar(select(SharedLink).where(*named))


def open_tables(at: datetime, most: int = 50) -> list[tuple[SharedLink, Seats]]:
    """The tables of the public list that have a seat left, the newest first; none where the server has no such list."""
    if not settings().open_tables:
        return []
    listed = SharedLink.purpose == links.JOIN, SharedLink.listed.is_(True), SharedLink.ended_at.is_(None)
    waiting = select(SharedLink).join(MATCHES).where(*listed, MATCHES.c.status == INVITED, MATCHES.c.closes_at > at)
    found = db.session.scalars(waiting.order_by(SharedLink.id.desc()).limit(most)).all()
    return [(link, seats_of(link, at)) for link in found if state_of(link, link.version, at) == OPEN]


def _reservations(match: Match) -> Sequence[Reservation]:
    its_own = select(Reservation).where(Reservation.match_id == match.id).order_by(Reservation.id)
    return db.session.scalars(its_own).all()


def _holds(reservation: Reservation, match: Match, link: SharedLink, at: datetime) -> bool:
    """Whether this reservation keeps a seat of the match now."""
    waits = reservation.taken_at is None and reservation.closed_at is None and reservation.until > at
    seat_is_open = any(chair.is_open for chair in match.chairs if chair.id == reservation.chair_id)
    return waits and _alive(reservation, link) and seat_is_open


def _alive(reservation: Reservation, link: SharedLink) -> bool:
    """Whether the link by which the seat was asked for is still good."""
    return reservation.link_version == link.version and link.ended_at is None


def _check_name(match: Match, name: str, kept: Collection[str]) -> None:
    seated = [chair.name for chair in match.chairs if not chair.is_open]
    if any(look_alike(name, other) for other in (*seated, *kept, *OPEN_SEATS)):
        raise Refused(TAKEN.format(name=name), "name")


def _count(match: Match, origin: str, at: datetime) -> None:
    """Count that a seat is asked for. Raises `TooMany`."""
    limits = [("join", origin, OF_A_NETWORK)] if origin else []
    for what, who, most in (*limits, ("join-match", match.id, OF_A_MATCH)):
        quotas.check(what, who, at, most, "That is enough seats asked for in one day. Try again in {wait}.")
