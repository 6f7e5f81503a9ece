"""From opening a match to its first deal: open, invite, accept, decline, let invitations lapse, rematch."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select

from .. import clock, deal
from ..config import settings
from ..rules import GAMES, AnyGame, Illegal, begin, complete
from ..rules.tempo import of_one_part
from ..store.models import CANCELLED, INVITED, MATCHES, NO_PLY, OVER, PLAYING, Chair, Match, Player, db
from ..store.one_match import add, one_chair, one_match, touch
from ..store.session import NOW, transaction
from ..terms import ANSWERED, BLIND, DECIDED, FORCED, TERMS, ZONE, defaults, offered
from ..views import is_one_more
from . import letters, people, playing, quotas, same_deals, sharing, strangers, talking, timing
from .addresses import checked_address, checked_name, is_advert
from .errors import Refused
from .in_play import InPlay
from .names import look_alike

ID_LETTERS = "abcdefghjkmnpqrstvwxyz23456789"


@dataclass(frozen=True)
class Guest:
    """A person invited to a seat; the first guest is the host. ``house``: a house player, which has no address.

    ``open``: nobody yet; whoever has the link of the match may take the seat, see `server.matches.joining`.
    """

    name: str
    email: str = ""
    zone: str | None = None
    house: bool = False
    open: bool = False


OPEN_SEATS = ("an open seat", "a second open seat", "a third open seat", "a fourth open seat", "a fifth open seat")
"""What open seats are called, in their order: where names are listed, these stand among them."""


@dataclass(frozen=True)
class MatchRequest:
    """A match that somebody wants to open, or several tables that play the same deals. Nothing of it is checked yet.

    ``guests``: one for each seat, the host first. ``pace``: as text (see `clock.checked_pace`). ``terms``: what is
    agreed on, by name. ``same_person``: one address may sit at several seats. ``listed``: the open seats are offered to
    anybody, in the public list of open tables. ``line``: what the host says in the invitations to one match; may be
    empty.

    ``more_tables``: the guests of each further table. ``turned``: those of the second table sit one seat further than
    they are named, those of the third two seats, and so on, so that people named in the same place hold different
    hands.
    """

    game: str
    options: Mapping[str, Any]
    guests: Sequence[Guest]
    pace: str = "PT48H"
    terms: Mapping[str, str] = field(default_factory=dict)
    same_person: bool = False
    listed: bool = False
    line: str = ""
    more_tables: Sequence[Sequence[Guest]] = ()
    turned: bool = False


def open_match(request: MatchRequest, origin: str = "", at: datetime | None = None) -> Match:
    """Open one match and send its host an invitation to confirm; the others are invited once the host has accepted.

    ``origin``: the network that asks, from which only so many matches may be opened in a day; empty: the command line.
    Raises `Refused` for the first value that cannot be accepted, `TooMany` for a match too many.
    """
    checked = checked_rules(request)
    guests = checked_guests(request.guests, request.same_person)
    sharing.check_listed(request.listed, any(guest.open for guest in guests))
    return _open(replace(checked, guests=guests), origin, at or clock.now())


def checked_rules(request: MatchRequest) -> MatchRequest:
    """The request with all options of its game, and its pace and terms as they are stored. Raises `Refused`."""
    rules = playable(request.game, request.options, len(request.guests))
    pace, terms = checked_pace_for(rules, request.pace), checked_terms(rules, request.terms)
    return replace(request, options=complete(rules, request.options), pace=pace, terms=terms)


@transaction
def _open(request: MatchRequest, origin: str, at: datetime) -> Match:
    if origin:
        count_match(origin, at)
    terms = in_zone_of_host(request.guests[0], request.terms, at)
    match = new_match(request.game, request.options, request.pace, terms, at)
    seat_guests(match, request.guests, at)
    talking.greet(match.chairs[0], request.line, at)
    sharing.make_links(match, at, request.listed)
    letters.ask_host(match.chairs[0], at)
    return match


def check_right(code: str, origin: str, at: datetime | None = None) -> None:
    """Check that somebody of this network may open matches: by the setting ``NEW``, with this code if it asks for one.

    Raises `Refused`, or `TooMany` after too many wrong codes from there.
    """
    if settings().new == "command":
        raise Refused(BY_COMMAND, "code")
    if settings().new == "code" and not _is_right(code, origin, at or clock.now()):
        raise Refused(WRONG_CODE if code.strip() else NO_CODE, "code")


BY_COMMAND = "Matches here are opened by whoever runs this server: ask them for one, and a letter brings your link."
NO_CODE = "Matches here are opened with a code: ask whoever runs this server for it."
WRONG_CODE = "This is not the code that opens matches here: ask whoever runs this server for it."
TOO_MANY_GUESSES = "That were too many wrong codes. Try again in {wait}."
GUESSES = 10
"""How many wrong codes may come from one network in a day."""


def _is_right(code: str, origin: str, at: datetime) -> bool:
    """Whether it is the code. Each is counted as a guess before it is compared, so that many at once gain nothing."""
    transaction(quotas.check)("guess", origin, at, GUESSES, TOO_MANY_GUESSES, "code")
    right = hmac.compare_digest(code.strip().encode("utf-8", "replace"), settings().new_code.encode())
    if right:
        transaction(quotas.give_back)("guess", origin)
    return right


def count_match(who: str, at: datetime) -> None:
    """Count one more match of a network, or of a ``player 7``, for today. Raises `TooMany`."""
    enough = "That is enough new matches for one day. The next can be opened in {wait}."
    quotas.check("match", who, at, settings().matches_day, enough)


@transaction
def accept(chair_id: int, word: str | None = None, zone: str | None = None, at: datetime = NOW) -> Chair:
    """Accept an invitation. The host's acceptance invites the others; the last acceptance deals the first cards.

    ``word`` is mixed into the seed of the deal; ``zone`` is the player's time zone. Accepting again changes nothing.
    Raises `Refused` if the match was cancelled.
    """
    chair = one_chair(chair_id)
    take_seat(chair, word, zone, at)
    return chair


def take_seat(chair: Chair, word: str | None, zone: str | None, at: datetime) -> None:
    """Take a seat for its player. Must run inside a transaction. Raises as `accept` does."""
    match = chair.match
    tables = same_deals.locked(match)
    if chair.accepted_at or match.status == PLAYING:
        return
    if match.status != INVITED:
        raise Refused("This match was called off before everybody had accepted.")
    if seated := same_deals.why_seated(chair):
        raise Refused(seated)
    if len(word or "") > 100 or not (word or "").isprintable():
        raise Refused("The word for the deal is one line of at most 100 characters.", "word")
    if is_advert(word or ""):
        raise Refused("The word for the deal cannot be the address of a website: all at the table read it.", "word")
    strangers.agrees(chair.player, at)
    chair.trouble = None if chair.trouble in (strangers.ENOUGH, strangers.NOT_POSSIBLE) else chair.trouble
    chair.accepted_at, chair.word = at, (word or "").strip() or None
    if chair.player and clock.known_zone(zone):
        chair.player.zone = zone
    if is_hosts(chair):
        place = take_zone_of_host(match)
        for table in tables:
            table.terms = {**table.terms, **place}
            _invite_others(table, at)
    touch(match)
    if all(other.accepted_at for table in tables for other in table.chairs):
        same_deals.commit_words(tables)
        for table in tables:
            playing.begin(InPlay(table, at))


@transaction
def decline(chair_id: int, at: datetime = NOW) -> Chair:
    """Decline an invitation: the match is cancelled, and all invited are told. Raises `Refused` once it is dealt."""
    chair = one_chair(chair_id)
    if chair.match.status in (PLAYING, OVER):
        raise Refused("The cards are dealt already: to leave this match, resign.")
    if chair.match.status != INVITED or chair.declined_at:
        return chair
    call_off(chair.match, chair, at)
    return chair


LAPSED = select(MATCHES.c.id).where(MATCHES.c.status == INVITED, MATCHES.c.closes_at <= bindparam("at")).limit(1)
"""A match whose invitations were not all accepted in time."""


@transaction
def rematch(chair_id: int, at: datetime = NOW, game: str = "") -> Match:
    """Open a match with the same people and pace, hosted by the asking seat; returns it again if it exists.

    ``game``: another game for as many, as it is usually played and run; empty: the same game, agreed on as before. The
    asking seat has accepted already, by asking, unless nobody else has to; its player gets the link by letter. Raises
    `Refused` while the old match is not over, for a game that is not for so many, or for somebody who wants no
    letters; `TooMany` if this person has asked for too many in a day.
    """
    chair = one_chair(chair_id)
    old = chair.match
    if game in ("", old.game):
        return _again(chair, old.options, at)
    other = playable(game, {}, len(old.chairs))
    checked_pace_for(other, old.pace)
    return _again(chair, complete(other, {}), at, other)


@transaction
def one_more_deal(chair_id: int, at: datetime = NOW) -> Match:
    """Say yes to one more deal with the same people; the first yes tells the others by letter, the last one deals.

    It is a rematch of one deal, or as short as the game may be agreed on. If a rematch has been asked for that is
    longer, nothing is accepted. Saying it again changes nothing. Returns the match. Raises as `rematch` does, and
    `Refused` for a match that was never played.
    """
    chair = one_chair(chair_id)
    if chair.match.status == CANCELLED:
        raise Refused("This match was called off: everybody can be invited again.")
    match = _again(chair, {**chair.match.options, **of_one_part(GAMES[chair.match.game])}, at)
    own = [other for other in match.chairs if other.player_id == chair.player_id is not None]
    for other in own if match.status == INVITED and is_one_more(match) else ():
        if other.accepted_at is None and other.seat:
            _check_welcome(other.player)
            take_seat(other, None, None, at)
            letters.write(match, other, "seat", at)
    return match


def _again(chair: Chair, options: dict[str, Any], at: datetime, another: AnyGame | None = None) -> Match:
    """The rematch that follows a seat's match, opened with these options, in another game if said, if there is none."""
    old = chair.match
    if old.status not in (OVER, CANCELLED):
        raise Refused("This match is still being played: a rematch can be asked for when it is over.")
    again = db.session.scalar(select(MATCHES.c.id).where(MATCHES.c.rematch_of == old.id))
    if again is not None:
        return one_match(again)
    if old.same_deals and old.status == CANCELLED:
        raise Refused("These tables belonged together: whoever opened them can open all of them anew.")
    if chair.player is None:
        raise Refused("Only who plays can ask for a rematch.")
    _check_welcome(chair.player)
    count_match(f"player {chair.player.id}", at)
    game, agreed = (another.key, _kept_in(another, old.terms)) if another else (old.game, old.terms)
    match = new_match(game, options, old.pace, agreed, at)
    match.rematch_of = old.id
    seats = len(old.chairs)
    for seat in range(seats):
        before = old.chairs[(chair.seat + seat) % seats]
        still_open = before.player is None and not before.house and before.name in OPEN_SEATS
        house = before.player is None and not still_open
        match.add_chair(before.name, before.player, house)
    host = match.chairs[0]
    host.invited_at = at
    for other in match.chairs:
        other.accepted_at = at if other.house or (other is host and _asks_others(match)) else None
    add(match)
    sharing.make_links(match, at)
    letters.write(match, host, "seat" if host.accepted_at else "invitation", at)
    _invite_others(match, at)
    return match


