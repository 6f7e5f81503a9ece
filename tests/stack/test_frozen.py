"""A database that holds its connections and says nothing, or whose lock another program holds, and then goes on."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from server import clock, links
from server.views import seat_page
from tests.cast import open_table
from tests.services import Broker, Post, Stack, fresh_database, postgres, status_of, wait_for

from .conftest import inside
from .test_races import answer

A_PAGE, HEALTH = 5.0, 2.0
"""Seconds in which a page and /healthz answer, whatever the database does."""
BUSY_MACHINE = 10.0
"""Seconds that a machine with other work may add."""


@pytest.fixture
def database() -> Iterator[tuple[str, Path]]:
    """A PostgreSQL server of its own, and the folder it runs in."""
    with TemporaryDirectory(prefix="poste-frozen-") as folder, postgres(Path(folder)) as server:
        if not _processes(Path(folder)):
            pytest.fail("a server that is given cannot be stopped for a while")
        yield fresh_database(server, "frozen"), Path(folder)


def _processes(folder: Path) -> list[int]:
    """Every process of the PostgreSQL server that runs in the folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            here = (process / "cwd").readlink()
            if folder in (here, *here.parents) and (process / "comm").read_text().startswith("postgres"):
                found.append(int(process.name))
    return found


@contextmanager
def frozen(folder: Path) -> Iterator[None]:
    """Stop every process of the server, and let them go on afterwards."""
    stopped = _processes(folder)
    for process in stopped:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in stopped:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


def timed(url: str) -> tuple[int, float]:
    """The status of a page, and how many seconds it took."""
    started = time.monotonic()
    return status_of(url), time.monotonic() - started


def test_a_silent_postgresql_costs_nobody_more_than_seconds_and_nothing_is_lost(
    database: tuple[str, Path], tmp_path: Path, broker: Broker, post: Post
) -> None:
    url, folder = database
    stack = Stack(tmp_path, ("web", "worker", "beat"), DATABASE_URL=url, BROKER_URL=broker.url, MAIL_URL=post.url)
    stack.start()
    try:
        with inside(stack):
            match = open_table(at=clock.now())
            tokens = [links.seat_token(chair) for chair in match.chairs]
            cards = [seat_page(chair).view["hand"][0] for chair in match.chairs]
        pages = [f"{stack.url}/s/{token}" for token in tokens]
        wait_for(lambda: status_of(f"{stack.url}/healthz") == 200, "the server to be well")
        assert [status_of(page) for page in pages * 4] == [200] * 8
        sealed = answer(stack, tokens[0], {"answer": f"{cards[0]} centre", "ply": 0})[1]
        with ThreadPoolExecutor(16) as visitors:
            with frozen(folder):
                asked = [visitors.submit(timed, page) for page in pages * 6]
                health = [visitors.submit(timed, f"{stack.url}/healthz") for _ in range(3)]
                for limit, answers in ((A_PAGE, asked), (HEALTH, health)):
                    for status, seconds in (one.result() for one in answers):
                        assert status == 503
                        assert seconds < limit + BUSY_MACHINE
                bid = visitors.submit(answer, stack, tokens[1], {"answer": f"{cards[1]} blind", "ply": 0})
                assert bid.result()[0] == 503
                status, seconds = timed(f"{stack.url}/healthz")
                assert (status, seconds < HEALTH + BUSY_MACHINE) == (503, True)
            wait_for(lambda: {status_of(page) for page in pages} == {200}, "the pages to be back", seconds=60)
        again = answer(stack, tokens[0], {"answer": f"{cards[0]} centre", "ply": 0})
        assert (again[0], again[1]["receipt"]) == (200, sealed["receipt"])
        assert answer(stack, tokens[1], {"answer": f"{cards[1]} blind", "ply": 0})[1]["opened"]
        wait_for(lambda: "1" in {one["X-Poste-Ply"] for one in post.to("ada@example.org", "turn")}, "her letter")
        wait_for(lambda: status_of(f"{stack.url}/healthz") == 200, "the server to be well again", seconds=60)
    finally:
        stack.stop()
    log = (tmp_path / "log.txt").read_text()
    assert "database.silent" in log
    assert "sqlalchemy" not in log  # no traceback for what is expected


def test_a_locked_sqlite_costs_a_writer_five_seconds_and_readers_nothing(tmp_path: Path, broker: Broker) -> None:
    file = tmp_path / "poste.sqlite"
    stack = Stack(tmp_path, ("web",), DATABASE_URL=f"sqlite:///{file}", BROKER_URL=broker.url)
    stack.start()
    try:
        with inside(stack):
            match = open_table(at=clock.now())
            tokens = [links.seat_token(chair) for chair in match.chairs]
            card = seat_page(match.chairs[0]).view["hand"][0]
        wait_for(lambda: {status_of(f"{stack.url}/s/{tokens[0]}") for _ in range(8)} == {200}, "every web process")
        bid = {"answer": f"{card} centre", "ply": 0}
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        started = time.monotonic()
        assert answer(stack, tokens[0], bid)[0] == 503
        assert time.monotonic() - started < A_PAGE + BUSY_MACHINE
        assert timed(f"{stack.url}/healthz")[1] < HEALTH + BUSY_MACHINE
        assert status_of(f"{stack.url}/s/{tokens[0]}") == 200
        other.execute("ROLLBACK")
        other.close()
        assert answer(stack, tokens[0], bid)[0] == 200
    finally:
        stack.stop()
