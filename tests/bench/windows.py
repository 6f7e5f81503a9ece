"""Ten thousand windows that are due at once: seconds until all are closed and every letter has left; and how long a
reader waits for a page meanwhile.

    python -m tests.bench.windows --tables 2000 --database SQLite

Web, worker and schedule run as they are shipped, with two processes each. Letters stand in the outbox as soon as a
window is closed, and leave for a mail server that takes everything. All the while seat pages are fetched at random
tables, at random moments, so many a second.
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

from sqlalchemy import func, select

from server import clock
from server.store.models import MATCHES, Letter, db
from tests.services import Stack

from .load import Outcome, drive, get
from .machine import header, load_average
from .processes import postgres_process, processor_of_all
from .sink import mail_server
from .tables import DATABASES, Tables, inside, lay, lay_archive, server

OVERDUE = timedelta(hours=49)
"""The windows of `lay` are 48 hours long."""
LINES = 8
"""Connections over which pages are fetched."""
SLICE = 5.0
"""Seconds after which the readers look whether the storm is over."""


def still_open() -> int:
    """Windows that have not been closed."""
    return count_of(
        select(func.count()).select_from(MATCHES).where(MATCHES.c.ply == 0, MATCHES.c.closes_at.is_not(None))
    )


def unsent() -> int:
    """Letters in the outbox."""
    return count_of(select(func.count()).select_from(Letter).where(Letter.due_at.is_not(None)))


def count_of(counting: Any) -> int:
    """What a statement counts, in a transaction of its own."""
    counted = db.session.scalar(counting) or 0
    db.session.rollback()
    return counted


def until_none(left: Callable[[], int], started: float, longest: float) -> tuple[int, float]:
    """Wait until nothing is left, for so many seconds at most: what is left then, and the seconds since the start."""
    while (rest := left()) and time.monotonic() - started < longest:
        time.sleep(0.5)
    return rest, time.monotonic() - started


def worked(stack: Stack) -> float:
    """Seconds of a processor that the worker has had, in all of its processes."""
    return processor_of_all(stack.processes["worker"].pid)


def served(kind: str, stack: Stack) -> float:
    """Seconds of a processor that PostgreSQL has had; SQLite has no process of its own."""
    return processor_of_all(postgres_process(stack.environ["DATABASE_URL"])) if kind == "PostgreSQL" else 0.0


class Readers:
    """People who open their tables, from a thread of its own, until they are told to stop."""

    def __init__(self, port: int, tables: Tables, rate: float):
        self.port, self.tables, self.rate = port, tables, rate
        self.outcome, self._over = Outcome(), threading.Event()
        self._thread = threading.Thread(target=self._read, name="readers")

    def __enter__(self) -> Outcome:
        self._thread.start()
        return self.outcome

    def __exit__(self, *failure: object) -> None:
        self._over.set()
        self._thread.join()

    def _read(self) -> None:
        while not self._over.is_set():
            came = drive(self.port, [self._pages(line) for line in range(LINES)], SLICE, self.rate)
            self.outcome.waits += came.waits
            self.outcome.statuses += came.statuses

    def _pages(self, line: int) -> Iterator[bytes]:
        random = Random(line + len(self.outcome.waits))
        while True:
            yield get(f"/s/{random.choice(random.choice(self.tables.tokens))}")


@contextmanager
def storm(kind: str, tables: int, workers: int, archived: int = 0, **more: str) -> Iterator[tuple[Stack, Tables]]:
    """A server with so many windows due, worker and schedule not started yet. ``archived``: so many finished matches
    are in the archive. ``more``: its settings.
    """
    settings = {"SWEEP_SECONDS": "10", "WORKERS": str(workers), "WEB_WORKERS": "2", **more}
    with mail_server() as mail, server(kind, "web", MAIL_URL=mail, **settings) as (stack, _):
        with inside(stack):
            laid = lay(tables, clock.now() - OVERDUE, reminded=True)
            if archived:
                lay_archive(archived)
        yield stack, laid


def measure(kind: str, tables: int, longest: float, workers: int, rate: float, archived: int = 0) -> None:
    """Print how long it takes on one kind of database."""
    with storm(kind, tables, workers, archived) as (stack, laid):
        beside = f", {archived:,} matches in the archive" * bool(archived)
        print(f"\n{kind}, {tables:,} windows due{beside}, {workers} worker processes, {load_average()}", flush=True)
        with Readers(stack.port, laid, rate):
            time.sleep(SLICE)  # the first pages of a process take longer
        with Readers(stack.port, laid, rate) as calm:
            time.sleep(2 * SLICE)
        print(f"  pages before the storm, {rate:g} a second: {told(calm)}", flush=True)
        with Readers(stack.port, laid, rate) as pages, inside(stack):
            stack.start_one("worker")
            stack.start_one("beat")
            started, before = time.monotonic(), served(kind, stack)
            while still_open() == tables and time.monotonic() - started < longest:
                time.sleep(0.1)
            first = time.monotonic() - started
            rest, seconds = until_none(still_open, started, longest)
            used, database = worked(stack), served(kind, stack) - before
            written = count_of(select(func.count()).select_from(Letter).where(Letter.ply == 1))
            print(
                f"  closed, and their letters written: {tables - rest:,} windows, {written:,} letters, {seconds:.1f} s,"
                f" the first after {first:.1f} s, when all had started; {1000 * used / tables:.2f} ms of"
                f" the worker's processor time a window, with the letters meanwhile, {1000 * database / tables:.2f} of"
                " the database's, with the pages"
            )
            waiting = unsent()
            rest, seconds_out = until_none(unsent, started, seconds + longest)
            took = max(seconds_out - seconds, 0.1)
            used = worked(stack) - used
            print(f"  letters out: {written - rest:,} of them, {seconds_out:.0f} s after the start; "
                  f"{written - waiting:,} meanwhile, then {(waiting - rest) / took:.0f} a second, "
                  f"{1000 * used / max(waiting - rest, 1):.1f} ms each",
                  flush=True)  # fmt: skip
        print(f"  pages meanwhile, {rate:g} a second: {told(pages)}", flush=True)


def told(pages: Outcome) -> str:
    """How long readers waited."""
    other = {status: n for status, n in pages.statuses.items() if status != 200}
    p50, p99, longest = (pages.percentile(share) for share in (0.5, 0.99, 1))
    return f"{len(pages.waits):,}, p50 {p50:.0f} ms, p99 {p99:.0f} ms, longest {longest:.0f} ms" + (
        f", statuses {other}" if other else ""
    )


def main() -> None:
    """Print how long it takes to close windows that are due at once and to send their letters, and how long readers of
    a page wait meanwhile.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.bench.windows", description=main.__doc__)
    parser.add_argument("--tables", type=int, default=10_000, help="windows that are due (10,000)")
    parser.add_argument("--longest", type=float, default=600, help="seconds to wait: to close, then to send (600)")
    parser.add_argument("--workers", type=int, default=2, help="worker processes (2)")
    parser.add_argument("--pages", type=float, default=15, help="seat pages that are fetched a second (15)")
    parser.add_argument("--archived", type=int, default=0, help="finished matches in the archive (0)")
    parser.add_argument("--database", action="append", choices=DATABASES, help="one kind; both by default")
    chosen = parser.parse_args()
    header()
    for kind in chosen.database or DATABASES:
        measure(kind, chosen.tables, chosen.longest, chosen.workers, chosen.pages, chosen.archived)


if __name__ == "__main__":
    main()
