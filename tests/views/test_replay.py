"""An earlier ply is what it was: for each seat, in every game, whatever has been stored of it."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import links
from server.house import at_random
from server.rules import GAMES
from server.store.models import PLAYING, Match
from tests.cast import NAMES, again, open_table, page, seals, seat

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def database_url(tmp_path: Path, migrated_sqlite: Path) -> str:
    """What a seat is shown does not hang on the database that keeps it."""
    shutil.copy(migrated_sqlite, tmp_path / "poste.sqlite")
    return f"sqlite:///{tmp_path / 'poste.sqlite'}"


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


def a_match(web: FlaskClient, key: str, plies: int) -> tuple[Match, Shown]:
    """A match of random answers, and what each seat was shown at each ply that was open."""
    random, game = Random(key), GAMES[key]
    names = NAMES[: 4 if 4 in game.seats else min(game.seats)]
    lengths = {name: min(3, max(o.values)) for name, o in game.options.items() if name in ("deals", "rounds", "marks")}
    match, shown = open_table(*names, game=key, **lengths), Shown()
    while (match := again(match)).status == PLAYING and match.ply < plies:
        ply = match.ply
        shown |= {(ply, name): shown_now(web, match, name) for name in names}
        for name in names:
            mine = page(match, name)
            if mine.ask and mine.you is not None and mine.match.ply == ply and mine.sealed is None:
                seals(match, name, at_random(mine.view, mine.ask, mine.you, random), ply=ply)
    return match, shown


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_ply_is_given_to_a_seat_as_it_was_then(web: FlaskClient, key: str) -> None:
    match, shown = a_match(web, key, 130)
    assert len(shown) >= 2 * 8
    for (ply, name), then in shown.items():
        now = web.get(f"/api/seat/{links.seat_token(seat(match, name))}/plies/{ply}").get_json()
        assert now == then
