"""The front page: its letter is played on the spot, by the rules of the game, and nothing of it is stored."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server.rules import GAMES
from tests.cast import all_matches
from tests.web.browsing import text

OFFERED = re.compile(r'name="?(card|target)"? value="?([A-Za-z0-9]+)')


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    return app.test_client()


def bid(web: FlaskClient, path: str, card: str, target: str) -> str:
    """Where the letter leads that is answered so."""
    answer = web.get(f"{path}{'&' if '?' in path else '?'}card={card}&target={target}")
    assert answer.status_code == 303
    assert answer.location.endswith("#letter")
    return str(answer.location.removesuffix("#letter"))


def test_two_bids_without_script_and_the_rules_say_who_won_what(web: FlaskClient) -> None:
    assert "Three cards lie between us" in text(web.get("/"))
    first = bid(web, "/", "T6", "cloak")
    assert "Both opened: mine is" in text(web.get(first))
    second = bid(web, first, "10D", "blind")
    over = web.get(second)
    assert "You 10, I 4. Well bid!" in text(over)
    assert 'action="/practice"' in over.text
    assert all_matches() == []


def test_his_bids_do_not_depend_on_mine(web: FlaskClient) -> None:
    for card, target, result in (("3H", "centre", "You 0, I 7."), ("KS", "centre", "You 0, I 7.")):
        first = bid(web, "/", card, target)
        assert result in text(web.get(bid(web, first, "NC", "blind")))


def test_every_bid_that_is_offered_is_taken(web: FlaskClient) -> None:
    offered = OFFERED.findall(web.get("/").text)
    cards, places = ({value for slot, value in offered if slot == name} for name in ("card", "target"))
    assert (len(cards), len(places)) == (5, 3)
    for card in cards:
        for place in places:
            left = OFFERED.findall(web.get(bid(web, "/", card, place)).text)
            assert card not in dict.fromkeys(value for _, value in left)


def test_odd_addresses_show_the_letter_as_far_as_it_goes(web: FlaskClient, subtests: pytest.Subtests) -> None:
    for odd in (
        "?first=nonsense",
        "?first=T6",
        "?second=KS+centre",
        "?first=T6+cloak&second=T6+cloak",
        "?first=T6+cloak&second=KS+cloak",
        "?card=T6",
        "?card=QH&target=cloak",
        f"?first={'x' * 60}",
    ):
        with subtests.test(odd[:40]):
            answer = web.get(f"/{odd}", follow_redirects=True)
            assert answer.status_code == 200
            assert 'class="answer"' in answer.text


def test_a_letter_half_answered_is_not_for_search_engines(web: FlaskClient) -> None:
    assert web.get("/").headers["X-Robots-Tag"] == "all"
    assert web.get("/?first=T6+cloak").headers["X-Robots-Tag"] != "all"


def test_every_game_is_a_postcard_that_leads_to_its_rules(web: FlaskClient) -> None:
    page = web.get("/").text
    for key, game in GAMES.items():
        assert f'class="pc" href="/rules/{key}"' in page, game.name
