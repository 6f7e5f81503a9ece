"""Seals a second over HTTP with two web processes, beside floors on the same database in the same run.

    python -m tests.bench.seals --seconds 8 --database PostgreSQL

Floors: ``pgbench -N`` (PostgreSQL alone), a bare Flask handler under the same web server (`tests.bench.bare`), and that
one with the rows of a seal (`tests.bench.written`). The load is as much as 16 connections can get; then half of what
that came to, and half and a quarter of what the bare handler made, falling due at random moments. All take turns of two
seconds, for machines change their speed; what each server took of the processors is steadier than the rates. At last
seals with a worker beside them, until the last letter that they bring has left.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from sqlalchemy import func, select

from server.paths import ROOT
from server.store.models import CHAIRS, Letter, db
from tests.services import answers, free_port, wait_for

from . import bare, written
from .load import Outcome, drive, post
from .machine import header, load_average, postgres_program
from .processes import Spent, postgres_process
from .sink import letters_taken, mail_server
from .tables import DATABASES, Move, Tables, inside, lay, server
from .windows import unsent, until_none

LINES = 16
TABLES_A_LINE = 150
ABREAST = 12
"""Tables that a line plays side by side at least: fewer, and a link would be used too often."""
WARM = 3
"""Seconds before anything is measured: each thread opens a connection, and each connection prepares its statements."""
TURN = 2
"""Seconds that each load is driven before it is the turn of the next."""
LONGEST = 120.0
"""Seconds to wait for letters to leave."""
QUICK = 14
"""Whoever measures for less than so many seconds wants the ratios alone."""


Bid = tuple[str, Move]
"""The token of a seat, and what it answers."""


def bids(tables: Tables, line: int) -> Iterator[Bid]:
    """Everything that is answered at the tables of one line: whole matches, some tables side by side.

    How many differs from line to line, so that at any time some bid and some discard, some wait and some open a window.
    """
    of_the_line = tables.tokens[line::LINES]
    for first in range(0, len(of_the_line), ABREAST + line):
        for move in tables.course:
            for tokens in of_the_line[first : first + ABREAST + line]:
                yield tokens[move.seat], move


def one_window(tables: Tables, line: int, some: slice) -> Iterator[Bid]:
    """What is answered in the first window of some tables of one line."""
    window = [move for move in tables.course if move.ply == tables.course[0].ply]
    for move in window:
        for tokens in tables.tokens[line::LINES][some]:
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


def chairs_apart() -> list[tuple[int, ...]]:
    """The chairs of the last tables, by table: of more tables than are played at."""
    seated = db.session.execute(select(CHAIRS.c.match_id, CHAIRS.c.id).order_by(CHAIRS.c.match_id, CHAIRS.c.seat))
    found: dict[str, tuple[int, ...]] = {}
    for match, chair in seated:
        found[match] = (*found.get(match, ()), chair)
    return list(found.values())[-LINES * ABREAST :]


@contextmanager
def bare_server(url: str, folder: Path) -> Iterator[tuple[int, int]]:
    """The bare handler, served like the real one: its port, and its first process."""
    port = free_port()
    command = [sys.executable, "-m", "tests.bench.bare"]
    with (folder / "bare.txt").open("ab") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "BARE_DATABASE": url, "PORT": str(port)}, stdout=log, stderr=log
        )
        try:
            wait_for(lambda: answers(port), "the bare handler to listen")
            yield port, process.pid
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


@dataclass(frozen=True)
class Load:
    """Requests for a server: as many as it can answer, or so many a second."""

    port: int | Sequence[int]
    streams: Sequence[Iterator[bytes]]
    rate: float | None = None
    processes: Mapping[str, int] = field(default_factory=dict)
    """The first process of each server that takes part, by name."""

    def drive(self) -> Outcome:
        """Drive it for a turn, and see what of the processors each server takes."""
        spent = Spent(self.processes)
        outcome = drive(self.port, self.streams, TURN, self.rate)
        outcome.spent = spent.seconds()
        return outcome


@dataclass(frozen=True)
class Rounds:
    """What came of one load: in each round, and in all together."""

    rounds: Sequence[Outcome]

    @property
    def all(self) -> Outcome:
        together = Outcome()
        for outcome in self.rounds:
            together.add(outcome)
        return together

    def of(self, floor: Rounds) -> str:
        """The rate as a share of that of another load, round by round: the median, the least and the most."""
        shares = sorted(mine.rate / its.rate for mine, its in zip(self.rounds, floor.rounds, strict=True))
        return f"{median(shares):.2f} ({shares[0]:.2f}–{shares[-1]:.2f})"


def in_turn(seconds: int, *loads: Load) -> list[Rounds]:
    """Drive each load for so many seconds, a little at a time: what slows the machine down slows all of them down."""
    rounds = [[load.drive() for load in loads] for _ in range(max(1, seconds // TURN))]
    return [Rounds(outcomes) for outcomes in zip(*rounds, strict=True)]


def told(what: str, rounds: Rounds) -> str:
    """A row of the table."""
    outcome = rounds.all
    other = {status: n for status, n in outcome.statuses.items() if status not in (200, 303)}
    latencies = "".join(f"{outcome.percentile(share):9.1f}" for share in (0.5, 0.99))
    spent = ", ".join(f"{name} {1000 * seconds / len(outcome.waits):.2f}" for name, seconds in outcome.spent.items())
    return f"  {what:56}{outcome.rate:9,.0f}{latencies}   {spent}{f'   statuses {other}' if other else ''}"


def measure(kind: str, seconds: int, limits: str) -> None:
    """Print both tables for one kind of database."""
    with server(kind, "web", LIMITS=limits, WEB_WORKERS="2") as (stack, _):
        folder, url = stack.folder, stack.environ["DATABASE_URL"]
        with inside(stack):
            tables = lay(LINES * (TABLES_A_LINE + ABREAST))
            apart = chairs_apart()
        bare.lay(url)
        print(f"\n{kind}, 2 web processes, {LINES} connections, LIMITS={limits}, {load_average()}")
        print(f"  {'':56}{'a second':>9}{'p50 ms':>9}{'p99 ms':>9}   CPU seconds a 1,000 requests")
        if kind == "PostgreSQL":
            print(f"  {'pgbench -N':56}{pgbench(url, seconds):9,.0f}")
        request = post("/seal", json.dumps({"answer": tables.course[0].answer, "ply": 0}).encode())
        seats = [bids(tables, line) for line in range(LINES)]
        with bare_server(url, folder) as (port, process):
            database = {"postgres": postgres_process(url)} if kind == "PostgreSQL" else {}
            web = {"web": stack.processes["web"].pid} | database
            floor = Load(
                port, [iter(lambda: request, None) for _ in range(LINES)], processes={"web": process} | database
            )
            rows = replace(floor, streams=[written.requests_of(apart[line::LINES]) for line in range(LINES)])
            seals = Load(stack.port, [map(by_json, seat) for seat in seats], processes=web)
            pages = Load(stack.port, [map(by_page, seat) for seat in seats], processes=web)
            for load in (floor, rows, pages, seals):
                drive(load.port, load.streams, WARM)
            least, its_rows, most, by_form = in_turn(seconds, floor, rows, seals, pages)
            print(told("bare Flask handler", least))
            print(told(f"bare, with the rows of a seal: {its_rows.of(least)} of it", its_rows))
            print(told(f"seals, JSON: {most.of(least)} of the bare handler", most))
            print(told(f"seals, form of the page: {by_form.of(least)} of it", by_form), flush=True)
            if seconds < QUICK:
                return
            calmest, calm, busy, bare_calm = in_turn(
                seconds,
                replace(seals, rate=least.all.rate / 4),
                replace(seals, rate=most.all.rate / 2),
                replace(seals, rate=least.all.rate / 2),
                replace(floor, rate=least.all.rate / 2),
            )
            print(told("seals, JSON, at a quarter of the bare handler's", calmest))
            print(told("seals, JSON, at half of their load", calm))
            print(told("seals, JSON, at half of the bare handler's", busy))
            print(told("bare Flask handler, at half of its load", bare_calm), flush=True)


def measure_with_letters(kind: str) -> None:
    """Print how many seals a second there are with every letter that they bring rendered, sent and marked.

    One window is played at each table: a letter that the next answer overtakes would not be sent.
    """
    settings = {"LIMITS": "on", "WEB_WORKERS": "2", "WORKERS": "2"}
    with mail_server() as mail, server(kind, "web", MAIL_URL=mail, **settings) as (stack, _):
        with inside(stack):
            tables = lay(LINES * TABLES_A_LINE)  # while nobody else writes
        for name in ("worker", "beat"):
            stack.start_one(name)
        taken = {name: stack.processes[name].pid for name in ("web", "worker")}
        if kind == "PostgreSQL":
            taken["postgres"] = postgres_process(stack.environ["DATABASE_URL"])
        some, others = slice(0, ABREAST), slice(ABREAST, None)
        warm, streams = (
            [map(by_json, one_window(tables, line, part)) for line in range(LINES)] for part in (some, others)
        )
        drive(stack.port, warm, LONGEST)
        with inside(stack):
            until_none(unsent, time.monotonic(), LONGEST)
            before, last, spent, began = letters_taken(mail), newest_letter(), Spent(taken), time.monotonic()
            outcome = drive(stack.port, streams, LONGEST)
            until_none(unsent, began, LONGEST)
            outcome.spent, outcome.seconds = spent.seconds(), time.monotonic() - began
            left, written = letters_taken(mail) - before, newest_letter() - last
    print(told("seals, JSON, with every letter rendered, sent and marked", Rounds([outcome])))
    each = 1000 * outcome.spent["worker"] / left
    print(
        f"    {left:,} letters left, {left / outcome.seconds:,.0f} a second, {each:.2f} ms of the worker each;"
        f" {written - left:,} were overtaken first",
        flush=True,
    )


def newest_letter() -> int:
    """The number of the letter that was written last."""
    newest = db.session.scalar(select(func.max(Letter.id))) or 0
    db.session.rollback()
    return newest


def main() -> None:
    """Print seals a second beside their floors."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.seals", description=main.__doc__)
    parser.add_argument("--seconds", type=int, default=14, help="how long each row is measured (14)")
    parser.add_argument("--database", action="append", choices=DATABASES, help="one kind; both by default")
    parser.add_argument("--limits", choices=("on", "off"), default="on", help="LIMITS of the server (on, as shipped)")
    chosen = parser.parse_args()
    header()
    for kind in chosen.database or DATABASES:
        measure(kind, chosen.seconds, chosen.limits)
        measure_with_letters(kind)


if __name__ == "__main__":
    main()
