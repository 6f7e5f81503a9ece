"""What tests share: the application on SQLite and on PostgreSQL, a clock, the cast, a whole server."""

from __future__ import annotations

import gc
import logging
import os
import pkgutil
import random
import secrets
import shutil
import sys
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
import structlog
from flask import Flask
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from hypothesis.database import DirectoryBasedExampleDatabase
from sqlalchemy import create_engine, event, text

import server
from server import clock, deal, logs
from server.config import FILE, Settings
from server.paths import ROOT
from server.store import hang_detection, postgres, schema
from server.store.models import db
from server.store.nudge import Nudger
from server.web import create_web, limits

from .services import Broker, Post, fresh_database, link_key
from .services import postgres as running_postgres
from .web.described import DescribedClient

gc.disable()  # until all tests are found: hardly anything of what is loaded is garbage
pytest_plugins = ["tests.guard", "tests.compiled.sitecustomize"]
os.environ[FILE] = ""
"""No settings file: not the one of whoever works here, either."""
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
hang_detection.LONG, hang_detection.ANSWER, postgres.CONNECTS = 10.0, 30.0, 30
"""A machine that stands still for a moment, with all that it runs, is no silent database. Processes of their own, which
are tested with one that is silent, keep to what is shipped."""
DATABASES = ("sqlite", "postgresql")
POSTGRESQL_IF_LONG = pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True
)
"""For what other tests show to be the same on both; `make long` shows it here, too."""

PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]}
"""How fast a machine is decides no test. A fixture may serve many examples: tests make a table of their own in each."""
hypothesis_settings.register_profile("same", derandomize=True, database=None, print_blob=True, **PATIENT)
hypothesis_settings.register_profile(
    "search", database=DirectoryBasedExampleDatabase(ROOT / ".hypothesis" / "examples"), print_blob=True, **PATIENT
)
hypothesis_settings.load_profile("same")
"""A test says the same whenever it runs; ``make fuzz`` looks further (tests/fuzz.py)."""

WAITING = {"hostile", "stack", "test_runs.py"}
"""Folders and files of tests that mostly wait, for processes of their own and for clocks."""
BUSY_BETWEEN = 4
"""After so many files of others comes one of theirs, so that the processors are busy while it waits."""
LONGER = {"browser": 400, "cli": 400, "hosting": 1000, "hostile": 400, "stack": 400, "store": 400}
"""Folders of tests in which processes and browsers are waited for, and for how many seconds a test may take there."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that are marked as depending on the database on PostgreSQL, too; all others run on SQLite alone."""
    named = any(mark.args[0] == "database" for mark in metafunc.definition.iter_markers("parametrize"))
    both = metafunc.definition.get_closest_marker("both_databases") is not None
    if both and not named and "database" in metafunc.fixturenames:
        metafunc.parametrize("database", DATABASES, indirect=True)


SERVED = {"broker", "post", "postgres_server"}
"""Fixtures that start something."""
THOROUGH = {
    "rules": (
        "claimed", "decided", "dementlieu", "every_game", "french_tarot", "golden", "ottocento", "reading", "replies",
        "strictness", "two_ways",
    ),
    "house": ("easy", "opinions", "sampling", "tottarot"),
    "clock": ("clock",),
    "deal": ("deal",),
    "store": ("forking", "old_databases", "one_match", "schema"),
    "matches": (
        "appointments", "archiving", "availability", "capabilities", "claiming", "decided_deals", "delays", "erasing",
        "forced", "house_decisions", "joining", "machine", "new_links", "observer", "outages", "people", "planning",
        "plans", "presence", "restoring", "retaining", "reviewing", "same_deals", "seat_plans", "strangers",
        "substituting", "sweeping", "talking",
    ),
    "views": ("deals", "lengths", "no_leak", "replay"),
    "post": ("digest", "every_letter", "http_client", "message", "notices", "outbox", "signing", "threads", "writing"),
    "inbound": (
        "as_meant", "asides", "asking_back", "charsets", "corpus", "identity", "incoming", "listener",
        "mail_programs", "mailbox", "processing", "receiving", "repeats", "several", "whole_matches",
    ),
    "web": (
        "api", "claims", "desk", "ending", "fields", "generic", "help", "home", "lengths", "limits", "me", "openapi",
        "open_seats", "pages", "past_links", "plan", "replay", "review", "same_deals", "sidebar", "statistics", "story",
        "templating", "twins", "watch", "whatever_address",
    ),
    "tests": ("costs", "layers", "libraries", "plans", "runs"),
}  # fmt: skip
"""Files of tests that take more than a second or two, by folder: `make quick` leaves them out."""


def is_in_quick_file(path: Path) -> bool:
    """Whether a file of tests starts no server and no browser, and takes a second or two."""
    thorough = THOROUGH.get(path.parent.name, ())
    return (OWN_CLOCKS | {"hosting"}).isdisjoint(path.parts) and path.stem.removeprefix("test_") not in thorough


