"""Nobody else sees who has answered in a blind match, nor how anybody answers in any: twin worlds are compared.

They begin with one database, and differ in what one seat does. Every page, every answer of the JSON interface, every
letter and every call of a hook that anybody else gets must be the same, byte for byte, headers and times included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from functools import partial
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from server import clock, links, matches
from server.config import Settings
from server.house import at_random
from server.post import inbound, notices, outbox, own_channels
from server.rules import GAMES, Answer, Ask, all_asks, dump, forced, submit
from server.rules.tempo import of_one_part
from server.store.models import CHAIRS, MATCHES, Chair, Match, db
from server.store.session import transaction
from server.views import table_of
from server.views.replay import shuffler_of
from tests.cast import again, guests, open_match, reply_address, seal_for_everybody
from tests.conftest import MONDAY
from tests.hooks import Hooks
from tests.twins import Sent, everywhere, of_a_match, shown
from tests.web.worlds import world

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


def begun(hooks: Hooks, game: str = "tottarot", **terms: str) -> Match:
    """Three people, with hooks for their letters and for the match, have just been asked for something together."""
    terms = {"spectators": "live", "forced": "on", **{name.replace("_", "-"): value for name, value in terms.items()}}
    match = open_match(game, of_one_part(GAMES[game]), guests("Ada", "Bruno", "Chiara"), terms=terms, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    for chair in again(match).chairs:
        form = {"address": f"{hooks.url}/of/{chair.seat}"}
        own_channels.add(chair.player_id or 0, "json", form, letters_too=True, at=MONDAY)
    host = again(match).chairs[0].player_id or 0
    own_channels.add(host, "json", {"address": f"{hooks.url}/of/all"}, match_id=match.id, at=MONDAY)
    return again(match)


def played(hooks: Hooks, stop: Callable[[Match], bool], game: str = "tottarot", **terms: str) -> Match:
    """Everybody answers until it is as it should be."""
    match = begun(hooks, game, **terms)
    while not stop(match):
        seal_for_everybody(match, MONDAY)
        if len(asked_now(match)) > 1:
            matches.close_due(again(match).closes_at)
    return again(match)


def all_but_one_wait(match: Match) -> bool:
    """One seat alone is asked, and with its answer all are asked again."""
    return len(asked_now(match)) == 1 < len(asked_next(match))


def one_has_no_choice(match: Match) -> bool:
    """The table is about to answer for a seat, and whoever is next has a choice."""
    [(seat, ask)] = asked_now(match).items()
    waits = forced(ask) is not None and again(match).chairs[seat].order_at is not None
    return waits and not any(map(forced, asked_next(match).values()))


def asked_now(match: Match) -> Mapping[int, Ask]:
    return all_asks(GAMES[match.game], table_of(again(match)))


def asked_next(match: Match) -> Mapping[int, Ask]:
    """What is asked once the seat that is asked alone has answered, as everybody does."""
    [(alone, ask)] = asked_now(match).items()
    answer = at_random({}, ask, alone, Random(alone))
    after, _ = submit(GAMES[match.game], table_of(again(match)), alone, answer, shuffler_of(match))
    return all_asks(GAMES[match.game], after)


Got = list[dict[str, object]]
"""What is got at each moment, by where."""
Now = Callable[[datetime], None]


@dataclass
class Life:
    """One of the worlds, as everybody but ``chair`` gets to know it, moment by moment."""

    web: FlaskClient
    hooks: Hooks
    match: Match
    chair: Chair
    now: Now
    got: Got = field(default_factory=list)
    sent: Sent = field(default_factory=Sent)

    def at(self, moment: datetime) -> None:
        """What is due is done, and everybody looks."""
        self.now(moment)
        db.session.rollback()
        matches.give_delayed_due(moment)
        matches.close_due(moment)
        matches.remind_due(moment)
        self.hooks.got.clear()
        notices.deliver(moment)
        outbox.deliver(moment, way_out=self.sent)
        own = f"/of/{self.chair.seat}"
        told = sorted((got.path, got.body.decode()) for got in self.hooks.got if not got.path.endswith(own))
        self.match = again(self.match)
        others = self.sent.others(self.match.chairs[self.chair.seat])
        pages = shown(self.web, self.match, self.chair, everywhere if len(self.got) == 1 else of_a_match)
        self.got.append({**pages, "letters": others, "hooks": told})


def answer_to(asks: Mapping[int, Ask], seat: int, other: bool = False) -> Answer:
    """An answer, or perhaps another one."""
    tokens = asks[seat].slots[0].options
    return tokens[-1] if other else asks[seat].absent


Way = Callable[[Life, datetime], object]


def by_page(life: Life, at: datetime, other: bool = False) -> None:
    fields = {
        "do": "seal",
        "ply": str(again(life.match).ply),
        "typed": answer_to(asked_now(life.match), life.chair.seat, other),
    }
    assert life.web.post(f"/s/{links.seat_token(seat_of(life))}", data=fields).status_code == 303


def seat_of(life: Life) -> Chair:
    return again(life.match).chairs[life.chair.seat]


def by_json(life: Life, at: datetime) -> None:
    answer = {"answer": answer_to(asked_now(life.match), life.chair.seat), "ply": again(life.match).ply}
    assert life.web.post(f"/api/seat/{links.seat_token(seat_of(life))}/answer", json=answer).status_code == 200


def by_mail(life: Life, at: datetime) -> None:
    chair, answer = seat_of(life), answer_to(asked_now(life.match), life.chair.seat)
    assert chair.player
    address = transaction(partial(reply_address, chair.id, chair.match.ply, at))()
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = seat_of(life).player.email, address, "<1@mail.example.org>"
    mail.set_content(answer)
    target = inbound.recipient(address, at)
    assert target is not None
    inbound.keep(target, str(mail["From"]), mail.as_bytes(), at)
    inbound.process_due(at)
    assert again(life.match).sealed[life.chair.seat].answer == answer


def twice(life: Life, at: datetime) -> None:
    by_page(life, at, other=True)
    by_page(life, at)


def plans(life: Life, at: datetime) -> None:
    matches.seal_plan(seat_of(life).id, answer_to(asked_next(life.match), life.chair.seat))


def the_table(life: Life, at: datetime) -> None:
    """Gives the only answer that there is."""
    db.session.execute(update(CHAIRS).where(CHAIRS.c.id == life.chair.id).values(order_at=at))
    db.session.commit()
    assert matches.give_delayed_due(at)


def nothing(life: Life, at: datetime) -> None:
    pass


def lived(life: Life, before: Way = nothing, at_once: Way = nothing, then: Way = nothing) -> Got:
    """Something is done ``before`` all are asked, ``at_once`` when they are, and an hour later."""
    match = again(life.match)
    assert match.closes_at
    assert match.opened_at
    opens = match.opened_at if len(asked_now(match)) > 1 else match.closes_at - 20 * AN_HOUR
    life.now(opens)
    before(life, opens)
    if len(asked_now(life.match)) == 1:
        seal_for_everybody(life.match, opens)
    at_once(life, opens)
    late = update(CHAIRS).where(CHAIRS.c.order_at.is_not(None)).values(order_at=opens + 47.5 * AN_HOUR)
    db.session.execute(late)  # it is drawn by chance
    db.session.commit()
    life.at(opens)
    life.now(opens + AN_HOUR)
    then(life, opens + AN_HOUR)
    life.at(opens + AN_HOUR)
    life.at(opens + 47 * AN_HOUR)  # reminders have left
    assert len(asked_now(life.match)) == 3
    return life.got


def differing(one: Got, other: Got) -> str:
    """Where the worlds differ, at which moment, and how."""
    both = [(n, path, str(mine[path]), str(yours[path])) for n, (mine, yours) in moments(one, other) for path in mine]
    return "\n".join(f"{path} ({n}): {how(mine, yours)}" for n, path, mine, yours in both if mine != yours)


def moments(one: Got, other: Got) -> Iterable[tuple[int, tuple[dict[str, object], dict[str, object]]]]:
    return enumerate(zip(one, other, strict=True))


def how(mine: str, yours: str) -> str:
    """The first place at which two texts differ."""
    at = next((n for n, (one, other) in enumerate(zip(mine, yours, strict=False)) if one != other), 0)
    return f"{mine[max(0, at - 80) : at + 80]!r} != {yours[at : at + 80]!r}"


def lives(
    web: FlaskClient, hooks: Hooks, now: Now, who: int, stop: Callable[[Match], bool] = all_but_one_wait, **terms: str
) -> Callable[..., Got]:
    """Lives of one world, in which the seat has missed windows and its letters come back: an answer may change that."""

    def life(**done: Way) -> Got:
        match = world(("twins", stop.__name__, *terms), lambda: played(hooks, stop, **terms))
        theirs = update(CHAIRS).where(CHAIRS.c.match_id == match.id, CHAIRS.c.seat == who)
        db.session.execute(theirs.values(missed=3, trouble=TROUBLE))
        db.session.commit()
        return lived(Life(web, hooks, match, again(match).chairs[who], now), **done)

    return life


WAYS: dict[str, dict[str, Way]] = {
    "by mail": {"then": by_mail},
    "by a plan": {"before": plans},
    "by a plan, and then otherwise": {"before": plans, "then": partial(by_page, other=True)},
}
MORE_WAYS: dict[str, dict[str, Way]] = {way.__name__: {"then": way} for way in (by_page, by_json, twice)}


@pytest.mark.parametrize(
    ("who", "ways"),
    [(1, WAYS), *(pytest.param(who, WAYS | MORE_WAYS, marks=pytest.mark.long) for who in range(3))],
    ids=["somebody", "host", "guest", "last"],
)
def test_in_a_blind_match_nobody_sees_who_has_answered(
    web: FlaskClient, hooks: Hooks, now: Now, subtests: pytest.Subtests, who: int, ways: dict[str, dict[str, Way]]
) -> None:
    life = lives(web, hooks, now, who, blind="on")
    usual = life()
    assert len(usual[1]) > 80
    for way, done in ways.items():
        with subtests.test(way):
            assert differing(usual, life(**done)) == ""


@pytest.mark.wide
def test_nor_who_has_woken_a_match_by_answering(web: FlaskClient, hooks: Hooks, now: Now) -> None:
    life = lives(web, hooks, now, 1, blind="on")
    usual = life(at_once=asleep, then=lambda here, at: matches.wake(here.chair.id, at))
    for way in (by_page, by_mail):
        assert differing(usual, life(at_once=asleep, then=way)) == ""


@pytest.mark.wide
def test_nor_who_had_no_choice(web: FlaskClient, hooks: Hooks, now: Now, subtests: pytest.Subtests) -> None:
    life = lives(web, hooks, now, 1, blind="on")
    usual = life(at_once=one_token_each)
    for way in (the_table, by_page):
        with subtests.test(way.__name__):
            assert differing(usual, life(at_once=one_token_each, then=way)) == ""


def one_token_each(life: Life, at: datetime) -> None:
    """No game that can be blind leaves somebody without a choice where several are asked, but one to come may do so."""
    match = again(life.match)
    state = table_of(match).state
    gone = range(len(state.tokens[0]))
    state = replace(state, rules=replace(state.rules, highest=len(gone)), tokens=(tuple(gone),) * len(match.chairs))
    values = {"snapshot": dump(state), "revision": MATCHES.c.revision + 1}
    db.session.execute(update(MATCHES).where(MATCHES.c.id == match.id).values(values))
    db.session.execute(update(CHAIRS).where(CHAIRS.c.match_id == match.id).values(order_at=at, missed=0))
    db.session.commit()
    assert all(map(forced, asked_now(match).values()))


def asleep(life: Life, at: datetime) -> None:
    """The match has fallen asleep, as it does where nobody answers for long."""
    theirs = update(MATCHES).where(MATCHES.c.id == life.match.id)
    db.session.execute(theirs.values(asleep_at=at, closes_at=None, remind_at=None))
    db.session.commit()


@pytest.mark.parametrize(
    "ways", [(by_mail,), pytest.param((by_json, twice), marks=pytest.mark.long)], ids=["by mail", "otherwise"]
)
@pytest.mark.wide
def test_in_other_matches_nobody_sees_how(
    web: FlaskClient, hooks: Hooks, now: Now, subtests: pytest.Subtests, ways: tuple[Way, ...]
) -> None:
    life = lives(web, hooks, now, 1)
    usual = life(then=by_page)
    for way in ways:
        with subtests.test(way.__name__):
            assert differing(usual, life(then=way)) == ""
    with subtests.test("by a plan"):
        assert differing(life(at_once=by_page), life(before=plans)) == ""
    assert differing(usual, life()), "that somebody has answered is public there"


@pytest.mark.wide
def test_nor_that_somebody_had_no_choice(web: FlaskClient, hooks: Hooks, now: Now) -> None:
    def life(answers: Way) -> Got:
        match = world(("twins", "forced"), lambda: played(hooks, one_has_no_choice, game="scarto"))
        [seat] = asked_now(match)
        one, at = Life(web, hooks, match, again(match).chairs[seat], now), MONDAY + AN_HOUR
        now(at)
        answers(one, at)
        one.at(at)
        assert asked_now(match).keys() != {seat}
        return one.got

    assert differing(life(by_page), life(the_table)) == ""
