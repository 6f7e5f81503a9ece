"""Erasing a person: name, addresses, talk, letters and replies go; matches live on with “Somebody” in the seat.

Match by match, each in a transaction of its own, and at last the person, so that it may be killed anywhere and run
again. What verifies stays: the record of a match holds the answers and the words mixed into the deal, and no address.
In a match that is being played the house sits down for good; one that has not begun is called off.

Retention (`server.matches.retaining`) forgets people in the same way, but leaves them their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, or_, select, union, update
from sqlalchemy.orm import InstrumentedAttribute

from .. import clock
from ..store.mailboxes import mailbox
from ..store.models import (
    CHAIRS,
    INVITED,
    MATCHES,
    PLAYERS,
    PLAYING,
    Archived,
    Chair,
    Channel,
    Considered,
    Erased,
    InboundMail,
    Letter,
    Match,
    Notice,
    Offer,
    OwnAddress,
    PersonAddress,
    Relay,
    Remark,
    ReplyAddress,
    Reservation,
    db,
)
from ..store.one_match import one_match, people_where, touch
from ..store.session import how_many, run, transaction
from . import capabilities, quotas, strangers, talking
from .claiming import house_declines
from .errors import Refused
from .in_play import InPlay
from .opening import call_off
from .people import NOBODY, people_at
from .resigning import play_on_without

SOMEBODY = "Somebody"
"""The name of a seat whose player was erased; of a second one at the same table the seat's letter follows."""
LEFT = "Who sat here has left for good, and is called {name} from now on."
HOUSE_PLAYS = " A house player has the seat."
CODES = ("nearest", "plans")
"""Facts of letters that are not sentences."""

OF_A_PERSON: Mapping[str, InstrumentedAttribute[Any]] = {
    "other addresses": OwnAddress.player_id,
    "reply addresses": ReplyAddress.player_id,
    "reply addresses of letters about several tables": PersonAddress.player_id,
    "offers of a seat": Offer.player_id,
    "open seats that were asked for": Reservation.player_id,
    "mails": InboundMail.player_id,
    "notices on other channels": Notice.player_id,
    "devices and hooks that are told": Channel.player_id,
    "letters": Letter.player_id,
    "lines of talk, notes and thoughts": Remark.player_id,
}
"""What is kept of a person in tables of its own, in words and by the column that says whose it is; all of it goes."""


@dataclass(frozen=True)
class Found:
    """What is kept of whoever has an address: people, their names, and how much of everything there is, in words."""

    players: tuple[int, ...]
    addresses: tuple[str, ...]
    names: tuple[str, ...]
    counts: Mapping[str, int]


@dataclass(frozen=True)
class _Traces:
    """The names and addresses of a person that others may have written."""

    names: tuple[str, ...]
    addresses: tuple[str, ...]

    def without(self, text: str) -> str:
        """The text with `SOMEBODY` in place of each."""
        for address in self.addresses:
            text = re.sub(rf"(?i)(?<![\w.+-]){re.escape(address)}(?![\w-]|\.\w)", SOMEBODY, text)
        for name in self.names:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", SOMEBODY, text)
        return text


def find(typed: str) -> Found:
    """What is kept of whoever has this address. Raises `Refused` if nothing is."""
    address = typed.strip().lower()
    players = people_at(address)
    ids = tuple(player.id for player in players)
    others = db.session.scalars(select(OwnAddress.email).where(OwnAddress.player_id.in_(ids)))
    addresses = _spellings(dict.fromkeys([address, *(player.email for player in players), *others]))
    strays = how_many(Letter, to_address(addresses)) + how_many(InboundMail, from_address(addresses))
    counts = {**_seats(ids), **_kept(ids), "letters and mails of that address": strays}
    counts = {what: count for what, count in counts.items() if count}
    if not ids and not counts:
        raise Refused(NOBODY)
    return Found(ids, addresses, _names(ids), counts)


