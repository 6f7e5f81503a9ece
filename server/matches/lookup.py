"""Finding the match, seat or player that a link or an id refers to."""

from __future__ import annotations

from typing import TypeVar

from .. import links
from ..store.models import PLAYING, Chair, Match, Offer, Player, Reservation, SharedLink, db
from ..store.one_match import chair_of, match_of, one_chair, player_of, touch
from ..views import people_of
from .errors import Gone, Refused, Unknown

Named = TypeVar("Named")


def chair_by_token(token: str) -> Chair:
    """The seat a link refers to. Raises `Unknown` for a bad signature, `Gone` for a link that has been replaced."""
    chair_id, version = named_by(token)
    return checked_link(checked_known(chair_of(chair_id)), version)


def named_by(token: str) -> tuple[int, int]:
    """The chair id and link version that were signed in a token. Raises `Unknown` for a bad signature."""
    chair_id, version = numbers(links.SEAT, token, 2)
    return chair_id, version


def checked_known(named: Named | None) -> Named:
    """The row a link refers to. Raises `Unknown` if it is ``None``, because no such row exists."""
    if named is None:
        raise Unknown("This link was never ours.")
    return named


def checked_link(chair: Chair, version: int) -> Chair:
    """The chair, if links of this version are still valid. Raises `Gone` otherwise."""
    if chair.link_version != version:
        raise Gone("This link has been replaced by a newer one.")
    return chair


def seat_of(match: Match, seat: int) -> Chair:
    """A seat by its number. Raises `Refused` if there is none."""
    if not 0 <= seat < len(match.chairs):
        raise Refused("There is no such seat at this table.", "seat")
    return match.chairs[seat]


def playing_chair(chair_id: int, refusal: str) -> Chair:
    """The chair of somebody who plays in a match that goes on, touched. Raises `Refused`, with this sentence."""
    chair = one_chair(chair_id)
    if chair.match.status != PLAYING or chair not in people_of(chair.match):
        raise Refused(refusal)
    touch(chair.match)
    return chair


def stop_by_token(token: str) -> Chair:
    """The seat whose letters this link stops. Raises `Unknown`, or `Gone` once somebody else has the seat."""
    chair_id, player_id = numbers(links.STOP, token, 2)
    chair = checked_known(chair_of(chair_id))
    if chair.player_id != player_id:
        raise Gone("Somebody else has this seat now: you get no letters about this match any more.")
    return chair


def player_by_token(purpose: str, token: str) -> Player:
    """The player who wants, by a link of this purpose, no letters for now or none ever. Raises `Unknown`."""
    return checked_known(player_of(numbers(purpose, token, 1)[0]))


def offer_by_token(token: str) -> Offer:
    """The offer of a seat that this link answers. Raises `Unknown`."""
    return checked_known(db.session.get(Offer, numbers(links.OFFER, token, 1)[0]))


def shared_by_token(purpose: str, token: str) -> tuple[SharedLink, int]:
    """The link to a match that a token of this purpose names, and the version of it. Raises `Unknown`.

    Whether that version still opens anything is for the caller to say, in words of its own.
    """
    link_id, version = numbers(purpose, token, 2)
    return checked_known(db.session.get(SharedLink, link_id)), version


def reservation_by_token(token: str) -> Reservation:
    """The seat kept for somebody that this link is about. Raises `Unknown`."""
    return checked_known(db.session.get(Reservation, numbers(links.KEPT, token, 1)[0]))


def held_by_token(token: str) -> tuple[int, Chair]:
    """The mail that this link is about, by its id, and the seat in whose name it came. Raises `Unknown`, or `Gone`."""
    mail_id, chair_id, version = numbers(links.MAIL, token, 3)
    return mail_id, checked_link(checked_known(chair_of(chair_id)), version)


def me_by_token(token: str, purpose: str = links.ME) -> Player:
    """The player whose matches, or deadlines, this link lists. Raises `Unknown`, or `Gone` if it has been replaced."""
    player_id, version = numbers(purpose, token, 2)
    player = checked_known(player_of(player_id))
    if player.link_version != version:
        raise Gone("This link has been replaced by a newer one.")
    return player


def match_by_id(match_id: str) -> Match:
    """The match with this id. Raises `Unknown` if there is none."""
    match = match_of(match_id) if match_id.isalnum() else None
    if match is None:
        raise Unknown("There is no such match here.")
    return match


def numbers(purpose: str, token: str, count: int) -> list[int]:
    """The numbers signed in a token of this purpose. Raises `Unknown` unless there are ``count`` of them."""
    try:
        named = links.numbers(purpose, token)
    except links.Forged as forged:
        raise Unknown("This link was never ours.") from forged
    if not isinstance(named, list) or len(named) != count:
        raise Unknown("This link was never ours.")
    return named
