"""Behind PgBouncer in transaction mode: what is read and written is the same, and nothing is kept in a session."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from sqlalchemy import text

from server.store.models import db
from tests.cast import open_table, play_out

from .pgbouncer import pooled

pytestmark = pytest.mark.system

TABLES, AT_ONCE = 8, 6


@pytest.fixture
def database_url(migrated_postgres: str) -> Iterator[str]:
    """The database of the tests, behind a pooler with fewer sessions than we have threads."""
    with TemporaryDirectory(prefix="poste-pgbouncer-") as folder:
        Path(folder).chmod(0o755)  # it reads its settings as a user of its own
        with pooled(migrated_postgres, Path(folder)) as url:
            yield url


def test_matches_are_played_by_many_at_once(app: Flask) -> None:
    def play(number: int) -> str | None:
        with app.app_context():
            match = play_out(open_table(f"Ada.{number}", f"Bruno.{number}", rounds=1), Random(number))
            db.session.remove()
            return match.ending

    with ThreadPoolExecutor(AT_ONCE) as players:
        assert list(players.map(play, range(TABLES))) == ["played"] * TABLES


@pytest.mark.usefixtures("app")
def test_nothing_stays_prepared_in_the_sessions_of_the_pooler() -> None:
    for _ in range(12):  # the driver would have prepared it by now
        db.session.execute(text("SELECT 1"))
    assert db.session.scalar(text("SELECT count(*) FROM pg_prepared_statements")) == 0
