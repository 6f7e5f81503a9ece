"""The outbox: every letter leaves once, whatever the mail server does and whoever is killed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Self

import pytest
from flask import Flask

from server import matches
from server.matches import strangers
from server.post import breaker, outbox, reply_addresses, undelivered
from server.post.failures import Down
from server.post.transports import transport
from server.store.models import Chair, Letter, Match, db
from tests.cast import all_matches

from ..cast import guests, open_match, open_table, seal_for_everybody, seat
from ..conftest import MONDAY
from ..services import Post, free_port

pytestmark = pytest.mark.usefixtures("app")

A_MINUTE, AN_HOUR, A_DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def deliver(server: Post, at: datetime = MONDAY) -> int:
    return outbox.deliver(at, way_out=transport(server.url))


def the_letters() -> list[Letter]:
    db.session.rollback()
    db.session.expire_all()
    return list(db.session.scalars(db.select(Letter).order_by(Letter.id)))


@pytest.mark.both_databases
class TestDelivery:
    def test_a_letter_is_sent_once(self):
        open_table("Ada", "Bruno")
        with Post() as server:
            assert deliver(server) == 2
            assert deliver(server) == 0
            assert deliver(server, MONDAY + A_DAY) == 0
        assert len(server.letters) == 2
        assert {letter.message_id for letter in the_letters() if letter.sent_at} == {
            message["Message-ID"] for message in server.letters
        }

    def test_every_letter_would_come_back_to_an_address_of_its_own(self):
        open_table("Ada", "Bruno")
        with Post() as server:
            deliver(server)
        targets = [reply_addresses.target_of(sender) for sender, _, _ in server.received]
        sent = [letter.id for letter in the_letters() if letter.sent_at]
        assert [target.letter_id for target in targets if target] == sent

    def test_many_workers_send_every_letter_once(self, app: Flask):
        for _ in range(6):
            open_table("Ada", "Bruno")

        def work() -> None:
            with app.app_context():
                deliver(server)
                db.session.remove()

        with Post() as server:
            workers = [threading.Thread(target=work) for _ in range(4)]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        ids = [message["Message-ID"] for message in server.letters]
        assert len(ids) == len(set(ids)) == 12

    def test_nothing_is_sent_before_its_time(self):
        open_table("Ada", "Bruno")
        with Post() as server:
            assert deliver(server, MONDAY - A_MINUTE) == 0


@pytest.mark.both_databases
class TestKilled:
    class Stopped(BaseException):
        """What a kill looks like from within: nothing after it runs."""

    class KilledAfterSending:
        """A way out on which the letter leaves and the process dies before it can note it."""

        def __init__(self, server: Post):
            self.way_out = transport(server.url)

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *failure: object) -> None:
            pass

        def send(self, message: EmailMessage, sender: str, address: str) -> None:
            with self.way_out as out:
                out.send(message, sender, address)
            raise TestKilled.Stopped

    def test_a_kill_between_sending_and_marking_costs_one_second_copy(self):
        open_table("Ada", "Bruno")
        with Post() as server:
            with pytest.raises(TestKilled.Stopped):
                outbox.deliver(MONDAY, way_out=self.KilledAfterSending(server))
            assert deliver(server) == 0
            assert deliver(server, MONDAY + outbox.LEASE + A_MINUTE) == 2
            assert deliver(server, MONDAY + A_DAY) == 0
        ids = [message["Message-ID"] for message in server.letters]
        assert (len(ids), len(set(ids))) == (3, 2)

    def test_a_claimed_letter_is_nobody_elses_until_its_lease_ends(self):
        open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        assert len(outbox.lease(MONDAY)) == 1
        assert outbox.lease(MONDAY + A_MINUTE) == []
        assert len(outbox.lease(MONDAY + outbox.LEASE)) == 1


class TestBatches:
    class Watched:
        """A way out on which something happens before each letter leaves."""

        def __init__(self, server: Post, happens: Callable[[str], None]):
            self.way_out, self.happens = transport(server.url), happens

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *failure: object) -> None:
            self.way_out.__exit__(*failure)

        def send(self, message: EmailMessage, sender: str, address: str) -> None:
            self.happens(address)
            self.way_out.send(message, sender, address)

        def check(self) -> None:
            self.way_out.check()

    @pytest.mark.parametrize(("tables", "calls"), [(outbox.BATCH // 2, 0), (outbox.BATCH + 1, 1)])
    def test_all_letters_leave_and_help_is_called_once_when_a_batch_has_left_and_there_is_more(
        self, tables: int, calls: int
    ):
        called: list[int] = []
        for _ in range(tables):
            open_table("Ada", "Bruno")
        with Post() as server:
            outbox.deliver(MONDAY, way_out=transport(server.url), more=lambda: called.append(len(server.letters)))
        assert called == [outbox.BATCH] * calls
        assert len({message["Message-ID"] for message in server.letters}) == len(server.letters) == 2 * tables

    def test_help_is_called_when_time_is_up_before_all_have_left(self):
        called: list[int] = []
        open_table("Ada", "Bruno")
        with Post() as server:
            outbox.deliver(MONDAY, 0, transport(server.url), more=lambda: called.append(len(server.letters)))
            assert called == [0]
            outbox.deliver(MONDAY, way_out=transport(server.url), more=lambda: pytest.fail("called"))
            assert len(server.letters) == 2

    def test_who_cannot_send_calls_nobody(self):
        for _ in range(outbox.BATCH // 2 + 1):
            open_table("Ada", "Bruno")
        nowhere = transport(f"smtp://127.0.0.1:{free_port()}")
        outbox.deliver(MONDAY, way_out=nowhere, more=lambda: pytest.fail("called"))

    def test_of_two_letters_to_one_seat_the_second_knows_what_the_first_has_told(self):
        match = open_table("Ada", "Bruno")
        matches.replace_link(seat(match, "Bruno").id, MONDAY)
        with Post() as server:
            assert deliver(server) == 3
        first, second = server.to("bruno@example.org")
        assert (first["X-Poste-Kind"], second["X-Poste-Kind"]) == ("turn", "link")
        assert second["In-Reply-To"] == first["Message-ID"]

    def test_a_letter_that_waited_for_its_turn_is_written_anew(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(outbox, "FRESH", timedelta(0))
        match = open_table("Ada", "Bruno")

        def bruno_has_enough(address: str) -> None:
            matches.stop_letters(seat(match, "Bruno").id)

        with Post() as server:
            assert outbox.deliver(MONDAY, way_out=self.Watched(server, bruno_has_enough)) == 1
        assert server.to("bruno@example.org") == []

    def test_letters_whose_turn_does_not_come_are_as_long_due_as_before(self):
        for _ in range(2):
            open_table("Ada", "Bruno")
        with transport(f"smtp://127.0.0.1:{free_port()}") as nowhere:
            assert outbox.deliver(MONDAY + A_MINUTE, way_out=nowhere) == 0
        waiting = [letter for letter in the_letters() if letter.due_at]
        assert {letter.due_at for letter in waiting[1:]} == {MONDAY}
        assert {letter.attempts for letter in waiting} == {0}


class TestNotNow:
    def test_a_letter_that_is_put_off_goes_out_later(self):
        open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        with Post() as server:
            server.answers["RCPT"] = ["451 greylisted, come back later"]
            assert deliver(server) == 0
            [letter] = the_letters()
            assert letter.error == "451 greylisted, come back later"
            assert letter.due_at is not None
            assert MONDAY < letter.due_at <= MONDAY + 2 * A_MINUTE
            assert deliver(server, letter.due_at) == 1
        assert the_letters()[0].error is None

    def test_one_reader_that_is_put_off_does_not_hold_up_the_others(self):
        open_table("Ada", "Bruno")
        with Post() as server:
            server.answers["RCPT"] = ["450 mailbox busy"]
            assert deliver(server) == 1

    def test_without_a_mail_server_letters_keep_and_go_out_when_it_is_back(self):
        open_table("Ada", "Bruno")
        port = free_port()
        assert outbox.deliver(MONDAY, way_out=transport(f"smtp://127.0.0.1:{port}")) == 0
        assert {letter.attempts for letter in the_letters() if letter.due_at} == {0}
        with Post(port) as server:
            assert deliver(server, MONDAY + 2 * A_MINUTE) == 2

    def test_waits_double_from_a_minute_to_six_hours(self):
        waits = [outbox.wait(attempts, jitter=0) for attempts in range(1, 12)]
        assert waits[:4] == [A_MINUTE, 2 * A_MINUTE, 4 * A_MINUTE, 8 * A_MINUTE]
        assert waits[-1] == outbox.wait(1000, jitter=0) == 6 * AN_HOUR
        assert outbox.wait(1000, jitter=1) >= 4 * AN_HOUR
        assert outbox.wait(1, jitter=1) == A_MINUTE

    def test_after_five_days_it_is_given_up_and_seat_and_host_are_told(self):
        match = open_table("Ada", "Bruno", pace="P30D")
        with Post() as server:
            deliver(server)
            matches.replace_link(seat(match, "Bruno").id, MONDAY)
            server.answers["RCPT"] = ["452 mailbox full"] * 2
            deliver(server)
            deliver(server, MONDAY + 5 * A_DAY)
            assert "452 mailbox full" in (seat(match, "Bruno").trouble or "")
            deliver(server, MONDAY + 5 * A_DAY)
        assert [message["X-Poste-Kind"] for message in server.to("ada@example.org")] == ["turn", "trouble"]


def refuses(name: str, words: str) -> Callable[[str], str | None]:
    """A mail server that has something against one reader."""
    return lambda address: words if address.startswith(name) else None


def deliver_for(minutes: int, server: Post, at: datetime = MONDAY) -> int:
    """Deliver every few seconds for so long. Returns how many letters were sent."""
    seconds = [0, 11, 22, 33, 44, 61, 75, 90, 119, *range(120, 60 * minutes + 1, 60)]
    return sum(deliver(server, at + timedelta(seconds=second)) for second in seconds if second <= 60 * minutes)


class TestNever:
    NOBODY = "550 5.1.1 no such user"

    def test_an_address_that_is_refused_is_shown_to_the_seat_and_told_to_the_host(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        matches.accept(seat(match, "Ada").id, at=MONDAY)
        with Post() as server:
            server.refuse = refuses("bruno", self.NOBODY)
            deliver(server)
            assert seat(match, "Bruno").trouble is None
            deliver_for(5, server)
            assert seat(match, "Bruno").trouble == strangers.NOT_POSSIBLE
        [message] = server.to("ada@example.org")
        assert message["Subject"] == "Titro with Bruno: letters to Bruno do not arrive"
        assert "Letters to this address are not possible." in message.get_body(("plain",)).get_content()
        assert server.to("bruno@example.org") == []

    @pytest.mark.parametrize("words", ["550 5.1.1 no such user", "550 no", "554 5.0.0 no"])
    def test_it_is_seen_within_seconds_while_letters_of_others_pass(self, words: str):
        match = open_table("Ada", "Bruno")
        with Post() as server:
            server.refuse = refuses("bruno", words)
            deliver(server)
            matches.replace_link(seat(match, "Ada").id, MONDAY)
            deliver(server, MONDAY + timedelta(seconds=9))
            assert seat(match, "Bruno").trouble is None
            deliver(server, MONDAY + timedelta(seconds=20))
        assert seat(match, "Bruno").trouble is not None

    def test_of_a_player_who_has_a_seat_the_answer_of_the_mail_server_is_told(self):
        match = open_table("Ada", "Bruno")
        with Post() as server:
            deliver(server)
            matches.replace_link(seat(match, "Bruno").id, MONDAY)
            server.refuse = refuses("bruno", self.NOBODY)
            deliver_for(5, server, MONDAY + A_MINUTE)
        assert seat(match, "Bruno").trouble == "Letters to this address are refused: “550 5.1.1 no such user”."
        told = server.to("ada@example.org", "trouble")
        assert "550 5.1.1 no such user" in told[0].get_body(("plain",)).get_content()

    def test_the_host_is_told_once(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        matches.accept(seat(match, "Ada").id, at=MONDAY)
        with Post() as server:
            server.refuse = refuses("bruno", self.NOBODY)
            deliver_for(3, server)
            matches.replace_link(seat(match, "Bruno").id, MONDAY)
            deliver_for(3, server, MONDAY + AN_HOUR)
        assert [letter.kind for letter in the_letters() if letter.failed_at] == ["invitation", "link"]
        assert len(server.to("ada@example.org")) == 1

    def test_a_host_without_an_address_that_works_is_told_nothing_by_letter(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        with Post() as server:
            server.refuse = refuses("ada", self.NOBODY)
            deliver_for(5, server)
        assert [letter.kind for letter in the_letters()] == ["invitation"]
        assert seat(match, "Ada").trouble is not None

    def test_a_letter_that_cannot_be_written_does_not_stop_the_others(self):
        open_table("Ada", "Bruno")
        db.session.execute(db.update(Letter).where(Letter.id == 1).values(kind="no-such-kind", due_at=MONDAY))
        db.session.commit()
        with Post() as server:
            assert deliver(server) == 2
        assert the_letters()[0].error == "it could not be written (KeyError)"


class TestRefusedByAll:
    """The mail server refuses everybody, or us: that is nobody's trouble."""

    def everybody(self) -> list[Chair]:
        return [chair for match in all_matches() for chair in match.chairs]

    @pytest.mark.parametrize(
        ("command", "words"),
        [
            ("RCPT", "550 5.1.1 no such user"),
            ("RCPT", "421 4.3.2 closing"),
            ("DATA", "550 no"),
            ("MAIL", "554 5.7.1 relay access denied"),
            *(
                pytest.param(command, words, marks=pytest.mark.wide)
                for command, words in [
                    ("RCPT", "550 no"), ("RCPT", "554 5.7.1 relay access denied"), ("DATA", "550 5.1.1 no such user"),
                    ("DATA", "554 5.7.1 relay access denied"), ("DATA", "421 4.3.2 closing"),
                    ("MAIL", "550 5.1.1 no such user"), ("MAIL", "550 no"), ("MAIL", "421 4.3.2 closing"),
                ]
            ),
        ],
    )  # fmt: skip
    def test_for_a_while_and_then_every_letter_arrives_once(self, command: str, words: str):
        for number in range(6):
            open_table(f"Ada.{number}", f"Bruno.{number}")
        with Post() as server:
            server.answers[command] = [words] * 500
            assert deliver_for(5, server) == 0
            server.answers[command] = []
            assert sum(deliver(server, MONDAY + minutes * A_MINUTE) for minutes in range(5, 60, 5)) == 12
        assert {chair.trouble for chair in self.everybody()} == {None}
        assert {letter.failed_at for letter in the_letters()} == {None}
        assert len({message["Message-ID"] for message in server.letters}) == len(server.letters) == 12

    def test_after_letters_had_passed_for_days_too(self):
        match = open_table("Ada", "Bruno", pace="P30D")
        with Post() as server:
            deliver(server)
            for name in ("Ada", "Bruno"):
                matches.replace_link(seat(match, name).id, MONDAY + A_DAY)
            server.refuse = lambda _: "550 5.1.1 no such user"
            for minutes in (0, 1, 2, 5, 60, 600, 6000, 8000):
                deliver(server, MONDAY + A_DAY + minutes * A_MINUTE)
            server.refuse = lambda _: None
            assert sum(deliver(server, MONDAY + A_DAY + minutes * A_MINUTE) for minutes in (9000, 9001, 9500)) == 2
        assert {chair.trouble for chair in self.everybody()} == {None}

    @pytest.mark.both_databases
    def test_only_one_letter_is_tried_now_and_then_whoever_tries_it(self):
        for number in range(6):
            open_table(f"Ada.{number}", f"Bruno.{number}")
        tried: list[str] = []

        def refuse(address: str) -> str:
            tried.append(address)
            return "550 no"

        with Post() as server:
            server.refuse = refuse
            deliver(server)
            assert len(tried) == breaker.ANYBODY
            deliver(server, MONDAY + timedelta(seconds=5))
            assert len(tried) == breaker.ANYBODY
            deliver(server, MONDAY + timedelta(seconds=30))
            deliver(server, MONDAY + timedelta(seconds=31))
        assert len(tried) == len(set(tried)) == breaker.ANYBODY + 1

    def test_a_letter_to_try_that_is_obsolete_is_no_try(self):
        matches_of = [open_table(f"Ada.{number}", f"Bruno.{number}") for number in range(3)]
        with Post() as server:
            server.refuse = lambda _: "550 no"
            deliver(server)
            for match in matches_of:
                for chair in match.chairs[:1]:
                    matches.stop_letters(chair.id)
            server.refuse = lambda _: None
            assert deliver(server, MONDAY + A_MINUTE) == 3

    def test_strangers_with_invented_addresses_do_not_hold_up_those_who_get_letters(self):
        match = open_table("Ada", "Bruno")
        with Post() as server:
            deliver(server)
            for number in range(8):
                open_table(f"Nobody.{number}", f"None.{number}")
            matches.replace_link(seat(match, "Ada").id, MONDAY + A_MINUTE)
            server.refuse = refuses("no", "550 5.1.1 no such user")
            deliver(server, MONDAY + A_MINUTE)
            deliver(server, MONDAY + 2 * A_MINUTE)
        assert len(server.to("ada@example.org")) == 2


