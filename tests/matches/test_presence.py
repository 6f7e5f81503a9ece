"""Sitting together: who is here, and what is quicker then; what is sealed stays sealed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from server import clock, links, matches, views
from server.matches import Refused, seat_plans
from server.matches.presence import HELD, LASTS
from server.post import outbox
from server.store.models import Letter, Match, db
from tests.cast import again, guests, letters, open_match, page, seals, seat, some_answer
from tests.conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")

MINUTE = timedelta(minutes=1)


@pytest.fixture
def it_is(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the clock."""
    return lambda moment: monkeypatch.setattr(clock, "now", lambda: moment)


def table(*names: str, game: str = "titro", pace: str = "PT48H", **terms: str) -> Match:
    """A match on these terms that has just begun, its first letters sent."""
    match = open_match(game, {}, guests(*names), pace, terms=terms, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    outbox.deliver(MONDAY)
    return again(match)


def arrive(match: Match, *names: str, at=MONDAY) -> None:
    for name in names:
        matches.arrive(seat(match, name).id, at=at)


def together(match: Match, at) -> bool:
    return views.sits_together(again(match), at)


def bid(match: Match, name: str, at=MONDAY) -> None:
    seals(match, name, some_answer(match, name, Random(7)), at)


class TestBeingHere:
    def test_a_table_sits_together_once_all_are_here_and_for_ten_minutes(self):
        match = table("Ada", "Bruno")
        arrive(match, "Ada")
        assert not together(match, MONDAY)
        arrive(match, "Bruno", at=MONDAY + MINUTE)
        assert together(match, MONDAY + LASTS - timedelta(seconds=1))
        assert not together(match, MONDAY + LASTS)

    def test_house_players_are_not_waited_for(self):
        match = open_match("french-tarot", {}, [*guests("Ada", "Bruno"), matches.Guest("Edda", house=True)], at=MONDAY)
        for name in ("Ada", "Bruno"):
            matches.accept(seat(match, name).id, at=MONDAY)
        arrive(match, "Ada", "Bruno")
        assert together(match, MONDAY)

    def test_somebody_may_leave_sooner(self):
        match = table("Ada", "Bruno")
        arrive(match, "Ada", "Bruno")
        matches.depart(seat(match, "Ada").id)
        matches.depart(seat(match, "Ada").id)
        assert not together(match, MONDAY)

    def test_who_plays_at_several_seats_is_here_at_all_of_them(self):
        people = [*guests("Ada", "Bruno"), matches.Guest("Chiara", "ada@example.org")]
        match = open_match("french-tarot", {}, people, same_person=True, at=MONDAY)
        for chair in match.chairs:
            matches.accept(chair.id, at=MONDAY)
        arrive(match, "Bruno", "Chiara")
        assert together(match, MONDAY)

    def test_nobody_is_here_before_the_first_card(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        with pytest.raises(Refused):
            arrive(match, "Ada")

    def test_a_substitute_has_not_said_so(self):
        match = table("Ada", "Bruno")
        arrive(match, "Ada", "Bruno")
        offer = matches.offer_seat(seat(match, "Ada").id, 0, "Chiara", "chiara@example.org", MONDAY)
        matches.take_offer(offer.id, MONDAY)
        assert not together(match, MONDAY)


class TestAnswers:
    def test_an_answer_keeps_its_player_here(self):
        match = table("Ada", "Bruno")
        arrive(match, "Ada", "Bruno")
        bid(match, "Ada", MONDAY + 9 * MINUTE)
        bid(match, "Bruno", MONDAY + 9 * MINUTE)
        assert together(match, MONDAY + 18 * MINUTE)

    def test_an_answer_makes_nobody_here_who_was_not(self):
        match = table("Ada", "Bruno")
        bid(match, "Ada")
        bid(match, "Bruno")
        assert not together(match, MONDAY)

    def test_a_planned_answer_keeps_its_player_here_as_a_tap_does(self):
        """Otherwise the end of the ten minutes would tell which answer was planned."""
        match = table("Ada", "Bruno", "Chiara", game="french-tarot")
        arrive(match, "Ada", "Bruno", "Chiara")
        first, second, third = bidders(match)
        matches.seal_plan(seat(match, second).id, "pass once")
        bid_pass(match, first, MONDAY + 9 * MINUTE)
        assert page(match, third).ask is not None
        assert {name for name in (first, second, third) if here(match, name, MONDAY + 15 * MINUTE)} == {first, second}

    def test_where_it_is_hidden_who_has_answered_presence_does_not_tell_it(self):
        match = table("Ada", "Bruno", answered="hidden")
        arrive(match, "Ada", "Bruno")
        before = views.etag(again(match), 1)
        bid(match, "Ada", MONDAY + 9 * MINUTE)
        assert not here(match, "Ada", MONDAY + 11 * MINUTE)
        assert views.etag(again(match), 1) == before
        bid(match, "Bruno", MONDAY + 9 * MINUTE)
        assert together(match, MONDAY + 18 * MINUTE)

    def test_what_the_clock_answers_keeps_nobody_here(self):
        match = table("Ada", "Bruno", pace="PT8M")
        arrive(match, "Ada", "Bruno")
        matches.close_due(MONDAY + 8 * MINUTE)
        assert again(match).ply == 1
        assert not together(match, MONDAY + 10 * MINUTE)


class TestLetters:
    def test_a_letter_waits_a_minute_and_is_dropped_if_its_window_has_closed(self):
        match = table("Ada", "Bruno")
        arrive(match, "Ada", "Bruno")
        for moment in (MONDAY, MONDAY + timedelta(seconds=30)):
            bid(match, "Ada", moment)
            bid(match, "Bruno", moment)
        assert outbox.deliver(MONDAY + timedelta(seconds=50)) == 0
        assert outbox.deliver(MONDAY + timedelta(seconds=65)) == 0
        assert outbox.deliver(MONDAY + timedelta(seconds=95)) == 2
        assert [one.ply for one in letters(match, "turn") if one.sent_at] == [0, 0, 2, 2]
        assert all(one.dropped_at for one in letters(match, "turn") if one.ply == 1)

    def test_who_went_away_still_gets_the_letter(self):
        match = table("Ada", "Bruno")
        arrive(match, "Ada", "Bruno")
        bid(match, "Ada")
        bid(match, "Bruno")
        bid(match, "Ada", MONDAY + timedelta(seconds=10))
        outbox.deliver(MONDAY + HELD + timedelta(seconds=1))
        [ada], [bruno] = ([one for one in letters(match, "turn", name) if one.ply == 1] for name in ("Ada", "Bruno"))
        assert (ada.sent_at, bruno.dropped_at) == (None, None)
        assert bruno.sent_at is not None

    def test_at_other_tables_letters_leave_at_once(self):
        match = table("Ada", "Bruno")
        arrive(match, "Ada")
        bid(match, "Ada")
        bid(match, "Bruno")
        assert outbox.deliver(MONDAY + timedelta(seconds=1)) == 2

    def test_a_letter_is_held_for_half_of_a_short_window_at_most(self):
        match = table("Ada", "Bruno", pace="PT1M")
        arrive(match, "Ada", "Bruno")
        bid(match, "Ada")
        bid(match, "Bruno")
        assert {one.held_until for one in letters(match, "turn") if one.ply == 1} == {MONDAY + timedelta(seconds=30)}

    def test_a_digest_takes_no_letter_along_that_is_held_back(self):
        quick, slow = table("Ada", "Bruno"), table("Ada", "Chiara")
        matches.set_digest(seat(quick, "Ada").player_id, "gathered", at=MONDAY)
        arrive(quick, "Ada", "Bruno", at=MONDAY + timedelta(minutes=9, seconds=30))
        for name in ("Ada", "Chiara"):
            bid(slow, name, MONDAY)
        for name in ("Ada", "Bruno"):
            bid(quick, name, MONDAY + timedelta(minutes=9, seconds=40))
        outbox.deliver(MONDAY)
        matches.set_digest(seat(quick, "Ada").player_id, "at-once", at=MONDAY + timedelta(minutes=9, seconds=50))
        outbox.deliver(MONDAY + timedelta(minutes=10))
        sent = db.session.scalars(select(Letter).where(Letter.sent_at.is_not(None), Letter.ply == 1)).all()
        assert {one.match_id for one in sent} == {slow.id}


class TestPlans:
    def test_where_all_sit_together_a_delayed_answer_comes_as_quickly_as_a_tap(self):
        match = delayed()
        arrive(match, "Ada", "Bruno", "Chiara")
        first, second, third = bidders(match)
        matches.seal_plan(seat(match, second).id, "pass once")
        bid_pass(match, first)
        due = seat(match, second).order_at
        assert due is not None
        assert timedelta() < due - MONDAY <= MINUTE
        assert matches.next_delayed(MONDAY, 2 * MINUTE) == due
        matches.give_delayed_due(due)
        assert page(match, third).ask is not None

    def test_the_last_to_come_makes_what_was_delayed_quick(self):
        match = delayed()
        first, second, third = bidders(match)
        matches.seal_plan(seat(match, second).id, "pass once")
        bid_pass(match, first)
        assert seat(match, second).order_at > MONDAY + timedelta(hours=1)
        arrive(match, first, second)
        assert seat(match, second).order_at > MONDAY + timedelta(hours=1)
        assert matches.next_delayed(MONDAY, MINUTE) is None
        arrive(match, third)
        assert seat(match, second).order_at <= MONDAY + MINUTE

    def test_the_moments_are_spread_as_those_of_people(self):
        match = delayed()
        _first, second, _ = bidders(match)
        arrive(match, "Ada", "Bruno", "Chiara")
        chair = seat(match, second)
        drawn = [seat_plans.delayed_until(chair.match, chair, MONDAY) - MONDAY for _ in range(200)]
        assert timedelta(seconds=1) < min(drawn) < timedelta(seconds=5)
        assert timedelta(seconds=20) < max(drawn) <= MINUTE
        assert len({moment.microseconds for moment in drawn}) > 100


class TestPages:
    @pytest.fixture
    def web(self, app: Flask) -> FlaskClient:
        return app.test_client()

    def test_one_tap_says_it_and_all_are_told(self, web: FlaskClient, it_is: Callable[[datetime], None]):
        match = table("Ada", "Bruno")
        path = {name: f"/s/{links.seat_token(seat(match, name))}" for name in ("Ada", "Bruno")}
        it_is(MONDAY)
        assert "here?</p>" in web.get(path["Ada"]).text
        before = web.get(f"{path['Bruno']}/pulse").headers["ETag"]
        assert web.post(path["Ada"], data={"do": "here"}).status_code == 303
        assert web.get(f"{path['Bruno']}/pulse").headers["ETag"] != before
        assert "Ada is here. And you?" in web.get(path["Bruno"]).text
        assert "Bruno is not yet." in web.get(path["Ada"]).text
        web.post(path["Bruno"], data={"do": "here"})
        assert 'data-follows="900"' in web.get(path["Ada"]).text
        assert "All are here" in web.get(path["Ada"]).text
        web.post(path["Bruno"], data={"do": "gone"})
        assert "Bruno is not yet." in web.get(path["Ada"]).text
        it_is(MONDAY + LASTS)
        assert "here?</p>" in web.get(path["Bruno"]).text

    def test_looking_is_no_tap(self, web: FlaskClient):
        match = table("Ada", "Bruno")
        token = links.seat_token(seat(match, "Ada"))
        for path in (f"/s/{token}", f"/s/{token}/pulse", f"/api/seat/{token}", f"/api/seat/{token}/here"):
            web.get(path)
        assert seat(match, "Ada").here_until is None

    def test_before_the_first_card_the_page_says_nothing_of_it(self, web: FlaskClient):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        path = f"/s/{links.seat_token(match.chairs[0])}"
        assert "I am here" not in web.get(path).text
        refused = web.post(path, data={"do": "here"})
        assert refused.status_code == 422

    def test_the_same_by_the_json_interface(self, web: FlaskClient, it_is: Callable[[datetime], None]):
        match = table("Ada", "Bruno")
        ada, bruno = (f"/api/seat/{links.seat_token(seat(match, name))}" for name in ("Ada", "Bruno"))
        it_is(MONDAY)
        mine = web.post(f"{ada}/here").json
        assert (mine["here_until"], mine["together"]) == ("2026-11-23T09:10:00Z", False)
        theirs = web.get(bruno).json
        assert [one["here"] for one in theirs["seats"]] == [True, False]
        assert theirs["here_until"] is None
        assert web.post(f"{bruno}/here").json["together"] is True
        assert web.delete(f"{ada}/here").json["together"] is False


def copied(empty: Path, folder: Path) -> str:
    shutil.copy(empty, folder / "poste.sqlite")
    return f"sqlite:///{folder / 'poste.sqlite'}"


def here(match: Match, name: str, at) -> bool:
    return views.is_here(seat(match, name), at)


def delayed() -> Match:
    """A table where plans wait as long as a person would."""
    return table("Ada", "Bruno", "Chiara", game="french-tarot", delay="on")


def bidders(match: Match) -> list[str]:
    """The players in the order in which they bid."""
    first = next(iter(views.spectator_page(match).seats_asked))
    return [match.chairs[(first + n) % len(match.chairs)].name for n in range(len(match.chairs))]


def bid_pass(match: Match, name: str, at=MONDAY) -> None:
    seals(match, name, "pass", at)
