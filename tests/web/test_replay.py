"""The replay as pages: without script, by its links alone; who may open which; and what opening them may not do."""

from __future__ import annotations

import re
import shutil
from html import unescape
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from server import links, matches
from server.rules import GAMES
from server.store.models import Chair, Match, Snapshot, Turn, db
from tests.cast import NAMES, again, guests, open_table, play_out, seal_for_everybody, seals, seat, some_answer
from tests.conftest import MONDAY


@pytest.fixture
def database_url(tmp_path: Path, migrated_sqlite: Path) -> str:
    """Pages look the same on every database."""
    shutil.copy(migrated_sqlite, tmp_path / "poste.sqlite")
    return f"sqlite:///{tmp_path / 'poste.sqlite'}"


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    """A browser."""
    return app.test_client()


def replay(match: Match, name: str) -> str:
    """The path of a seat's replay."""
    return f"/s/{links.seat_token(seat(match, name))}/replay"


def text(answer: TestResponse) -> str:
    """What a page says, without its markup; labels of drawings count."""
    labelled = re.sub(r'<[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", answer.text)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", labelled)).split())


def ways(answer: TestResponse) -> dict[str, int]:
    """Where the buttons of a page lead: what they are called -> the ply."""
    found = re.findall(r'<a class="button" href="\?ply=(\d+)" data-key="([\w-]+)"', answer.text)
    return {key: int(ply) for ply, key in found}


def stored() -> list[object]:
    """Every row of every table."""
    db.session.rollback()
    return [tuple(row) for table in db.metadata.sorted_tables for row in db.session.execute(select(table)).all()]


def a_while(match: Match, windows: int) -> Match:
    """Everybody answers at random for so many windows."""
    for _ in range(windows):
        seal_for_everybody(match, MONDAY)
    return again(match)


# A seat --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_match_of_every_game_is_stepped_through_by_links_alone(web: FlaskClient, key: str) -> None:
    names = NAMES[: min(GAMES[key].seats)]
    match = a_while(open_table(*names, game=key), 12)
    path, ply = f"{replay(match, 'Ada')}?ply=0", 0
    while True:
        page = web.get(path)
        assert page.status_code == 200
        assert 'class="refused"' not in page.text
        assert "<form method=\"post\"" not in page.text or ply == match.ply
        if "on" not in ways(page):
            break
        assert ways(page)["on"] == ply + 1
        assert ways(page).get("back", 0) == max(ply - 1, 0)
        ply += 1
        path = f"{replay(match, 'Ada')}?ply={ply}"
    assert ply == match.ply
