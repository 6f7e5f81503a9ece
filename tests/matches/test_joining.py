"""Open seats: who has the link of the group asks for one, and takes it by the letter that comes; nobody else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from server import clock, links, matches
from server.config import Settings, settings
from server.matches import Closed, Guest, Refused, TooMany, joining, retaining
from server.matches.opening import OPEN_SEATS
from server.post import outbox
from server.post.transports.maildir import Maildir
from server.store.models import (
    CANCELLED,
    INVITED,
    MATCHES,
    PLAYERS,
    PLAYING,
    Letter,
    Match,
    Reservation,
    SharedLink,
    db,
)
from tests.cast import address, again, guests, letters, open_match, open_table, seat
from tests.conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")
LATER = MONDAY + timedelta(hours=1)


def with_open_seats(*names: str, seats: int = 1, game: str = "scarto", accept: bool = True, **more) -> Match:
    """A match with open seats whose host has confirmed it."""
    people = [*guests(*names), *(Guest("", open=True) for _ in range(seats))]
    match = open_match(game, {}, people, at=MONDAY, **more)
    if accept:
        matches.accept(match.chairs[0].id, at=MONDAY)
    return again(match)


def link_of(match: Match) -> SharedLink:
    again(match)
    link = joining.join_link(match.id)
    assert link is not None
    return link


def asks(match: Match, name: str, email: str = "", at=MONDAY, **more) -> None:
    """Somebody asks for a seat by the link as it is now."""
    link = link_of(match)
    matches.ask_for_seat(link.id, link.version, name, email or address(name), at=at, **more)


def kept_for(name: str) -> Reservation:
    db.session.rollback()
    found = select(Reservation).where(Reservation.name == name).order_by(Reservation.id.desc()).limit(1)
    reservation = db.session.scalar(found)
    assert reservation is not None
    return reservation


def takes(name: str, at=LATER, word: str | None = None):
    return matches.take_kept(kept_for(name).id, word, at=at)


def joins(match: Match, name: str, at=MONDAY) -> None:
    asks(match, name, at=at)
    takes(name, at=at)


def to(name: str, kind: str = "kept") -> int:
    """How many letters of a kind were written to somebody, and not dropped at once."""
    found = select(func.count()).select_from(Letter).join(PLAYERS, Letter.player_id == PLAYERS.c.id)
    return db.session.scalar(
        found.where(PLAYERS.c.email == address(name), Letter.kind == kind, Letter.dropped_at.is_(None))
    )


def state(match: Match, at=MONDAY) -> str:
    link = link_of(match)
    return joining.state_of(link, link.version, at)


class TestASeat:
    def test_is_kept_by_the_page_and_taken_by_the_letter(self):
        match = with_open_seats("Ada", seats=2)
        assert [chair.name for chair in match.chairs] == ["Ada", *OPEN_SEATS[:2]]
        asks(match, "Edda")
        assert (to("Edda"), [chair.is_open for chair in again(match).chairs]) == (1, [False, True, True])
        taken = takes("Edda")
        assert (taken.name, taken.accepted_at, again(match).status) == ("Edda", LATER, INVITED)
        assert again(match).chairs[1].player.accepted_at == LATER

    def test_the_last_one_taken_deals_the_cards(self):
        match = with_open_seats("Ada", "Bruno")
        matches.accept(seat(match, "Bruno").id, at=MONDAY)
        asks(match, "Edda")
        takes("Edda", word="marmalade")
        assert again(match).status == PLAYING
        assert seat(match, "Edda").word == "marmalade"
        assert letters(match, "turn")

    def test_the_match_waits_for_whoever_was_invited_too(self):
        match = with_open_seats("Ada", "Bruno")
        joins(match, "Edda")
        assert again(match).status == INVITED
        matches.accept(seat(match, "Bruno").id, at=LATER)
        assert again(match).status == PLAYING

    def test_the_host_is_told_who_joined(self):
        match = with_open_seats("Ada", seats=2)
        joins(match, "Edda")
        [letter] = letters(match, "joined", to="Ada")
        assert letter.facts["seat"] == 1
        outbox.deliver(LATER)
        told = [one.get_body(("plain",)).get_content() for one in mails("Ada")]
        assert any("One seat is still open." in text for text in told)
        assert all(address("Edda") not in text for text in told)

    def test_is_open_again_after_a_day(self):
        match = with_open_seats("Ada", "Bruno")
        asks(match, "Edda")
        assert state(match) == joining.KEPT
        tomorrow = MONDAY + clock.DAY
        assert state(match, tomorrow) == joining.OPEN
        with pytest.raises(Refused, match="kept for a day, and is open again"):
            takes("Edda", at=tomorrow)
        asks(match, "Farid", at=tomorrow)
        assert takes("Farid", at=tomorrow).name == "Farid"

    def test_is_open_again_at_once_where_it_is_not_wanted(self):
        match = with_open_seats("Ada", "Bruno")
        asks(match, "Edda")
        matches.decline_kept(kept_for("Edda").id, LATER)
        assert (state(match, LATER), again(match).status) == (joining.OPEN, INVITED)
        with pytest.raises(Refused, match="do not want this seat"):
            takes("Edda")

    def test_taken_twice_is_taken_once(self):
        match = with_open_seats("Ada", seats=2)
        asks(match, "Edda")
        assert takes("Edda").id == takes("Edda").id
        assert len(letters(match, "joined")) == 1
        matches.decline_kept(kept_for("Edda").id, LATER)
        assert seat(match, "Edda").accepted_at == LATER


class TestTheSamePerson:
    def test_who_asks_twice_takes_one_seat_and_the_other_is_open_again(self):
        match = with_open_seats("Ada", seats=2)
        asks(match, "Edda")
        asks(match, "Eddy", address("Edda"))
        assert len(joining.seats_of(link_of(match), MONDAY).free) == 0
        takes("Edda")
        assert len(joining.seats_of(link_of(match), LATER).free) == 1
        with pytest.raises(Refused):
            takes("Eddy")

    def test_who_sits_there_gets_the_link_of_their_seat_and_nothing_to_take(self):
        match = with_open_seats("Ada", seats=2)
        asks(match, "Somebody Else", address("Ada"))
        outbox.deliver(LATER)
        told = [" ".join(one.get_body(("plain",)).get_content().split()) for one in mails("Ada")]
        [again_told] = [text for text in told if "you sit at this table already" in text]
        assert links.seat(seat(match, "Ada")) in again_told
        with pytest.raises(Refused, match="sit at this table already"):
            takes("Somebody Else")

    def test_a_form_sent_twice_asks_once_even_where_it_took_the_last_seat(self):
        match = with_open_seats("Ada", "Bruno")
        asks(match, "Edda", form="abc")
        asks(match, "Edda", form="abc")
        assert to("Edda") == 1
        with pytest.raises(Closed, match="a day to confirm it"):
            asks(match, "Edda", form="another")


class TestNobodyLearnsOfAnAddress:
    def test_who_wants_no_letters_gets_none_and_the_page_says_the_same(self):
        earlier = open_match("titro", {}, guests("Chiara", "Edda"), at=MONDAY)
        matches.accept(earlier.chairs[0].id, at=MONDAY)
        matches.never_write(seat(earlier, "Edda").player_id, MONDAY)
        before = to("Edda", "invitation")
        match = with_open_seats("Ada", "Bruno")
        asks(match, "Edda")
        assert (to("Edda"), to("Edda", "invitation"), state(match)) == (0, before, joining.KEPT)
        assert letters(match, "trouble") == []
        assert [chair.trouble for chair in again(match).chairs] == [None] * 3

    def test_an_address_that_has_had_enough_letters_gets_no_more(self, app: Flask):
        app.extensions["poste"] = Settings(app.extensions["poste"].environ | {"LIMITS": "on"})
        for n in range(4):
            asks(with_open_seats(f"Host{n}", "Bruno"), "Edda")
        assert to("Edda") == 3

    def test_the_link_tells_the_same_of_every_address(self):
        told = []
        for email in ("ada@example.org", "bruno@example.org", "chiara@example.org", "new@example.org"):
            match = with_open_seats("Ada", "Bruno", seats=2, game="french-tarot")
            asks(match, "Chiara")
            seats = [len(joining.seats_of(link_of(match), MONDAY).free)]
            for name in ("Ada", "Bruno", "Chiara"):  # refused before anything is asked of the address
                with pytest.raises(Refused, match="called"):
                    asks(match, name, email)
            asks(match, "Somebody Else", email)
            told.append([*seats, len(joining.seats_of(link_of(match), MONDAY).free), state(match)])
        assert told == [[1, 0, joining.KEPT]] * 4


class TestNames:
    def test_nobody_passes_for_somebody_at_the_table(self, subtests: pytest.Subtests):
        match = with_open_seats("Ada", "Bruno")
        for name in ["Ada", "ada", "Ad\u0430", "an open seat"]:
            with subtests.test(name=name):
                with pytest.raises(Refused, match="called") as refused:
                    asks(match, name, "edda@example.org")
                assert refused.value.field == "name"

    def test_nor_for_somebody_for_whom_a_seat_is_kept(self):
        match = with_open_seats("Ada", seats=2)
        asks(match, "Edda")
        with pytest.raises(Refused, match="called Edda"):
            asks(match, "Edda", "other@example.org")

    def test_what_is_no_name_or_no_address_is_refused(self, subtests: pytest.Subtests):
        match = with_open_seats("Ada", "Bruno")
        link = link_of(match)
        for name, email in [("", "e@example.org"), ("Edda", "nonsense"), ("x" * 41, "e@e.org")]:
            with subtests.test(name=name, email=email):
                with pytest.raises(Refused):
                    matches.ask_for_seat(link.id, link.version, name, email, at=MONDAY)
                assert state(match) == joining.OPEN


class TestTheLink:
    def test_opens_nothing_before_the_host_has_confirmed(self):
        match = with_open_seats("Ada", "Bruno", accept=False)
        with pytest.raises(Closed) as closed:
            asks(match, "Edda")
        assert closed.value.state == joining.EARLY

    def test_that_was_ended_opens_nothing_and_what_was_taken_stays(self):
        match = with_open_seats("Ada", seats=2)
        old = link_of(match).version
        joins(match, "Edda")
        asks(match, "Farid")
        matches.end_shared(seat(match, "Ada").id, links.JOIN, LATER)
        assert state(match) == joining.ENDED
        with pytest.raises(Refused, match="has ended this link"):
            takes("Farid")
        assert seat(match, "Edda").accepted_at
        fresh = matches.renew_shared(seat(match, "Ada").id, links.JOIN)
        assert (fresh.version, state(match)) == (old + 1, joining.OPEN)
        assert joining.state_of(link_of(match), old, MONDAY) == joining.ENDED

    def test_a_limit_holds_for_it_and_not_for_the_next_one(self):
        match = with_open_seats("Ada", seats=3, game="french-tarot")
        host = seat(match, "Ada").id
        matches.limit_shared(host, 1, listed=False)
        joins(match, "Edda")
        assert state(match) == joining.FULL
        matches.renew_shared(host, links.JOIN)
        assert (state(match), joining.seats_of(link_of(match), MONDAY).left) == (joining.OPEN, 2)

    def test_only_the_host_ends_it(self):
        match = with_open_seats("Ada", "Bruno")
        matches.accept(seat(match, "Bruno").id, at=MONDAY)
        for act in (matches.renew_shared, matches.end_shared):
            with pytest.raises(Refused, match="Only the host"):
                act(seat(match, "Bruno").id, links.JOIN)

    def test_dies_with_all_links_of_the_match_and_of_the_server(self):
        match = with_open_seats("Ada", "Bruno")
        old = link_of(match).version
        matches.revoke_links(match.id, at=MONDAY)
        assert joining.state_of(link_of(match), old, MONDAY) == joining.ENDED
        matches.revoke_all(MONDAY)
        assert link_of(match).version == old + 2

    def test_says_why_when_the_match_has_begun_or_was_called_off(self):
        match = with_open_seats("Ada", "Bruno")
        joins(match, "Edda")
        matches.decline(seat(match, "Bruno").id, at=LATER)
        assert (again(match).status, state(match)) == (CANCELLED, joining.OFF)
        other = with_open_seats("Ada", "Bruno")
        matches.accept(seat(other, "Bruno").id, at=MONDAY)
        joins(other, "Edda")
        assert state(other) == joining.BEGUN

    def test_lapses_with_the_match(self):
        match = with_open_seats("Ada", "Bruno")
        matches.lapse_due(MONDAY + timedelta(days=15))
        assert (again(match).status, state(match)) == (CANCELLED, joining.OFF)


class TestLimits:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        """Limits as they are shipped."""
        return Settings(settings.environ | {"LIMITS": "on"})

    def test_one_network_asks_for_six_seats_a_day(self):
        for n in range(joining.OF_A_NETWORK):
            asks(with_open_seats(f"Host{n}", "Bruno"), "Edda", f"edda{n}@example.org", origin="192.0.2.1")
        match = with_open_seats("Ada", "Bruno")
        with pytest.raises(TooMany, match="enough seats"):
            asks(match, "Edda", origin="192.0.2.1")
        asks(match, "Edda", origin="192.0.2.2")


class TestAround:
    def test_the_host_may_offer_an_open_seat_to_somebody_by_name(self):
        match = with_open_seats("Ada", "Bruno")
        asks(match, "Edda")
        offer = matches.offer_seat(seat(match, "Ada").id, 2, "Farid", address("Farid"), MONDAY)
        matches.take_offer(offer.id, LATER)
        assert (seat(match, "Farid").is_open, state(match)) == (False, joining.FULL)
        with pytest.raises(Refused, match="found somebody else"):
            takes("Edda")

    def test_inviting_everybody_again_leaves_the_seats_open_that_were(self):
        match = with_open_seats("Ada", "Bruno")
        matches.decline(seat(match, "Bruno").id, at=LATER)
        new = matches.rematch(seat(match, "Ada").id, at=LATER)
        assert [(chair.name, chair.is_open) for chair in new.chairs] == [
            ("Ada", False), ("Bruno", False), ("an open seat", True),
        ]  # fmt: skip
        assert state(new) == joining.OPEN

    def test_the_host_has_a_seat_of_their_own(self):
        with pytest.raises(Refused, match="name"):
            open_match("scarto", {}, [Guest("", open=True), *guests("Ada", "Bruno")])

    def test_matches_without_open_seats_have_no_link(self):
        match = open_table("Ada", "Bruno")
        assert joining.join_link(match.id) is None
        with pytest.raises(Refused, match="no such link"):
            matches.renew_shared(seat(match, "Ada").id, links.JOIN)

    def test_what_was_never_taken_is_forgotten_after_a_month(self):
        match = with_open_seats("Ada", seats=2)
        asks(match, "Edda")
        joins(match, "Farid")
        db.session.execute(update(MATCHES).values(closes_at=MONDAY + timedelta(days=99)))
        db.session.commit()
        retaining.tidy_due(MONDAY + timedelta(days=32))
        assert db.session.scalars(select(Reservation.name)).all() == ["Farid"]

    def test_the_public_list_is_of_hosts_who_want_it_on_servers_that_have_it(self, app: Flask):
        with pytest.raises(Refused, match="no public list"):
            with_open_seats("Ada", "Bruno", listed=True)
        host = seat(with_open_seats("Edda", "Bruno"), "Edda").id
        with pytest.raises(Refused, match="no public list"):
            matches.limit_shared(host, 1, listed=True)
        without = app.extensions["poste"]
        app.extensions["poste"] = Settings(without.environ | {"OPEN_TABLES": "on"})
        listed = with_open_seats("Ada", "Bruno", listed=True)
        with_open_seats("Chiara", "Bruno")
        with_open_seats("Dmitri", "Bruno", listed=True, accept=False)
        assert [link.match_id for link, _ in joining.open_tables(MONDAY)] == [listed.id]
        matches.end_shared(seat(listed, "Ada").id, links.JOIN, MONDAY)
        assert joining.open_tables(MONDAY) == []
        listed_later = matches.limit_shared(host, 1, listed=True)
        assert [link.match_id for link, _ in joining.open_tables(MONDAY)] == [listed_later.match_id]
        app.extensions["poste"] = without
        assert matches.limit_shared(host, None, listed=True).most is None, "what is listed already is no new wish"


def mails(name: str):
    box = Maildir(settings().local_mail)
    return [one for one in map(box.read, [m.key for m in box.letters() if m.name == name]) if one]
