"""The page of a player, and the calendar: what they show, what their buttons do, and which links open them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
from flask import Flask, current_app
from flask.testing import FlaskClient
from icalendar import Calendar, Event

from server import clock, links, matches
from server.post import outbox
from server.post.transports import Maildir
from server.store.models import Letter, Match, Player, db
from tests.cast import again, guests, letters, open_match, open_table, play_out, seals, seat, some_answer
from tests.conftest import SUNDAY
from tests.web.browsing import about, text
from tests.web.test_pages import stored

A_DAY, AN_HOUR = timedelta(days=1), timedelta(hours=1)
SOON = SUNDAY


@pytest.fixture
def web(app: Flask) -> Iterator[FlaskClient]:
    """A browser."""
    with app.test_client() as browser:
        yield browser


def player_of(match: Match, name: str) -> Player:
    player = seat(match, name).player
    assert player is not None
    return player


def me(match: Match, name: str) -> str:
    """The path of a player's page."""
    return links.me(player_of(match, name)).removeprefix("http://localhost")


def calendar(match: Match, name: str) -> str:
    return links.calendar(player_of(match, name)).removeprefix("http://localhost")


def does(web: FlaskClient, match: Match, name: str, do: str, **fields: object) -> int:
    return web.post(me(match, name), data={"do": do, **fields}).status_code


def events(web: FlaskClient, match: Match, name: str) -> list[Event]:
    answer = web.get(calendar(match, name))
    assert answer.content_type == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(answer.data).walk("VEVENT"))


def answers(match: Match, name: str) -> None:
    seals(match, name, some_answer(match, name, Random(1)), clock.now())


