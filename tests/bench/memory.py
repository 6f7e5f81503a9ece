"""Memory of each process of the stack when it has done some work: its own share (PSS) and all that it maps (RSS)."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from tests.services import Broker, Stack, wait_for

from .load import drive, get
from .machine import header, load_average
from .seals import bids, by_json
from .sink import mail_server
from .tables import DATABASES, inside, lay, server
from .windows import unsent

TABLES = 100
LINES = ("web", "worker", "beat", "inbox")


def children(pid: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from children(int(child))


def memory(pid: int) -> tuple[float, float]:
    """PSS and RSS of a process in megabytes."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = dict(re.findall(r"^(Pss|Rss):\s+(\d+) kB", told, re.MULTILINE))
    return int(found["Pss"]) / 1000, int(found["Rss"]) / 1000


def rows(stack: Stack, broker: Broker) -> Iterator[tuple[str, int]]:
    """Every process by the name of its line in the Procfile."""
    for name, started in stack.processes.items():
        parent, *forked = children(started.pid)
        yield name, parent
        yield from ((f"  {name}, process {number}", pid) for number, pid in enumerate(forked, 1))
    assert broker.process is not None
    yield "broker", broker.process.pid


def work(stack: Stack) -> None:
    """Some pages, some seals, and the letters of them."""
    with inside(stack):
        tables = lay(TABLES)
    drive(stack.port, [map(by_json, bids(tables, line)) for line in range(4)], 5)
    drive(stack.port, [iter([get(f"/s/{tokens[0]}") for tokens in tables.tokens[line::4]]) for line in range(4)], 5)
    with inside(stack):
        wait_for(lambda: not unsent(), "the letters to leave", 60)


def measure(kind: str) -> None:
    """Print the processes on one kind of database."""
    with mail_server() as mail, server(kind, *LINES, MAIL_URL=mail, WEB_WORKERS="2", WORKERS="2") as (stack, broker):
        work(stack)
        print(f"\n{kind}, {load_average()}\n  {'MB':28}{'PSS':>7}{'RSS':>7}")
        total = 0.0
        for name, pid in rows(stack, broker):
            pss, rss = memory(pid)
            total += pss
            print(f"  {name:28}{pss:7.0f}{rss:7.0f}")
        print(f"  {'together':28}{total:7.0f}", flush=True)


def main() -> None:
    """Print the memory of each process."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.memory", description=main.__doc__)
    parser.add_argument("--database", action="append", choices=DATABASES, help="one kind; both by default")
    chosen = parser.parse_args()
    header()
    for kind in chosen.database or DATABASES:
        measure(kind)


if __name__ == "__main__":
    main()