def _asks_others(match: Match) -> bool:
    """Whether anybody but the host has to take a seat: otherwise asking for the match would begin it."""
    return any(not other.house and other.player is not match.chairs[0].player for other in match.chairs[1:])


def _check_welcome(player: Player | None) -> None:
    """Raises `Refused` for somebody who wants no letters: the link of a match that is over cannot take that back."""
    if player is not None and strangers.wants_none(player.email):
        raise Refused(strangers.NOT_POSSIBLE)


def _kept_in(game: AnyGame, agreed: Mapping[str, str]) -> dict[str, str]:
    """The terms of a table in another game: as agreed where they make sense there and were asked for, else as usual."""
    terms = {name: value for name, value in agreed.items() if name != FORCED and offered(name, game)}
    return checked_terms(game, {**defaults(game), **terms})


def new_match(game: str, options: Mapping[str, Any], pace: str, terms: Mapping[str, str], at: datetime) -> Match:
    """A match with a seed of its own and no seats yet, not stored."""
    seed = deal.new_seed()
    return Match(
        id="".join(secrets.choice(ID_LETTERS) for _ in range(12)),
        status=INVITED, game=game, options=dict(options), pace=pace, terms=dict(terms), version=GAMES[game].version,
        seed=seed, commitment=deal.commitment(seed), sealed={}, created_at=at, closes_at=at + clock.INVITATION,
        examined=-1 if terms.get(DECIDED) == "on" else NO_PLY,
    )  # fmt: skip


