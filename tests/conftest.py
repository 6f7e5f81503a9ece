"""What tests share: the application on SQLite and on PostgreSQL, a clock, the cast, a whole server."""

from __future__ import annotations

import gc
import logging
import pkgutil
import secrets
import shutil
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import CodeType
from typing import Any

import pytest
import structlog
from flask import Flask
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from hypothesis.database import DirectoryBasedExampleDatabase
from sqlalchemy import Dialect, Engine, create_engine, event, text
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

import server
from server import clock, deal, logs
from server.config import Settings
from server.paths import ROOT
from server.store import silence
from server.store.models import db
from server.store.nudge import Nudger
from server.templating import QuickEnvironment
from server.web import create_web

from .services import Broker, Post, fresh_database, link_key, postgres
from .web.described import DescribedClient

LOGGED_BY = (
    (sys, "excepthook"),
    (sys, "unraisablehook"),
    (threading, "excepthook"),
    (warnings, "showwarning"),
    (logging, "lastResort"),
)
"""What a process of ours does with what nobody handles."""
MONDAY = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
"""When the matches of the tests begin."""
SUNDAY = MONDAY - timedelta(days=1)
"""When everything else happens, on whatever day the tests are run: before the matches of the tests."""
OWN_CLOCKS = {"browser", "cli", "hostile", "stack"}
"""Folders of tests in which processes and browsers with clocks of their own take part: there it is now."""
NUMBERS_BEGIN_ANEW = """
    SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    FROM pg_sequences WHERE last_value IS NOT NULL
"""
silence.LONG, silence.ANSWER = 10.0, 30.0
"""A machine that stands still for a moment, with all that it runs, is no silent database. Processes of their own, which
are tested with one that is silent, keep to what is shipped."""
both_ways = pytest.mark.parametrize("way", ["quick", "plain"], indirect=True)
"""What is to hold whichever way a match is changed."""
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
"""What takes long, and hangs on no database."""

PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]}
"""How fast a machine is decides no test. A fixture may serve many examples: tests make a table of their own in each."""
hypothesis_settings.register_profile("same", derandomize=True, database=None, print_blob=True, **PATIENT)
hypothesis_settings.register_profile(
    "search", database=DirectoryBasedExampleDatabase(ROOT / ".hypothesis" / "examples"), print_blob=True, **PATIENT
)
hypothesis_settings.load_profile("same")
"""A test says the same whenever it runs; ``make fuzz`` looks further (tests/fuzz.py)."""

WAITING = {"hostile", "stack"}
"""Folders of tests that mostly wait, for processes of their own and for clocks."""
BUSY_BETWEEN = 4
"""After so many files of others comes one of theirs, so that the processors are busy while it waits."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files of tests in the order in which they are begun."""
    files: dict[Path, list[pytest.Item]] = {}
    for test in items:
        files.setdefault(test.path, []).append(test)
    waiting = [path for path in files if path.parent.name in WAITING]
    busy = iter([path for path in files if path.parent.name not in WAITING])
    begun = [path for one in waiting for path in (*islice(busy, BUSY_BETWEEN), one)]
    items[:] = [test for path in (*begun, *busy) for test in files[path]]


def compile_templates_once() -> None:
    """Each test makes an application of its own; its templates are those of all others, and compiling them takes as
    long as whole matches.
    """
    compile_anew = QuickEnvironment.compile
    compiled: dict[tuple[object, ...], CodeType] = {}

    def compile(self: QuickEnvironment, source: str, name: str | None = None, filename: str | None = None) -> CodeType:
        escapes = self.autoescape(name) if callable(self.autoescape) else self.autoescape
        key = (source, name, filename, escapes, self.trim_blocks, self.lstrip_blocks)
        if key not in compiled:
            compiled[key] = compile_anew(self, source, name, filename)
        return compiled[key]

    QuickEnvironment.compile = compile  # type: ignore[method-assign, assignment]