class TestMyMatches:
    def test_what_waits_for_me_comes_first_with_its_link_and_deadline(self, web: FlaskClient):
        answered, waiting = open_table("Ada", "Bruno", at=SOON), open_table("Bruno", "Chiara", at=SOON)
        answers(answered, "Bruno")
        page = text(web.get(me(waiting, "Bruno")))
        assert page.index("with Chiara") < page.index("Waiting for others") < page.index("with Ada")
        closes = again(waiting).closes_at
        assert closes is not None
        assert f"until {clock.told(closes, None, clock.now())}" in page
        assert "All hours are UTC" in page
        assert links.seat(seat(waiting, "Bruno")) in web.get(me(waiting, "Bruno")).text

    def test_invitations_wait_too_and_finished_matches_come_last(self, web: FlaskClient):
        over = play_out(open_table("Ada", "Bruno", at=SOON), Random(1), SOON)
        match = open_match("titro", {}, guests("Chiara", "Bruno"), at=SOON)
        matches.accept(seat(match, "Chiara").id, at=SOON)
        page = text(web.get(me(over, "Bruno")))
        assert page.index("You are invited.") < page.index("1 finished") < page.index("with Ada")

    def test_a_match_to_which_i_am_not_invited_yet_is_not_shown(self, web: FlaskClient):
        mine = open_table("Ada", "Bruno", at=SOON)
        open_match("titro", {}, guests("Chiara", "Bruno"), at=SOON)
        assert "Chiara" not in web.get(me(mine, "Bruno")).text

    def test_it_shows_the_seats_of_nobody_else(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        assert links.seat_token(seat(match, "Ada")) not in web.get(me(match, "Bruno")).text

    def test_looking_changes_nothing(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        pages, before = [me(match, "Bruno"), calendar(match, "Bruno")], stored()
        for page in pages * 2:
            web.get(page)
        assert stored() == before


class TestLetters:
    def test_every_digest_is_one_tap(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        for digest in ("gathered", "daily", "at-once"):
            assert does(web, match, "Bruno", "digest", digest=digest, hour="8:30", zone="Europe/Rome") == 303
            assert player_of(match, "Bruno").digest == digest
        assert (player_of(match, "Bruno").daily_at, player_of(match, "Bruno").zone) == ("08:30", "Europe/Rome")

    def test_what_cannot_be_is_refused_in_a_sentence(self, web: FlaskClient, subtests: pytest.Subtests):
        match = open_table("Ada", "Bruno", at=SOON)
        for fields, says in (
            ({"digest": "never"}, "Say one of at-once, gathered, daily."),
            ({"digest": "daily", "hour": "25:00"}, "a time such as 20:00, not “25:00”"),
        ):
            with subtests.test(says):
                answer = web.post(me(match, "Bruno"), data={"do": "digest", **fields})
                assert answer.status_code == 422
                assert says in text(answer)
                assert player_of(match, "Bruno").digest == "at-once"

    def test_reminders_can_be_off_and_on(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        for do, wanted in (("no-reminders", False), ("reminders", True)):
            assert does(web, match, "Bruno", do) == 303
            assert player_of(match, "Bruno").reminders is wanted

    def test_letters_show_no_hand_to_whoever_says_so(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        own = me(match, "Bruno")
        for page in (own, f"{own}/channels", f"/s/{links.seat_token(seat(match, 'Bruno'))}"):
            for do, wanted in (("no-hand", False), ("hand", True)):
                assert web.post(page, data={"do": do}).status_code == 303
                assert player_of(match, "Bruno").hand_in_letters is wanted

    def test_which_matches_send_letters_is_mine_to_choose(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        mine, hers = seat(match, "Bruno"), seat(match, "Ada")
        assert does(web, match, "Bruno", "no-letters", seat=mine.id) == 303
        assert seat(match, "Bruno").stopped_at is not None
        assert does(web, match, "Bruno", "letters", seat=mine.id) == 303
        assert seat(match, "Bruno").stopped_at is None
        for other in (hers.id, 10**30, -1, "all"):
            assert does(web, match, "Bruno", "no-letters", seat=other) == 422
        assert seat(match, "Ada").stopped_at is None
        assert player_of(match, "Bruno").stopped_at is None

    def test_no_letters_at_all(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        assert does(web, match, "Bruno", "no-letters") == 303
        assert player_of(match, "Bruno").stopped_at is not None
        assert does(web, match, "Bruno", "letters") == 303
        assert player_of(match, "Bruno").stopped_at is None

    def test_vacation_and_quiet_hours(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        hours = {"from": "22:00", "until": "08:00", "place": "Europe/Paris", "before": "2, 12"}
        assert does(web, match, "Bruno", "hours", **hours) == 303
        assert (player_of(match, "Bruno").quiet_from, player_of(match, "Bruno").remind_before) == ("22:00", [2, 12])
        assert does(web, match, "Bruno", "go-away", days=3) == 303
        assert "You are away until" in text(web.get(me(match, "Bruno")))
        assert does(web, match, "Bruno", "go-away", days=300) == 422
        assert does(web, match, "Bruno", "come-back") == 303

    def test_a_form_that_says_nothing_is_refused(self, web: FlaskClient):
        assert does(web, open_table("Ada", "Bruno", at=SOON), "Bruno", "dance") == 422


class TestTheLink:
    @pytest.mark.parametrize("kind", ["turn", "lost"])
    def test_it_stands_in_every_letter(self, web: FlaskClient, kind: str):
        match = open_table("Ada", "Bruno", at=SOON)
        matches.send_lost_links("bruno@example.org")
        outbox.deliver()
        box = Maildir(current_app.extensions["poste"].local_mail)
        [letter] = [one for one in box.letters() if one.address == "bruno@example.org" and one.kind == kind]
        message = box.read(letter.key)
        assert message is not None
        for form in ("plain", "html"):
            assert f"http://localhost{me(match, 'Bruno')}" in message.get_body((form,)).get_content()

    def test_a_new_one_kills_the_old_one_and_that_of_the_calendar(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        old, old_calendar = me(match, "Bruno"), calendar(match, "Bruno")
        assert does(web, match, "Bruno", "replace") == 422
        assert does(web, match, "Bruno", "replace", sure="yes") == 200
        assert (web.get(old).status_code, web.get(old_calendar).status_code) == (410, 410)
        assert web.post(old, data={"do": "no-letters"}).status_code == 410
        assert web.get(me(match, "Bruno")).status_code == 200
        assert web.get(f"/s/{links.seat_token(seat(match, 'Bruno'))}").status_code == 200

    def test_the_new_one_comes_by_letter(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        does(web, match, "Bruno", "replace", sure="yes")
        outbox.deliver()
        letter = db.session.scalars(db.select(Letter).where(Letter.kind == "me")).one()
        assert letter.sent_at is not None

    def test_no_other_link_opens_it(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        player = player_of(match, "Bruno")
        strangers = [
            links.seat_token(seat(match, "Bruno")),
            links.sign(links.STOP_ALL, player.id),
            links.sign(links.CALENDAR, player.id, player.link_version),
            me(match, "Bruno").rpartition("/")[2][:-1],
            "x",
        ]
        assert {web.get(f"/me/{token}").status_code for token in strangers} == {404}

    def test_the_calendar_opens_with_its_own_link_only_and_holds_no_other(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        assert web.get(f"{me(match, 'Bruno')}/calendar.ics").status_code == 404
        assert b"/s/" not in web.get(calendar(match, "Bruno")).data


class TestCalendar:
    def test_it_holds_what_is_asked_of_me_and_ends_with_the_window(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        [event] = events(web, match, "Bruno")
        assert event["summary"] == "Titro with Ada: your answer"
        assert event.decoded("dtend") == again(match).closes_at

    def test_it_asks_calendar_programs_to_look_every_hour(self, web: FlaskClient):
        file = web.get(calendar(open_table("Ada", "Bruno", at=SOON), "Bruno")).text
        assert "REFRESH-INTERVAL;VALUE=duration:PT1H\r\n" in file
        assert "X-PUBLISHED-TTL:PT1H\r\n" in file

    def test_what_i_have_answered_is_gone_and_comes_back_with_the_next_window_as_the_same_event(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        [first] = events(web, match, "Bruno")
        answers(match, "Bruno")
        assert events(web, match, "Bruno") == []
        answers(match, "Ada")
        [second] = events(web, match, "Bruno")
        assert second["uid"] == first["uid"]
        assert second["sequence"] > first["sequence"]

    def test_it_moves_when_the_deadline_moves(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        [first] = events(web, match, "Bruno")
        matches.go_away(player_of(match, "Bruno").id, 5)
        [second] = events(web, match, "Bruno")
        assert second["uid"] == first["uid"]
        closes_at = again(match).closes_at
        assert second.decoded("dtend") == closes_at.replace(microsecond=0) > first.decoded("dtend")
        assert second["sequence"] > first["sequence"]
        assert second.decoded("last-modified") >= first.decoded("last-modified")

    def test_a_client_that_polls_gets_304_until_something_changes(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        etag = web.get(calendar(match, "Bruno")).headers["ETag"]
        for _ in range(3):
            seen = web.get(calendar(match, "Bruno"), headers={"If-None-Match": etag})
            assert (seen.status_code, seen.data) == (304, b"")
        answers(match, "Bruno")
        assert web.get(calendar(match, "Bruno"), headers={"If-None-Match": etag}).status_code == 200

    def test_it_does_not_stir_when_somebody_else_answers(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        etag = web.get(calendar(match, "Bruno")).headers["ETag"]
        answers(match, "Ada")
        assert web.get(calendar(match, "Bruno"), headers={"If-None-Match": etag}).status_code == 304

    def test_without_deadlines_it_is_an_empty_calendar(self, web: FlaskClient):
        match = play_out(open_table("Ada", "Bruno", at=SOON), Random(1), SOON)
        assert events(web, match, "Bruno") == []


class TestDelivery:
    def test_once_cards_are_dealt_each_seat_sees_how_its_own_letters_fare(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", at=SOON)
        outbox.deliver()
        assert "Last letter to you: " in text(web.get(about(match, "Bruno")))
        assert "letter to Bruno" not in text(web.get(about(match, "Ada")))
        assert "letter to Ada" not in text(web.get(about(match, "Bruno")))

    def test_letters_that_come_back_show_at_the_table_and_the_host_can_send_a_new_one(self, web: FlaskClient):
        match = open_table("Ada", "Bruno", "Chiara", game="tottarot", at=SOON)
        outbox.deliver()
        letter = letters(match, "turn", to="Bruno")[0]
        outbox.bounced(letter.id, clock.now(), "Letters to this address come back: “550 no such user”.")
        host, other = (f"/s/{links.seat_token(seat(match, name))}" for name in ("Ada", "Chiara"))
        assert "Bruno’s letters come back." in text(web.get(other))
        assert "550 no such user" not in text(web.get(other))
        page = web.get(host)
        assert "Bruno’s letters come back. Letters to this address come back: “550 no such user”." in text(page)
        assert "Send Bruno a new letter" in text(page)
        assert web.post(other, data={"do": "resend", "seat": "1"}).status_code == 422
        assert web.post(host, data={"do": "resend", "seat": "1"}).status_code == 303
        assert seat(match, "Bruno").trouble is None
        assert [one.kind for one in letters(match, to="Bruno")][-1] == "again"
