"""A program that says nothing of being one gets three letters a day; a person who tries again is always answered."""

from __future__ import annotations

from datetime import timedelta

import pytest

from server.store.models import Letter, Match, db
from server.views import seat_page

from ...cast import seat
from ...conftest import MONDAY
from .tables import address_of, table_with_the_king_of_hearts
from .test_processing import letter_to, reply

pytestmark = pytest.mark.usefixtures("app")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture
def match() -> Match:
    return table_with_the_king_of_hearts(pace="P30D")


def replies(kinds: tuple[str, ...] = ("refusal", "meant", "late")) -> int:
    db.session.rollback()
    return db.session.scalar(db.select(db.func.count()).select_from(Letter).where(Letter.kind.in_(kinds))) or 0


def test_the_same_text_again_and_again_gets_three_letters_a_day(match: Match) -> None:
    for n in range(8):
        reply(
            address_of(match, "Ada"), f"We have got your letter. Ticket {n}{n}.\n\nThe team", MONDAY + n * 10 * MINUTE
        )
    assert replies() == 3
    reply(address_of(match, "Ada"), "We have got your letter. Ticket 9.", MONDAY + 2 * DAY)
    assert replies() == 4


def test_answers_within_seconds_get_three_letters_a_day_whatever_they_say(match: Match) -> None:
    at = MONDAY
    letter = letter_to("Ada", "turn", at)
    for word in ("alpha", "beta", "gamma", "delta"):
        reply(letter, f"The number of your request is {word}.", at + timedelta(seconds=15))
        at += 5 * MINUTE
        letter = letter_to("Ada", "refusal", at)
    assert replies() == 3
    reply(letter, "Or is it something else?", at + MINUTE)
    assert replies() == 4


def test_a_person_who_is_asked_back_many_times_is_answered_each_time_and_then_sealed(match: Match) -> None:
    tries = ["hearts?", "the king?", "knig of harts", "KH center?", "my best heart", "king", "a red card", "KH maybe"]
    for n, text in enumerate(tries):
        reply(address_of(match, "Ada"), text, MONDAY + n * MINUTE)
    assert replies() == len(tries)
    reply(address_of(match, "Ada"), "KH centre", MONDAY + len(tries) * MINUTE)
    assert seat_page(seat(match, "Ada")).sealed == "KH centre"


def test_commands_are_carried_out_however_often(match: Match) -> None:
    for n in range(5):
        reply(address_of(match, "Ada"), "hand", MONDAY + n * MINUTE)
    assert replies(("table",)) == 5
