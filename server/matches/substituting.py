"""Substitutes: offering a seat to another person, or letting a house player hold it for a while.

A seat changes hands only when the person to whom it is offered accepts; until then its player keeps seat and link. A
player may offer their own seat; the host may do it for a player who is gone. The host cannot take a seat from
somebody who is playing, because a substitute sees the cards.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, select, update

from .. import clock
from ..config import settings
from ..store.models import CHAIRS, INVITED, OPEN_OFFER, PLAYING, Chair, Letter, Match, Offer, Player, db
from ..store.one_match import one_chair, one_player, touch
from ..store.session import NOW, how_many, rows, transaction
from . import (
    appointments,
    capabilities,
    claiming,
    house_lookahead,
    house_seats,
    letters,
    motions,
    people,
    same_deals,
    strangers,
    talking,
)
from .absence import ABSENT_AFTER
from .addresses import checked_address, checked_name
from .errors import Refused
from .lookup import seat_of
from .names import look_alike

MOVED_ON = "This seat has found somebody else meanwhile, or its player is back: it is not to be had any more."


@transaction
def offer_seat(chair_id: int, seat: int, name: str, email: str, at: datetime = NOW) -> Offer:
    """Offer a seat to another person, who gets one letter that asks; nothing changes until they accept.

    ``chair_id`` is the seat that offers it: the seat itself, or the host for a player who is gone or was invited. A new
    offer of a seat withdraws the one before. Every address is treated alike, so that nobody learns anything about one:
    somebody who sits there already gets the letter, too, and only it says so. Raises `Refused`, also where a match has
    made enough offers.
    """
    by = one_chair(chair_id)
    match, chair = by.match, seat_of(by.match, seat)
    _check_open(match, chair)
    if not may_offer(by, chair):
        raise Refused(f"{chair.name} plays: only {chair.name} can hand on this seat.", "seat")
    name, email = _checked(match, chair, name, email)
    touch(match)  # of two offers at once one is made after the other, and counts it
    _check_often(match)
    _withdraw(chair, at)
    player = people.person_with(email, at)
    trouble = strangers.obstacle(player, player.email, at)
    offer = Offer(match_id=match.id, chair_id=chair.id, player_id=player.id, by_seat=by.seat, name=name,
                  version=chair.link_version, created_at=at, trouble=trouble or None)  # fmt: skip
    db.session.add(offer)
    db.session.flush()
    letters.put_to_player(player, "offer", at, str(offer.id), dropped=bool(trouble), offer=offer.id)
    return offer


@transaction
def take_offer(offer_id: int, at: datetime = NOW) -> Chair:
    """Take an offered seat: its player changes, and all its older links and reply addresses are revoked.

    The substitute sees what the seat sees, but not its earlier player's plan, notes and thoughts. An invitation still
    has to be accepted. Taking it again changes nothing. Raises `Refused` if the seat cannot be taken any more.
    """
    offer = db.session.get_one(Offer, offer_id)
    chair = one_chair(offer.chair_id)
    match = chair.match
    if is_taken(offer):
        return chair
    if not is_open(offer, at):
        raise Refused(MOVED_ON)
    if why := why_not(offer):
        raise Refused(why)
    before, left = chair.name, chair.player
    player = one_player(offer.player_id)
    strangers.agrees(player, at)
    offer.accepted_at = at
    appointments.seat_handed_on(match, chair, at)
    motions.seat_handed_on(chair)
    claiming.seat_handed_on(chair)
    seat_anew(chair, offer.name, player, at)
    touch(match)
    forget_letters(chair, at)
    if match.status == INVITED:
        invite(chair, at)
    else:
        chair.accepted_at = at
        _welcome(chair, before, at)
    if left is not None and left.id != offer.player_id:
        by = match.chairs[offer.by_seat]
        letters.write_to_address(
            left.email, "replaced", at, f"replaced:{chair.id}:{chair.link_version}",
            game=match.game, name=before, substitute=offer.name, by=by.name if by is not chair else "",
        )  # fmt: skip
    return chair


@transaction
def decline_offer(offer_id: int, at: datetime = NOW) -> Offer:
    """Decline an offered seat; who offered it sees so on their page. No effect once it was taken or closed."""
    offer = db.session.get_one(Offer, offer_id)
    if offer.accepted_at is None and offer.closed_at is None:
        offer.closed_at = offer.declined_at = at
    return offer


@transaction
def withdraw_offer(chair_id: int, seat: int, at: datetime = NOW) -> Chair:
    """Withdraw the offer of a seat, if there is one: for whoever made it. Raises `Refused` for anybody else."""
    by = one_chair(chair_id)
    chair = seat_of(by.match, seat)
    if by is not chair and by.seat != 0:
        raise Refused(f"{chair.name} plays: only {chair.name} can hand on this seat.", "seat")
    _withdraw(chair, at)
    return chair


def is_open(offer: Offer, at: datetime) -> bool:
    """Whether the seat can still be taken: the match goes on, the seat is as it was, and the offer was not closed."""
    return _is_open(offer, one_chair(offer.chair_id), at)


def _is_open(offer: Offer, chair: Chair, at: datetime) -> bool:
    match = chair.match
    alive = match.status in (INVITED, PLAYING) and at < offer.created_at + clock.INVITATION
    untouched = offer.accepted_at is None and offer.closed_at is None and chair.link_version == offer.version
    by = match.chairs[offer.by_seat]
    return alive and untouched and may_offer(by, chair)


def why_not(offer: Offer) -> str:
    """Why the person to whom an open offer was made cannot take the seat; empty if they can. Only they may see it."""
    chair, email = one_chair(offer.chair_id), one_player(offer.player_id).email
    if people.sits_there(email, chair.match.chairs, but=chair):
        return same_deals.SEATED
    return same_deals.ELSEWHERE if same_deals.knows_another_table(chair.match, email) else ""


def is_taken(offer: Offer) -> bool:
    """Whether the person to whom the seat was offered sits there, with the link that they got for it."""
    chair = one_chair(offer.chair_id)
    seated = chair.player_id == offer.player_id and chair.link_version == offer.version + 1
    return offer.accepted_at is not None and seated


def offers_of(chair: Chair, at: datetime) -> list[tuple[Chair, Offer]]:
    """What a seat sees of the offers of its match: of its own seat, and those that it made, as far as they matter.

    Of each seat the last one counts: whether it waits, was declined, or its letter does not arrive.
    """
    made = rows(OFFERS, {"match": chair.match_id})
    chairs = {other.id: other for other in chair.match.chairs}
    latest = {offer.chair_id: offer for offer in made if chairs[offer.chair_id].link_version == offer.version}
    last = [(chairs[offer.chair_id], offer) for offer in latest.values()]
    mine = [(other, offer) for other, offer in last if other is chair or chair.seat == offer.by_seat]
    return [(other, offer) for other, offer in mine if offer.declined_at or _is_open(offer, other, at)]


_UNTAKEN = Offer.match_id == bindparam("match"), Offer.accepted_at.is_(None)
OFFERS = select(*Offer.__table__.c).where(*_UNTAKEN).order_by(Offer.id)
"""The offers of seats of a ``match`` that nobody has taken."""


def may_offer(by: Chair, chair: Chair) -> bool:
    """Whether a seat may offer another: its own, until it resigns; the host that of an invited or absent player."""
    if by is chair:
        return chair.resigned_at is None
    return by.seat == 0 and (chair.match.status == INVITED or is_gone(chair))


def _check_often(match: Match) -> None:
    """Raises `Refused` if enough seats of this match were offered already, to keep strangers from letters."""
    if not settings().limits:
        return
    made = how_many(Offer, Offer.match_id == match.id)
    if made >= settings().handovers:
        raise Refused(f"Seats of this match have been offered {made} times, and that is as often as can be.", "seat")


def _withdraw(chair: Chair, at: datetime) -> None:
    db.session.execute(update(Offer).where(Offer.chair_id == chair.id, *OPEN_OFFER).values(closed_at=at))


@transaction
def let_house_play(chair_id: int, seat: int, at: datetime = NOW) -> Chair:
    """Let a house player hold a seat until its player takes it back, if the terms of the match allow it.

    ``chair_id`` is the seat that asks for it: the seat itself, or the host for a player who is gone. Raises `Refused`.
    """
    by = one_chair(chair_id)
    match, chair = by.match, seat_of(by.match, seat)
    house_seats.check_may_be_held(chair)
    if by is not chair and not (by.seat == 0 and is_gone(chair)):
        raise Refused(f"{chair.name} plays: only {chair.name} can let the house play.", "seat")
    house_seats.sit_down(chair, at)
    motions.recount(match, at)
    return chair


@transaction
def take_back(chair_id: int, at: datetime = NOW) -> Chair:
    """Take a seat back from a house player; no effect if the player plays already. Raises `Refused` after resigning."""
    chair = one_chair(chair_id)
    if chair.resigned_at or chair.player_id is None or chair.match.status != PLAYING:
        raise Refused("This seat cannot be taken back.")
    if chair.house:
        chair.house = False
        house_lookahead.stop(chair)
        touch(chair.match)
        talking.add(chair, talking.NEWS, f"{chair.name} is back and plays again.", at)
    return chair


def is_gone(chair: Chair) -> bool:
    """Whether the host may replace the player: a house player holds the seat, or the player missed too many windows.

    One missed window is enough if mail to the player fails. Failing mail alone is not: many play on from their page.
    """
    return chair.house or chair.missed >= (1 if chair.trouble else ABSENT_AFTER)


def _check_open(match: Match, chair: Chair) -> None:
    if match.status == PLAYING or (match.status == INVITED and chair.seat != 0):
        return
    if match.status == INVITED:
        raise Refused("Who opens a match plays in it: hand over your seat after the first card.", "seat")
    raise Refused("A seat can be handed over as long as the match is being played.", "seat")


def _checked(match: Match, chair: Chair, name: str, email: str) -> tuple[str, str]:
    name, email = checked_name(name), checked_address(email)
    if any(look_alike(name, other.name) for other in match.chairs if other is not chair):
        raise Refused(f"Somebody at this table is called {name} already, or it looks so.", "name")
    return name, email


def seat_anew(chair: Chair, name: str, player: Player, at: datetime) -> None:
    """Seat a new player, and reset what belonged to the old one: plan, absence, mail trouble, capabilities.

    A new player has missed nothing: the replay shows all that the seat saw, from the first card on.
    """
    chair.name = name
    chair.sit_down(player)
    chair.house, chair.resigned_at, chair.missed = False, None, 0
    chair.latest_plan = chair.order_at = chair.stopped_at = chair.trouble = chair.here_until = chair.muted = None
    house_lookahead.stop(chair)
    chair.told_ply = chair.heard = 0
    chair.see(chair.match.ply)
    capabilities.revoke(at, seats=CHAIRS.c.id == chair.id)


def forget_letters(chair: Chair, at: datetime) -> None:
    """Drop the letters to this seat that are still in the outbox: they were for the previous player."""
    waiting = update(Letter).where(Letter.chair_id == chair.id, Letter.due_at.is_not(None))
    db.session.execute(waiting.values(due_at=None, dropped_at=at))


def invite(chair: Chair, at: datetime) -> None:
    """Invite whoever the seat is for now, if it was invited before. Must run inside a transaction."""
    chair.accepted_at = chair.word = chair.declined_at = None
    if chair.invited_at:
        chair.invited_at = at
        letters.write(chair.match, chair, "invitation", at, str(chair.link_version))


def _welcome(chair: Chair, before: str, at: datetime) -> None:
    """Send the substitute a letter and notify the table."""
    match, again = chair.match, str(chair.link_version)
    news = (
        f"{chair.name} now plays in the place of {before}." if chair.name != before else f"{before} has a new address."
    )
    talking.add(chair, talking.NEWS, news, at)
    letters.write(match, chair, "substitute", at, again, before=before)
    letters.tell(match, [other for other in match.chairs if other is not chair], "handed", at, f"{chair.seat}-{again}",
              seat=chair.seat, before=before)  # fmt: skip
