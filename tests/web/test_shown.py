"""A word in place of an answer shows the hand, the table, the trick before or the score, and seals nothing."""

from __future__ import annotations

from random import Random

import pytest
from flask.testing import FlaskClient

from server import links, views
from server.post.inbound.commands import COMMANDS
from server.store.models import Match
from server.views.show_requests import SHOW_REQUESTS
from tests.cast import again, open_table, page, seal_for_everybody, seals, seat, some_answer
from tests.conftest import MONDAY

from .browsing import text
from .worlds import world


def after_a_trick() -> Match:
    """A table of Scarto whose second trick has begun; whoever is asked may still choose."""
    match, random = open_table("Ada", "Bruno", "Chiara", game="scarto"), Random(3)
    while not (core := views.spectator_page(again(match)).view["core"])["tricks"] or not core["trick"]:
        turn = again(match).chairs[core["turn"][0]].name
        seals(match, turn, some_answer(match, turn, random))
    return again(match)


@pytest.fixture
def match(web: FlaskClient) -> Match:
    return world("shown", after_a_trick)


def asked_for(client: FlaskClient, match: Match, word: str) -> tuple[int, str]:
    """What the page of whoever is asked says to a word."""
    name = match.chairs[views.spectator_page(match).waiting[0]].name
    token = links.seat_token(seat(match, name))
    answer = client.post(f"/s/{token}", data={"do": "seal", "ply": match.ply, "typed": word})
    return answer.status_code, text(answer)


@pytest.mark.parametrize(
    ("word", "says"), [("hand", "You hold 24 cards: "), ("Table!", "take"), ("last", " took it."), ("score", "Ada 0")]
)
def test_it_is_told_and_nothing_is_sealed(web: FlaskClient, match: Match, word: str, says: str) -> None:
    status, shown = asked_for(web, match, word)
    assert (status, says.replace("Ada 0", " 0") in shown) == (200, True)
    assert again(match).ply == match.ply
    assert not again(match).sealed


def test_more_than_the_word_is_no_word(web: FlaskClient, match: Match) -> None:
    assert asked_for(web, match, "hand, or rather the table")[0] == 422


def test_the_same_words_are_understood_by_mail() -> None:
    assert SHOW_REQUESTS.keys() <= COMMANDS.keys()


def test_it_is_told_in_a_game_without_tricks(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno")
    for word in SHOW_REQUESTS:
        assert asked_for(web, match, word)[0] == 200
    seal_for_everybody(match, MONDAY)
    assert "bid" in asked_for(web, again(match), "last")[1]
    assert page(match, "Ada").sealed is None
