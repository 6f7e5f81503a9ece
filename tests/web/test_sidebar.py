"""What stands beside the table on a seat's page: talk, notes, orders, thoughts, substitutes; and who sees which."""

from __future__ import annotations

import re
from random import Random

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from server import clock, links, matches
from server.matches import talking
from server.store.models import OVER, Match, Offer, db
from tests.cast import again, guests, open_match, open_table, play_out, seals, seat
from tests.cast import page as seen

from .browsing import link, text
from .test_pages import a_bid, form


def does(web: FlaskClient, match: Match, who: str, what: str, /, **fields: str) -> TestResponse:
    """A seat posts one of the forms beside the table."""
    return web.post(link(match, who), data={"do": what, **fields})


class TestTalk:
    def test_a_line_stands_on_the_page_of_everybody(self, web: FlaskClient) -> None:
        match = open_table()
        answer = does(web, match, "Ada", "say", line="Good luck!")
        assert (answer.status_code, answer.location) == (303, f"{link(match, 'Ada')}#sidebar")
        assert "Ada Good luck!" in text(web.get(link(match, "Ada")))
        assert "Ada Good luck!" in text(web.get(link(match, "Bruno")))

    def test_the_last_line_is_a_bubble_at_its_speaker_until_one_speaks_or_answers(self, web: FlaskClient) -> None:
        match = open_table()
        bubble = '</i></span><q dir="auto">Good luck!</q>'
        does(web, match, "Ada", "say", line="Good luck!")
        assert bubble not in web.get(link(match, "Ada")).text
        shown = web.get(link(match, "Bruno")).text
        assert shown.index("tint-0") < shown.index(bubble) < shown.index("tint-1")
        assert 'href="#talk" aria-label="Ada has said something"' in shown
        does(web, match, "Bruno", "say", line="And to you!")
        assert "<q" not in web.get(link(match, "Bruno")).text
        assert "And to you!</q>" in web.get(link(match, "Ada")).text
        for name in ("Ada", "Bruno", "Ada"):
            seals(match, name, a_bid(match, name))
        assert "<q" not in web.get(link(match, "Ada")).text
        does(web, match, "Ada", "mute", whom="1")
        does(web, match, "Bruno", "say", line="Nobody hears this")
        assert "<q" not in web.get(link(match, "Ada")).text

    def test_a_line_comes_with_an_answer(self, web: FlaskClient) -> None:
        match = open_table()
        web.post(link(match, "Ada"), data=form(match, "Ada", a_bid(match, "Ada")) | {"say": "Good luck!"})
        assert seen(match, "Ada").sealed == a_bid(match, "Ada")
        assert [said.text for said in talking.talk_for(again(match).chairs[0])] == ["Good luck!"]

    def test_an_answer_stands_though_its_line_was_refused(self, web: FlaskClient) -> None:
        match = open_table()
        answer = web.post(link(match, "Ada"), data=form(match, "Ada", a_bid(match, "Ada")) | {"say": "x" * 501})
        assert answer.status_code == 422
        assert "Your answer is sealed, but your line was not said" in text(answer)
        assert seen(match, "Ada").sealed == a_bid(match, "Ada")

    def test_markup_is_shown_as_it_was_typed(self, web: FlaskClient) -> None:
        match = open_table()
        for what in ("say", "note", "think"):
            does(web, match, "Ada", what, line="<script>alert(1)</script>")
        page = web.get(link(match, "Ada")).text
        assert "<script>alert" not in page
        assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 4

    def test_what_is_refused_keeps_what_was_typed(self, web: FlaskClient) -> None:
        answer = does(web, open_table(), "Ada", "say", line="x" * 501)
        assert answer.status_code == 422
        assert "A line has at most 500 characters" in text(answer)
        assert f'value="{"x" * 501}"' in answer.text
        assert re.search(r'id="sidebar" open', answer.text)

    def test_the_enter_key_does_what_the_first_button_says(self, web: FlaskClient) -> None:
        page = web.get(link(open_table(), "Ada")).text
        assert re.search(r'name="do" value="(\w+)"', page[page.index('name="line"') :])[1] == "say"


