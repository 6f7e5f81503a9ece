"""The schema of the database: made from the models, older, newer, from before 1.0, and two migrations at once."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import create_engine, text

from server.app import create_app
from server.config import Settings
from server.paths import MIGRATIONS, ROOT
from server.store import schema
from server.store.models import db
from tests.services import BIN, free_port, fresh_database, link_key
from tests.store import former

PATIENCE = 300


@pytest.fixture
def url(database: str, request: pytest.FixtureRequest, tmp_path: Path, worker_id: str) -> str:
    """An empty database."""
    if database == "sqlite":
        return f"sqlite:///{tmp_path / 'poste.sqlite'}"
    return fresh_database(request.getfixturevalue("postgres_server"), f"schema_{worker_id}")


@pytest.fixture
def migrated(url: str, database: str, request: pytest.FixtureRequest, tmp_path: Path, worker_id: str) -> str:
    """The same database with the present schema."""
    if database == "sqlite":
        shutil.copy(request.getfixturevalue("migrated_sqlite"), tmp_path / "poste.sqlite")
        return url
    server, like = (request.getfixturevalue(name) for name in ("postgres_server", "postgres_schema"))
    return fresh_database(server, f"schema_{worker_id}", like)


@pytest.fixture
def environ(url: str, tmp_path: Path) -> dict[str, str]:
    """The settings of a server on it."""
    given = {
        "DATABASE_URL": url,
        "STATE_DIR": str(tmp_path),
        "LINK_KEYS": link_key("k"),
        "BROKER_URL": "redis://127.0.0.1:1/0",
    }
    ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
    return {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", **given, **ports}


@pytest.fixture
def app(environ: dict[str, str]) -> Iterator[Flask]:
    application = create_app(Settings(environ))
    with application.app_context():
        yield application
        db.session.remove()
        db.engine.dispose()


def poste(environ: dict[str, str], *words: str) -> subprocess.Popen[str]:
    command = [str(BIN / "poste"), *words]
    return subprocess.Popen(command, env=environ, cwd=ROOT, stderr=PIPE, stdout=PIPE, text=True)


def set_revision(url: str, revision: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": revision})
    engine.dispose()


def test_migrations_are_named_by_their_revisions() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert {script.revision for script in scripts.walk_revisions()} == set(schema.known())
    assert scripts.get_current_head() == schema.newest()


@pytest.mark.both_databases
@pytest.mark.usefixtures("migrated")
def test_the_migrations_make_what_the_models_say(app: Flask) -> None:
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, db.metadata) == []


@pytest.mark.wide
@pytest.mark.both_databases
@pytest.mark.parametrize("many", [2, pytest.param(4, marks=pytest.mark.long)])
def test_several_migrations_at_once_are_one(environ: dict[str, str], url: str, many: int) -> None:
    several = [poste(environ, "migrate") for _ in range(many)]
    told = [process.communicate(timeout=PATIENCE) for process in several]
    assert [process.returncode for process in several] == [0] * many, told
    engine = create_engine(url)
    with engine.connect() as connection:
        assert connection.scalars(text("SELECT version_num FROM alembic_version")).all() == [schema.newest()]
    engine.dispose()


@pytest.mark.both_databases
def test_nothing_connects_to_a_database_from_before(migrated: str, app: Flask) -> None:
    set_revision(migrated, former.LAST)
    with pytest.raises(schema.WrongSchema, match="from before version"), db.engine.connect():
        pass


def test_an_empty_database_has_to_be_brought_up_to_date() -> None:
    with pytest.raises(schema.WrongSchema, match="run `poste migrate`"):
        schema.check(None)


@pytest.mark.both_databases
@pytest.mark.usefixtures("app")
def test_a_database_without_tables_has_no_revision() -> None:
    with db.engine.connect() as connection:
        assert schema.revision_of(connection) is None


@pytest.mark.both_databases
def test_a_process_that_runs_on_during_an_upgrade_uses_no_new_connection(migrated: str, app: Flask) -> None:
    schema.insist(app)
    with db.engine.connect() as connection:
        assert connection.scalar(text("SELECT 1")) == 1
    set_revision(migrated, "9999")
    db.engine.dispose()
    with pytest.raises(schema.WrongSchema, match="newer version"), db.engine.connect():
        pass
