"""Yes or no to an hour that was proposed for sitting together, by a reply to the letter that asks."""

from __future__ import annotations

from datetime import timedelta

import pytest

from server import matches
from server.store.models import Match
from server.views.appointments import open_appointment

from ...cast import again, seat
from ...conftest import MONDAY
from .tables import table_with_the_king_of_hearts
from .test_processing import A_MINUTE, letter_to, outcomes, reply, sealed, words

pytestmark = pytest.mark.usefixtures("app")

TONIGHT = MONDAY + timedelta(hours=10)


@pytest.fixture
def match() -> Match:
    """Bruno has proposed an hour."""
    match = table_with_the_king_of_hearts()
    matches.propose_appointment(seat(match, "Bruno").id, TONIGHT, timedelta(minutes=40), MONDAY)
    return match


@pytest.mark.parametrize("text", ["yes", "Yes, please!", "ja\n\nAda"])
def test_a_yes_agrees_it(match: Match, text: str) -> None:
    reply(letter_to("Ada", "proposal"), text)
    assert again(match).meets_at == TONIGHT
    assert "You will be there" in words(letter_to("Ada", "noted"))
    assert "All have said yes" in words(letter_to("Bruno", "arranged"))
    assert sealed(match) is None


def test_a_no_calls_it_off(match: Match) -> None:
    reply(letter_to("Ada", "proposal"), "no thanks")
    assert open_appointment(again(match), MONDAY) is None
    assert "Ada cannot come then." in words(letter_to("Bruno", "called-off"))
    assert outcomes() == ["command"]


def test_an_answer_to_that_letter_is_an_answer_all_the_same(match: Match) -> None:
    reply(letter_to("Ada", "proposal"), "KH centre")
    assert sealed(match) == "KH centre"
    assert open_appointment(again(match), MONDAY) is not None


def test_a_yes_to_what_was_withdrawn_agrees_nothing(match: Match) -> None:
    asks = letter_to("Ada", "proposal")
    matches.withdraw_appointment(seat(match, "Bruno").id, MONDAY)
    reply(asks, "yes", MONDAY + A_MINUTE)
    assert again(match).meets_at is None
    assert "That hour is off" in words(letter_to("Ada", "refusal", MONDAY + A_MINUTE))
