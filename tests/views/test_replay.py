"""An earlier ply is what it was: for each seat, in every game, whatever has been stored of it."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import links
from server.rules import GAMES
from server.store.models import PLAYING, Match
from tests.cast import NAMES, again, open_table, seal_for_everybody, seat
from tests.conftest import MONDAY
from tests.each import some_games

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    """A browser, and somebody who speaks JSON."""
    return app.test_client()


Shown = dict[tuple[int, str], Any]
"""What a seat got, by ply and name."""


def shown_now(web: FlaskClient, match: Match, name: str) -> dict[str, Any]:
    """What a seat gets now."""
    body = web.get(f"/api/seat/{links.seat_token(seat(match, name))}").get_json()
    return {part: body[part] for part in ("ply", "view", "ask", "story")}


def a_match(web: FlaskClient, key: str, plies: int, every: int) -> tuple[Match, Shown]:
    """A match of random answers, and what each seat was shown at each ``every``-th ply while it was open; more often
    where one answers less often.
    """
    game = GAMES[key]
    names = NAMES[: 4 if 4 in game.seats else min(game.seats)]
    every = every if game.trick_game else min(every, len(names) // 2)
    lengths = {name: min(3, max(o.values)) for name, o in game.options.items() if name in ("deals", "rounds", "marks")}
    match, shown = open_table(*names, game=key, **lengths), Shown()
    while (match := again(match)).status == PLAYING and match.ply < plies:
        if match.ply % every == 0 or match.ply == 2:
            shown |= {(match.ply, name): shown_now(web, match, name) for name in names}
        seal_for_everybody(match, MONDAY)
    return match, shown


@pytest.mark.parametrize("every", [23, pytest.param(1, marks=pytest.mark.long)], ids=["some", "each"])
@some_games("french-tarot", "titro")
def test_every_ply_is_given_to_a_seat_as_it_was_then(web: FlaskClient, key: str, every: int) -> None:
    match, shown = a_match(web, key, 130, every)
    assert len(shown) >= 2 * 8
    tokens = {name: links.seat_token(seat(match, name)) for _, name in shown}
    for (ply, name), then in shown.items():
        assert web.get(f"/api/seat/{tokens[name]}/plies/{ply}").get_json() == then
