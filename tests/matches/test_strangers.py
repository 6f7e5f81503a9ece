"""People who never agreed to letters get few of them, and none once they have said so."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from server import clock, links, matches
from server.config import Settings
from server.matches import Guest, Refused, TooMany, quotas, retaining, strangers
from server.post import outbox
from server.post.message import one_line
from server.store.models import CANCELLED, INVITED, PLAYERS, PLAYING, Letter, Match, Tally, db
from server.store.session import transaction
from tests.cast import address, again, guests, letters, open_match, open_table, seat
from tests.conftest import MONDAY
from tests.services import link_key

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Limits as they are shipped."""
    return Settings(settings.environ | {"LIMITS": "on"})


def invited(host: str, *names: str, at=MONDAY) -> Match:
    """A match to which a host, who has confirmed it, invites the others."""
    match = open_match("titro", {}, guests(host, *names), at=at)
    matches.accept(seat(match, host).id, at=at)
    return again(match)


def to(name: str) -> int:
    """How many letters were written to somebody, and not dropped at once."""
    found = select(func.count()).select_from(Letter).join(PLAYERS, Letter.player_id == PLAYERS.c.id)
    found = found.where(Letter.dropped_at.is_(None))
    return db.session.scalar(found.where(PLAYERS.c.email == address(name)))


