"""Yes or no to what the host's desk asks of all, by a reply to the letter that asks."""

from __future__ import annotations

from datetime import timedelta

import pytest

from server import matches
from server.matches import desk
from server.store.models import Match, db
from server.views.motions import LOST, motion_of

from ...cast import again, seat
from ...conftest import MONDAY
from .tables import table_with_the_king_of_hearts
from .test_processing import A_MINUTE, letter_to, outcomes, reply, sealed, words

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def match() -> Match:
    """All are asked for a shorter time, and Bruno has said yes."""
    match = table_with_the_king_of_hearts()
    matches.move(match.id, "pace", "P1D", MONDAY)
    matches.answer_motion(seat(match, "Bruno").id, True, 1, MONDAY)
    return again(match)


@pytest.mark.parametrize("text", ["yes", "Yes, please!"])
def test_a_yes_carries_it(match: Match, text: str) -> None:
    asks = letter_to("Ada", "motion")
    assert "1 day in place of 2 days" in words(asks)
    reply(asks, text)
    assert again(match).pace == "P1D"
    assert "Your yes counts." in words(letter_to("Ada", "noted"))
    assert sealed(match) is None


def test_a_no_leaves_it_as_it_is(match: Match) -> None:
    reply(letter_to("Ada", "motion"), "no thanks")
    assert (again(match).pace, motion_of(again(match)).settled) == ("PT48H", LOST)
    assert outcomes() == ["command"]


def test_an_answer_to_that_letter_is_an_answer_all_the_same(match: Match) -> None:
    reply(letter_to("Ada", "motion"), "KH centre")
    assert sealed(match) == "KH centre"
    assert again(match).pace == "PT48H"


def test_a_yes_to_what_was_withdrawn_carries_nothing(match: Match) -> None:
    asks = letter_to("Ada", "motion")
    matches.withdraw_motion(match.id, 1)
    reply(asks, "yes", MONDAY + A_MINUTE)
    assert again(match).pace == "PT48H"
    assert "That is settled, or was withdrawn" in words(letter_to("Ada", "refusal", MONDAY + A_MINUTE))


def test_a_substitute_is_asked_anew(match: Match) -> None:
    bruno = seat(match, "Bruno")
    matches.take_offer(matches.offer_seat(bruno.id, bruno.seat, "Greta", "greta@example.org", MONDAY).id, MONDAY)
    matches.answer_motion(seat(match, "Ada").id, True, 1, MONDAY + timedelta(hours=1))
    db.session.expire_all()
    assert again(match).pace == "PT48H"
    matches.answer_motion(seat(match, "Greta").id, True, 1, MONDAY + timedelta(hours=1))
    assert again(match).pace == "P1D"


def test_a_reply_asks_to_go_on_and_the_pause_ends_two_days_later() -> None:
    match = table_with_the_king_of_hearts()
    desk.pause(match.id, 28, MONDAY)
    asks = letter_to("Ada", "pause")
    assert "answer this letter with the words: go on." in words(asks)
    reply(asks, "go on")
    assert again(match).paused_until == MONDAY + timedelta(days=2)
    assert "The match stays paused until" in words(letter_to("Bruno", "motion"))
    assert sealed(match) is None
