"""The players of the tests, and how they sit down and play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from email.message import EmailMessage
from random import Random
from typing import Any

from sqlalchemy import ColumnElement, select

from server import matches, views
from server.house import at_random
from server.matches import Guest, MatchRequest
from server.post.reply_addresses import ANSWER, Target, open_addresses
from server.rules import GAMES, all_asks
from server.store.models import CHAIRS, MATCHES, PLAYERS, PLAYING, Chair, Letter, Match, Player, db
from server.store.one_match import matches_of, people_where

from .conftest import MONDAY

NAMES = ("Ada", "Bruno", "Chiara", "Dmitri", "Edda", "Farid")


def guests(*names: str) -> list[Guest]:
    """Players with addresses."""
    return [Guest(name, address(name)) for name in names]


def reply_address(chair_id: int, ply: int, at: datetime, purpose: str = ANSWER) -> str:
    """A new address at which a seat answers the window of a ply. Must run inside a transaction."""
    [address] = open_addresses([Target(purpose, chair_id, ply)], at)
    return address


def address(name: str) -> str:
    """``ada@example.org``"""
    return f"{name.lower()}@example.org"


def open_match(
    game: str,
    options: dict[str, Any],
    guests: Sequence[Guest],
    pace: str = "PT48H",
    *,
    origin: str = "",
    at: datetime | None = None,
    **more: Any,
) -> Match:
    """A match that was opened; its host has not confirmed it yet. ``more``: other fields of its `MatchRequest`."""
    return matches.open_match(MatchRequest(game, options, guests, pace, **more), origin, at)


def open_tables(
    game: str, options: dict[str, Any], tables: Sequence[Sequence[Guest]], *, at: datetime | None = None, **more: Any
) -> Sequence[Match]:
    """Tables that play the same deals and that were opened; their host has not confirmed them yet."""
    return matches.open_tables(MatchRequest(game, options, tables[0], more_tables=tables[1:], **more), at=at)


def open_table(*names: str, game: str = "titro", pace: str = "PT48H", at: datetime = MONDAY, **options: Any) -> Match:
    """A match that is being played: opened, and accepted by everybody."""
    match = open_match(game, options, guests(*(names or NAMES[:2])), pace, at=at)
    for chair in match.chairs:
        matches.accept(chair.id, at=at)
    return matches.match_by_id(match.id)


def seat(match: Match, name: str) -> Chair:
    """The chair of a player."""
    return next(chair for chair in again(match).chairs if chair.name == name)


def again(match: Match) -> Match:
    """The match as the database has it now."""
    db.session.rollback()
    db.session.expire_all()
    return matches.match_by_id(match.id)


def all_matches(*which: ColumnElement[bool]) -> list[Match]:
    """These matches, or all, in the order in which they were opened, as the database has them now."""
    db.session.rollback()
    found = select(MATCHES.c.id).where(*which).order_by(MATCHES.c.created_at, MATCHES.c.table_number, MATCHES.c.id)
    return matches_of(db.session.scalars(found).all())


def person(name: str) -> Player:
    """Whoever has this name's address."""
    [found] = people_where(PLAYERS.c.email == address(name))
    return found


def page(match: Match, name: str) -> views.SeatPage:
    """What a player sees now."""
    return views.seat_page(seat(match, name))


def seals(match: Match, name: str, answer: str, at: datetime = MONDAY, ply: int | None = None) -> matches.Sealed:
    """A player answers."""
    chair = seat(match, name)
    return matches.seal(chair.id, answer, chair.match.ply if ply is None else ply, at)


def some_answer(match: Match, name: str, random: Random) -> str:
    """A lawful answer for a player who is asked."""
    shown = page(match, name)
    assert shown.ask is not None
    assert shown.you is not None
    return at_random(shown.view, shown.ask, shown.you, random)


def takes_over(match: Match, name: str, to: str, email: str = "", at: datetime = MONDAY) -> Chair:
    """A seat is offered by its player to somebody else, who takes it."""
    chair = seat(match, name)
    return matches.take_offer(matches.offer_seat(chair.id, chair.seat, to, email or address(to), at).id, at)


def play_out(match: Match, random: Random, at: datetime = MONDAY) -> Match:
    """Everybody answers at random until the match is over. It reads what it needs once a window, for there are many."""
    match = again(match)
    game, chairs = GAMES[match.game], [chair.id for chair in match.chairs]
    while match.status == PLAYING:
        ply, sealed, asks = match.ply, set(match.sealed), all_asks(game, views.table_of(match))
        for there in (seat for seat in asks if seat not in sealed):
            matches.seal(chairs[there], at_random({}, asks[there], there, random), ply, at)
        match = again(match)
    return match


def letters(match: Match, kind: str | None = None, to: str | None = None) -> list[Letter]:
    """The letters written so far, in order."""
    found = db.session.scalars(select(Letter).where(Letter.match_id == match.id).order_by(Letter.id)).all()
    named = db.session.execute(select(CHAIRS.c.id, CHAIRS.c.name).where(CHAIRS.c.match_id == match.id))
    chairs: Mapping[int | None, str] = dict(named.all())
    return [one for one in found if kind in (None, one.kind) and to in (None, chairs[one.chair_id])]


def number_of(message: EmailMessage) -> int:
    """The number of a letter that was sent: the higher, the later it was written."""
    return db.session.scalars(select(Letter.id).where(Letter.message_id == message["Message-ID"])).one()


def seal_for_everybody(match: Match, at: datetime, but: str = "") -> None:
    """Everybody who is asked answers at random, but for one."""
    match = again(match)
    ply, asks = match.ply, all_asks(GAMES[match.game], views.table_of(match)) if match.status == PLAYING else {}
    owing = [chair for chair in match.chairs if chair.seat in asks and chair.seat not in match.sealed]
    for chair, there in [(chair.id, chair.seat) for chair in owing if chair.name != but]:
        matches.seal(chair, at_random({}, asks[there], there, Random(there)), ply, at)
