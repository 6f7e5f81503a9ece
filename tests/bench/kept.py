"""Bytes of a finished match: at its end, a month later, and in the archive; by table, with its indexes.

    python -m tests.bench.kept --game titro --matches 40 --database PostgreSQL

All letters are written and leave. Tables are measured after a vacuum that gives back what is free (PostgreSQL:
VACUUM FULL; SQLite: VACUUM), less what they take when they are empty.
"""

from __future__ import annotations

import argparse
import time
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import create_engine, text, update

from server import matches
from server.house import at_random
from server.matches import archiving, retaining
from server.post import outbox
from server.rules import GAMES, all_asks
from server.store.models import PLAYING, Match, Review, db
from server.views import table_of
from tests.cast import NAMES, again, open_table
from tests.conftest import MONDAY
from tests.store.test_old_databases import Nowhere

from .machine import header, load_average
from .replay import application
from .tables import DATABASES

SIZES = {
    "postgresql": "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' "
    "AND relnamespace = 'public'::regnamespace",
    "sqlite": "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_master USING (name) GROUP BY tbl_name",
}
VACUUM = {"postgresql": "VACUUM FULL", "sqlite": "VACUUM"}


def main() -> None:
    """Print a table for each database."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.kept", description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="titro", choices=sorted(GAMES))
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--database", choices=DATABASES, help="both by default")
    options = parser.parse_args()
    header()
    for kind in [options.database] if options.database else DATABASES:
        with application(kind):
            measure(kind, options.game, options.matches)


def measure(kind: str, game: str, count: int) -> None:
    """Play so many matches to their end, and print what is kept of one."""
    empty = sizes()
    plies = [played(game, number) for number in range(count)]
    print(
        f"{kind}: {GAMES[game].name}, {count} matches of {sum(plies) / count:.0f} plies; bytes of one; {load_average()}"
    )
    report("at its end", empty, count)
    db.session.execute(update(Review).values(due_at=None))
    db.session.commit()
    later = MONDAY + timedelta(days=60)
    while retaining._shrink_matches(later):
        pass
    report("without letters", empty, count)
    began = time.process_time()
    while archiving.archive_some(later, retaining.SHRINK):
        pass
    took = time.process_time() - began
    report("archived", empty, count)
    print(f"    {1000 * took / count:.1f} ms of a processor to archive one", flush=True)


def played(game: str, number: int) -> int:
    """Play a match to its end at random, a minute between two windows; all letters leave. Returns its plies."""
    random, at = Random(number), MONDAY
    match = open_table(*NAMES[: min(GAMES[game].seats)], game=game, at=at)
    while match.status == PLAYING:
        at += timedelta(minutes=1)
        outbox.deliver(at, way_out=Nowhere())
        answer_all(match, random, at)
        match = again(match)
    outbox.deliver(at + timedelta(minutes=1), way_out=Nowhere())
    return match.ply


def answer_all(match: Match, random: Random, at: datetime) -> None:
    """Everybody who is asked answers."""
    chairs = [chair.id for chair in match.chairs]
    for seat, ask in all_asks(GAMES[match.game], table_of(match)).items():
        matches.seal(chairs[seat], at_random({}, ask, seat, random), match.ply, at)


def sizes() -> dict[str, int]:
    """The bytes of each table now."""
    db.session.rollback()
    dialect = db.engine.dialect.name
    db.engine.dispose()
    alone = create_engine(db.engine.url, isolation_level="AUTOCOMMIT")
    with alone.connect() as connection:
        connection.execute(text(VACUUM[dialect]))
        found = {name: int(size) for name, size in connection.execute(text(SIZES[dialect]))}
    alone.dispose()
    return found


def report(when: str, empty: dict[str, int], count: int) -> None:
    """Print what one match takes."""
    each = {name: (size - empty.get(name, 0)) / count for name, size in sizes().items()}
    largest = sorted(((size, name) for name, size in each.items() if size > 50), reverse=True)
    parts = ", ".join(f"{name} {size:,.0f}" for size, name in largest)
    print(f"    {when:16}{sum(each.values()):9,.0f}   {parts}", flush=True)


if __name__ == "__main__":
    main()