def _spellings(addresses: Iterable[str]) -> tuple[str, ...]:
    """These addresses, and the other ways in which their mailboxes are written in letters and mails."""
    forms = {mailbox(address) for address in addresses if "@" in address}
    columns = Letter.facts["email"].as_string(), func.lower(InboundMail.sender), func.lower(InboundMail.claimed)
    written = (email for column in columns for email in db.session.scalars(select(column).distinct()) if email)
    return tuple(dict.fromkeys([*addresses, *(email for email in written if mailbox(email) in forms)]))


def _seats(players: tuple[int, ...]) -> dict[str, int]:
    theirs = select(MATCHES.c.status, func.count()).join(CHAIRS).where(CHAIRS.c.player_id.in_(players))
    found = {row[0]: int(row[1]) for row in db.session.execute(theirs.group_by(MATCHES.c.status))}
    over = sum(count for status, count in found.items() if status not in (PLAYING, INVITED))
    return {
        "seats in matches that are being played": found.get(PLAYING, 0),
        "seats in matches that have not begun": found.get(INVITED, 0),
        "seats in matches of the past": over,
    }


def _kept(players: tuple[int, ...]) -> dict[str, int]:
    kept = OF_A_PERSON.items()
    return {what: how_many(column.class_, column.in_(players), *_but_news(column)) for what, column in kept}


def _but_news(column: InstrumentedAttribute[Any]) -> list[ColumnElement[bool]]:
    return [Remark.kind != talking.NEWS] if column is Remark.player_id else []


def _names(players: tuple[int, ...]) -> tuple[str, ...]:
    """The names that these people have or had at any table, as far as is known, the longest first."""
    seated = select(CHAIRS.c.name).where(CHAIRS.c.player_id.in_(players))
    others = (select(model.name).where(model.player_id.in_(players)) for model in (Remark, Offer, Reservation))
    found = set(db.session.scalars(seated.union(*others)))
    emails = list(db.session.scalars(select(PLAYERS.c.email).where(PLAYERS.c.id.in_(players))))
    replaced = select(Letter.facts).where(Letter.kind == "replaced", Letter.facts["email"].as_string().in_(emails))
    found |= {facts["name"] for facts in db.session.scalars(replaced)}
    return tuple(sorted((name for name in found if not name.startswith(SOMEBODY)), key=lambda name: (-len(name), name)))


def to_address(addresses: Iterable[str]) -> ColumnElement[bool]:
    """Letters to these addresses that are nobody's as far as the database knows."""
    return and_(Letter.player_id.is_(None), Letter.facts["email"].as_string().in_(list(addresses)))


def from_address(addresses: Iterable[str]) -> ColumnElement[bool]:
    """Mails that came from these addresses, or claim to."""
    known = list(addresses)
    return or_(func.lower(InboundMail.sender).in_(known), func.lower(InboundMail.claimed).in_(known))


# Erasing -------------------------------------------------------------------------------------------------------------


def erase(typed: str, at: datetime | None = None) -> Found:
    """Erase whoever has this address. Returns what there was. Raises `Refused` if nothing was."""
    at = at or clock.now()
    found = find(typed)
    first = (name.split()[0] for name in found.names if " " in name)
    traces = _Traces((*found.names, *(name for name in first if len(name) > 2)), found.addresses)
    db.session.rollback()
    for player_id in found.players:
        for before in _elsewhere(player_id):  # first: as long as the seats are theirs, the names are known
            transaction(_scrub)(before, traces)
        while match_id := _next_seat(player_id):
            _leave(match_id, player_id, traces, at)
        _forget(player_id)
    _forget_address(found.addresses, at)
    return found


def forget(player_id: int, at: datetime) -> None:
    """Forget a person whose matches are all over: addresses, letters and talk, but not the name at the tables."""
    while match_id := _next_seat(player_id):
        _leave(match_id, player_id, None, at)
    _forget(player_id)


