"""Kill every process and the database of a running server at random, while players write down what is acknowledged.

``make chaos``, ``make chaos ARGS="--database postgresql --kills 200"``: prints the players' ledger as it grows, and in
the end what of it was lost; exit code 1 if anything was.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from .postgres import Postgres, own_postgres
from .secrets_in_logs import found_in, not_json
from .services import Broker, Post, Stack, answers, fresh_database, link_key, wait_for
from .stack.killer import Killer
from .stack.ledger import Club

PLAINLY = ("PostgreSQL ", "SQLite ", "The database is up to date")
"""What a command prints."""
DATABASES = ("sqlite", "postgresql")
GROWS, GROWS_FOR = 0.6, 20.0
"""Before which share of kills the ledger grows first, and for how many seconds that is waited for."""
TABLES = 4
"""How many matches are played at a time."""


@dataclass
class Outcome:
    """The result of a run."""

    kills: int
    ledger: str
    losses: list[str]
    secrets: list[str]
    log: str
    doubles: int
    deeds: Counter[str] = field(default_factory=Counter)

    @property
    def strange(self) -> list[str]:
        """The lines of the log that are no JSON."""
        return [line for line in not_json(self.log.splitlines()) if not line.startswith(PLAINLY)]


@contextmanager
def server(database: str, folder: Path, **environ: str) -> Iterator[tuple[Stack, Broker, Post, Postgres | None]]:
    """A whole server on a database of its own, with a broker and a mail server."""
    with ExitStack() as running:
        postgres = running.enter_context(own_postgres()) if database == "postgresql" else None
        url = fresh_database(postgres.url, "chaos") if postgres else f"sqlite:///{folder / 'poste.sqlite'}"
        broker, post = Broker(folder), running.enter_context(Post())
        broker.start()
        running.callback(broker.stop)
        given = {"DATABASE_URL": url, "BROKER_URL": broker.url, "MAIL_URL": post.url, "LINK_KEYS": link_key("chaos")}
        stack = Stack(folder, **{**given, **environ})
        running.callback(stack.stop)
        stack.start()
        yield stack, broker, post, postgres


def run(
    database: str, folder: Path, kills: int, seed: int, say: Callable[[str], None] = lambda line: None,
    between: tuple[float, float] = (0.5, 6.0), only: tuple[str, ...] = (), tables: int = TABLES,
) -> Outcome:  # fmt: skip
    """Kill so many times while players play, let them play on to the end, and hold their ledger against the database.

    ``between``: the shortest and longest pause between two kills, in seconds. ``only``: what is killed, in turn;
    otherwise it is chosen at random. ``tables``: how many matches are played at a time. Ctrl-C ends the killing early.
    """
    random, began = Random(seed), time.monotonic()
    with server(database, folder) as (stack, broker, post, postgres):
        club = Club(stack, post, seed)
        killer = Killer(stack, broker, postgres, club.forget_leases, seed)
        deeds: Counter[str] = Counter()
        try:
            with suppress(KeyboardInterrupt):
                while killer.kills < kills:
                    _keep_tables(club, tables)
                    time.sleep(random.uniform(*between))
                    if random.random() < GROWS:
                        _let_it_grow(club, post)
                    with suppress(Exception):
                        club.remember_secrets()
                    name = only[killer.kills % len(only)] if only else None
                    done = killer.do(name, killer.deeds()[name]) if name else killer.kill_one()
                    if done:
                        deeds[done.partition(":")[0]] += 1
                        say(f"{time.monotonic() - began:7.1f} s  kill {killer.kills:3}  {done}\n"
                            f"           {club.ledger.counts()}, {len(post.received)} letters")  # fmt: skip
            _come_to_an_end(club, killer, say)
            wait_for(lambda: answers(stack.port), "the pages to be there again")
            losses = club.losses(killer.doubles)
            club.remember_secrets()
            verified = club.verified_by_the_command()
            if "holds" not in verified:
                losses.append(f"poste verify says: {verified}")
        finally:
            club.go_home()
            killer.stop()
        stack.log.flush()
        with (folder / "log.txt").open(errors="replace") as log:
            secrets = found_in(log, club.secrets)
        text = stack.read_log()
        ledger = f"{club.ledger.counts()}, {len(post.received)} letters"
    return Outcome(killer.kills, ledger, losses, secrets, text, _doubles(post), deeds)


def _let_it_grow(club: Club, post: Post) -> None:
    """Wait until something was acknowledged and a letter came: not every kill is to meet a server that just starts."""
    answers, letters = len(club.ledger.answers), len(post.received)
    until = time.monotonic() + GROWS_FOR
    while time.monotonic() < until and (len(club.ledger.answers) == answers or len(post.received) == letters):
        time.sleep(0.1)


def _keep_tables(club: Club, tables: int) -> None:
    """Open matches until so many are played. A server that is being killed may say no: it is asked again later."""
    while club.playing() < tables:
        try:
            club.open_table()
        except Exception:
            return


def _come_to_an_end(club: Club, killer: Killer, say: Callable[[str], None]) -> None:
    """Without further kills, everybody plays to the end, and all letters leave."""
    say("           nothing is killed any more: the matches are played to their ends")
    killer.settle()
    # Matches that were opened without their players knowing, because the answer was lost, are nobody's.
    with suppress(AssertionError):
        wait_for(lambda: not club.is_playing(), "the matches to end", seconds=60 + 60 * club.playing())
    for seconds in (30, 90):
        with suppress(AssertionError):
            wait_for(lambda: club.unsent() == 0, "all letters to leave", seconds)
            return
        killer.holds = True  # whatever holds them
        killer.settle()


def _doubles(post: Post) -> int:
    came = Counter(str(letter["Message-ID"]) for letter in post.letters)
    return sum(came.values()) - len(came)


def main() -> int:
    """Run, and print what was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=DATABASES, help="only this one; otherwise both, one after the other")
    parser.add_argument("--kills", type=int, default=200, help="how many times something is killed on each")
    parser.add_argument("--seed", type=int, help="that of what is killed and played; printed in the end")
    parser.add_argument("--tables", type=int, default=TABLES, help="how many matches are played at a time")
    given = parser.parse_args()
    seed = time.time_ns() % 1_000_000 if given.seed is None else given.seed
    lost = False
    for database in [given.database] if given.database else DATABASES:
        print(f"chaos: {given.kills} kills on {database}, seed {seed}", flush=True)
        with TemporaryDirectory(prefix="poste-chaos-") as folder:
            outcome = run(database, Path(folder), given.kills, seed, say, tables=given.tables)
            if _report(outcome):
                lost = True
                kept = Path(f"build/chaos-{database}.log")
                kept.parent.mkdir(exist_ok=True)
                kept.write_text(outcome.log)
                print(f"The server's log is in {kept}.", flush=True)
    return int(lost)


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


def _report(outcome: Outcome) -> bool:
    """Print the summary. True: something was lost or told."""
    say(f"{outcome.kills} kills: " + ", ".join(f"{name} ({times})" for name, times in outcome.deeds.most_common()))
    say(f"The ledger: {outcome.ledger}; {outcome.doubles} came twice.")
    found = [*outcome.losses, *outcome.secrets, *(f"no JSON in the log: {line[:200]}" for line in outcome.strange[:5])]
    for one in found[:50]:
        say(f"LOST: {one}")
    say("Nothing was lost, doubled or told." if not found else f"{len(found)} things were lost or told.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