def is_quick(test: pytest.Item) -> bool:
    """Whether a test of such a file starts nothing itself."""
    kind = getattr(test, "callspec", None)
    return (
        is_in_quick_file(test.path)
        and SERVED.isdisjoint(getattr(test, "fixturenames", ()))
        and not (kind and kind.params.get("database") == "postgresql")
        and not any(test.get_closest_marker(mark) for mark in ("wide", "long", "system", "evening"))
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even load what `make quick` leaves out."""
    quick = config.getoption("markexpr") == "quick"
    return True if quick and collection_path.suffix == ".py" and not is_in_quick_file(collection_path) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Say which tests are quick and how long others may take, and put files in the order in which they are begun."""
    for name, so_many in Counter(test.nodeid for test in items).items():
        if so_many > 1:
            raise pytest.UsageError(f"{so_many} tests are called {name}: processes of pytest would run one of them.")
    for test in items:
        if is_quick(test):
            test.add_marker("quick")
        folder = next((LONGER[part] for part in test.path.parts if part in LONGER), None)
        if folder and config.getoption("timeout") is None and not test.get_closest_marker("timeout"):
            test.add_marker(pytest.mark.timeout(folder))
    files: dict[Path, list[pytest.Item]] = {}
    for test in items:
        files.setdefault(test.path, []).append(test)
    waiting = [path for path in files if not WAITING.isdisjoint((path.parent.name, path.name))]
    busy = iter([path for path in files if path not in waiting])
    begun = [path for one in waiting for path in (*islice(busy, BUSY_BETWEEN), one)]
    items[:] = [test for path in (*begun, *busy) for test in files[path]]


def load_the_whole_server() -> None:
    """Load everything: Hypothesis tries the constants of what is loaded, whichever tests have run before."""
    for module in pkgutil.walk_packages(server.__path__, "server."):
        if not module.name.endswith(".__main__") and ".migrations" not in module.name:
            import_module(module.name)


load_the_whole_server()


def pytest_collection_finish() -> None:
    """Exclude what is loaded by now from garbage collection, since it stays; of the rest there is little."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


@pytest.fixture(autouse=True)
def fate(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test seeds of its own for cards and house players, the same whenever it runs."""
    chance = Random(request.node.nodeid)
    monkeypatch.setattr(deal, "new_seed", lambda: chance.randbytes(32))
    monkeypatch.setattr(secrets, "randbits", chance.getrandbits)
    monkeypatch.setattr(random, "SystemRandom", lambda: Random(chance.getrandbits(64)))


@pytest.fixture(autouse=True)
def sunday(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock begin on the same Sunday with each test, for code that is not passed a time."""
    if OWN_CLOCKS.isdisjoint(request.path.parts):
        now, began = clock.now, clock.now()
        monkeypatch.setattr(clock, "now", lambda: SUNDAY + (now() - began))


@pytest.fixture(autouse=True)
def logs_as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Undo after each test what code of the server has configured of this process's logs."""
    for module, name in LOGGED_BY:
        monkeypatch.setattr(module, name, getattr(module, name))
    root = logging.getLogger()
    level = root.level
    configured = structlog.get_config()
    yield
    for outage in (logs.DATABASE, logs.BROKER):
        outage.is_over()
    root.handlers = [handler for handler in root.handlers if not isinstance(handler, logs.StandardError)]
    root.level = level
    structlog.configure(**configured)


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep code in the process of the tests from waking a worker: the thread for it would outlive its test, and log
    into the next one. Servers in processes of their own wake theirs.
    """
    monkeypatch.setattr(Nudger, "nudge", lambda _: None)


@pytest.fixture(autouse=True)
def as_described(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check every JSON answer that a test gets against its description."""
    monkeypatch.setattr(Flask, "test_client_class", DescribedClient)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server. As root it runs as a user of its own, whom pytest's folders shut out."""
    with TemporaryDirectory(prefix="poste-postgres-") as folder, running_postgres(Path(folder)) as url:
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
    app = create_web(
        Settings({"DATABASE_URL": url, "LINK_KEYS": link_key("k"), "LIMITS": "off", "STATE_DIR": str(folder)})
    )
    with app.app_context():
        schema.upgrade()
        db.session.remove()
        db.engine.dispose()


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the SQLite database of the running test is: the same for all, so that they share an application."""
    return tmp_path_factory.mktemp("database") / "poste.sqlite"


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """The kind of database: SQLite, unless a test asks for both."""
    return str(getattr(request, "param", "sqlite"))


@pytest.fixture
def database_url(database: str, request: pytest.FixtureRequest) -> str:
    """An empty database with the present schema."""
    if database == "postgresql":
        return str(request.getfixturevalue("migrated_postgres"))
    file: Path = request.getfixturevalue("sqlite_file")
    for left in file.parent.glob(f"{file.name}*"):
        left.unlink()
    shutil.copy(request.getfixturevalue("migrated_sqlite"), file)
    return f"sqlite:///{file}"


USUAL = {
    "BASE_URL": "http://localhost",
    "LIMITS": "off",
    "LINK_KEYS": f"first-key,{link_key('second-key')}",
    "MIN_PACE": "PT1S",
}


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings of a server without a broker and with local mailboxes."""
    made = Settings({**USUAL, "DATABASE_URL": database_url, "STATE_DIR": str(tmp_path / "var")})
    made.create_state()
    return made


@pytest.fixture
def made() -> Callable[[Settings], Flask]:
    """How the application is made: with its pages, unless a folder of tests says otherwise."""
    return create_web


_made: dict[tuple[Callable[[Settings], Flask], str], Flask] = {}
"""Applications with the usual settings, by what makes them and their database: tests share them."""


@pytest.fixture
def app(request: pytest.FixtureRequest, made: Callable[[Settings], Flask], settings: Settings) -> Iterator[Flask]:
    """The application, its context pushed, on an empty database."""
    usual = {**USUAL, "DATABASE_URL": settings.database_url, "STATE_DIR": str(settings.state_dir)} == settings.environ
    shared = usual and request.node.get_closest_marker("own_application") is None
    application = _made.get((made, settings.database_url)) if shared else None
    if application is None:
        application = made(settings)
        application.testing = True
        with application.app_context():
            wait_for_no_disk()
        if shared:
            _made[made, settings.database_url] = application
    application.extensions["poste"] = settings
    limits.set_up(application, settings)
    with application.app_context():
        empty()
        yield application
        db.session.remove()
        db.engine.dispose()


def wait_for_no_disk() -> None:
    """Do not wait for the disk in the process of the tests; servers in processes of their own do."""
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