class TestOneself:
    def test_notes_and_thoughts_are_on_no_other_page(self, web: FlaskClient) -> None:
        match = open_table()
        before = web.get(link(match, "Bruno")).text
        does(web, match, "Ada", "note", line="he bids low")
        does(web, match, "Ada", "think", line="I bluff")
        mine = text(web.get(link(match, "Ada")))
        assert "Notes to myself he bids low" in mine
        assert "Sealed until the match is over I bluff" in mine
        assert web.get(link(match, "Bruno")).text == before

    def test_a_note_is_struck(self, web: FlaskClient) -> None:
        match = open_table()
        note = matches.note(seat(match, "Ada").id, "wrong")
        does(web, match, "Ada", "strike", remark=str(note.id))
        assert "wrong" not in text(web.get(link(match, "Ada")))

    def test_what_is_no_note_of_mine_cannot_be_struck(self, web: FlaskClient, subtests: pytest.Subtests) -> None:
        match = open_table()
        kept = matches.note(seat(match, "Bruno").id, "Ada always bids low").id
        assert kept == 1
        for remark in ("0", "-1", "1", "9" * 30, "all", ""):
            with subtests.test(remark):
                refused = web.post(link(match, "Ada"), data={"do": "strike", "remark": remark})
                assert refused.status_code == 422
                assert "There is no such note of yours." in text(refused)
                assert "always bids low" in text(web.get(link(match, "Bruno")))

    def test_thoughts_are_opened_on_the_last_table_and_in_the_record(self, web: FlaskClient) -> None:
        match = open_table()
        does(web, match, "Ada", "think", line="I bluff")
        does(web, match, "Ada", "note", line="for me alone")
        play_out(match, Random(2))
        for path in (link(match, "Bruno"), f"/records/{match.id}"):
            page = text(web.get(path))
            assert "What was thought" in page
            assert "Ada I bluff" in page
            assert "for me alone" not in page


class TestThePlan:
    def test_the_door_to_it_is_there_after_answering_and_says_what_is_planned(self, web: FlaskClient) -> None:
        match = open_table()
        seals(match, "Ada", a_bid(match, "Ada"))
        assert "<b>Plan</b>" in web.get(link(match, "Ada")).text
        matches.seal_plan(seat(match, "Ada").id, "keep nothing")
        shown = web.get(link(match, "Ada"))
        assert "My plan Nothing. Otherwise I am asked." in text(shown)
        assert f'href="{link(match, "Ada")}/plan"' in shown.text

    def test_nobody_else_sees_one(self, web: FlaskClient) -> None:
        match = open_table()
        before = web.get(link(match, "Bruno")).text
        matches.seal_plan(seat(match, "Ada").id, "answer king of hearts centre")
        assert web.get(link(match, "Bruno")).text == before
        assert "king of hearts centre" not in web.get(f"/api{link(match, 'Bruno').replace('/s/', '/seat/')}").text

    def test_one_that_was_withdrawn_is_told_until_it_is_seen(self, web: FlaskClient) -> None:
        match = open_table()
        held = seen(match, "Ada").view["core"]["hand"]
        other = next(card for card in ("KS", "QH", "KH", "QD", "10S", "QS") if card not in held)
        matches.seal_plan(seat(match, "Ada").id, f"at the second bid {other} centre")
        for name in ("Ada", "Bruno"):
            seals(match, name, a_bid(match, name))
        told = (
            f"What you had planned (“at the second bid {other} centre”) did not fit what was asked, and was withdrawn."
        )
        assert told in text(web.get(link(match, "Ada")))
        does(web, match, "Ada", "withdraw-plan")
        assert told not in text(web.get(link(match, "Ada")))


