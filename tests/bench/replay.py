"""Server time of a replay step at the last ply of the longest match: French Tarot, five seats, as many deals as may be.

    python -m tests.bench.replay --deals 6 --database SQLite

Beside it: the first ply, and the same match without its snapshots, as one of before they were kept; that one is played
again from its first card at the first step, and remembered by the process.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median

import orjson
import structlog
from flask import Flask
from sqlalchemy import select
from structlog import WriteLoggerFactory
from structlog.processors import JSONRenderer
from werkzeug.test import EnvironBuilder, run_wsgi_app

from server import clock, links
from server.config import Settings
from server.rules import GAMES
from server.store import schema
from server.store.models import Match, Snapshot, db
from server.web import create_web
from tests.cast import NAMES, again, open_table, play_out
from tests.services import link_key

from .machine import header, load_average
from .tables import DATABASES, database, scratch

GAME, SEATS, TIMES = "french-tarot", 5, 50


@contextmanager
def application(kind: str) -> Iterator[Flask]:
    """The application on an empty database of a kind, its context pushed."""
    with scratch() as folder, database(kind, folder) as url, (folder / "log.txt").open("w") as log:
        structlog.configure([JSONRenderer()], logger_factory=WriteLoggerFactory(log))
        app = create_web(Settings(settings(url, folder)))
        with app.app_context():
            schema.upgrade()
            yield app
            db.session.remove()
            db.engine.dispose()


def settings(url: str, folder: Path) -> dict[str, str]:
    """Those of a server without a broker."""
    return {"DATABASE_URL": url, "STATE_DIR": str(folder), "LINK_KEYS": link_key("bench"), "LIMITS": "off"}


def server_time(app: Flask, path: str, times: int = TIMES) -> str:
    """Medians within the application, from the request to the last byte: what passed on the clock, and what of it the
    processor worked for this process, so that other programs disturb little.
    """
    environ, passed, worked = EnvironBuilder(path).get_environ(), [], []
    for _ in range(times):
        clocks = time.perf_counter(), time.process_time()
        _, status, _ = run_wsgi_app(app.wsgi_app, environ.copy(), buffered=True)
        passed.append(1000 * (time.perf_counter() - clocks[0]))
        worked.append(1000 * (time.process_time() - clocks[1]))
        assert status.startswith("200"), f"{status} {path}"
    return f"{median(passed):7.1f} ms, processor {median(worked):6.1f} ms, {max(worked):6.1f} ms at most"


def paths(match: Match, ply: int) -> dict[str, str]:
    """What is asked for at a ply."""
    token = links.seat_token(match.chairs[0])
    return {
        "seat, a step in place": f"/s/{token}/replay?ply={ply}&part=ply",
        "seat, the whole page": f"/s/{token}/replay?ply={ply}",
        "seat, JSON": f"/api/seat/{token}/plies/{ply}",
        "record, a step in place": f"/records/{match.id}?ply={ply}&part=ply",
        "record, JSON": f"/api/records/{match.id}/plies/{ply}",
    }


def told(app: Flask, match: Match, ply: int) -> None:
    """Print a row for each path."""
    for what, path in paths(match, ply).items():
        print(f"    ply {ply:5}  {what:26}{server_time(app, path)}", flush=True)


def measure(kind: str, deals: int) -> None:
    """Print the figures on one kind of database."""
    with application(kind) as app:
        match = open_table(*NAMES[:SEATS], game=GAME, at=clock.now(), deals=deals)
        match = play_out(match, Random(1), clock.now())
        kept = db.session.scalars(select(Snapshot.state).where(Snapshot.match_id == match.id)).all()
        size = sum(len(orjson.dumps(state)) for state in kept)
        print(f"\n{kind}, {GAMES[GAME].name}, {SEATS} seats, {deals} deals, {match.ply} plies, {load_average()}")
        print(f"    {len(kept)} snapshots, {size / 1000:.0f} kB")
        match = again(match)
        for ply in (0, match.ply - 1, match.ply):
            told(app, match, ply)


def main() -> None:
    """Print the server time of replay steps."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.replay", description=main.__doc__)
    most = max(value for value in GAMES[GAME].options["deals"].values if isinstance(value, int))
    parser.add_argument("--deals", type=int, default=most, help=f"how many deals the match has ({most}, the most)")
    parser.add_argument("--database", action="append", choices=DATABASES, help="one kind; both by default")
    chosen = parser.parse_args()
    header()
    for kind in chosen.database or DATABASES:
        measure(kind, chosen.deals)


if __name__ == "__main__":
    main()
