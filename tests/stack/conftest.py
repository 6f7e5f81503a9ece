"""Whole servers: the embedded default, and PostgreSQL with a broker and a process for each line of the Procfile."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from server import clock, counts
from server.store import heartbeat
from server.store.models import db
from tests.services import Broker, Post, Stack, answers, free_port, fresh_database, link_key, wait_for

Start = Callable[..., Stack]
Fresh = Callable[[str, Path], str]
TOKEN = link_key("metrics")

SQLITE_IF_LONG = pytest.mark.parametrize(
    "database", [pytest.param("sqlite", marks=pytest.mark.long), "postgresql"], indirect=True
)


@pytest.fixture
def fresh(database: str, request: pytest.FixtureRequest, worker_id: str) -> Fresh:
    """The address of a new database of this name in which there is nothing but the schema."""

    def made(name: str, folder: Path) -> str:
        if database == "sqlite":
            shutil.copy(request.getfixturevalue("migrated_sqlite"), folder / "poste.sqlite")
            return f"sqlite:///{folder / 'poste.sqlite'}"
        server, schema = (request.getfixturevalue(name) for name in ("postgres_server", "postgres_schema"))
        return fresh_database(server, f"{name}_{worker_id}", like=schema)

    return made


@pytest.fixture
def start(tmp_path: Path, fresh: Fresh, broker: Broker, post: Post) -> Iterator[Start]:
    """Start a server on a new database, with a broker and an SMTP server of its own; ``now``: or only prepare it."""
    with ExitStack() as running:

        def started(*only: str, now: bool = True, **environ: str) -> Stack:
            given = {"DATABASE_URL": fresh("stack", tmp_path), "BROKER_URL": broker.url, "MAIL_URL": post.url}
            stack = Stack(tmp_path, only or ("web", "worker", "beat"), migrated=True, **given | environ)
            running.callback(stack.stop)
            if now:
                stack.start()
            return stack

        yield started


@dataclass
class Running:
    """A whole server that many tests use, one after the other: each with players of its own."""

    stack: Stack
    broker: Broker
    post: Post

    def put_right(self) -> None:
        """Whatever a test has stopped runs again."""
        if self.broker.process is None:
            self.broker.start()
        self.broker.resume()
        if not answers(self.post.port):
            self.post.start()
        self.post.refuse = lambda address: None
        self.stack.keep_running()
        for name in set(self.stack.only) - set(self.stack.processes):
            self.stack.start_one(name)
        wait_for(lambda: answers(self.stack.port) and answers(self.stack.inbox_port), "the server to listen")
        with inside(self.stack):
            heartbeat.resume(clock.now())


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, Fresh], Running]]:
    """The whole servers that run, by their databases."""
    with ExitStack() as until:
        running: dict[str, Running] = {}

        def one(database: str, fresh: Fresh) -> Running:
            if database not in running:
                folder = tmp_path_factory.mktemp("running")
                broker, post = Broker(folder), until.enter_context(Post())
                broker.start()
                until.callback(broker.stop)
                given = {"DATABASE_URL": fresh("running", folder), "BROKER_URL": broker.url, "MAIL_URL": post.url}
                given |= {"METRICS_TOKEN": TOKEN, "METRICS_BIND": f"127.0.0.1:{free_port()}", "HOOK_HOSTS": "127.0.0.1"}
                stack = Stack(folder, migrated=True, LIMITS="on", HOUSE_SECONDS="0.1", **given)
                until.callback(stack.stop)
                stack.start()
                assert stack.app
                counts.enable(None)  # what the tests do in their own process
                running[database] = Running(stack, broker, post)
            running[database].put_right()
            return running[database]

        yield one


@pytest.fixture
def running(servers: Callable[[str, Fresh], Running], database: str, fresh: Fresh) -> Running:
    """A whole server with all its processes, which other tests of the module have used, too."""
    return servers(database, fresh)


@contextmanager
def inside(stack: Stack) -> Iterator[None]:
    """The application of a running server, to look into its database."""
    with stack.app.app_context():
        try:
            yield
        finally:
            db.session.remove()
            db.engine.dispose()
