"""Letters that wait for each other: every one is sent, travels in another, or is dropped for a reason; none twice."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from random import Random

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from server import links, matches
from server.matches import talking
from server.matches.preferences import AT_ONCE, DAILY, GATHERED
from server.post import outbox, reply_addresses, writing
from server.post.digest import Waiting, leaves_at, waiting_for
from server.post.transports import transport
from server.store.models import PLAYING, Letter, Match, Player, ReplyAddress, db
from server.views import spectator_page

from ..cast import again, letters, open_table, seals, seat, some_answer, takes_over
from ..conftest import MONDAY
from ..services import Post
from .test_every_letter import LARGEST
from .test_outbox import TestKilled

pytestmark = pytest.mark.usefixtures("app")

A_MINUTE, AN_HOUR, A_DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
BRUNO = "bruno@example.org"


def wants(match: Match, name: str, digest: str, hour: str = "", zone: str = "", at: datetime = MONDAY) -> None:
    player = seat(match, name).player
    assert player is not None
    matches.learn_zone(player.id, zone)
    matches.set_digest(player.id, digest, hour, at)


def deliver(server: Post, at: datetime = MONDAY) -> int:
    db.session.rollback()
    return outbox.deliver(at, way_out=transport(server.url))


def the_letters(kind: str | None = None) -> list[Letter]:
    db.session.rollback()
    db.session.expire_all()
    found = db.session.scalars(db.select(Letter).order_by(Letter.id))
    return [one for one in found if kind in (None, one.kind)]


def kinds(server: Post, address: str = BRUNO) -> list[str]:
    return [message["X-Poste-Kind"] for message in server.to(address)]


def words(message: object) -> str:
    return " ".join(message.get_body(("plain",)).get_content().split())


def two_tables(digest: str = GATHERED, hour: str = "", zone: str = "", pace: str = "PT48H") -> tuple[Match, Match]:
    """Bruno sits at two tables, whose first letters still lie in the outbox."""
    first, second = open_table("Ada", "Bruno", pace=pace), open_table("Bruno", "Chiara", pace=pace)
    wants(first, "Bruno", digest, hour, zone)
    return first, second


class TestGathered:
    def test_all_tables_come_in_one_letter_after_ten_quiet_minutes(self):
        two_tables()
        with Post() as server:
            deliver(server)
            assert kinds(server) == []
            deliver(server, MONDAY + 9 * A_MINUTE)
            assert kinds(server) == []
            deliver(server, MONDAY + 10 * A_MINUTE)
            deliver(server, MONDAY + A_DAY)
        assert kinds(server) == ["gathered"]
        [letter] = server.to(BRUNO)
        assert letter["Subject"] == "Your turn at 2 tables: Titro with Ada; Titro with Chiara"
        assert words(letter).startswith("✉ Soonest: Titro with Ada. Your first bid: a card, and a place for it. Until")
        assert words(letter).count("bid: a card, and a place for it. Until Wed 09:00 UTC.") == 3

    def test_others_get_theirs_at_once(self):
        two_tables()
        with Post() as server:
            deliver(server)
        assert kinds(server, "ada@example.org") == ["turn"]

    def test_a_new_letter_begins_the_quiet_anew(self):
        two_tables()
        with Post() as server:
            deliver(server)
            later = MONDAY + 8 * A_MINUTE
            open_table("Bruno", "Dmitri", at=later)
            deliver(server, later)
            deliver(server, MONDAY + 12 * A_MINUTE)
            assert kinds(server) == []
            deliver(server, later + 10 * A_MINUTE)
        [letter] = server.to(BRUNO)
        assert "Dmitri" in words(letter)

    def test_lively_tables_hold_a_letter_back_for_an_hour_at_most(self):
        two_tables()
        with Post() as server:
            for minute in range(0, 60, 6):
                open_table("Bruno", "Edda", at=MONDAY + minute * A_MINUTE)
                deliver(server, MONDAY + minute * A_MINUTE)
            assert kinds(server) == []
            deliver(server, MONDAY + AN_HOUR)
        assert kinds(server) == ["gathered"]

    def test_one_that_is_held_back_waits_with_them_from_the_moment_on_at_which_it_is_due(self):
        tables = two_tables()
        bruno, due_at = seat(tables[0], "Bruno").player_id, MONDAY + AN_HOUR
        [held], [other] = (letters(table, "turn", "Bruno") for table in tables)
        numbers = held.id, other.id
        held.held_until = held.due_at = due_at
        db.session.commit()
        before, from_then = (waiting_for(bruno, at) for at in (due_at - timedelta(microseconds=1), due_at))
        assert ([one.id for one in before], [one.id for one in from_then]) == ([numbers[1]], list(numbers))

    def test_one_letter_that_waited_alone_comes_as_itself(self):
        match = open_table("Ada", "Bruno")
        wants(match, "Bruno", GATHERED)
        with Post() as server:
            deliver(server)
            deliver(server, MONDAY + 10 * A_MINUTE)
        assert kinds(server) == ["turn"]

    def test_a_letter_does_not_wait_away_more_than_half_of_its_window(self):
        two_tables(pace="PT10M")
        with Post() as server:
            deliver(server, MONDAY + 4 * A_MINUTE)
            assert kinds(server) == []
            deliver(server, MONDAY + 5 * A_MINUTE)
        assert kinds(server) == ["gathered"]

    def test_what_is_no_news_any_more_is_left_out(self):
        first, _ = two_tables()
        with Post() as server:
            deliver(server)
            seals(first, "Bruno", some_answer(first, "Bruno", Random(1)))
            deliver(server, MONDAY + 10 * A_MINUTE)
        [letter] = server.to(BRUNO)
        assert "Chiara" in words(letter)
        assert "with Ada" not in words(letter)
        [dropped] = [one for one in the_letters("turn") if one.dropped_at]
        assert dropped.match_id == first.id

    def test_a_letter_of_which_nothing_is_news_is_not_sent(self):
        first, second = two_tables()
        with Post() as server:
            deliver(server)
            for match in (first, second):
                seals(match, "Bruno", some_answer(match, "Bruno", Random(1)))
            deliver(server, MONDAY + 10 * A_MINUTE)
        assert kinds(server) == []
        assert all(letter.due_at is None for letter in the_letters())

    def test_a_table_tells_its_story_once_though_two_of_its_letters_travel(self):
        first, _ = two_tables()
        with Post() as server:
            deliver(server)
            matches.close_due(MONDAY + 2 * A_DAY)
            deliver(server, MONDAY + 2 * A_DAY + AN_HOUR)
        [letter] = server.to(BRUNO)
        assert words(letter).count("The clock answered for") <= 2
        assert seat(first, "Bruno").told_ply == again(first).ply + 1

    def test_each_table_can_be_answered_at_an_address_of_its_own(self):
        first, second = two_tables()
        with Post() as server:
            deliver(server)
            deliver(server, MONDAY + 10 * A_MINUTE)
        [letter] = server.to(BRUNO)
        assert len(reply_addresses.tables_of(letter["Reply-To"].addresses[0].addr_spec)) == 2
        body = letter.get_body(("plain",)).get_content()
        addresses = [line for line in body.splitlines() if line.startswith("reply-")]
        targets = [reply_addresses.target_of(address) for address in addresses]
        assert {target.chair_id for target in targets if target} == {seat(first, "Bruno").id, seat(second, "Bruno").id}

    def test_both_forms_hold_the_seats_and_how_to_change_it_all(self):
        two_tables()
        with Post() as server:
            deliver(server)
            deliver(server, MONDAY + 10 * A_MINUTE)
        [letter] = server.to(BRUNO)
        for form in ("plain", "html"):
            body = letter.get_body((form,)).get_content()
            assert body.count("/me/") >= 1
            assert body.count("<html") == (form == "html")
            assert "/s/" in body

    def test_a_letter_of_many_tables_is_not_too_large_to_be_shown(self):
        tables = [open_table("Bruno", "Ada", "Chiara", game="french-tarot", pace="P7D") for _ in range(8)]
        wants(tables[0], "Bruno", GATHERED)
        for chair in [seat(match, "Ada") for match in tables]:
            for line in range(8):
                talking.add(chair, talking.TALK, f"{line} &" + "<" * 497, MONDAY)
        db.session.commit()
        with Post() as server:
            deliver(server)
            deliver(server, MONDAY + 10 * A_MINUTE)
        [letter] = server.to(BRUNO)
        page, plain = (letter.get_body((form,)).get_content() for form in ("html", "plain"))
        assert len(page.encode()) + len(plain.encode()) <= LARGEST
        told = [seat(match, "Bruno") for match in tables if links.seat(seat(match, "Bruno")) in plain]
        assert [chair.id for chair in told] == [seat(match, "Bruno").id for match in tables[: len(told)]]
        assert 0 < len(told) < 8
        assert f"{8 - len(told)} more tables are on your own page: {links.me(told[0].player)}" in words(letter)
        assert letter["Subject"].startswith("Your turn at 8 tables")
        assert [bool(seat(match, "Bruno").heard) for match in tables] == [True] * len(told) + [False] * (8 - len(told))


class TestDaily:
    def test_one_letter_a_day_at_an_hour_of_ones_own(self):
        two_tables(DAILY, "20:00", "Europe/Paris")
        evening = MONDAY.replace(hour=19)  # 20:00 in Paris
        with Post() as server:
            deliver(server, evening - A_MINUTE)
            assert kinds(server) == []
            deliver(server, evening)
        assert kinds(server) == ["gathered"]

    def test_an_hour_too_late_for_the_window_is_not_waited_for(self):
        two_tables(DAILY, "20:00", "Europe/Paris", pace="PT12H")
        with Post() as server:
            deliver(server, MONDAY + 6 * AN_HOUR - A_MINUTE)
            assert kinds(server) == []
            deliver(server, MONDAY + 6 * AN_HOUR)
        assert kinds(server) == ["gathered"]

    def test_the_night_in_which_the_clock_goes_back_has_one_letter(self):
        player = Player(
            id=1, email=BRUNO, mailbox=BRUNO, zone="Europe/Paris", digest=DAILY, daily_at="02:30", created_at=MONDAY
        )
        before = datetime.fromisoformat("2026-10-24T12:00:00+00:00")
        first = leaves_at(player, [Waiting(1, "over", before)])
        second = leaves_at(player, [Waiting(2, "over", first + A_MINUTE)])
        assert first.isoformat() == "2026-10-25T00:30:00+00:00"
        assert second.isoformat() == "2026-10-26T01:30:00+00:00"


class TestNotGathered:
    def test_a_reminder_comes_at_once(self):
        match = open_table("Ada", "Bruno")
        wants(match, "Bruno", DAILY, "20:00", "Europe/Paris")
        with Post() as server:
            matches.remind_due(MONDAY + 0.8 * 2 * A_DAY)
            deliver(server, MONDAY + 0.8 * 2 * A_DAY)
        assert "reminder" in kinds(server)

    def test_a_reminder_that_nobody_wants_does_not_come(self):
        match = open_table("Ada", "Bruno")
        matches.want_reminders(seat(match, "Bruno").player_id, False)
        with Post() as server:
            matches.remind_due(MONDAY + 0.8 * 2 * A_DAY)
            deliver(server, MONDAY + 0.8 * 2 * A_DAY)
        assert kinds(server) == ["turn"]
        assert "reminder" in kinds(server, "ada@example.org")

    def test_what_was_asked_for_comes_at_once(self):
        match = open_table("Ada", "Bruno")
        wants(match, "Bruno", DAILY, "20:00", "Europe/Paris")
        matches.replace_link(seat(match, "Bruno").id, MONDAY)
        with Post() as server:
            deliver(server)
        assert kinds(server) == ["link"]

    def test_who_wants_letters_at_once_again_gets_what_waits(self):
        first, _ = two_tables()
        with Post() as server:
            deliver(server)
            wants(first, "Bruno", AT_ONCE, at=MONDAY + A_MINUTE)
            deliver(server, MONDAY + A_MINUTE)
        assert kinds(server) == ["turn", "turn"]

    def test_a_seat_that_changed_hands_is_not_told_to_who_left(self):
        first, _ = two_tables()
        with Post() as server:
            deliver(server)
            waiting = MONDAY + 10 * A_MINUTE
            server.answers["RCPT"] = ["451 later"]
            deliver(server, waiting)
            takes_over(first, "Bruno", "Edda", at=waiting)
            deliver(server, waiting + AN_HOUR)
        gathered = [message for message in server.to(BRUNO) if message["X-Poste-Kind"] == "gathered"]
        assert len(gathered) == 1
        assert "with Ada" not in words(gathered[0])


class TestFate:
    def test_a_letter_that_is_put_off_goes_out_later_as_one(self):
        two_tables()
        with Post() as server:
            deliver(server)
            server.answers["RCPT"] = ["451 greylisted"]
            deliver(server, MONDAY + 10 * A_MINUTE)
            assert {one.error for one in the_letters() if one.gathered_in} == {"451 greylisted"}
            deliver(server, MONDAY + AN_HOUR)
        assert kinds(server) == ["gathered"]
        assert {one.error for one in the_letters()} == {None}

    def test_an_address_that_is_refused_is_told_at_every_table(self):
        first, second = two_tables()
        with Post() as server:
            deliver(server)
            server.refuse = lambda address: "550 no such user" if address.startswith("bruno") else None
            for minutes in range(10, 16):  # a refusal is believed when it is repeated
                deliver(server, MONDAY + minutes * A_MINUTE)
        assert seat(first, "Bruno").trouble == seat(second, "Bruno").trouble
        assert "550 no such user" in (seat(first, "Bruno").trouble or "")
        assert [one.chair_id for one in the_letters("trouble")] == [seat(first, "Ada").id]

    def test_one_that_comes_back_is_trouble_for_what_it_told(self):
        first, second = two_tables()
        with Post() as server:
            deliver(server)
            seals(first, "Bruno", some_answer(first, "Bruno", Random(1)))
            deliver(server, MONDAY + 10 * A_MINUTE)
        [parcel] = the_letters("gathered")
        outbox.bounced(parcel.id, MONDAY + AN_HOUR, "Letters to this address come back.")
        assert seat(second, "Bruno").trouble == "Letters to this address come back."
        assert seat(first, "Bruno").trouble is None

    def test_a_kill_between_sending_and_marking_costs_one_second_copy(self):
        two_tables()
        with Post() as server:
            deliver(server)
            later = MONDAY + 10 * A_MINUTE
            with pytest.raises(TestKilled.Stopped):
                outbox.deliver(later, way_out=TestKilled.KilledAfterSending(server))
            assert deliver(server, later) == 0
            assert deliver(server, later + outbox.LEASE + A_MINUTE) == 1
            assert deliver(server, later + A_DAY) == 0
        first, second = server.to(BRUNO)
        assert first["Message-ID"] == second["Message-ID"]

    def test_many_workers_gather_every_letter_once(self, app: Flask):
        for _ in range(6):
            wants(open_table("Ada", "Bruno"), "Bruno", GATHERED)

        def work(at: datetime) -> None:
            with app.app_context():
                outbox.deliver(at, way_out=transport(server.url))
                db.session.remove()

        with Post() as server:
            for at in (MONDAY, MONDAY + 10 * A_MINUTE):
                workers = [threading.Thread(target=work, args=(at,)) for _ in range(4)]
                for worker in workers:
                    worker.start()
                for worker in workers:
                    worker.join()
            deliver(server, MONDAY + AN_HOUR)
        ids = [message["Message-ID"] for message in server.letters]
        assert len(ids) == len(set(ids))
        assert all(letter.sent_at for letter in the_letters("turn"))


def fates(letter: Letter) -> int:
    """How many ends a letter has come to; a bounce is an end after the first."""
    return sum(moment is not None for moment in (letter.sent_at, letter.failed_at, letter.dropped_at))


STEPS = st.lists(
    st.sampled_from(["answer", "close", "open", "deliver", "put-off", "refuse", "stop", AT_ONCE, GATHERED, DAILY]),
    min_size=6,
    max_size=14,
)


class TestEveryLetter:
    """Whatever happens in whatever order: each letter comes to one end, and no news is told twice."""

    @settings(max_examples=12)
    @given(steps=STEPS, seed=st.integers(0, 99))
    @pytest.mark.wide
    def test_is_sent_or_travels_or_is_dropped_for_a_reason(self, steps: list[str], seed: int):
        random, now = Random(seed), MONDAY
        for table in (ReplyAddress, Letter):
            db.session.execute(delete(table))
        db.session.commit()
        tables = [open_table("Ada", "Bruno", at=now), open_table("Bruno", "Chiara", at=now)]
        with Post() as server:
            for step in steps:
                now += timedelta(minutes=random.choice((1, 7, 45, 600)))
                self.happens(step, tables, server, random, now)
            for days in range(1, 9):
                deliver(server, now + days * A_DAY)
        settled = the_letters()
        assert [one.kind for one in settled if one.due_at is not None] == []
        assert [one.kind for one in settled if fates(one) != 1] == []
        ids = [message["Message-ID"] for message in server.letters]
        assert len(ids) == len(set(ids))
        travelling = {one.gathered_in for one in settled if one.gathered_in and one.sent_at}
        assert travelling == {one.id for one in settled if one.kind == "gathered" and one.sent_at}
        by_themselves = [one for one in settled if one.sent_at and not one.gathered_in]
        assert {writing.message_id(one) for one in by_themselves} == set(ids)

    def happens(self, step: str, tables: list[Match], server: Post, random: Random, now: datetime) -> None:
        match = again(random.choice(tables))
        bruno = seat(match, "Bruno")
        if step in (AT_ONCE, GATHERED, DAILY):
            matches.learn_zone(bruno.player_id, "Europe/Paris")
            matches.set_digest(bruno.player_id, step, "20:00", now)
        elif step == "answer" and match.status == PLAYING:
            waiting = spectator_page(match).waiting
            name = match.chairs[random.choice(waiting)].name
            seals(match, name, some_answer(match, name, random), now)
        elif step == "close":
            matches.close_due(now)
            matches.remind_due(now)
        elif step == "open":
            tables.append(open_table("Bruno", "Dmitri", at=now))
        elif step == "stop":
            matches.stop_letters(bruno.id, random.random() < 0.5, now)
        else:
            server.answers["RCPT"] = {"put-off": ["451 later"], "refuse": ["550 never"]}.get(step, [])
            deliver(server, now)