class TestSentAgain:
    @pytest.fixture
    def match(self) -> Match:
        """Bruno's first letter has failed, with a digest's worth of reasons."""
        match = open_table("Ada", "Bruno")
        with Post() as server:
            deliver(server)
        [letter] = [one for one in the_letters() if one.sent_at and one.chair_id == seat(match, "Bruno").id]
        outbox.bounced(letter.id, MONDAY, "Letters to this address come back.")
        return match

    def test_what_failed_is_sent_again_and_the_trouble_is_over_when_it_is_taken(self, match: Match):
        assert undelivered.send_again(MONDAY + A_DAY) == 1
        assert undelivered.send_again(MONDAY + A_DAY) == 0
        assert seat(match, "Bruno").trouble is not None
        with Post() as server:
            deliver(server, MONDAY + A_DAY)
            deliver(server, MONDAY + A_DAY + A_MINUTE)
        assert len(server.to("bruno@example.org", "turn")) == 1
        assert seat(match, "Bruno").trouble is None

    def test_what_fails_again_is_in_trouble_again(self, match: Match):
        undelivered.send_again(MONDAY + 9 * A_DAY)
        with Post() as server:
            server.refuse = refuses("bruno", "550 5.1.1 no such user")
            deliver_for(3, server, MONDAY + 9 * A_DAY)
        assert "5.1.1" in (seat(match, "Bruno").trouble or "")

    def test_what_is_obsolete_is_dropped(self, match: Match):
        seal_for_everybody(match, MONDAY + A_MINUTE)
        assert undelivered.send_again(MONDAY + A_DAY) >= 1
        with Post() as server:
            deliver(server, MONDAY + A_DAY)
        assert [letter["X-Poste-Ply"] for letter in server.to("bruno@example.org", "turn")] == ["1"]


