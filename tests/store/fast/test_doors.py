"""Private doors of libraries: whichever is gone or leads elsewhere, answers are sealed all the same, the plain way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from structlog.testing import capture_logs

from server.app import create_app
from server.config import Settings
from server.paths import ROOT
from server.store import session
from server.store.fast import doors, driver, statements
from server.store.fast.doors import DOORS, POSTGRESQL, Door
from server.store.models import db
from tests.cast import again, open_table, seals, some_answer

Put = Callable[[Door, Callable[[Any, str], object]], None]


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> Put:
    """Let the check find a library that was changed behind a door; the library itself goes on as it is."""

    def changed(door: Door, change: Callable[[Any, str], object]) -> None:
        whole = import_module(door.module)
        *way, last = door.path.split(".")
        inside = copied(getattr(whole, way[0]) if way else whole)
        change(inside, last)
        shown = SimpleNamespace(**{way[0]: inside}) if way else inside
        monkeypatch.setattr(doors, "import_module", lambda name: shown if name == door.module else import_module(name))

    return changed


def copied(owner: Any) -> SimpleNamespace:
    """Everything in a module or a class, also what only its instances have."""
    there = {name: getattr(owner, name) for name in dir(owner) if not name.startswith("__")}
    return SimpleNamespace(**{**dict.fromkeys(vars(owner).get("__annotations__", ())), **there})


@pytest.fixture
def sealed(app: Flask, settings: Settings) -> Callable[[], str]:
    """Play a window in an application of its own: the way that was taken, of which the log tells at most once."""

    def play() -> str:
        with capture_logs() as logged, create_app(settings).app_context():
            match = open_table()
            for name in ("Ada", "Bruno"):
                seals(match, name, some_answer(match, name, Random(1)))
            assert again(match).ply == 1
            way = session.way()
            db.session.remove()
            db.engine.dispose()
        told = [f"plain way: {line['reason']}" for line in logged if line["event"] == "store.plain"]
        assert told == ([] if way == "quick way" else [way])
        return way

    return play


Sealed = Callable[[], str]


def test_the_quick_way_is_taken_where_everything_is_as_it_was_tried(sealed: Sealed) -> None:
    assert sealed() == "quick way"


def test_the_table_of_doors_names_the_versions_that_are_tested_here() -> None:
    assert {library: version(library) in tried for library, tried in doors.TRIED_ON.items()} == {
        "psycopg": True, "sqlalchemy": True,
    }  # fmt: skip


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_answers_are_sealed_where_a_door_is_gone(door: Door, put: Put, sealed: Sealed) -> None:
    put(door, delattr)
    here = door.dialect in ("", db.engine.dialect.name)
    assert sealed() == (f"plain way: {door.name} is gone" if here else "quick way")


@pytest.mark.parametrize("door", [door for door in DOORS if door.takes], ids=lambda door: door.name)
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_door_that_takes_other_arguments_is_closed(door: Door, put: Put, app: Flask) -> None:
    put(door, lambda owner, name: setattr(owner, name, lambda nothing_of_ours: None))
    if door.takes == 1:
        put(door, lambda owner, name: setattr(owner, name, lambda: None))
    assert doors.missing(db.engine.dialect) == f"{door.name} takes other arguments"


def unknown_argument(*_: Any, **__: Any) -> None:
    raise TypeError("unexpected keyword argument")


MISBEHAVING = {
    "rows without names": ((statements, "result_tuple", lambda names: tuple), ""),
    "errors of another kind": ((statements, "DBAPIError", SimpleNamespace(instance=lambda *_, **__: ValueError())), ""),
    "values as PostgreSQL writes them": ((driver.Connection, "run", lambda *_: ([(b"42",) * 7], 1)), POSTGRESQL),
    "connections that cannot be made": ((driver.Connection, "connect", unknown_argument), POSTGRESQL),
    "no errors": ((driver, "error_from_result", lambda _: None), POSTGRESQL),
    "answers without columns": ((driver.Cursor, "description", property(lambda _: [("x", 25, *(None,) * 5)])),
                                POSTGRESQL),
}  # fmt: skip


@pytest.mark.parametrize("change", MISBEHAVING)
def test_answers_are_sealed_where_a_door_leads_elsewhere(
    change: str, sealed: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, dialect = MISBEHAVING[change]
    monkeypatch.setattr(*where)
    here = dialect in ("", db.engine.dialect.name)
    assert sealed().startswith("plain way: the quick way fails (" if here else "quick way")


VANISHED = """
import psycopg.adapt, psycopg.errors, sqlalchemy.exc
del psycopg.adapt.Transformer, psycopg.errors.error_from_result, sqlalchemy.exc.DBAPIError.instance
from server.cli import poste
poste()
"""


def test_the_program_starts_where_names_are_really_gone(tmp_path: Path, migrated_sqlite: Path) -> None:
    shutil.copy(migrated_sqlite, tmp_path / "poste.sqlite")
    environ = {**os.environ, "STATE_DIR": str(tmp_path), "DATABASE_URL": "", "BROKER_URL": ""}
    done = subprocess.run([sys.executable, "-c", VANISHED, "doctor"], env=environ, cwd=ROOT, capture_output=True)
    assert b"plain way: sqlalchemy.exc.DBAPIError.instance is gone" in done.stdout
