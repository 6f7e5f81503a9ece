"""The page of a seat in each game, early, late and when all is over: bytes with and without what a browser keeps, first
byte, server time.
"""

from __future__ import annotations

import argparse
import gzip
import re
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from statistics import median
from urllib.request import urlopen

import structlog
from sqlalchemy import update
from structlog import WriteLoggerFactory
from structlog.processors import JSONRenderer
from werkzeug.test import EnvironBuilder, run_wsgi_app

from server import clock, matches
from server.config import Settings
from server.links import seat_token
from server.rules import GAMES
from server.store.models import Letter, db
from server.web import create_web
from tests.cast import NAMES, open_table
from tests.services import Stack

from .machine import header, load_average
from .tables import DATABASES, course_of, inside, server

STATIC = re.compile(r"/static/[^\"'#)\s]+")
TIMES = 200


def kept_files(stack: Stack, page: str) -> dict[str, bytes]:
    """The style sheets, scripts and drawings that a page loads, by name."""
    files: dict[str, bytes] = {}
    for path in dict.fromkeys(STATIC.findall(page)):
        with urlopen(f"{stack.url}{path}", timeout=10) as answer:
            files[path.removeprefix("/static/").partition("?")[0]] = answer.read()
    return files


def milliseconds(once: Callable[[], None]) -> float:
    """The median of many."""
    taken = []
    for _ in range(TIMES):
        started = time.perf_counter()
        once()
        taken.append(1000 * (time.perf_counter() - started))
    return median(taken)


def first_byte(stack: Stack, path: str) -> float:
    """Milliseconds until the first byte has come, over a kept connection."""
    connection = HTTPConnection("127.0.0.1", stack.port)

    def once() -> None:
        connection.request("GET", path)
        answer = connection.getresponse()  # returns when the head has come
        answer.read()

    try:
        return milliseconds(once)
    finally:
        connection.close()


def server_time(stack: Stack, path: str) -> float:
    """Milliseconds within the application, from the request to the last byte of the page."""
    app, environ = create_web(Settings(stack.environ)), EnvironBuilder(path).get_environ()

    def once() -> None:
        run_wsgi_app(app.wsgi_app, environ.copy(), buffered=True)

    with (stack.folder / "pages.txt").open("w") as log:
        structlog.configure([JSONRenderer()], logger_factory=WriteLoggerFactory(log))
        taken = milliseconds(once)
    with app.app_context():
        db.engine.dispose()
    return taken


def stages(stack: Stack, game: str) -> Iterator[tuple[str, str]]:
    """The stages of a match of random answers, each with the address of a seat's page while it stands there.

    The last ply is the last at which there was a choice: the table gives the answers of those behind it. The letters
    have been sent, as they are where a worker runs.
    """
    with inside(stack):
        match = open_table(*NAMES[: 4 if 4 in GAMES[game].seats else min(GAMES[game].seats)], game=game)
        ids, path = [chair.id for chair in match.chairs], f"/s/{seat_token(match.chairs[0])}"
        course = list(course_of(match))
    yield "first ply", path
    last = max(move.ply for move in course if not move.forced)
    for stage, plies in (("last ply", range(last)), ("over", range(last, course[-1].ply + 1))):
        with inside(stack):
            for move in course:
                if move.ply in plies:
                    matches.seal(ids[move.seat], move.answer, move.ply)
            db.session.execute(update(Letter).values(due_at=None, sent_at=clock.now()))
            db.session.commit()
        yield stage, path


def measure(kind: str) -> None:
    """Print the figures on one kind of database."""
    with server(kind, "web", LIMITS="on", WEB_WORKERS="2") as (stack, _):
        for game in GAMES:
            print(f"\n{kind}, seat page of {game}, {load_average()}")
            for stage, path in stages(stack, game):
                with urlopen(f"{stack.url}{path}", timeout=10) as answer:
                    page = answer.read()
                files = kept_files(stack, page.decode())
                print(f"  {stage}: {told(page, files)}")
                print(
                    f"          first byte {first_byte(stack, path):.1f} ms, server time {server_time(stack, path):.1f}"
                    f" ms (medians of {TIMES})",
                    flush=True,
                )


def told(page: bytes, files: dict[str, bytes]) -> str:
    """Sizes, as they are and compressed as a proxy would."""
    everything = [page, *files.values()]
    packed = sum(len(gzip.compress(one)) for one in everything)
    return (
        f"{_kilo(len(page))} alone, {_kilo(sum(map(len, everything)))} without cache"
        f" ({', '.join(f'{name} {_kilo(len(file))}' for name, file in files.items())}); {_kilo(packed)} with gzip"
    )


def _kilo(size: int) -> str:
    return f"{size / 1000:.1f} kB"


def main() -> None:
    """Print size and time of the page of a seat."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.pages", description=main.__doc__)
    parser.add_argument("--database", action="append", choices=DATABASES, help="one kind; both by default")
    chosen = parser.parse_args()
    header()
    for kind in chosen.database or DATABASES:
        measure(kind)


if __name__ == "__main__":
    main()