class TestBounces:
    def test_a_letter_that_comes_back_is_told_like_one_that_was_refused(self):
        match = open_table("Ada", "Bruno")
        with Post() as server:
            deliver(server)
            [letter] = [one for one in the_letters() if one.sent_at and one.chair_id == seat(match, "Bruno").id]
            outbox.bounced(letter.id, MONDAY, "Letters to this address come back.")
            outbox.bounced(letter.id, MONDAY, "Letters to this address come back.")
            deliver(server)
        assert seat(match, "Bruno").trouble == "Letters to this address come back."
        assert [message["X-Poste-Kind"] for message in server.to("ada@example.org")] == ["turn", "trouble"]

    class TestTheEndOfTheTrouble:
        COME_BACK = "Letters to this address come back."

        @pytest.fixture
        def match(self) -> Match:
            """Bruno's first letter has come back."""
            match = open_table("Ada", "Bruno")
            with Post() as server:
                deliver(server)
            [letter] = [one for one in the_letters() if one.sent_at and one.chair_id == seat(match, "Bruno").id]
            outbox.bounced(letter.id, MONDAY, self.COME_BACK)
            return match

        def send(self, at: datetime) -> None:
            with Post() as server:
                deliver(server, at)

        def test_it_is_over_when_its_player_plays_and_a_letter_has_not_come_back(self, match: Match):
            for hours in range(1, 80, 10):
                seal_for_everybody(match, MONDAY + hours * AN_HOUR)
                self.send(MONDAY + hours * AN_HOUR)
            assert seat(match, "Bruno").trouble is None

        def test_a_letter_that_may_still_come_back_shows_nothing(self, match: Match):
            for minutes in (10, 20, 30):
                seal_for_everybody(match, MONDAY + minutes * A_MINUTE)
                self.send(MONDAY + minutes * A_MINUTE)
            assert seat(match, "Bruno").trouble == self.COME_BACK

        def test_nor_does_one_that_was_taken_over_while_nobody_is_heard_of(self, match: Match):
            for days in (3, 6):
                matches.close_due(MONDAY + days * A_DAY)
                self.send(MONDAY + days * A_DAY)
            assert seat(match, "Bruno").trouble == self.COME_BACK

        def test_as_long_as_letters_come_back_it_stays_and_the_host_is_told_once(self, match: Match):
            for hours in range(1, 80, 10):
                seal_for_everybody(match, MONDAY + hours * AN_HOUR)
                self.send(MONDAY + hours * AN_HOUR)
                last = max(one.id for one in the_letters() if one.sent_at and one.chair_id == seat(match, "Bruno").id)
                outbox.bounced(last, MONDAY + hours * AN_HOUR, self.COME_BACK)
            assert seat(match, "Bruno").trouble == self.COME_BACK
            assert [one.kind for one in the_letters()].count("trouble") == 1

    def test_a_bounce_of_an_unknown_letter_changes_nothing(self):
        outbox.bounced(4711, MONDAY, "Letters to this address come back.")
        assert the_letters() == []


def test_a_mail_server_that_is_down_stops_the_run_but_not_the_worker():
    open_table("Ada", "Bruno")

    class NoServer(TestKilled.KilledAfterSending):
        def __init__(self) -> None:
            self.tries = 0

        def send(self, message: EmailMessage, sender: str, address: str) -> None:
            self.tries += 1
            raise Down("the mail server could not be reached")

    nowhere = NoServer()
    assert outbox.deliver(MONDAY, way_out=nowhere) == 0
    assert nowhere.tries == 1
