"""Appointments to sit together: proposed, agreed, called off; the calendar, the one reminder, the letters held back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import clock, links, matches, views
from server.config import settings
from server.matches import Refused
from server.post import outbox
from server.post.transports import Maildir
from server.store.models import Match
from server.views.appointments import open_appointment
from tests.cast import again, guests, letters, open_match, open_table, seal_for_everybody, seals, seat, some_answer
from tests.conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
TONIGHT, LENGTH = MONDAY + 10 * HOUR, 40 * MINUTE


@pytest.fixture
def it_is(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the clock."""
    return lambda moment: monkeypatch.setattr(clock, "now", lambda: moment)


@pytest.fixture
def table() -> Match:
    """A match that has just begun, its first letters sent."""
    match = open_table("Ada", "Bruno", "Chiara", game="french-tarot")
    outbox.deliver(MONDAY)
    return again(match)


def propose(match: Match, name: str, starts: datetime = TONIGHT, length: timedelta = LENGTH, at=MONDAY) -> None:
    matches.propose_appointment(seat(match, name).id, starts, length, at)


def say(match: Match, name: str, comes: bool, at=MONDAY) -> None:
    matches.answer_appointment(seat(match, name).id, comes, at=at)


def agree(match: Match, at=MONDAY) -> None:
    """Ada proposes tonight, and all say yes."""
    propose(match, "Ada", at=at)
    for name in ("Bruno", "Chiara"):
        say(match, name, True, at)


def is_agreed(match: Match) -> bool:
    return again(match).meets_at is not None


def texts(name: str, kind: str) -> list[str]:
    """The letters of a kind that somebody has got."""
    box = Maildir(settings().local_mail or Path())
    found = [box.read(one.key) for one in box.letters() if one.address.startswith(name.lower()) and one.kind == kind]
    return [one.get_body(("plain",)).get_content() for one in found if one is not None]


class TestAgreeing:
    def test_it_is_agreed_with_the_last_yes(self, table: Match):
        propose(table, "Ada")
        assert [one.chair_id for one in letters(table, "proposal")] == [
            seat(table, "Bruno").id,
            seat(table, "Chiara").id,
        ]
        say(table, "Bruno", True)
        assert not is_agreed(table)
        say(table, "Chiara", True)
        match = again(table)
        assert (match.meets_at, match.meets_until, match.call_at) == (TONIGHT, TONIGHT + LENGTH, TONIGHT - 10 * MINUTE)
        assert len(letters(table, "arranged")) == 2
        assert letters(table, "arranged", "Chiara") == []

    def test_all_of_it_may_be_said_twice(self, table: Match):
        for _ in range(2):
            propose(table, "Ada")
        for name in ("Bruno", "Bruno", "Chiara", "Chiara"):
            say(table, name, True)
        assert [len(letters(table, kind)) for kind in ("proposal", "arranged")] == [2, 2]
        for _ in range(2):
            say(table, "Bruno", False)
        assert len(letters(table, "called-off")) == 2

    def test_a_no_calls_it_off_and_who_said_yes_is_told(self, table: Match):
        propose(table, "Ada")
        say(table, "Bruno", True)
        say(table, "Chiara", False)
        assert open_appointment(again(table), MONDAY) is None
        assert {one.chair_id for one in letters(table, "called-off")} == {seat(table, n).id for n in ("Ada", "Bruno")}
        with pytest.raises(Refused):
            say(table, "Bruno", True)

    def test_who_proposed_it_may_withdraw_it_and_nobody_else(self, table: Match):
        agree(table)
        with pytest.raises(Refused):
            matches.withdraw_appointment(seat(table, "Bruno").id, MONDAY)
        for _ in range(2):
            matches.withdraw_appointment(seat(table, "Ada").id, MONDAY)
        assert not is_agreed(table)
        assert again(table).call_at is None

    def test_ones_own_proposal_is_replaced_and_another_one_waits_its_turn(self, table: Match):
        agree(table)
        with pytest.raises(Refused):
            propose(table, "Bruno", TONIGHT + HOUR)
        propose(table, "Ada", TONIGHT + HOUR)
        assert not is_agreed(table)
        with pytest.raises(Refused):
            matches.answer_appointment(seat(table, "Bruno").id, True, 1, MONDAY)

    def test_some_hours_cannot_be_met(self, table: Match, subtests: pytest.Subtests):
        for starts, length in [
            (MONDAY - HOUR, LENGTH),
            (MONDAY + 61 * clock.DAY, LENGTH),
            (TONIGHT, 5 * MINUTE),
            (TONIGHT, 7 * HOUR),
        ]:
            with subtests.test(starts=starts, length=length), pytest.raises(Refused):
                propose(table, "Ada", starts, length)

    def test_alone_with_the_house_there_is_nobody_to_meet(self):
        people = [*guests("Ada"), matches.Guest("Edda", house=True)]
        match = open_match("titro", {}, people, at=MONDAY)
        matches.accept(match.chairs[0].id, at=MONDAY)
        with pytest.raises(Refused):
            propose(match, "Ada")

    def test_who_leaves_the_table_is_not_waited_for(self, table: Match):
        propose(table, "Ada")
        say(table, "Bruno", True)
        matches.resign(seat(table, "Chiara").id, MONDAY)
        assert is_agreed(table)

    def test_the_hour_of_who_leaves_the_table_is_off(self, table: Match):
        propose(table, "Ada")
        say(table, "Bruno", True)
        matches.resign(seat(table, "Ada").id, MONDAY)
        with pytest.raises(Refused, match="That hour is off"):
            say(table, "Chiara", True)
        assert letters(table, "called-off", to="Bruno")
        propose(table, "Bruno")

    def test_the_yes_of_a_player_is_not_that_of_a_substitute(self, table: Match):
        propose(table, "Ada")
        say(table, "Bruno", True)
        offer = matches.offer_seat(seat(table, "Bruno").id, 1, "Dmitri", "dmitri@example.org", MONDAY)
        matches.take_offer(offer.id, MONDAY)
        say(table, "Chiara", True)
        assert not is_agreed(table)