def is_hosts(chair: Chair) -> bool:
    """Whether this is the seat of whoever opened the match, or all the tables that play the same deals."""
    return chair.seat == 0 and chair.match.table_number in (None, 1)


def seat_guests(match: Match, guests: Sequence[Guest], at: datetime) -> None:
    """Seat the guests of a new match, and write it."""
    for guest in guests:
        is_person = not (guest.house or guest.open)
        person = people.person_with(guest.email, at, guest.zone) if is_person else None
        chair = match.add_chair(guest.name, person, guest.house)
        chair.accepted_at = chair.invited_at = at if guest.house else None
    add(match)


def _invite_others(match: Match, at: datetime) -> None:
    for other in match.chairs:
        if other.invited_at is None and not other.is_open:
            other.invited_at = at
            letters.write(match, other, "invitation", at)


def call_off(match: Match, chair: Chair, at: datetime) -> None:
    """Cancel a match before its first card, as if this seat's player had declined. Must run inside a transaction."""
    chair.declined_at = at
    cancel(match, "declined", at, but=chair)


def cancel(match: Match, ending: str, at: datetime, but: Chair | None = None) -> None:
    """Cancel a match, and with it all tables that were to play the same deals."""
    for table in same_deals.locked(match):
        table.status, table.ending, table.over_at, table.closes_at = CANCELLED, ending, at, None
        table.shut = False
        letters.tell(table, [c for c in table.chairs if c.invited_at and c is not but], "cancelled", at)


