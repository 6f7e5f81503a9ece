"""Ten thousand windows that are due at once: seconds until all are closed and every letter of them is written.

    python -m tests.bench.windows --tables 2000 --database SQLite

Worker and schedule run as they are shipped, with two worker processes. Letters stand in the outbox as soon as a window
is closed; how fast they leave from there, through an SMTP server that counts them, is shown besides.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from typing import Any

from aiosmtpd.controller import Controller
from sqlalchemy import func, select, update

from server import clock
from server.models import Letter, Match, db
from tests.services import Broker, Stack, free_port

from .machine import header, load_average
from .tables import DATABASES, database, inside, lay, scratch

OVERDUE = timedelta(hours=49)
"""The windows of `lay` are 48 hours long."""


class Sink:
    """A mail server that takes everything and keeps nothing."""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Take a letter."""
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[str]:
    """The address of a sink."""
    port = free_port()
    controller = Controller(Sink(), hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield f"smtp://127.0.0.1:{port}?tls=none"
    finally:
        controller.stop()


def still_open() -> int:
    """Windows that have not been closed."""
    return _count(select(func.count()).select_from(Match).where(Match.ply == 0, Match.closes_at.is_not(None)))


def unsent() -> int:
    """Letters in the outbox."""
    return _count(select(func.count()).select_from(Letter).where(Letter.due_at.is_not(None)))


def _count(counting: Any) -> int:
    counted = db.session.scalar(counting) or 0
    db.session.rollback()
    return counted


def until_none(left: Callable[[], int], started: float, longest: float) -> tuple[int, float]:
    """Wait until nothing is left, for so many seconds at most: what is left then, and the seconds since the start."""
    while (rest := left()) and time.monotonic() - started < longest:
        time.sleep(0.5)
    return rest, time.monotonic() - started


def measure(kind: str, tables: int, longest: float, workers: int) -> None:
    """Print how long it takes on one kind of database."""
    with ExitStack() as running:
        folder = running.enter_context(scratch())
        url = running.enter_context(database(kind, folder))
        broker = Broker(folder)
        running.callback(broker.stop)
        broker.start()
        environ = {"MAIL_URL": running.enter_context(mail_server()), "SWEEP_SECONDS": "10", "WORKERS": str(workers)}
        stack = Stack(folder, (), DATABASE_URL=url, BROKER_URL=broker.url, **environ)
        running.callback(stack.stop)
        stack.start()
        with inside(stack):
            lay(tables, clock.now() - OVERDUE)
            db.session.execute(update(Match).values(remind_at=None))  # that was at 80 % of the window
            db.session.commit()
        print(f"\n{kind}, {tables:,} windows due, {workers} worker processes, {load_average()}", flush=True)
        stack.start_one("worker")
        stack.start_one("beat")
        started = time.monotonic()
        with inside(stack):
            rest, seconds = until_none(still_open, started, longest)
            written = _count(select(func.count()).select_from(Letter).where(Letter.ply == 1))
            print(
                f"  closed and their letters written: {tables - rest:,} windows, {written:,} letters, {seconds:.0f} s"
            )
            if rest:
                return
            before = unsent()
            rest, later = until_none(unsent, started + seconds, longest)
            print(f"  sent meanwhile {written - before:,}; then {(before - rest) / later:.0f} letters a second")


def main() -> None:
    """Print how long it takes to close windows that are due at once."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.windows", description=main.__doc__)
    parser.add_argument("--tables", type=int, default=10_000, help="windows that are due (10,000)")
    parser.add_argument("--longest", type=float, default=120, help="seconds to wait for each of the two (120)")
    parser.add_argument("--workers", type=int, default=2, help="worker processes (2)")
    parser.add_argument("--database", action="append", choices=DATABASES, help="one kind; both by default")
    chosen = parser.parse_args()
    header()
    for kind in chosen.database or DATABASES:
        measure(kind, chosen.tables, chosen.longest, chosen.workers)


if __name__ == "__main__":
    main()