def compile_addresses_once() -> None:
    """The rules by which addresses are built are those of all applications, too: half of what it takes to make one."""
    build_anew = Rule._compile_builder
    built: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}

    def build(self: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (self.rule, repr(self.defaults), tuple(self._trace), append_unknown)
        if key not in built:
            built[key] = build_anew(self, append_unknown)
        return built[key]

    Rule._compile_builder = build  # type: ignore[method-assign]


def load_the_whole_server() -> None:
    """Hypothesis tries the constants of whatever is loaded: that must not depend on which tests have run before."""
    for module in pkgutil.walk_packages(server.__path__, "server."):
        if not module.name.endswith((".__main__", ".wsgi")) and ".migrations" not in module.name:
            import_module(module.name)


load_the_whole_server()
compile_templates_once()
compile_addresses_once()


def pytest_collection_finish() -> None:
    """What is loaded by now stays: it need not be looked through for garbage again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def fate(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has cards and house players of its own, which are the same whenever it runs."""
    chance = Random(request.node.nodeid)
    monkeypatch.setattr(deal, "new_seed", lambda: chance.randbytes(32))
    monkeypatch.setattr(secrets, "randbits", chance.getrandbits)


@pytest.fixture(autouse=True)
def sunday(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not told the time goes by a clock that begins on Sunday with each test."""
    if OWN_CLOCKS.isdisjoint(request.path.parts):
        now, began = clock.now, clock.now()
        monkeypatch.setattr(clock, "now", lambda: SUNDAY + (now() - began))


@pytest.fixture(autouse=True)
def logs_as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a process of ours does to the logs of its process ends with the test that has it done here."""
    for module, name in LOGGED_BY:
        monkeypatch.setattr(module, name, getattr(module, name))
    root = logging.getLogger()
    level = root.level
    configured = structlog.get_config()
    yield
    root.handlers = [handler for handler in root.handlers if not isinstance(handler, logs.StandardError)]
    root.level = level
    structlog.configure(**configured)


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is to be woken by what runs in the process of the tests: the thread that does it would outlive its test,
    and log into the next one. Servers in processes of their own wake theirs.
    """
    monkeypatch.setattr(Nudger, "nudge", lambda _: None)


@pytest.fixture(autouse=True)
def as_described(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every JSON answer that a test gets is held against its description."""
    monkeypatch.setattr(Flask, "test_client_class", DescribedClient)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server. As root it runs as a user of its own, whom pytest's folders shut out."""
    with TemporaryDirectory(prefix="poste-postgres-") as folder, postgres(Path(folder)) as url:
        yield url


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server: str, worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database with the present schema."""
    url = fresh_database(postgres_server, f"poste_{worker_id}")
    _migrate(url, tmp_path_factory.mktemp("var"))
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(f"ALTER DATABASE poste_{worker_id} SET synchronous_commit = off"))
    engine.dispose()
    return url


@pytest.fixture(scope="session")
def postgres_schema(postgres_server: str, worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of a database with the present schema, to be copied."""
    name = f"empty_{worker_id}"
    _migrate(fresh_database(postgres_server, name), tmp_path_factory.mktemp("var"))
    return name


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the present schema, to be copied."""
    file = tmp_path_factory.mktemp("sqlite") / "empty.sqlite"
    _migrate(f"sqlite:///{file}", file.parent)
    return file


def _migrate(url: str, folder: Path) -> None:
    from flask_migrate import upgrade

    app = create_web(
        Settings({"DATABASE_URL": url, "LINK_KEYS": link_key("k"), "LIMITS": "off", "STATE_DIR": str(folder)})
    )
    with app.app_context():
        upgrade()
        db.session.remove()
        db.engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        file = tmp_path / "poste.sqlite"
        shutil.copy(request.getfixturevalue("migrated_sqlite"), file)
        yield f"sqlite:///{file}"
        return
    yield request.getfixturevalue("migrated_postgres")


@pytest.fixture
def way(request: pytest.FixtureRequest) -> str:
    """The way in which matches are changed: the quick one, which is usual, or the plain one."""
    return str(getattr(request, "param", "quick"))


@pytest.fixture
def settings(database_url: str, way: str, tmp_path: Path) -> Settings:
    """Settings of a server without a broker and with local mailboxes."""
    return Settings(
        {
            "DATABASE_URL": database_url,
            "STATE_DIR": str(tmp_path / "var"),
            "BASE_URL": "http://localhost",
            "LIMITS": "off",
            "LINK_KEYS": f"first-key,{link_key('second-key')}",
            "MIN_PACE": "PT1S",
            "QUICK": "on" if way == "quick" else "off",
        }
    )


@pytest.fixture
def made() -> Callable[[Settings], Flask]:
    """How the application is made: with its pages, unless a folder of tests says otherwise."""
    return create_web


@pytest.fixture
def app(made: Callable[[Settings], Flask], settings: Settings) -> Iterator[Flask]:
    """The application, its context pushed, on an empty database."""
    application = made(settings)
    application.testing = True
    with application.app_context():
        wait_for_no_disk()
        empty()
        compile_statements_once(db.engine)
        yield application
        db.session.remove()
        db.engine.dispose()


STATEMENTS = 5_000
"""How many are kept: ten times those of an engine, for all tests share them."""
_COMPILED: dict[str, tuple[Dialect, Any]] = {}


def compile_statements_once(engine: Engine) -> None:
    """Each test has an engine of its own; what the first on its kind of database has compiled is known to all."""
    with engine.connect():
        dialect, statements = _COMPILED.setdefault(engine.name, (engine.dialect, LRUCache(STATEMENTS)))
    engine.dialect = engine.pool._dialect = dialect
    engine._compiled_cache = statements


def wait_for_no_disk() -> None:
    """Nobody pulls the plug on what runs in the process of the tests; servers of their own wait as they always do."""
    if db.engine.dialect.name == "sqlite":
        event.listen(db.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))


def empty() -> None:
    """Forget what other tests have left on PostgreSQL; on SQLite each has a file of its own."""
    if db.engine.dialect.name == "postgresql":
        tables = [f'"{table.name}"' for table in reversed(db.metadata.sorted_tables)]
        any_rows = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in tables)
        with db.engine.begin() as connection:
            filled = set(connection.scalars(text(any_rows)))
            for name in tables:
                if name in filled:  # several times as fast as TRUNCATE, which makes new files for each table and index
                    connection.execute(text(f"DELETE FROM {name}"))
            connection.execute(text(NUMBERS_BEGIN_ANEW))


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A Redis-compatible server."""
    server = Broker(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def post() -> Iterator[Post]:
    """An SMTP server."""
    office = Post()
    office.start()
    yield office
    office.stop()