class TestWhileItLasts:
    def test_all_are_reminded_once_ten_minutes_before(self, table: Match):
        agree(table)
        assert matches.call_due(TONIGHT - 11 * MINUTE) == 0
        assert matches.call_due(TONIGHT - 9 * MINUTE) == 1
        assert matches.call_due(TONIGHT - 8 * MINUTE) == 0
        assert len(letters(table, "soon")) == 3
        outbox.deliver(TONIGHT - 8 * MINUTE)
        [text] = texts("Bruno", "soon")
        assert "Mon 19:00 UTC" in text

    def test_nobody_is_reminded_of_what_was_called_off(self, table: Match):
        agree(table)
        say(table, "Bruno", False)
        assert matches.call_due(TONIGHT) == 0
        assert letters(table, "soon") == []

    def test_who_wants_no_reminders_gets_none(self, table: Match):
        agree(table)
        matches.want_reminders(seat(table, "Bruno").player_id, False)
        matches.call_due(TONIGHT - 9 * MINUTE)
        outbox.deliver(TONIGHT - 8 * MINUTE)
        assert texts("Bruno", "soon") == []
        assert len(texts("Ada", "soon")) == 1

    def test_letters_that_ask_wait_until_its_end_and_leave_then_if_they_are_wanted(self, table: Match):
        agree(table)
        before = len(letters(table, "turn"))
        seal_for_everybody(table, TONIGHT + MINUTE)
        seal_for_everybody(table, TONIGHT + 2 * MINUTE)
        outbox.deliver(TONIGHT + 30 * MINUTE)
        first, second = letters(table, "turn")[before:]
        assert (first.sent_at, second.sent_at) == (None, None)
        outbox.deliver(TONIGHT + LENGTH)
        [first], [second] = ([one for one in letters(table, "turn") if one.id == old.id] for old in (first, second))
        assert first.dropped_at is not None
        assert second.sent_at is not None

    def test_no_window_closes_sooner_and_no_letter_comes_too_late(self):
        match = open_table("Ada", "Bruno", pace="PT30M", at=TONIGHT - 10 * MINUTE)
        propose(match, "Ada", at=TONIGHT - 5 * MINUTE)
        say(match, "Bruno", True, TONIGHT - 5 * MINUTE)
        for name in ("Ada", "Bruno"):
            seals(match, name, some_answer(match, name, Random(1)), TONIGHT)
        assert again(match).closes_at == TONIGHT + 30 * MINUTE
        assert {one.held_until for one in letters(match, "turn") if one.ply == 1} == {TONIGHT + 15 * MINUTE}

    def test_a_withdrawal_lets_the_letters_go(self, table: Match):
        agree(table)
        seal_for_everybody(table, TONIGHT + MINUTE)
        matches.withdraw_appointment(seat(table, "Ada").id, TONIGHT + 2 * MINUTE)
        assert letters(table, "turn")[-1].due_at == TONIGHT + 2 * MINUTE


