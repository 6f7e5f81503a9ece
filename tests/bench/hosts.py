"""What the next machine brings: one host, then two, on one PostgreSQL and one broker.

    python -m tests.bench.hosts --seconds 10 --tables 2000

A host is a web process, a worker process and a folder of its own. Here they share the processors of one machine with
the database, the broker and the client, so that two hosts bring less than two machines would. First seals: to one host
and to both, in turns. Then windows that are due at once, closed and told by one worker or by two; each window must be
closed once, and each letter must come to the mail server once.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import func, select

from server.store.models import Letter, Turn
from tests.services import Stack, link_key

from .load import drive
from .machine import header, load_average
from .seals import LINES, TABLES_A_LINE, WARM, Load, bids, by_json, in_turn, told
from .sink import letters_taken
from .tables import inside, lay, server
from .windows import count_of, still_open, storm, unsent, until_none

KIND = "PostgreSQL"
HOST = {"WEB_WORKERS": "1", "WORKERS": "1", "LINK_KEYS": link_key("hosts"), "LIMITS": "on"}
SHARED = ("DATABASE_URL", "BROKER_URL", "MAIL_URL", *HOST)


@contextmanager
def another_host(first: Stack, *processes: str) -> Iterator[Stack]:
    """A host with a folder of its own, on the database and the broker of the first."""
    folder = Path(first.folder) / "host-2"
    folder.mkdir()
    host = Stack(folder, processes, **{name: first.environ[name] for name in SHARED if name in first.environ})
    try:
        host.start()
        yield host
    finally:
        host.stop()


def seals(seconds: int) -> None:
    """Print seals a second of one host and of two."""
    with server(KIND, "web", **HOST) as (first, _), another_host(first, "web") as second:
        with inside(first):
            tables = lay(LINES * TABLES_A_LINE)
        streams = [map(by_json, bids(tables, line)) for line in range(LINES)]
        one, two = Load(first.port, streams), Load((first.port, second.port), streams)
        for load in (one, two):
            drive(load.port, load.streams, WARM)
        of_one, of_two = in_turn(seconds, one, two)
        print(f"\n{KIND}, {LINES} connections, {load_average()}")
        print(f"  {'':56}{'a second':>9}{'p50 ms':>9}{'p99 ms':>9}")
        print(told("seals, one host", of_one))
        print(told(f"seals, two hosts: {of_two.of(of_one)} of one", of_two), flush=True)


def windows(tables: int, hosts: int, longest: float) -> None:
    """Print how long one worker takes, or two, until all windows that are due are closed and all letters have left."""
    with storm(KIND, tables, 1, **HOST) as (first, _):
        with another_host(first) as second, inside(first):
            for host in (first, second)[:hosts]:
                host.start_one("worker")
            for host in (first, second)[:hosts]:
                host.start_one("beat")
            started = time.monotonic()
            rest, closed = until_none(still_open, started, longest)
            left, out = until_none(unsent, started, closed + longest)
            turns = count_of(select(func.count()).select_from(Turn).where(Turn.ply == 1))
            sent = count_of(select(func.count()).select_from(Letter).where(Letter.sent_at.is_not(None)))
            taken = letters_taken(first.environ["MAIL_URL"])
        print(
            f"  {hosts} worker{'s' if hosts > 1 else ' '}: {tables - rest:,} windows closed in {closed:.0f} s, "
            f"{turns - (tables - rest):,} of them twice; {sent:,} letters out in {out:.0f} s ({left:,} left), "
            f"{taken - sent:,} of them twice",
            flush=True,
        )


def main() -> None:
    """Print seals a second of one host and of two, and how long one worker and two take for windows due at once."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hosts", description=main.__doc__)
    parser.add_argument("--seconds", type=int, default=14, help="how long seals are measured (14)")
    parser.add_argument("--tables", type=int, default=2000, help="windows that are due (2,000)")
    parser.add_argument("--longest", type=float, default=600, help="seconds to wait: to close, then to send (600)")
    chosen = parser.parse_args()
    header()
    seals(chosen.seconds)
    print(f"\n{KIND}, {chosen.tables:,} windows due at once, {load_average()}", flush=True)
    for hosts in (1, 2):
        windows(chosen.tables, hosts, chosen.longest)


if __name__ == "__main__":
    main()
