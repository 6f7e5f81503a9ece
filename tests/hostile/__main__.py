"""Hostile traffic over the wire, for as long as one likes: ``make hostile SECONDS=3600 ARGS="--database sqlite"``.

A whole server is started, once with limits and once without, on each database. Everything is thrown at it that
tests/hostile throws at the application, and what only a wire can carry: forged links, bent forms and mails, lying
headers, fields and mails of the worst kind, links of what is over, forged addresses, half requests, garbage on both
ports, pipelines, slow clients, requests sent again, the same seal from twenty
threads, matches opened and lines said en masse. Meanwhile a few good players play; their pages must come and their
seals must hold. At the end stands a ledger, and the exit code is 1 if anything in it is wrong. The logs are kept in
build/hostile.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from server.paths import ROOT
from tests.services import Broker, Post, Stack, fresh_database, link_key, postgres

from .traffic import Traffic

DATABASES = {"sqlite": ("sqlite",), "postgresql": ("postgresql",), "both": ("sqlite", "postgresql")}
LOGS = ROOT / "build" / "hostile"
"""Where the log of each server is kept."""
LIMITS = {"on": ("on",), "off": ("off",), "both": ("off", "on")}


@dataclass(frozen=True)
class Part:
    """A server to be thrown at, and for how long."""

    database: str
    limits: str
    seconds: float


def main() -> int:
    """Run all parts, and print the ledger of each; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600, help="for all parts together")
    parser.add_argument("--database", choices=DATABASES, default="both")
    parser.add_argument("--limits", choices=LIMITS, default="both", help="whether rate limits are on")
    parser.add_argument("--slow", type=int, default=3, help="how many slow clients there are at a time")
    parser.add_argument("--wait", type=float, default=15, help="seconds that a good player may have to wait at most")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4)))
    given = parser.parse_args()
    kinds = [(database, limits) for database in DATABASES[given.database] for limits in LIMITS[given.limits]]
    wrong: list[str] = []
    with TemporaryDirectory(prefix="poste-hostile-", ignore_cleanup_errors=True) as folder:
        for number, (database, limits) in enumerate(kinds):
            part = Part(database, limits, given.seconds / len(kinds))
            print(f"\n{database}, LIMITS={limits}, {part.seconds:.0f} s, seed {given.seed + number}", flush=True)
            for stack in running(part, Path(folder) / f"part-{number}"):
                traffic = Traffic(stack, Random(given.seed + number), given.slow, given.wait)
                wrong += [f"{database}, LIMITS={limits}: {line}" for line in traffic.run(part.seconds)]
    for line in wrong:
        print(f"WRONG: {line}")
    print("Nothing was wrong." if not wrong else f"{len(wrong)} things were wrong.")
    return 1 if wrong else 0


def running(part: Part, folder: Path) -> Iterator[Stack]:
    """A whole server as the part wants it, with a broker, a database and an SMTP server of its own."""
    folder.mkdir()
    with ExitStack() as used:
        url = f"sqlite:///{folder / 'poste.sqlite'}"
        if part.database == "postgresql":
            server = used.enter_context(TemporaryDirectory(prefix="poste-postgres-", ignore_cleanup_errors=True))
            url = fresh_database(used.enter_context(postgres(Path(server))), "hostile")
        broker, post = Broker(folder), used.enter_context(Post())
        broker.start()
        used.callback(broker.stop)
        stack = Stack(
            folder, DATABASE_URL=url, BROKER_URL=broker.url, MAIL_URL=post.url, LIMITS=part.limits,
            LINK_KEYS=link_key("hostile"), MAIL_DOMAIN="cards.example.org", MIN_PACE="PT1M",
        )  # fmt: skip
        LOGS.mkdir(parents=True, exist_ok=True)
        used.callback(shutil.copy, stack.log.name, LOGS / f"{part.database}-{part.limits}.log")
        used.callback(stack.stop)
        stack.start()
        time.sleep(1)
        yield stack


if __name__ == "__main__":
    sys.exit(main())