class TestShown:
    @pytest.fixture
    def web(self, app: Flask, it_is: Callable[[datetime], None]) -> FlaskClient:
        it_is(MONDAY)
        return app.test_client()

    def path(self, match: Match, name: str) -> str:
        return f"/s/{links.seat_token(seat(match, name))}"

    def test_an_hour_is_proposed_in_ones_own_zone_and_shown_in_each_readers(self, table: Match, web: FlaskClient):
        matches.learn_zone(seat(table, "Ada").player_id, "Europe/Rome")
        matches.learn_zone(seat(table, "Bruno").player_id, "America/New_York")
        form = {"do": "propose", "day": "2026-11-23", "hour": "20:30", "minutes": "40"}
        assert web.post(self.path(table, "Ada"), data=form).status_code == 303
        assert ">Mon 20:30</time>" in web.get(self.path(table, "Ada")).text
        assert ">Mon 14:30</time>" in web.get(self.path(table, "Bruno")).text
        outbox.deliver(MONDAY)
        [text] = texts("Bruno", "proposal")
        assert ": Mon 14:30," in text
        assert "Will you be there?" in " ".join(text.split())

    def test_a_browser_that_names_its_zone_is_believed(self, table: Match, web: FlaskClient):
        form = {"do": "propose", "day": "2026-11-23", "hour": "20:30", "minutes": "40", "zone": "Europe/Rome"}
        web.post(self.path(table, "Ada"), data=form)
        hour = open_appointment(again(table), MONDAY)
        assert hour is not None
        assert hour.starts == MONDAY.replace(hour=19, minute=30)
        assert seat(table, "Ada").player.zone == "Europe/Rome"

    def test_what_cannot_be_proposed_is_said_in_a_sentence(
        self, table: Match, web: FlaskClient, subtests: pytest.Subtests
    ):
        for wrong in [
            {"hour": "soon"},
            {"day": "tomorrow"},
            {"minutes": "5"},
            {"day": "2026-11-22"},
            {"zone": "Mars"},
            {"day": "9999-12-31"},
        ]:
            with subtests.test(wrong=wrong):
                form = {"do": "propose", "day": "2026-11-23", "hour": "20:30", "minutes": "40"} | wrong
                refused = web.post(self.path(table, "Ada"), data=form)
                assert refused.status_code == 422
                assert 'class="refused"' in refused.text

    def test_one_tap_says_yes_and_the_others_see_it(self, table: Match, web: FlaskClient):
        propose(table, "Ada")
        before = web.get(f"{self.path(table, 'Ada')}/pulse").headers["ETag"]
        told = web.get(self.path(table, "Bruno")).text
        assert told.index("A question</b>") < told.index("I will be there")
        web.post(self.path(table, "Bruno"), data={"do": "meet", "number": "1", "comes": "yes"})
        assert web.get(f"{self.path(table, 'Ada')}/pulse").headers["ETag"] != before
        assert "Chiara has not said yes yet" in web.get(self.path(table, "Ada")).text
        web.post(self.path(table, "Chiara"), data={"do": "meet", "number": "1", "comes": "yes"})
        assert "You sit together" in web.get(self.path(table, "Bruno")).text
        assert web.post(self.path(table, "Bruno"), data={"do": "meet", "number": "1"}).status_code == 422
        web.post(self.path(table, "Bruno"), data={"do": "meet", "number": "1", "comes": "no"})
        assert "Bruno cannot come then." in web.get(self.path(table, "Ada")).text

    def test_it_stands_in_everybodys_calendar(self, table: Match, web: FlaskClient):
        def calendar(name: str) -> str:
            player = seat(table, name).player
            assert player is not None
            return web.get(links.calendar(player).removeprefix(settings().base_url)).text.replace("\r\n ", "")

        propose(table, "Ada")
        assert "STATUS:TENTATIVE" in calendar("Bruno")
        for name in ("Bruno", "Chiara"):
            say(table, name, True)
        for name in ("Ada", "Bruno", "Chiara"):
            assert "DTSTART:20261123T190000Z" in calendar(name)
            assert "sit together" in calendar(name)
            assert "STATUS:CONFIRMED" in calendar(name)
        say(table, "Bruno", False)
        assert "sit together" not in calendar("Ada")

    def test_the_same_by_the_json_interface(self, table: Match, web: FlaskClient):
        ada, bruno = (f"/api/seat/{links.seat_token(seat(table, n))}/appointment" for n in ("Ada", "Bruno"))
        assert web.get(ada).json is None
        body = {"at": "2026-11-23T20:00:00+01:00", "minutes": 40}
        made = web.put(ada, json=body).json
        assert made == web.put(ada, json=body).json
        assert made["starts_at"] == "2026-11-23T19:00:00Z"
        assert (made["yes"], made["missing"], made["agreed"]) == (["A"], ["B", "C"], False)
        assert web.post(bruno, json={"comes": True, "number": 1}).json["yes"] == ["A", "B"]
        assert web.get(ada.removesuffix("/appointment")).json["appointment"]["yes"] == ["A", "B"]
        assert web.put(bruno, json=body).status_code == 422
        assert web.put(ada, json={"at": "tonight", "minutes": 40}).status_code == 422
        assert web.delete(ada).json is None
        assert web.post(bruno, json={"comes": True}).status_code == 422

    def test_looking_says_nothing(self, table: Match, web: FlaskClient):
        propose(table, "Ada")
        kept = again(table).appointment
        outbox.deliver(MONDAY)
        for path in (self.path(table, "Bruno"), f"{self.path(table, 'Bruno')}#together"):
            web.get(path)
        assert again(table).appointment == kept

    def test_where_it_is_hidden_who_has_answered_the_yes_still_shows(self, web: FlaskClient):
        match = open_match("titro", {}, guests("Ada", "Bruno"), terms={"answered": "hidden"}, at=MONDAY)
        for chair in match.chairs:
            matches.accept(chair.id, at=MONDAY)
        before = views.etag(again(match), 0)
        propose(match, "Ada")
        assert views.etag(again(match), 0) != before
