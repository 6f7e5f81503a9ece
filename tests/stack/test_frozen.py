"""PostgreSQL keeps the time, and holds its connections and says nothing for a while, and then goes on."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from server import clock, links
from server.views import seat_page
from tests.cast import open_table
from tests.services import Post, status_of, wait_for

from .clocks import assert_goes_by_the_database, shifted
from .conftest import Start, inside
from .test_races import answer

A_PAGE, HEALTH = 5.0, 2.0
"""Seconds in which a page and /healthz answer, whatever the database does."""
BUSY_MACHINE = 10.0
"""Seconds that a machine with other work may add."""


@pytest.fixture
def folder(migrated_postgres: str) -> Path:
    """The folder in which the PostgreSQL server of the tests runs."""
    engine = create_engine(migrated_postgres)
    with engine.connect() as connection:
        folder = Path(connection.scalar(text("SHOW data_directory")))
    engine.dispose()
    if not _processes(folder):
        pytest.fail("a server that is given cannot be stopped for a while")
    return folder


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


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize("seconds", [pytest.param(25, marks=pytest.mark.long), -180])
@pytest.mark.wide
def test_a_worker_goes_by_the_clock_of_postgresql_whose_silence_costs_nobody_more_than_seconds(
    folder: Path, start: Start, post: Post, seconds: int
) -> None:
    """The worker's own clock is wrong all the time; nothing is lost."""
    stack = start("web", "beat")
    shifted(stack, "worker", seconds)
    assert_goes_by_the_database(stack, post, seconds)
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
    letter = match.id, "1"
    hers = "ada@example.org", "turn"
    wait_for(lambda: letter in {(one["X-Poste-Match"], one["X-Poste-Ply"]) for one in post.to(*hers)}, "her letter")
    wait_for(lambda: status_of(f"{stack.url}/healthz") == 200, "the server to be well again", seconds=60)
    log = stack.read_log()
    assert "database.silent" in log
    assert "sqlalchemy" not in log  # no traceback for what is expected
