"""Whole servers: the embedded default, and PostgreSQL with a broker and a process for each line of the Procfile."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from server.store.models import db
from tests.services import Broker, Post, Stack, fresh_database

Start = Callable[..., Stack]


@pytest.fixture(params=["sqlite", "postgresql"])
def stack_database(request: pytest.FixtureRequest, tmp_path: Path, worker_id: str) -> str:
    """The address of a database of each kind in which there is nothing but the schema."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("migrated_sqlite"), tmp_path / "poste.sqlite")
        return f"sqlite:///{tmp_path / 'poste.sqlite'}"
    server, schema = (request.getfixturevalue(name) for name in ("postgres_server", "postgres_schema"))
    return fresh_database(server, f"stack_{worker_id}", like=schema)


@pytest.fixture
def start(tmp_path: Path, stack_database: str, broker: Broker, post: Post) -> Iterator[Start]:
    """Start a server on the database, with a broker and an SMTP server of its own."""
    with ExitStack() as running:

        def started(*only: str, **environ: str) -> Stack:
            given = {"DATABASE_URL": stack_database, "BROKER_URL": broker.url, "MAIL_URL": post.url, **environ}
            stack = Stack(tmp_path, only or ("web", "worker", "beat"), migrated=True, **given)
            running.callback(stack.stop)
            stack.start()
            return stack

        yield started


@contextmanager
def inside(stack: Stack) -> Iterator[None]:
    """The application of a running server, to look into its database."""
    with stack.app.app_context():
        try:
            yield
        finally:
            db.session.remove()
            db.engine.dispose()
