"""Whoever asks for a seat, opens a match or has lost a link learns nothing of the address: words, status, work done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from difflib import ndiff
from itertools import count

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, func, select
from sqlalchemy.engine import Engine
from werkzeug.test import TestResponse

from server import links, matches
from server.config import Settings
from server.matches import Guest, joining
from server.store.models import PLAYERS, Letter, Match, Reservation, db
from tests.cast import again, guests, open_match, open_table, seat
from tests.conftest import POSTGRESQL_IF_LONG

pytestmark = [pytest.mark.usefixtures("app"), POSTGRESQL_IF_LONG]
NUMBERS = count(1)
OTHERS = ("service", "outage", "turn")
"""Tables that each process reads now and then, whatever is asked of it."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Limits as they are shipped."""
    return Settings(settings.environ | {"LIMITS": "on", "MATCHES_DAY": "100000"})


@dataclass(frozen=True)
class Seen:
    """What a request brought about: all that its sender may notice."""

    status: int
    body: str
    headers: tuple[tuple[str, str], ...]
    statements: tuple[str, ...]
    letters: int


@contextmanager
def statements() -> Iterator[list[str]]:
    """Those that the database gets meanwhile: what they do, to which tables."""
    run: list[str] = []

    def note(connection: object, cursor: object, statement: str, *more: object) -> None:
        table = re.search(r"(?:FROM|INTO|UPDATE) +(\S+)", statement)
        if table and table[1] not in OTHERS:
            run.append(f"{statement.split()[0]} {table[1]}")

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield run
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def with_an_open_seat(*more: Guest) -> Match:
    """Wanda is invited to the second seat."""
    number = next(NUMBERS)
    invited = [Guest("Wanda", f"wanda{number}@example.org"), *more]
    left = [Guest("", open=True)] * (4 - len(invited))
    match = open_match("french-tarot", {}, [*guests(f"Host{number}"), *invited, *left])
    matches.accept(match.chairs[0].id)
    return again(match)


def path_of(match: Match) -> str:
    """The path of its link for a group."""
    link = joining.join_link(match.id)
    assert link is not None
    return f"/join/{links.shared_token(link)}"


def joins(web: FlaskClient, path: str, email: str):
    return web.post(path, data={"name": "Zoë", "email": email, "form": f"form{next(NUMBERS)}"})


def opens(web: FlaskClient, path: str, email: str):
    rows = {"name-0": "Zoë", "email-0": email, "name-1": "Edda", "email-1": f"edda{next(NUMBERS)}@example.org"}
    return web.post("/new", data={"game": "titro", "pace": "PT48H", "zone": "Europe/Paris", **rows})


def opens_in_json(web: FlaskClient, path: str, email: str):
    seats = [{"name": "Zoë", "email": email}, {"name": "Edda", "email": f"edda{next(NUMBERS)}@example.org"}]
    return web.post("/api/matches", json={"game": "titro", "seats": seats})


def loses(web: FlaskClient, path: str, email: str):
    return web.post("/lost", data={"email": email})


def corrects(web: FlaskClient, path: str, email: str):
    return web.post(path, data={"do": "correct", "seat": "1", "email": email})


def offers(web: FlaskClient, path: str, email: str):
    return web.post(path, data={"do": "offer", "seat": "1", "name": "Zoë", "email": email})


def hands_on(web: FlaskClient, path: str, email: str):
    return web.post(path, data={"do": "hand-over", "seat": "1", "name": "Zoë", "email": email, "sure": "yes"})


def desk_of(match: Match) -> str:
    return f"/host/{links.desk(match).rpartition('/')[2]}"


def seat_of_wanda(match: Match) -> str:
    return f"/s/{links.seat_token(seat(match, 'Wanda'))}"


DOORS: dict[str, tuple[Callable[..., TestResponse], Callable[[Match], str]]] = {
    "join": (joins, path_of),
    "new": (opens, path_of),
    "new, in JSON": (opens_in_json, path_of),
    "lost": (loses, path_of),
    "a corrected address": (corrects, desk_of),
    "an offer of the host": (offers, desk_of),
    "an offer of a player": (hands_on, seat_of_wanda),
}


def new(email: str) -> Match:
    return with_an_open_seat()


def known(email: str) -> Match:
    """Somebody who has taken a seat elsewhere, and whose zone is known."""
    match = open_match("titro", {}, [Guest("Zora", email, "Europe/Rome"), *guests("Bruno")])
    matches.accept(match.chairs[0].id, zone="Europe/Rome")
    return with_an_open_seat()


def playing(email: str) -> Match:
    match = open_match("titro", {}, [Guest("Zora", email), *guests("Bruno")])
    for chair in match.chairs:
        matches.accept(chair.id)
    return with_an_open_seat()


def at_the_table(email: str) -> Match:
    match = with_an_open_seat(Guest("Zora", email))
    matches.accept(seat(match, "Zora").id)
    return again(match)


