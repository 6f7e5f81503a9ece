"""What a player has done so far: only of finished matches, only by their own link."""

from __future__ import annotations

import csv
import re
from datetime import timedelta
from io import StringIO
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import links
from server.matches import erasing
from server.store.models import Match, Player, db
from server.views.statistics import statistics_of
from tests.cast import again, open_table, play_out, seat
from tests.conftest import MONDAY
from tests.web.browsing import text

NAMES = ("Ada", "Bruno", "Chiara", "Dmitri")


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    return app.test_client()


def me(match: Match, name: str) -> str:
    return links.me(player_of(match, name)).removeprefix("http://localhost")


def player_of(match: Match, name: str) -> Player:
    found = seat(match, name).player
    assert found is not None
    return found


def finished(*names: str, game: str, seed: int, **options: int) -> Match:
    return again(play_out(open_table(*names, game=game, **options), Random(seed), MONDAY + timedelta(hours=seed)))


def test_a_finished_match_counts_with_its_result_and_every_answer_given_in_person(web: FlaskClient) -> None:
    match = finished(*NAMES, game="french-tarot", seed=4, deals=2)
    for name in NAMES:
        [each] = statistics_of(player_of(match, name))
        [played] = each.played
        own = seat(match, name).seat
        assert match.scores is not None
        assert (each.game.key, each.deals, played.score) == ("french-tarot", 2, match.scores[own])
        assert each.won == (own in (match.winners or ()))
        assert len(played.took) > 30
        page = text(web.get(f"{me(match, name)}/statistics"))
        assert "1 match" in page


def test_contracts_are_those_that_i_bid_and_they_are_made_where_they_brought_points(web: FlaskClient) -> None:
    bid = made = 0
    for seed in range(3):
        match = finished(*NAMES, game="french-tarot", seed=seed, deals=1)
        totals = [statistics_of(player_of(match, name))[0] for name in NAMES]
        assert match.scores is not None
        if any(match.scores):
            [taker] = [n for n, each in enumerate(totals) if each.played[-1].contracts]
            [contract] = totals[taker].played[-1].contracts
            assert contract.made == (match.scores[taker] > 0)
            bid, made = bid + 1, made + contract.made
    assert (sum(each.bid for each in totals), sum(each.made for each in totals)) == (bid, made)
    page = "".join(web.get(f"{me(match, name)}/statistics").text for name in NAMES)
    assert len(re.findall(r"\d of \d+</td>", page)) == sum(len(each.contracts) for each in totals)
    assert bid


def test_the_table_has_a_line_for_each_match_and_the_latest_comes_last(web: FlaskClient) -> None:
    first, second = (
        finished("Ada", "Bruno", game="titro", seed=1, rounds=1),
        finished(*NAMES[:3], game="scarto", seed=2),
    )
    rows = list(csv.DictReader(StringIO(web.get(f"{me(first, 'Ada')}/statistics.csv").text)))
    assert [row["match"] for row in rows] == [first.id, second.id]
    assert [row["game"] for row in rows] == ["titro", "scarto"]
    assert second.scores is not None
    assert rows[1]["score"] == str(second.scores[0])
    assert int(rows[1]["answers"]) > 0


def test_nothing_is_told_of_a_match_that_is_being_played_nor_of_anybody_else(web: FlaskClient) -> None:
    over, running = finished("Bruno", "Chiara", game="titro", seed=3, rounds=1), open_table("Ada", "Bruno")
    assert "No match of yours is over yet" in text(web.get(f"{me(running, 'Ada')}/statistics"))
    told = web.get(f"{me(over, 'Bruno')}/statistics.csv").text
    assert over.id in told
    assert running.id not in told
    assert web.get(f"/me/{links.seat_token(seat(over, 'Bruno'))}/statistics").status_code == 404


def test_who_is_erased_has_no_statistics_and_the_others_keep_theirs(web: FlaskClient) -> None:
    match = finished("Ada", "Bruno", game="titro", seed=5, rounds=1)
    gone, kept = me(match, "Ada"), me(match, "Bruno")
    erasing.erase("ada@example.org")
    db.session.rollback()
    assert web.get(f"{gone}/statistics").status_code in (404, 410)
    assert "1 match" in text(web.get(f"{kept}/statistics"))
