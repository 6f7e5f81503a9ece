"""The schema of the database: older, newer, and two migrations at once."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import pytest
from flask import Flask
from sqlalchemy import create_engine, text

from server.app import create_app
from server.cli.supervisor import parse, shell
from server.config import Settings
from server.paths import PROCFILE, ROOT
from server.store import schema
from server.store.models import db
from tests.services import BIN, free_port, fresh_database, link_key

PATIENCE = 300


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path, worker_id: str) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'poste.sqlite'}"
    return fresh_database(request.getfixturevalue("postgres_server"), f"schema_{worker_id}")


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
    from alembic.script import ScriptDirectory

    from server.paths import MIGRATIONS

    scripts = ScriptDirectory(str(MIGRATIONS))
    assert {script.revision for script in scripts.walk_revisions()} == set(schema.known())
    assert scripts.get_current_head() == schema.newest()


def test_several_migrations_at_once_are_one(environ: dict[str, str], url: str) -> None:
    several = [poste(environ, "migrate") for _ in range(4)]
    told = [process.communicate(timeout=PATIENCE) for process in several]
    assert [process.returncode for process in several] == [0] * 4, told
    engine = create_engine(url)
    with engine.connect() as connection:
        assert connection.scalars(text("SELECT version_num FROM alembic_version")).all() == [schema.newest()]
    engine.dispose()


def code_of(process: subprocess.Popen[str]) -> int:
    """How a process ended, whatever it said."""
    process.communicate(timeout=PATIENCE)
    return process.returncode


def test_every_process_refuses_a_database_of_a_newer_version(environ: dict[str, str], url: str) -> None:
    assert code_of(poste(environ, "migrate")) == 0
    set_revision(url, "9999")
    started = {
        name: subprocess.Popen(shell(line), env=environ, cwd=ROOT, stderr=PIPE, stdout=PIPE, text=True)
        for name, line in parse(PROCFILE).items()
    }
    for name, process in started.items():
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode != 0, name
        assert "made by a newer version (schema 9999" in errors, name
        assert "Traceback" not in errors, name


@pytest.mark.parametrize("revision", ["0001", None])
def test_an_older_database_has_to_be_brought_up_to_date(revision: str | None) -> None:
    with pytest.raises(schema.Older, match="run `poste migrate`"):
        schema.check(revision)


@pytest.mark.usefixtures("app")
def test_a_database_without_tables_has_no_revision() -> None:
    with db.engine.connect() as connection:
        assert schema.revision_of(connection) is None


def test_a_process_that_runs_on_during_an_upgrade_uses_no_new_connection(
    app: Flask, environ: dict[str, str], url: str
) -> None:
    assert code_of(poste(environ, "migrate")) == 0
    schema.insist(app)
    with db.engine.connect() as connection:
        assert connection.scalar(text("SELECT 1")) == 1
    set_revision(url, "9999")
    db.engine.dispose()
    with pytest.raises(schema.Newer), db.engine.connect():
        pass
