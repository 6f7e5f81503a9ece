"""A version after 1.0: its migration runs on what every version since then has left, a database or a backup."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import inspect, select

from server.cli.commands import bring_up_to_date
from server.config import Settings
from server.matches import restoring
from server.paths import MIGRATIONS
from server.store import schema
from server.store.models import PLAYERS, db
from server.web import create_web
from tests.cast import all_matches
from tests.services import fresh_database
from tests.store import databases

LATER = '''"""People live somewhere."""

from alembic import op

revision = "9001"
down_revision = "{}"


def upgrade() -> None:
    op.execute("UPDATE player SET zone = 'Europe/Rome' WHERE zone IS NULL")
    op.create_index("ix_player_zone", "player", ["zone"])
'''


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """This version has one more migration."""
    folder = shutil.copytree(MIGRATIONS, tmp_path / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "9001_zones.py").write_text(LATER.format(schema.newest()))
    monkeypatch.setattr(schema, "MIGRATIONS", folder)
    schema.known.cache_clear()
    yield
    schema.known.cache_clear()


@pytest.fixture
def server(
    tmp_path: Path, database: str, later: None, request: pytest.FixtureRequest, worker_id: str
) -> Iterator[Flask]:
    """An application of that version, without any tables yet."""
    url = f"sqlite:///{tmp_path / 'later.sqlite'}"
    if database == "postgresql":
        url = fresh_database(request.getfixturevalue("postgres_server"), f"later_{worker_id}")
    app = create_web(Settings({"DATABASE_URL": url, "STATE_DIR": str(tmp_path)}))
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


def check_all_is_there() -> None:
    with db.engine.connect() as connection:
        assert schema.revision_of(connection) == "9001"
        assert "ix_player_zone" in {index["name"] for index in inspect(connection).get_indexes("player")}
    assert set(db.session.scalars(select(PLAYERS.c.zone))) == {"Europe/Rome"}
    assert all_matches()


@pytest.mark.parametrize("version", databases.versions())
def test_a_database_is_brought_up_to_date(server: Flask, version: str, tmp_path: Path) -> None:
    databases.unpack(version, tmp_path / "later.sqlite")
    with pytest.raises(schema.WrongSchema, match="run `poste migrate`"):
        schema.insist(server)
    bring_up_to_date()
    schema.insist(server)
    check_all_is_there()


@pytest.mark.both_databases
@pytest.mark.parametrize("version", databases.versions())
def test_a_backup_is_brought_up_to_date(server: Flask, version: str) -> None:
    bring_up_to_date()
    folder, modes = server.extensions["poste"].state_dir / "restoring", set()
    with restoring.checked(databases.backup(version)) as found:
        restoring.restore(found, progress=lambda _: modes.add(folder.stat().st_mode & 0o777))
    assert modes == {0o700}, "nobody else on the machine may read what is unpacked"
    assert not folder.exists()
    check_all_is_there()
