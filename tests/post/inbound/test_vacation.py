"""``away 3 days`` and ``back`` by reply; what letters say about deadlines that moved."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from server import matches
from server.post import inbound
from server.store.models import Match

from ...cast import again, guests, letters, open_match, seals, seat, some_answer
from ...conftest import MONDAY
from .tables import address_of, table_with_the_king_of_hearts
from .test_processing import arrives, letter_to, reply, words

pytestmark = pytest.mark.usefixtures("app")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def match() -> Match:
    return table_with_the_king_of_hearts()


@pytest.mark.parametrize("text", ["away 3 days", "I'm away for 3 days.", "Away 3", "AWAY  3 DAYS!"])
def test_a_reply_goes_on_vacation_and_says_until_when(match: Match, text: str) -> None:
    reply(letter_to("Ada", "turn"), text, MONDAY + HOUR)
    told = words(letter_to("Ada", "vacation", MONDAY + HOUR))
    assert "You are away until Thu 10:00 UTC." in told
    assert "This turn is open until Sat 09:00 UTC." in told
    others = words(letter_to("Bruno", "away", MONDAY + HOUR))
    assert "Ada will be away until Thu 10:00 UTC" in others
    assert "This turn is open until Sat 09:00 UTC" in others


def test_a_reply_comes_back(match: Match) -> None:
    reply(letter_to("Ada", "turn"), "away 3 days", MONDAY + HOUR)
    reply(address_of(match, "Ada"), "back", MONDAY + HOUR + DAY)
    assert "You are back" in words(letter_to("Ada", "vacation", MONDAY + HOUR + DAY))
    assert "Ada is back" in words(letter_to("Bruno", "back", MONDAY + HOUR + DAY))
    assert again(match).closes_at == MONDAY + 3 * DAY


def test_too_many_days_are_refused_and_nothing_moves(match: Match) -> None:
    reply(letter_to("Ada", "turn"), "away 300 days")
    assert "from 1 to 30: so many are left this year." in words(letter_to("Ada", "refusal"))
    assert again(match).closes_at == MONDAY + 2 * DAY


def test_a_mail_that_waited_counts_from_when_it_came(match: Match) -> None:
    arrives(letter_to("Ada", "turn"), "away 3 days", MONDAY + HOUR)
    inbound.process_due(MONDAY + 5 * HOUR)
    assert again(match).closes_at == MONDAY + 5 * DAY


def test_to_go_away_is_no_answer_and_no_answer_goes_away(match: Match) -> None:
    reply(letter_to("Ada", "turn"), "away 3 days", MONDAY + HOUR)
    assert again(match).sealed == {}
    reply(letter_to("Bruno", "turn"), "T1 is away", MONDAY + HOUR)
    assert len(letters(match, "away")) == 1


@pytest.mark.parametrize(("answered", "who"), [("shown", "Bruno missed"), ("hidden", "Somebody missed")])
def test_an_excuse_is_told_by_letter_and_names_nobody_where_that_is_hidden(answered: str, who: str) -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"), terms={"excuses": "1", "answered": answered}, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    seals(match, "Ada", some_answer(match, "Ada", Random(1)), MONDAY)
    matches.close_due(MONDAY + 2 * DAY)
    told = words(letter_to("Ada", "excused", MONDAY + 2 * DAY))
    assert who in told
    assert "until Fri 09:00 UTC" in told


def test_an_invitation_says_how_long_an_answer_may_take_and_what_is_agreed() -> None:
    terms = {"weekends": "free", "blind": "on"}
    match = open_match("titro", {}, guests("Ada", "Bruno"), "daily 20:00 Europe/Paris", terms=terms, at=MONDAY)
    told = words(letter_to("Ada", "invitation"))
    assert "every day at 20:00 Paris time" in told
    assert "Saturdays and Sundays do not count." in told
    assert "Answers open at their hour, even if all are in." in told
    assert seat(match, "Ada").accepted_at is None