class TestSubstitutes:
    EDDA = {"name": "Edda", "email": "edda@example.org", "sure": "yes"}

    def test_my_seat_is_offered_and_my_link_is_dead_once_it_is_taken(self, web: FlaskClient) -> None:
        match = open_table(at=clock.now())
        old = link(match, "Bruno")
        answer = web.post(old, data={"do": "hand-over", "seat": "1", **self.EDDA})
        assert "Edda is asked" in text(answer)
        assert "Your seat is offered to Edda. A letter asks" in text(web.get(old))
        assert "is offered" not in text(web.get(link(match, "Ada")))
        offer = db.session.scalars(select(Offer)).one()
        there = f"/offer/{links.sign(links.OFFER, offer.id)}"
        shown = web.get(there)
        assert "Bruno asks whether you, Edda, would take this seat." in text(shown)
        assert web.get(old).status_code == 200
        assert web.post(there, data={}).status_code == 422
        taken = web.post(there, data={"verdict": "accept"})
        for used in (taken, web.post(there, data={"verdict": "accept"}), web.get(there)):
            assert (used.status_code, used.location) == (200, None)
            assert "A letter to your address has its link" in text(used)
        assert web.get(old).status_code == 410
        assert "Edda now plays in the place of Bruno." in text(web.get(link(match, "Ada")))

    def test_an_offer_is_declined_for_good_or_withdrawn(self, web: FlaskClient) -> None:
        match = open_table(at=clock.now())
        for answer_of_edda in ({"verdict": "decline"}, {"do": "never", "sure": "yes"}):
            does(web, match, "Bruno", "hand-over", seat="1", **self.EDDA)
            offer = db.session.scalars(select(Offer).order_by(Offer.id.desc())).first()
            there = f"/offer/{links.sign(links.OFFER, offer.id)}"
            answer = text(web.post(there, data=answer_of_edda))
            assert "You have declined." in answer or "You get no letter from here any more" in answer
            if "do" not in answer_of_edda:
                assert "Edda has declined: ask somebody else." in text(web.get(link(match, "Bruno")))
        does(web, match, "Bruno", "hand-over", seat="1", **self.EDDA)
        assert "Letters to this address are not possible." in text(web.get(link(match, "Bruno")))
        does(web, match, "Bruno", "withdraw-offer", seat="1")
        assert "is offered" not in text(web.get(link(match, "Bruno")))

    def test_only_with_the_tick(self, web: FlaskClient) -> None:
        match = open_table()
        answer = does(web, match, "Bruno", "hand-over", seat="1", name="Edda", email="edda@example.org")
        assert answer.status_code == 422
        assert "tick the box that says so first" in text(answer)
        assert 'value="edda@example.org"' in answer.text

    def test_a_page_offers_only_what_it_may_do(self, web: FlaskClient) -> None:
        match = open_table()
        page = web.get(link(match, "Ada")).text
        assert re.findall(r'name="seat" value="(\d)"', page) == ["0"]
        assert "Let the house play" not in page
        answer = does(web, match, "Ada", "hand-over", seat="1", **self.EDDA)
        assert answer.status_code == 422
        assert "only Bruno can hand on this seat" in text(answer)

    def test_a_seat_that_is_none_is_refused(self, web: FlaskClient) -> None:
        match = open_table()
        for there in ("7", "-1", "x", ""):
            assert does(web, match, "Ada", "hand-over", seat=there, **self.EDDA).status_code == 422

    def test_the_house_holds_a_seat_where_that_was_agreed(self, web: FlaskClient) -> None:
        match = open_match("titro", {}, guests("Ada", "Bruno"), terms={"house-absent": "on"})
        for chair in match.chairs:
            matches.accept(chair.id)
        does(web, match, "Bruno", "let-house-play", seat="1")
        assert "A house player holds your seat. I play again" in text(web.get(link(match, "Bruno")))
        assert "a house player answers for you" in text(web.get(link(match, "Ada")))
        does(web, match, "Bruno", "take-back")
        assert "A house player holds your seat." not in text(web.get(link(match, "Bruno")))


class TestAbsence:
    @pytest.fixture
    def match(self) -> Match:
        """Ada and Bruno wait for Chiara."""
        match = open_table("Ada", "Bruno", "Chiara", game="scarto")
        seat(match, "Chiara").missed = 3
        db.session.commit()
        return match

    def test_one_tap_says_what_shall_be_done_and_the_page_says_so(self, web: FlaskClient, match: Match) -> None:
        assert "What shall we do? Go on with the clock Wait two weeks End the match" in text(
            web.get(link(match, "Ada"))
        )
        does(web, match, "Ada", "judge", verdict="wait")
        assert "Go on with the clock You said: wait End the match" in text(web.get(link(match, "Ada")))
        does(web, match, "Bruno", "judge", verdict="wait")
        assert "What shall we do?" not in text(web.get(link(match, "Ada")))

    def test_the_end_takes_a_tick(self, web: FlaskClient, match: Match) -> None:
        unsure = does(web, match, "Ada", "judge", verdict="end")
        assert (unsure.status_code, again(match).judgement) == (422, None)
        assert "To end the match, tick the box that says so first." in text(unsure)
        for name in ("Ada", "Bruno"):
            does(web, match, name, "judge", verdict="end", sure="yes")
            assert ("You said: end the match." in text(web.get(link(match, name)))) == (name == "Ada")
        assert again(match).status == OVER

    def test_who_is_missing_is_not_asked(self, web: FlaskClient, match: Match) -> None:
        assert "What shall we do?" not in text(web.get(link(match, "Chiara")))