def playable(key: str, options: Mapping[str, Any], seats: int) -> AnyGame:
    """The rules of a game. Raises `Refused` if it is unknown, or cannot be played with these options by so many."""
    game = GAMES.get(key)
    if game is None:
        named = "".join(sign for sign in key if sign.isprintable())[:40]
        raise Refused(f"There is no game “{named}” here; there are: {', '.join(sorted(GAMES))}.", "game")
    try:
        begin(game, seats, options, lambda deck, n: deck)  # nobody plays this: it could begin
    except Illegal as refused:
        raise Refused(str(refused), "options") from refused
    return game


def in_zone_of_host(guest: Guest, terms: Mapping[str, str], at: datetime) -> Mapping[str, str]:
    """The terms of a match that a guest is to host: in the time zone of whoever that is, if it is known."""
    zone = people.person_with(guest.email, at, guest.zone).zone
    return {ZONE: zone, **terms} if zone else terms


def take_zone_of_host(match: Match) -> dict[str, str]:
    """Use the host's time zone, if known, for the days of the match, unless the terms name one. Returns that term."""
    host = match.chairs[0].player
    if host and host.zone and ZONE not in match.terms:
        match.terms = {**match.terms, ZONE: host.zone}
    return {ZONE: match.terms[ZONE]} if ZONE in match.terms else {}


def checked_pace_for(game: AnyGame, text: str) -> str:
    """The pace of a match of this game, as it is stored. Raises `Refused`."""
    pace = timing.checked_pace(text)
    if clock.pace(pace).bank and not game.trick_game:
        why = f"A bank of time is for games in which one plays after another; at {game.name} all answer at once."
        raise Refused(why, "pace")
    return pace


def checked_terms(game: AnyGame, terms: Mapping[str, str]) -> dict[str, str]:
    """All terms of a match of this game: as given, else as usual. Raises `Refused`."""
    for name, value in terms.items():
        if name not in TERMS:
            raise Refused(f"There is no term {name[:40]}; there are: {', '.join(TERMS)}.", "terms")
        if value not in TERMS[name].values:
            known = "a name such as Europe/Paris" if name == ZONE else f"one of {', '.join(TERMS[name].values)}"
            raise Refused(f"The term {name} is {known}, not “{str(value)[:40]}”.", "terms")
        if not offered(name, game) and value != TERMS[name].values[0]:
            raise Refused(f"The term {name} makes no sense in {game.name}.", "terms")
    agreed = {**defaults(game), **terms}
    if agreed.get(BLIND) == "on":
        if terms.get(ANSWERED) == "shown":
            why = "With blind timing who has answered cannot be shown: that would tell when somebody did."
            raise Refused(why, "terms")
        agreed[ANSWERED] = "hidden"
    return agreed


def checked_guests(guests: Sequence[Guest], same_person: bool) -> list[Guest]:
    """The guests with names and addresses as they are stored, open seats named. Raises `Refused`."""
    checked: list[Guest] = []
    nobody = iter(OPEN_SEATS)
    for number, guest in enumerate(guests):
        if guest.open and number:
            checked.append(Guest(next(nobody), open=True))
            continue
        name = checked_name(guest.name, f"seat-{number}")
        email = "" if guest.house else checked_address(guest.email, f"seat-{number}")
        if any(look_alike(name, other.name) for other in checked):
            raise Refused(f"Two players are called {name}, or it looks so: give one another name.", f"seat-{number}")
        if email and not same_person and any(people.are_one(email, other.email) for other in checked if other.email):
            message = "Two seats have the same address: say that one person plays both, or give another address."
            raise Refused(message, f"seat-{number}")
        checked.append(Guest(name, email, guest.zone, guest.house))
    if not checked or checked[0].house:
        raise Refused("The first seat is the host's, who has to be a person with an address.", "seat-0")
    return checked
