"""Seals a second over HTTP with two web processes, beside two floors on the same database in the same run.

    python -m tests.bench.seals --seconds 8 --database PostgreSQL

Floors: ``pgbench -N`` (PostgreSQL alone), and a bare Flask handler under the same gunicorn (`tests.bench.bare`). The
load is as much as 16 connections can get; then half of what that came to, and half of what the bare handler made,
falling due at random moments.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from server.config import ROOT
from tests.services import BIN, answers, free_port, wait_for

from . import bare
from .load import Outcome, drive, post
from .machine import header, load_average, postgres_program
from .tables import DATABASES, Move, Tables, inside, lay, server

LINES = 16
TABLES_A_LINE = 150
WARM = 3
"""Seconds before anything is measured: each thread opens a connection, and each connection prepares its statements."""
GUNICORN = ("--worker-class", "gthread", "--workers", "2", "--threads", "8", "--no-control-socket")


Bid = tuple[str, Move]
"""The token of a seat, and what it answers."""


def bids(tables: Tables, line: int) -> Iterator[Bid]:
    """Everything that is answered at the tables of one line: each window at every table before the next one."""
    for move in tables.course:
        for tokens in tables.tokens[line::LINES]:
            yield tokens[move.seat], move


def by_json(bid: Bid) -> bytes:
    """A bid as programs send it."""
    token, move = bid
    return post(f"/api/seat/{token}/answer", json.dumps({"answer": move.answer, "ply": move.ply}).encode())


def by_page(bid: Bid) -> bytes:
    """A bid as the form of the page sends it."""
    token, move = bid
    fields = {"do": "seal", "ply": move.ply, "typed": move.answer}
    return post(f"/s/{token}", urlencode(fields).encode(), "application/x-www-form-urlencoded")


@contextmanager
def bare_server(url: str, folder: Path) -> Iterator[int]:
    """The bare handler, served like the real one."""
    port = free_port()
    command = [str(BIN / "gunicorn"), "tests.bench.bare:app", *GUNICORN, "--bind", f"127.0.0.1:{port}"]
    with (folder / "bare.txt").open("ab") as log:
        process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "BARE_DATABASE": url}, stdout=log, stderr=log)
        try:
            wait_for(lambda: answers(port), "the bare handler to listen")
            yield port
        finally:
            process.terminate()
            process.wait()


def pgbench(url: str, seconds: int) -> float:
    """Transactions a second of ``pgbench -N``: the database alone."""
    program, plain = postgres_program("pgbench"), url.replace("+psycopg", "")
    subprocess.run([program, "-i", "-q", "-s", "10", plain], check=True, capture_output=True)
    command = [program, "-N", "-c", str(LINES), "-j", "2", "-T", str(seconds), plain]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = re.search(r"tps = ([\d.]+)", told)
    assert found, told
    return float(found[1])


def told(what: str, outcome: Outcome) -> str:
    """A row of the table."""
    other = {status: n for status, n in outcome.statuses.items() if status not in (200, 303)}
    latencies = "".join(f"{outcome.percentile(share):9.1f}" for share in (0.5, 0.99))
    return f"  {what:44}{outcome.rate:9,.0f}{latencies}{f'   statuses {other}' if other else ''}"


def measure(kind: str, seconds: int, limits: str) -> None:
    """Print both tables for one kind of database."""
    with server(kind, "web", LIMITS=limits, WEB_WORKERS="2") as (stack, _):
        folder, url = stack.folder, stack.environ["DATABASE_URL"]
        with inside(stack):
            tables = lay(LINES * TABLES_A_LINE)
        bare.lay(url)
        print(f"\n{kind}, 2 web processes, {LINES} connections, LIMITS={limits}, {load_average()}")
        print(f"  {'':44}{'a second':>9}{'p50 ms':>9}{'p99 ms':>9}")
        if kind == "PostgreSQL":
            print(f"  {'pgbench -N':44}{pgbench(url, seconds):9,.0f}")
        request = post("/seal", json.dumps({"answer": tables.course[0].answer, "ply": 0}).encode())
        streams = [iter(lambda: request, None) for _ in range(LINES)]
        with bare_server(url, folder) as port:
            drive(port, streams, WARM)
            floor = drive(port, streams, seconds)
        print(told("bare Flask handler", floor), flush=True)
        seats = [bids(tables, line) for line in range(LINES)]
        pages, programs = [map(by_page, seat) for seat in seats], [map(by_json, seat) for seat in seats]
        drive(stack.port, pages, WARM)
        drive(stack.port, programs, WARM)
        full = drive(stack.port, programs, seconds)
        print(told(f"seals, JSON ({full.rate / floor.rate:.0%} of the bare handler)", full), flush=True)
        for load, rate in (("that load", full.rate / 2), ("the bare handler's load", floor.rate / 2)):
            print(told(f"seals, JSON, at half of {load}", drive(stack.port, programs, seconds, rate)), flush=True)
        print(told("seals, form of the page", drive(stack.port, pages, seconds / 2)), flush=True)


def main() -> None:
    """Print seals a second beside their floors."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.seals", description=main.__doc__)
    parser.add_argument("--seconds", type=int, default=8, help="how long each row is measured (8)")
    parser.add_argument("--database", action="append", choices=DATABASES, help="one kind; both by default")
    parser.add_argument("--limits", choices=("on", "off"), default="on", help="LIMITS of the server (on, as shipped)")
    chosen = parser.parse_args()
    header()
    for kind in chosen.database or DATABASES:
        measure(kind, chosen.seconds, chosen.limits)


if __name__ == "__main__":
    main()
