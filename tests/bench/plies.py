"""The page of every seat at every ply of a match of each game: processor time within the application, on SQLite.

    python -m tests.bench.plies --game french-tarot --seats 5

House players play the match; templates are compiled beforehand, and one page was asked for. For each game: the median
and the worst of the least of four requests, the same for the first of the four, before which nothing of this ply was
read, and which ply and ask the worst was.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import median

import structlog
from flask import Flask
from structlog import WriteLoggerFactory
from structlog.processors import JSONRenderer

from server import clock, house, links, matches, program
from server.config import Settings
from server.rules import GAMES, all_asks
from server.store import schema
from server.store.models import PLAYING, Match, db
from server.views import table_of
from server.web import create_web
from tests.cast import NAMES, again, open_table

from .machine import header, load_average
from .replay import settings
from .tables import database, scratch

TIMES = 4


@dataclass(frozen=True)
class Taken:
    """What a seat's page took at a ply: milliseconds of each request, and what the page asks, or that it waits."""

    ply: int
    name: str
    asks: str
    each: tuple[float, ...]

    @property
    def least(self) -> float:
        """Of all requests."""
        return min(self.each)

    @property
    def first(self) -> float:
        """The one that came first."""
        return self.each[0]

    def __str__(self) -> str:
        return f"{self.least:.1f} ms, first {self.first:.1f} ms: ply {self.ply}, {self.name}, {self.asks}"


def taken(app: Flask, path: str) -> float:
    """Milliseconds of the processor for a page."""
    client = app.test_client()
    began = time.process_time()
    answer = client.get(path)
    spent = 1000 * (time.process_time() - began)
    assert answer.status_code == 200, f"{answer.status} {path}"
    return spent


def course(app: Flask, key: str, seats: int) -> Iterator[Taken]:
    """Each page of a match that house players play, as it stands when a window has opened, and when all is over."""
    game, random = GAMES[key], Random(key)
    with app.app_context():
        match = open_table(*NAMES[:seats], game=key, at=clock.now())
    while True:
        with app.app_context():
            match = again(match)
            asks = all_asks(game, table_of(match)) if match.status == PLAYING else {}
            paths = [f"/s/{links.seat_token(chair)}" for chair in match.chairs]
            names = [chair.name for chair in match.chairs]
        if not match.ply:
            taken(app, paths[0])
        gc.collect()
        for seat, path in enumerate(paths):
            ask = f"asked: {asks[seat].prompt}" if seat in asks else "waits" if asks else "over"
            yield Taken(match.ply, names[seat], ask, tuple(taken(app, path) for _ in range(TIMES)))
        if not asks:
            return
        with app.app_context():
            _answer(match, random)


def _answer(match: Match, random: Random) -> None:
    """Those who are asked answer as the house would."""
    game, table = GAMES[match.game], table_of(match)
    for seat in all_asks(game, table):
        matches.seal(match.chairs[seat].id, house.choose(game, table, seat, random), match.ply)
    db.session.commit()


def measure(key: str, seats: int) -> None:
    """Print the figures of a game."""
    with scratch() as folder, database("SQLite", folder) as url, (folder / "log.txt").open("w") as log:
        structlog.configure([JSONRenderer()], logger_factory=WriteLoggerFactory(log))
        app = create_web(Settings(settings(url, folder)))
        with app.app_context():
            schema.upgrade()
        for template in (name for name in program.templates() if not name.startswith("letters/")):
            app.jinja_env.get_template(template)
        pages = list(course(app, key, seats))
        with app.app_context():
            db.engine.dispose()
    print(f"\n{GAMES[key].name}, {seats} seats, {pages[-1].ply} plies, {len(pages)} pages, {load_average()}")
    print(
        f"  median {median(page.least for page in pages):.1f} ms, first {median(page.first for page in pages):.1f} ms"
    )
    print(f"  worst {max(pages, key=lambda page: page.least)}")
    print(f"  worst first {max(pages, key=lambda page: page.first)}", flush=True)


def main() -> None:
    """Print the processor time of the pages of seats."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.plies", description=main.__doc__)
    parser.add_argument("--game", action="append", choices=list(GAMES), help="one game; all by default")
    parser.add_argument("--seats", type=int, help="how many play; four, or as few as may")
    chosen = parser.parse_args()
    header()
    for key in chosen.game or GAMES:
        usual = 4 if 4 in GAMES[key].seats else min(GAMES[key].seats)
        measure(key, chosen.seats or usual)


if __name__ == "__main__":
    main()