def _next_seat(player_id: int) -> str | None:
    theirs = select(CHAIRS.c.match_id).where(CHAIRS.c.player_id == player_id).order_by(CHAIRS.c.id).limit(1)
    found = db.session.scalar(theirs)
    db.session.rollback()
    return found


def _elsewhere(player_id: int) -> list[str]:
    """The matches at which a person does not sit, but has sat or was asked to."""
    sits = set(db.session.scalars(select(CHAIRS.c.match_id).where(CHAIRS.c.player_id == player_id)))
    models = (Letter, Remark, Offer, Reservation)
    known = set(db.session.scalars(union(*(select(one.match_id).where(one.player_id == player_id) for one in models))))
    db.session.rollback()
    return sorted(match_id for match_id in known - sits if match_id is not None)


@transaction
def _leave(match_id: str, player_id: int, traces: _Traces | None, at: datetime) -> None:
    """Take a person out of one match. ``traces``: by what the others know them there, if that goes, too."""
    match = one_match(match_id)
    own = [chair for chair in match.chairs if chair.player_id == player_id]
    touch(match)
    for chair in own:
        _vacate(chair, anonymous=traces is not None)
    capabilities.revoke(at, seats=CHAIRS.c.id.in_([chair.id for chair in own]))
    for chair in own:
        if match.status == PLAYING:
            _house_sits_down(match, chair, at)
        elif match.status == INVITED:
            call_off(match, chair, at)
    if traces is not None:
        _scrub(match_id, traces)


def _vacate(chair: Chair, anonymous: bool) -> None:
    """Empty a seat, and delete what its player has left there. ``anonymous``: the name goes, too."""
    for kept in (InboundMail, ReplyAddress):  # the present player's, and what does not say whose it is
        theirs = or_(kept.player_id.is_(None), kept.player_id == chair.player_id)
        run(delete(kept).where(kept.chair_id == chair.id, theirs))
    if anonymous:
        run(delete(Considered).where(Considered.match_id == chair.match_id, Considered.seat == chair.seat))
        of_the_seat = Archived.kind == Considered.__tablename__, Archived.number == chair.seat
        run(delete(Archived).where(Archived.match_id == chair.match_id, *of_the_seat))
        chair.name = _free_name(chair)
    chair.match.judgement = chair.match.judgement and chair.match.judgement.without(chair)
    chair.sit_down(None)
    chair.latest_plan = chair.order_at = chair.stopped_at = chair.trouble = chair.here_until = chair.muted = None


def _free_name(chair: Chair) -> str:
    taken = any(other.name == SOMEBODY for other in chair.match.chairs if other is not chair)
    return f"{SOMEBODY} {chr(ord('A') + chair.seat)}" if taken else SOMEBODY


def _house_sits_down(match: Match, chair: Chair, at: datetime) -> None:
    """A house player takes a seat for good; where only house players are left, the match ends."""
    chair.house, chair.missed = True, 0
    talking.add(chair, talking.NEWS, LEFT.format(name=chair.name) + HOUSE_PLAYS, at)
    house_declines(match, chair, at)
    play = InPlay(match, at)
    if all(other.house for other in match.chairs):
        play.end("resigned", ())
        return
    if any(other.player_id is None and not other.house for other in match.chairs):
        return  # another seat of the same person, which is next
    play_on_without(play, chair)


# Traces in what others wrote, or what was written about them ----------------------------------------------------------


def _scrub(match_id: str, traces: _Traces) -> None:
    """Take a person's names and addresses out of the lines and letters of one match."""
    for remark in db.session.scalars(select(Remark).where(Remark.match_id == match_id)):
        remark.text = traces.without(remark.text)
        remark.name = SOMEBODY if remark.name in traces.names else remark.name
    chairs = one_match(match_id).chairs
    its_seats = [f"replaced:{chair.id}:" for chair in chairs]
    told = or_(Letter.match_id == match_id, *(Letter.identity.startswith(begin) for begin in its_seats))
    for letter in db.session.scalars(select(Letter).where(told)):
        if (facts := _without(letter.facts, traces)) != letter.facts:
            letter.facts = facts
        letter.error = letter.error and traces.without(letter.error)
    for chair in chairs:
        chair.trouble = chair.trouble and traces.without(chair.trouble)


