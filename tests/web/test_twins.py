"""Nobody else sees who has answered in a blind match, nor how anybody answers in any: twin worlds are compared.

They begin with one database, and differ in what one seat does. Every page, every answer of the JSON interface, every
letter and every call of a hook that anybody else gets must be the same, byte for byte, headers and times included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from functools import partial

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from server import clock, links, matches
from server.config import Settings
from server.post import inbound, notices, outbox, own_channels, reply_addresses
from server.rules import GAMES, Ask, asked, submit
from server.store.models import Chair, Match, db
from server.store.session import transaction
from server.views import table_of
from server.views.replay import shuffler_of
from tests.cast import again, guests, seal_for_everybody
from tests.conftest import MONDAY
from tests.hooks import Hooks
from tests.twins import Sent, shown
from tests.web.worlds import world

TOTTAROT = GAMES["tottarot"]
AN_HOUR = timedelta(hours=1)
TROUBLE = "Letters to this address come back."


@pytest.fixture(scope="module")
def hooks() -> Iterator[Hooks]:
    """Where the chats are that are told of the match, in each world at the same address."""
    with Hooks() as server:
        yield server


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    app.extensions["poste"] = Settings({**app.extensions["poste"].environ, "HOOK_HOSTS": "127.0.0.1"})
    return app.test_client()


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    return lambda moment: monkeypatch.setattr(clock, "now", lambda: moment)


def begun(hooks: Hooks, turns: int, **terms: str) -> Match:
    """Three people, with hooks for their letters and for the match, have just been asked for something together."""
    terms = {"spectators": "live", "forced": "on", **{name.replace("_", "-"): value for name, value in terms.items()}}
    match = matches.open_match("tottarot", {"turns": turns}, guests("Ada", "Bruno", "Chiara"), terms=terms, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    for chair in again(match).chairs:
        form = {"address": f"{hooks.url}/of/{chair.seat}"}
        own_channels.add(chair.player_id or 0, "json", form, letters_too=True, at=MONDAY)
    host = again(match).chairs[0].player_id or 0
    own_channels.add(host, "json", {"address": f"{hooks.url}/of/all"}, match_id=match.id, at=MONDAY)
    return again(match)


def before_the_last_is_asked(hooks: Hooks, turns: int = 3, **terms: str) -> Match:
    """One seat alone is asked, and with its answer all are asked again."""
    match = begun(hooks, turns, **terms)
    while len(asked_now(match)) > 1 or len(asked_next(match)) == 1:
        seal_for_everybody(match, MONDAY)
        if len(asked_now(match)) > 1:
            matches.close_due(again(match).closes_at)
    return again(match)


def asked_now(match: Match) -> Mapping[int, Ask]:
    return asked(TOTTAROT, table_of(again(match)))


def asked_next(match: Match) -> Mapping[int, Ask]:
    """What is asked once the seat that is asked alone has said no."""
    [(alone, ask)] = asked_now(match).items()
    after, _ = submit(TOTTAROT, table_of(match), alone, ask.absent, shuffler_of(match))
    return asked(TOTTAROT, after)


@dataclass
class Life:
    """One of the worlds, as everybody but ``chair`` gets to know it, moment by moment."""

    web: FlaskClient
    hooks: Hooks
    match: Match
    chair: Chair
    now: Callable[[datetime], None]
    got: list[dict[str, object]] = field(default_factory=list)
    sent: Sent = field(default_factory=Sent)

    def at(self, moment: datetime) -> None:
        """What is due is done, and everybody looks."""
        self.now(moment)
        db.session.rollback()
        matches.give_orders_due(moment)
        matches.close_due(moment)
        matches.remind_due(moment)
        self.hooks.got.clear()
        notices.deliver(moment)
        outbox.deliver(moment, way_out=self.sent)
        own = f"/of/{self.chair.seat}"
        told = sorted((got.path, got.body.decode()) for got in self.hooks.got if not got.path.endswith(own))
        others = self.sent.others(self.match.chairs[self.chair.seat])
        pages = shown(self.web, self.match, self.chair, all_of_it=len(self.got) == 1)
        self.got.append({**pages, "letters": others, "hooks": told})


def token_of(asks: Mapping[int, Ask], seat: int, which: int = 0) -> str:
    [slot] = asks[seat].slots
    return slot.options[which % len(slot.options)]


Way = Callable[[Life, datetime], object]


def by_page(life: Life, at: datetime, which: int = 0) -> None:
    fields = {
        "do": "seal",
        "ply": str(again(life.match).ply),
        "typed": token_of(asked_now(life.match), life.chair.seat, which),
    }
    assert life.web.post(f"/s/{links.seat_token(seat_of(life))}", data=fields).status_code == 303


def seat_of(life: Life) -> Chair:
    return again(life.match).chairs[life.chair.seat]


def by_json(life: Life, at: datetime) -> None:
    answer = {"answer": token_of(asked_now(life.match), life.chair.seat), "ply": again(life.match).ply}
    assert life.web.post(f"/api/seat/{links.seat_token(seat_of(life))}/answer", json=answer).status_code == 200


def by_mail(life: Life, at: datetime) -> None:
    chair, answer = seat_of(life), token_of(asked_now(life.match), life.chair.seat)
    assert chair.player
    address = transaction(partial(reply_addresses.open_address, chair.id, chair.match.ply, at))()
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = seat_of(life).player.email, address, "<1@mail.example.org>"
    mail.set_content(answer)
    target = inbound.recipient(address, at)
    assert target is not None
    inbound.keep(target, str(mail["From"]), mail.as_bytes(), at)
    inbound.act_on_due(at)
    assert again(life.match).sealed[str(life.chair.seat)]["answer"] == answer


def twice(life: Life, at: datetime) -> None:
    by_page(life, at, 1)
    by_page(life, at, 0)


def plans(life: Life, at: datetime) -> None:
    matches.leave_plan(seat_of(life).id, token_of(asked_next(life.match), life.chair.seat))


def nothing(life: Life, at: datetime) -> None:
    pass


def lived(life: Life, before: Way = nothing, then: Way = nothing) -> list[dict[str, object]]:
    """Something is done ``before`` all are asked, and something ``then``."""
    opens = life.match.closes_at - timedelta(hours=20) if life.match.closes_at else MONDAY
    life.now(opens)
    before(life, opens)
    [(alone, ask)] = asked_now(life.match).items()
    matches.seal(life.match.chairs[alone].id, ask.absent, again(life.match).ply, opens)
    life.at(opens)
    assert len(asked_now(life.match)) == 3
    life.now(opens + AN_HOUR)
    then(life, opens + AN_HOUR)
    life.at(opens + AN_HOUR)
    life.at(opens + 47 * AN_HOUR)  # reminders have left
    assert len(asked_now(life.match)) == 3
    return life.got


def differing(one: list[dict[str, object]], other: list[dict[str, object]]) -> list[str]:
    """Where the worlds differ, at which moment, and how."""
    both = [
        (n, path, mine[path], yours[path])
        for n, (mine, yours) in enumerate(zip(one, other, strict=True))
        for path in mine
    ]
    return [f"{path} ({n}): {how(str(mine), str(yours))}" for n, path, mine, yours in both if mine != yours]


def how(mine: str, yours: str) -> str:
    """The first place at which two texts differ."""
    at = next((n for n, (one, other) in enumerate(zip(mine, yours, strict=False)) if one != other), 0)
    return f"{mine[max(0, at - 80) : at + 80]!r} != {yours[at : at + 80]!r}"


WAYS: dict[str, tuple[Way, Way]] = {
    "by its page": (nothing, by_page),
    "by a program": (nothing, by_json),
    "by mail": (nothing, by_mail),
    "and again": (nothing, twice),
    "by a plan": (plans, nothing),
    "by a plan, and then otherwise": (plans, partial(by_page, which=1)),
}


@pytest.mark.parametrize("who", [0, 1])
def test_in_a_blind_match_nobody_sees_that_somebody_has_answered(
    web: FlaskClient, hooks: Hooks, now, subtests, who: int
) -> None:
    def life(before: Way, then: Way) -> list[dict[str, object]]:
        match = world("blind", lambda: before_the_last_is_asked(hooks, blind="on"))
        keeps(match, who)
        return lived(Life(web, hooks, match, again(match).chairs[who], now), before, then)

    usual = life(nothing, nothing)
    assert len(usual[0]) > 50
    for way, (before, then) in WAYS.items():
        with subtests.test(way):
            assert "\n".join(differing(usual, life(before, then))) == ""


def keeps(match: Match, who: int) -> None:
    """The seat has missed windows, and its letters come back: what an answer might change for all to see."""
    db.session.execute(
        update(Chair).where(Chair.match_id == match.id, Chair.seat == who).values(missed=3, trouble=TROUBLE)
    )
    db.session.commit()
