"""Letters without a seat: about all matches of a person, or to somebody who has no seat yet or no longer."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import select

from ... import clock, links
from ...matches.joining import why_not_kept
from ...matches.people import people_with, sits_there
from ...matches.substituting import is_open, why_not
from ...rules import GAMES
from ...store.hours import gaps_of
from ...store.models import CHAIRS, MATCHES, OPEN_OFFER, PLAYING, Chair, Letter, Offer, Outage, Reservation, db
from ...store.one_match import chairs_of, one_chair, one_match, one_player
from ...views import SeatPage, length_for, seat_page
from ...views.player import OwnSeat, name_of, seats_at, unfinished
from ..asks import example_without_the_hand, prompt
from ..reply_addresses import TABLES, tables_of
from .kind import GATHERED, Addressed, Kind, rules, to_person


def _lost_links(letter: Letter, now: datetime, reply_to: str) -> Addressed | None:
    """The links to all matches of an address; an address without any match gets no mail."""
    chairs = seats_at(letter.facts["email"])
    player = chairs[0].player if chairs else None
    if player is None:
        return None
    return Addressed(player, chairs[0].name, {"seats": [_seat(chair) for chair in chairs]})


def _seat(chair: Chair) -> dict[str, Any]:
    return {"page": _page(chair), "link": links.seat(chair)}


def _page(chair: Chair) -> SeatPage:
    return seat_page(chair, text=True, veiled=chair.player is not None and not chair.player.hand_in_letters)


def _to_who_left(letter: Letter, now: datetime, reply_to: str) -> Addressed | None:
    """Tell the former player of a seat that somebody else plays there now and that the link is revoked."""
    players = people_with(letter.facts["email"])
    if not players:
        return None
    return Addressed(players[0], letter.facts["name"], {"facts": letter.facts, "game": GAMES[letter.facts["game"]]})


def _offered(letter: Letter, now: datetime, reply_to: str) -> Addressed | None:
    """Offer somebody a seat; the letter shows nothing that the seat sees."""
    offer = db.session.get(Offer, letter.facts["offer"])
    if offer is None or not is_open(offer, now):
        return None
    chair = one_chair(offer.chair_id)
    match = chair.match
    fields: dict[str, Any] = {
        "game": GAMES[match.game],
        "by": match.chairs[offer.by_seat].name,
        "seat": chair.name,
        "others": [other.name for other in match.chairs if other is not chair],
        "why_not": why_not(offer),
        "playing": match.status == PLAYING,
        "pace": clock.pace(match.pace).words,
        "link": links.offer(offer),
        "rules": rules(match),
    }
    return Addressed(one_player(offer.player_id), offer.name, fields)


def _kept(letter: Letter, now: datetime, reply_to: str) -> Addressed | None:
    """Ask somebody who requested an open seat, and whose address is now confirmed, whether they take it."""
    reservation = db.session.get(Reservation, letter.facts.get("reservation", 0))
    if reservation is None or why_not_kept(reservation, now):
        return None
    player, match = one_player(reservation.player_id), one_match(reservation.match_id)
    own = sits_there(player.email, match.chairs)
    fields: dict[str, Any] = {
        "own": links.seat(own) if own else None,
        "game": GAMES[match.game],
        "host": match.chairs[0].name,
        "others": [other.name for other in match.chairs[1:] if other.accepted_at and not other.house],
        "until": clock.told(reservation.until, player.zone, now),
        "pace": clock.pace(match.pace).words,
        "length": length_for(match),
        "link": links.kept(reservation),
        "rules": rules(match),
    }
    return Addressed(player, (own or reservation).name, fields)


def _new_link(letter: Letter, now: datetime, reply_to: str) -> Addressed | None:
    """The new link to all matches of a player, after the old ones were revoked."""
    player = one_player(letter.player_id)
    return Addressed(player, name_of(player), {})


def _outage(letter: Letter, now: datetime, reply_to: str) -> Addressed | None:
    """Tell a player once which open windows close later because of an outage or a pause."""
    player, outage = one_player(letter.player_id), db.session.get_one(Outage, letter.facts["outage"])
    of_theirs = select(CHAIRS.c.id).join(MATCHES).where(CHAIRS.c.player_id == player.id, CHAIRS.c.house.is_(False))
    running = of_theirs.where(MATCHES.c.status == PLAYING).order_by(MATCHES.c.closes_at, CHAIRS.c.id)
    chairs = chairs_of(db.session.scalars(running).all())
    extended = [c for c in chairs if any(ended == outage.ended_at for _, ended in gaps_of(c.match))]
    later = [chair for chair in extended if chair.stopped_at is None]
    if not later:
        return None
    fields = {
        "seats": [_seat(chair) for chair in later],
        "away": clock.in_words(outage.ended_at - outage.began_at),
        "paused": outage.paused,
    }
    return Addressed(player, later[0].name, fields)


def _all_tables(letter: Letter, now: datetime, reply_to: str) -> Addressed | None:
    """All tables of a person, the waiting ones numbered, and what may be written."""
    player = one_player(letter.player_id)
    numbers = numbers_of(reply_to)
    seats = [_listed(seat, numbers.get(seat.chair.id, 0)) for seat in unfinished(player)]
    seats.sort(key=lambda seat: (not seat["number"], seat["number"]))
    offered = select(Offer).where(Offer.player_id == player.id, *OPEN_OFFER)
    offers = [links.offer(offer) for offer in db.session.scalars(offered) if is_open(offer, now)]
    fields = {"sentence": letter.facts["sentence"], "seats": seats, "offers": offers}
    return Addressed(player, name_of(player), fields)


def numbers_of(reply_to: str) -> dict[int, int]:
    """The numbers of the tables that a letter with this reply address asks about, by chair id; see `post.tables`."""
    return {chair_id: number for number, (chair_id, *_) in enumerate(tables_of(reply_to), 1)}


def _listed(seat: OwnSeat, number: int) -> dict[str, Any]:
    page = _page(seat.chair)
    fields = {"asked": prompt(page), "example": example_without_the_hand(page), "invited": seat.invited}
    return {"page": page, "link": seat.link, "number": number if page.ask else 0, **fields}


def _switched_off(letter: Letter, now: datetime, reply_to: str) -> Addressed | None:
    """Tell a person that a channel was switched off, because it has not worked for a day."""
    player = one_player(letter.player_id)
    return Addressed(player, name_of(player), {"channel": letter.facts["name"], "why": letter.facts["why"]})


KINDS = (
    to_person("lost", _lost_links, "email", wished=True),
    to_person("replaced", _to_who_left, "email", "game", "name", "substitute", "by", wished=True),
    to_person("offer", _offered, "offer"),
    to_person("kept", _kept, "reservation"),
    to_person("me", _new_link, wished=True),
    to_person("outage", _outage, "outage"),
    to_person("restored", _all_tables, "sentence"),
    to_person("moved", _all_tables, "sentence"),
    to_person("switched-off", _switched_off, "name", "why"),
    to_person("which", _all_tables, "sentence", wished=True),
    to_person("state", _all_tables, "sentence", wished=True),
    Kind(GATHERED, answers=TABLES),
)