def _without(facts: Any, traces: _Traces) -> Any:
    if isinstance(facts, str):
        return traces.without(facts)
    if isinstance(facts, dict):
        return {name: value if name in CODES else _without(value, traces) for name, value in facts.items()}
    return [_without(value, traces) for value in facts] if isinstance(facts, list) else facts


# The person ----------------------------------------------------------------------------------------------------------


@transaction
def _forget(player_id: int) -> None:
    """Delete a person, who has no seat any more, and all that is theirs alone."""
    found = people_where(PLAYERS.c.id == player_id, lock=True)
    if not found:
        return
    [player] = found
    theirs = select(Letter.id).where(or_(Letter.player_id == player_id, to_address([player.email])))
    run(delete(InboundMail).where(or_(InboundMail.letter_id.in_(theirs), from_address([player.email]))))
    run(update(Letter).where(Letter.gathered_in.in_(theirs)).values(gathered_in=None))
    run(update(Remark).where(Remark.player_id == player_id, Remark.kind == talking.NEWS).values(player_id=None))
    for column in OF_A_PERSON.values():
        run(delete(column.class_).where(column == player_id))
    run(delete(Letter).where(to_address([player.email])))
    for what, who in (*strangers.counted(player), ("match", f"player {player_id}")):
        quotas.drop(what, who)
    db.session.execute(delete(PLAYERS).where(PLAYERS.c.id == player_id))


@transaction
def _forget_address(addresses: tuple[str, ...], at: datetime) -> None:
    """Delete what is known by addresses alone, and keep, as a hash, that they were erased."""
    theirs = select(Letter.id).where(to_address(addresses))
    run(delete(InboundMail).where(or_(InboundMail.letter_id.in_(theirs), from_address(addresses))))
    run(delete(Letter).where(to_address(addresses)))
    run(delete(OwnAddress).where(OwnAddress.mailbox.in_([mailbox(address) for address in addresses if "@" in address])))
    for relay in db.session.scalars(select(Relay).where(Relay.words.is_not(None))):
        relay.words = _Traces((), addresses).without(relay.words or "")
    for known in strangers.hashes_of(address for address in addresses if "@" in address):
        db.session.merge(Erased(address_hash=known, at=at))


# After a backup was restored ------------------------------------------------------------------------------------------


def erase_again(at: datetime) -> list[str]:
    """Erase again who was erased and is back, because an older backup was restored. Returns their addresses."""
    found = _who_came_back()
    for email in found:
        erase(email, at)
    return found


@transaction
def _who_came_back() -> list[str]:
    erased = {row.address_hash: row.at for row in db.session.scalars(select(Erased))}
    if not erased:
        return []
    people = db.session.execute(select(PLAYERS.c.email, PLAYERS.c.created_at).order_by(PLAYERS.c.id)).all()
    hashes = strangers.hashes_of(email for email, _ in people)
    return [p.email for p, key in zip(people, hashes, strict=True) if key in erased and p.created_at < erased[key]]


def last_seen(cutoff: datetime) -> Select[int]:
    """The people whose last match ended before ``cutoff``, and who sit in none that goes on."""
    lately = or_(MATCHES.c.over_at.is_(None), MATCHES.c.over_at >= cutoff)
    alive = exists().where(CHAIRS.c.player_id == PLAYERS.c.id, CHAIRS.c.match_id == MATCHES.c.id, lately)
    offered = exists().where(Offer.player_id == PLAYERS.c.id, Offer.created_at >= cutoff)
    wished = exists().where(Reservation.player_id == PLAYERS.c.id, Reservation.created_at >= cutoff)
    return select(PLAYERS.c.id).where(PLAYERS.c.created_at < cutoff, ~alive, ~offered, ~wished).order_by(PLAYERS.c.id)