class TestFewLetters:
    def test_three_a_day_and_ten_a_week_from_all_matches_together(self):
        for n in range(8):
            invited(f"Host{n}", "Bruno", at=MONDAY + timedelta(minutes=n))
        assert to("Bruno") == 3
        for day in range(1, 4):
            for n in range(4):
                invited(f"Host{n}-{day}", "Bruno", at=MONDAY + timedelta(days=day, hours=1 + n))
        assert to("Bruno") == 10
        invited("Late", "Bruno", at=MONDAY + timedelta(days=8))
        assert to("Bruno") == 11

    def test_the_host_reads_why_and_may_send_it_when_the_day_is_over(self):
        for n in range(3):
            invited(f"Host{n}", "Bruno")
        match = invited("Ada", "Bruno")
        assert seat(match, "Bruno").trouble == strangers.ENOUGH
        assert letters(match, to="Bruno") == []
        matches.resend(seat(match, "Ada").id, 1, MONDAY + timedelta(days=1, seconds=1))
        assert seat(match, "Bruno").trouble is None
        assert [letter.kind for letter in letters(match, to="Bruno")] == ["invitation"]

    def test_other_ways_to_write_a_mailbox_get_no_more(self):
        for n, email in enumerate(
            ["bruno@gmail.com", "b.runo@gmail.com", "bruno+1@googlemail.com", "b.r.uno+2@gmail.com"]
        ):
            match = open_match("titro", {}, [Guest("Ada", f"a{n}@example.org"), Guest("Bruno", email)], at=MONDAY)
            matches.accept(match.chairs[0].id, at=MONDAY)
        assert seat(match, "Bruno").trouble == strangers.ENOUGH

    def test_every_kind_of_letter_counts(self):
        match = invited("Ada", "Bruno")
        matches.send_lost_links(address("Bruno"), MONDAY)
        matches.resend(seat(match, "Ada").id, 1, MONDAY)
        matches.send_lost_links(address("Bruno"), MONDAY + timedelta(hours=2))
        host = open_table("Chiara", "Dmitri")
        before = to("Bruno")
        offer = matches.offer_seat(host.chairs[0].id, 0, "Bruno", address("Bruno"), MONDAY)
        assert "as many letters" in (offer.trouble or "")
        open_match("titro", {}, guests("Bruno", "Edda"), at=MONDAY)
        assert to("Bruno") == before

    def test_a_link_is_not_replaced_where_the_new_one_could_not_be_sent(self):
        match = invited("Ada", "Bruno")
        for _ in range(2):
            matches.replace_link(seat(match, "Bruno").id, MONDAY)
        token = links.seat_token(seat(match, "Bruno"))
        with pytest.raises(Refused, match="as many letters"):
            matches.replace_link(seat(match, "Bruno").id, MONDAY)
        assert matches.chair_by_token(token).name == "Bruno"

    def test_who_has_taken_a_seat_gets_all_letters(self):
        open_table("Ada", "Bruno")
        for n in range(5):
            assert len(letters(invited(f"Host{n}", "Bruno"), to="Bruno")) == 1

    def test_taking_the_seat_ends_the_trouble(self):
        for n in range(3):
            invited(f"Host{n}", "Bruno")
        match = invited("Ada", "Bruno")
        matches.accept(seat(match, "Bruno").id, at=MONDAY)
        assert (again(match).status, seat(match, "Bruno").trouble) == (PLAYING, None)
        assert letters(match, "turn", to="Bruno")

    def test_nothing_is_kept_in_clear_and_nothing_longer_than_it_counts(self):
        invited("Ada", "Bruno")
        kept = db.session.scalars(select(Tally)).all()
        assert kept
        assert all(len(tally.key) == 64 for tally in kept)
        retaining.tidy_due(MONDAY + timedelta(days=7, minutes=1))
        assert db.session.scalar(select(func.count()).select_from(Tally)) == 0

    def test_many_at_once_are_no_more_than_the_limit(self, app: Flask):
        taken, start = [], threading.Barrier(6)

        def asks() -> None:
            with app.app_context():
                start.wait()
                for _ in range(3):
                    if not transaction(quotas.take)("letter", "bruno", MONDAY, (clock.DAY, 5)):
                        taken.append(1)
                db.session.remove()

        threads = [threading.Thread(target=asks) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(taken) == 5


class TestMatchesOfOneNetwork:
    def test_twenty_a_day(self):
        for n in range(20):
            open_match("titro", {}, guests(f"Ada{n}", "Bruno"), origin="2001:db8::/64", at=MONDAY)
        with pytest.raises(TooMany, match="The next can be opened in 24 hours") as many:
            open_match("titro", {}, guests("Ada", "Bruno"), origin="2001:db8::/64", at=MONDAY)
        assert many.value.wait == 24 * 3600
        open_match("titro", {}, guests("Ada", "Bruno"), origin="192.0.2.1", at=MONDAY)
        open_match("titro", {}, guests("Edda", "Bruno"), at=MONDAY)
        tomorrow = MONDAY + timedelta(days=1, seconds=1)
        open_match("titro", {}, guests("Farid", "Bruno"), origin="2001:db8::/64", at=tomorrow)

    def test_what_is_refused_for_another_reason_does_not_count(self):
        for _ in range(30):
            with pytest.raises(Refused):
                open_match("titro", {}, guests("Ada"), origin="192.0.2.1", at=MONDAY)
        open_match("titro", {}, guests("Ada", "Bruno"), origin="192.0.2.1", at=MONDAY)


class TestNeverAgain:
    def never(self, match: Match, name: str) -> None:
        matches.never_write(seat(match, name).player_id, MONDAY)

    def test_nobody_can_have_a_letter_written(self):
        self.never(invited("Ada", "Bruno"), "Bruno")
        outbox.deliver(MONDAY)
        before = to("Bruno")
        other = invited("Chiara", "Bruno", at=MONDAY + timedelta(days=30))
        matches.resend(seat(other, "Chiara").id, 1, MONDAY + timedelta(days=31))
        matches.send_lost_links(address("Bruno"), MONDAY + timedelta(days=30))
        open_table("Dmitri", "Edda")
        assert to("Bruno") == before
        assert db.session.scalars(select(Letter.dropped_at).where(Letter.kind == "lost")).all() == [
            MONDAY + timedelta(days=30)
        ]

    def test_the_host_reads_the_same_as_of_an_address_that_does_not_exist(self):
        match, gone = invited("Ada", "Bruno"), invited("Chiara", "Dmitri")
        self.never(match, "Bruno")
        letter = letters(gone, "invitation", to="Dmitri")[0]
        outbox.bounced(letter.id, MONDAY, "Letters to this address are refused: “550 no such user”.")
        assert seat(match, "Bruno").trouble == seat(gone, "Dmitri").trouble == strangers.NOT_POSSIBLE
        assert len(letters(match, "trouble", to="Ada")) == len(letters(gone, "trouble", to="Chiara")) == 1
        later = invited("Edda", "Bruno")
        assert seat(later, "Bruno").trouble == strangers.NOT_POSSIBLE
        assert len(letters(later, "trouble", to="Edda")) == 1
        assert again(match).status == INVITED

    def test_other_ways_to_write_the_address_are_meant_too(self):
        first = open_match("titro", {}, [*guests("Ada"), Guest("Bruno", "bruno@gmail.com")], at=MONDAY)
        matches.accept(first.chairs[0].id, at=MONDAY)
        self.never(first, "Bruno")
        second = open_match("titro", {}, [*guests("Ada"), Guest("Bruno", "b.runo+x@gmail.com")], at=MONDAY)
        matches.accept(second.chairs[0].id, at=MONDAY)
        assert letters(second, to="Bruno") == []

    def test_it_holds_when_link_keys_are_rotated(self, app: Flask, settings: Settings):
        self.never(invited("Ada", "Bruno"), "Bruno")
        app.extensions["poste"] = Settings(settings.environ | {"LINK_KEYS": link_key("third-key")})
        assert letters(invited("Chiara", "Bruno"), to="Bruno") == []

    def test_who_is_made_a_host_by_a_stranger_ends_that_match_in_silence(self):
        match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        self.never(match, "Ada")
        assert (again(match).status, to("Bruno")) == (CANCELLED, 0)
        silent = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
        assert [letter.dropped_at for letter in letters(silent)] == [MONDAY]

    def test_the_person_alone_takes_it_back(self):
        match = invited("Ada", "Bruno")
        self.never(match, "Bruno")
        matches.stop_letters_to(seat(match, "Bruno").player_id, stopped=False)
        assert seat(match, "Bruno").trouble is None
        assert len(letters(invited("Chiara", "Bruno"), to="Bruno")) == 1

    def test_taking_a_seat_takes_it_back_too(self):
        match = invited("Ada", "Bruno")
        self.never(match, "Bruno")
        matches.accept(seat(match, "Bruno").id, at=MONDAY)
        assert seat(match, "Bruno").player.stopped_at is None
        assert letters(match, "turn", to="Bruno")


def test_no_encoded_word_passes_raw() -> None:
    assert "=?" not in one_line("=?utf-8?q?Win?= a prize")


def test_the_word_for_the_deal_is_no_advert(subtests: pytest.Subtests) -> None:
    match = invited("Ada", "Bruno")
    for word in ["cards.example.org", "http://x", "=?utf-8?q?x?="]:
        with subtests.test(word=word), pytest.raises(Refused, match="cannot be the address of a website"):
            matches.accept(seat(match, "Bruno").id, word, at=MONDAY)


def test_talk_before_the_first_card_is_no_advert() -> None:
    match = invited("Ada", "Bruno")
    matches.accept(seat(match, "Ada").id, at=MONDAY)
    with pytest.raises(Refused, match="cannot hold the address"):
        matches.say(seat(match, "Ada").id, "come to cards.example.org", MONDAY)
    matches.say(seat(match, "Ada").id, "Hello. J. R. comes too", MONDAY)
    matches.accept(seat(match, "Bruno").id, at=MONDAY)
    matches.say(seat(match, "Ada").id, "the rules are at cards.example.org", MONDAY)
