"""Memory of each process, its own share (PSS) and all that it maps (RSS): of `poste up` as it stands idle, with the
time that it takes of a processor; and of the processes of the Procfile when they have done some work.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tests.services import BIN, Broker, Stack, free_port, status_of, wait_for

from .load import drive, get
from .machine import header, load_average
from .processes import children, processor
from .seals import bids, by_json
from .sink import mail_server
from .tables import DATABASES, inside, lay, scratch, server
from .windows import unsent

TABLES = 100
LINES = ("web", "worker", "beat", "inbox")
SETTLE = 30
"""Seconds after the start, before the idle server is measured: before that the worker does for the first time what it
then does again and again.
"""


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


def idle(seconds: float) -> None:
    """Print what the embedded default takes while nothing happens."""
    with scratch() as folder, (folder / "up.txt").open("wb") as log:
        ports = {"PORT": str(free_port()), "INBOX_PORT": str(free_port())}
        environ = {"PATH": os.environ["PATH"], "STATE_DIR": str(folder / "var"), **ports}
        with subprocess.Popen([BIN / "poste", "up"], env=environ, stdout=log, stderr=log) as up:
            site = f"http://127.0.0.1:{ports['PORT']}"
            wait_for(lambda: status_of(f"{site}/healthz") == 200, "poste up to be well")
            time.sleep(SETTLE)
            before = {pid: processor(pid) for pid in children(up.pid)}
            time.sleep(seconds)
            print(f"\nposte up, idle, {load_average()}\n  {'MB':28}{'PSS':>7}{'RSS':>7}{'CPU %':>7}")
            totals = [0.0, 0.0]
            for pid, had in before.items():
                (pss, rss), share = memory(pid), 100 * (processor(pid) - had) / seconds
                totals = [totals[0] + pss, totals[1] + share]
                name = Path(f"/proc/{pid}/comm").read_text().strip()
                print(f"  {name:28}{pss:7.0f}{rss:7.0f}{share:7.2f}")
            print(f"  {'together':28}{totals[0]:7.0f}{'':7}{totals[1]:7.2f}", flush=True)
            up.terminate()


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
    parser.add_argument("--idle", action="store_true", help="measure `poste up` alone")
    parser.add_argument("--seconds", type=float, default=30, help="how long it is watched (30)")
    chosen = parser.parse_args()
    header()
    idle(chosen.seconds)
    for kind in [] if chosen.idle else chosen.database or DATABASES:
        measure(kind)


if __name__ == "__main__":
    main()
