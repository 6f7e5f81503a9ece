"""Links of a match that is over show it: whoever they are passed on to changes nothing that goes on."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from server import clock, links, matches
from server.matches import Guest, practising
from server.post import inbound
from server.store.models import MATCHES, OVER, PLAYERS, PLAYING, Channel, Letter, Match, NeverWrite, Offer, db
from server.store.one_match import one_player
from server.store.session import transaction
from server.web.seat import ACTIONS
from server.web.sidebar import ACTIONS as ASIDE
from tests.cast import (
    again,
    all_matches,
    guests,
    letters,
    open_match,
    open_table,
    play_out,
    reply_address,
    seat,
    takes_over,
)
from tests.web.browsing import about, link, text

FIELDS = {
    "sure": "yes", "days": "5", "from": "22:00", "until": "08:00", "place": "Asia/Tokyo", "zone": "Asia/Tokyo",
    "before": "3", "verdict": "accept", "comes": "yes", "minutes": "60", "day": "2026-12-24", "time": "20:00",
    "seat": "1", "name": "Greta", "email": "greta@example.org", "ply": "0", "typed": "KH centre", "line": "hello",
}  # fmt: skip
"""Whatever a form of a seat may hold."""
PRESENT = [PLAYERS, *(model.__table__ for model in (NeverWrite, Channel, Offer))]
"""Tables of which no row may change."""


@pytest.fixture
def past(web: FlaskClient) -> Match:
    """A match of Ada and Bruno that is over, while another of theirs is played."""
    return play_out(open_table("Ada", "Bruno", rounds=1), Random(1))


def present(*, but: Match) -> Mapping[str, Any]:
    """All that goes on, apart from a match that is over and what may follow it."""
    db.session.rollback()
    its = select(MATCHES.c.id).where((MATCHES.c.id == but.id) | (MATCHES.c.rematch_of == but.id))
    rows = {table.name: db.session.execute(select(table)).all() for table in PRESENT}
    rows["match"] = db.session.execute(select(MATCHES).where(MATCHES.c.id.not_in(its))).all()
    return {name: sorted(map(str, found)) for name, found in rows.items()}


@pytest.mark.parametrize("end", ["over", "called off", "resigned"])
def test_nothing_that_is_posted_to_one_changes_what_goes_on(web: FlaskClient, past: Match, end: str) -> None:
    open_table("Ada", "Bruno")
    if end == "called off":
        past = open_match("titro", {}, guests("Ada", "Bruno"))
        matches.accept(past.chairs[0].id)
        matches.decline(past.chairs[0].id)
    elif end == "resigned":
        past = open_table("Ada", "Bruno", "Chiara", game="tottarot")
        matches.resign(seat(past, "Bruno").id)
    path, before = link(past, "Bruno"), present(but=past)
    tried = {*ACTIONS, *ASIDE, "seal"} - {"hand-over"}
    for do in (*sorted(tried - {"replace"}), "replace"):
        for more in ({}, {"verdict": "decline", "do": do}):
            answer = web.post(path, data={**FIELDS, "do": do, **more})
            assert answer.status_code in (200, 303, 409, 410, 422), do
            assert "/s/" not in (answer.location or path).replace(path, ""), do
    assert present(but=past) == before
    assert [letter for letter in db.session.scalars(select(Letter)) if letter.kind in ("away", "back")] == []


def test_its_page_offers_no_such_thing(web: FlaskClient, past: Match) -> None:
    playing = open_table("Ada", "Bruno")
    assert "Quiet hours" in text(web.get(about(playing, "Ada")))
    assert "Quiet hours" not in text(web.get(about(past, "Ada")))
    refused = web.post(link(past, "Ada"), data={"do": "go-away", "days": "5"})
    assert "For you this match is over, and its page only shows it." in text(refused)


def test_nor_does_a_mail_to_an_address_of_it(web: FlaskClient, past: Match) -> None:
    player = seat(past, "Ada").player
    assert player is not None
    for text_ in ("away 5 days", "back"):
        target = inbound.recipient(
            transaction(lambda: reply_address(seat(past, "Ada").id, past.ply, clock.now()))(), clock.now()
        )
        assert target is not None
        raw = f"From: ada@example.org\r\nMessage-ID: <{text_[:4]}@example.org>\r\n\r\n{text_}\r\n".encode()
        inbound.keep(target, "ada@example.org", raw, clock.now())
        inbound.process_due()
    assert one_player(player.id).vacations is None
    assert [letter.kind for letter in letters(again(past))][-1] == "refusal"


class TestTheNextMatch:
    def follows(self, past: Match) -> list[Match]:
        return all_matches(MATCHES.c.rematch_of == past.id)

    @pytest.mark.parametrize("do", ["rematch", "more"])
    def test_is_proposed_by_it_once_and_its_link_goes_out_by_letter_only(
        self, web: FlaskClient, past: Match, do: str
    ) -> None:
        said = [web.post(link(past, "Bruno"), data={"do": do}) for _ in range(3)]
        [after] = self.follows(past)
        own = links.seat_token(seat(after, "Bruno"))
        for one in said:
            assert (one.status_code, one.location) == (200, None)
            assert "A letter is on its way" in text(one)
            assert own not in one.text
        assert own not in web.get(link(past, "Bruno")).text
        assert [(letter.kind, letter.chair_id) for letter in letters(after)] == [
            ("seat", seat(after, "Bruno").id), ("invitation", seat(after, "Ada").id),
        ]  # fmt: skip

    def test_is_not_shown_by_it_after_the_seat_there_was_handed_on(self, web: FlaskClient, past: Match) -> None:
        matches.rematch(seat(past, "Bruno").id)
        [after] = self.follows(past)
        matches.accept(seat(after, "Ada").id)
        takes_over(after, "Bruno", "Greta", at=clock.now())
        for do in ("rematch", "more"):
            said = web.post(link(past, "Bruno"), data={"do": do})
            assert "A letter is on its way" in text(said)
        player = seat(past, "Bruno").player
        assert player is not None
        home = links.me(player).removeprefix("http://localhost")
        form = {"seat": seat(past, "Bruno").id, "game": "titro"}
        assert web.post(f"{home}/circle", data=form).location == home

    def test_does_not_begin_by_it_alone(self, web: FlaskClient) -> None:
        people = [*guests("Ada"), Guest("Edda", house=True)]
        past = open_match("titro", {"rounds": 1}, people)
        matches.accept(past.chairs[0].id)
        past = play_out(past, Random(1))
        web.post(link(past, "Ada"), data={"do": "rematch"})
        [after] = self.follows(past)
        assert after.status == "invited"
        matches.accept(after.chairs[0].id)
        assert again(after).status == PLAYING

    def test_is_nothing_for_somebody_who_wants_no_letters(self, web: FlaskClient, past: Match) -> None:
        player = seat(past, "Bruno").player
        assert player is not None
        matches.never_write(player.id)
        assert web.post(link(past, "Bruno"), data={"do": "rematch"}).status_code == 422
        assert db.session.scalars(select(NeverWrite)).all() != []
        more = matches.rematch(seat(past, "Ada").id)
        assert not letters(again(more), to="Bruno")


class TestPractice:
    def test_the_same_form_is_the_same_match_and_nobody_elses(self, app: Flask) -> None:
        real = open_table("Ada", "Bruno")
        one, two = (matches.practise("titro", {}, "192.0.2.0", form="a form") for _ in range(2))
        other = matches.practise("tottarot", {}, "192.0.2.0", form="a form")
        assert one.id == two.id
        assert len({one.id, other.id, real.id}) == 3
        assert one.practice_form is not None
        assert again(real).practice_form is None

    def test_a_number_that_was_made_up_is_not_looked_for(self, web: FlaskClient) -> None:
        real = open_table("Ada", "Bruno")
        for form in (real.id, f"titro {real.id}"):
            there = web.post("/practice", data={"game": "titro", "form": form})
            chair = matches.chair_by_token(there.location.rpartition("/")[2])
            assert chair.match.practice_until == chair.match.created_at + practising.KEPT


def test_an_end_is_shown_to_whoever_has_the_link(web: FlaskClient, past: Match) -> None:
    assert again(past).status == OVER
    assert web.get(link(past, "Ada")).status_code == 200