def invited_to_the_table(email: str) -> Match:
    return with_an_open_seat(Guest("Zora", email))


def blocked(email: str) -> Match:
    match = invited_to_the_table(email)
    matches.never_write(seat(match, "Zora").player_id)
    return with_an_open_seat()


def written_to_enough(email: str) -> Match:
    for _ in range(4):
        invited_to_the_table(email)
    return with_an_open_seat()


def asked_before(email: str) -> Match:
    match = with_an_open_seat()
    link = joining.join_link(match.id)
    assert link is not None
    matches.ask_for_seat(link.id, link.version, "Zora", email)
    return match


def joined_the_table(email: str) -> Match:
    match = asked_before(email)
    asked = db.session.scalars(select(Reservation.id).where(Reservation.match_id == match.id)).one()
    matches.take_kept(asked)
    return again(match)


STATES = (
    known,
    playing,
    at_the_table,
    joined_the_table,
    invited_to_the_table,
    blocked,
    written_to_enough,
    asked_before,
)
TOLD = {corrects: (invited_to_the_table, blocked, written_to_enough)}
"""What the host is told of an invited seat: an address that the desk shows, and that no letter can go to one."""


def seen(app: Flask, name: str, state: Callable[[str], Match], spelt: str) -> Seen:
    """What is noticed of an address in a state, asked for as it is ``spelt``, at a door; from a network of its own."""
    number = next(NUMBERS)
    door, path_at = DOORS[name]
    path, email = path_at(state(f"zora.{number}@gmail.com")), spelt.format(number)
    web = app.test_client()
    web.environ_base["REMOTE_ADDR"] = f"10.0.{number // 250}.{number % 250}"
    before = letters()
    with statements() as run:
        answer = door(web, path, email)
    return Seen(
        answer.status_code,
        varying(answer.get_data(as_text=True), email),
        tuple((name, varying(value, email)) for name, value in answer.headers if name != "Content-Length"),
        tuple(run),
        letters() - before,
    )


def differences(usual: Seen, found: Seen) -> list[str]:
    """What is there in one of them alone."""
    both = [(str(usual), str(found)) for usual, found in zip(astuple(usual), astuple(found), strict=True)]
    lines = [one.replace(", '", "\n").splitlines() for pair in both for one in pair]
    compared = (line for one, other in zip(lines[::2], lines[1::2], strict=True) for line in ndiff(one, other))
    return [line for line in compared if line[:1] in "+-"]


def letters() -> int:
    db.session.remove()
    found = db.session.scalar(select(func.count()).select_from(Letter)) or 0
    db.session.remove()
    return found


def varying(text: str, email: str) -> str:
    """The text without what differs from one request to the next: addresses, tokens, numbers."""
    text = text.replace(email, "ADDRESS").replace(email.replace("+", "&#43;"), "ADDRESS")
    return re.sub(r"/(?:join|host)/[^/?\"]+|[a-z0-9]{12}\b|[\w-]{16,}|Host\d+|(?:edda|wanda)\d+", "…", text)


@pytest.mark.parametrize("door", DOORS)
def test_nothing_at_a_door_tells_what_is_known_of_an_address(app: Flask, door, subtests) -> None:
    seen(app, door, playing, "zora.{}@gmail.com")  # of what all share the first has more to do: a secret, who played
    usual = seen(app, door, new, "zora.{}@gmail.com")
    assert usual.status < 400
    assert usual.letters == 1
    hidden = (state for state in STATES if state not in TOLD.get(DOORS[door][0], ()))
    states = [(state, "zora.{}@gmail.com") for state in hidden] + [(at_the_table, "z.ora{}+cards@googlemail.com")]
    for state, spelt in states:
        with subtests.test(state.__name__, spelt=spelt):
            assert "; ".join(differences(usual, seen(app, door, state, spelt))) == ""


def test_the_page_of_the_link_says_the_same_afterwards(app: Flask) -> None:
    """How many seats are left is no sign of it either."""

    def after(state: Callable[[str], Match]) -> str:
        web, number = app.test_client(), next(NUMBERS)
        path = path_of(state(f"zora.{number}@gmail.com"))
        before = web.get(path).get_data(as_text=True)
        assert joins(web, path, f"zora{number}@gmail.com").status_code == 303
        return " ".join(re.findall(r"(\w+) seats? left", before + web.get(path).get_data(as_text=True)))

    assert len({after(state) for state in (new, known, playing, blocked)}) == 1


def test_one_mailbox_is_one_person_whatever_is_typed() -> None:
    match = open_table("Ada", "Bruno")
    for email in ("zora@gmail.com", "z.o.r.a@googlemail.com", "Zora+x@Gmail.com"):
        open_match("titro", {}, [Guest("Zora", email), *guests("Edda")])
    assert match.chairs[0].player is not None
    found = db.session.scalars(select(PLAYERS.c.email).where(PLAYERS.c.email.like("z%"))).all()
    assert found == ["zora@gmail.com"]
