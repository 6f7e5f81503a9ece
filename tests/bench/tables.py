"""Tables for measuring: many copies of one match of Titro that was opened and accepted like any other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import create_engine, func, insert, select, text, update

from server import clock, links
from server.house import at_random
from server.matches import archiving, retaining
from server.rules import GAMES, asks, forced, submit
from server.store.mailboxes import mailbox
from server.store.models import CHAIRS, MATCHES, PLAYERS, Archived, Letter, Match, Review, Turn, db
from server.views import table_of
from server.views.replay import shuffler_of
from tests.cast import open_table, play_out
from tests.services import Broker, Stack, fresh_database, postgres
from tests.stack.conftest import inside as inside

LONG_AGO = datetime(2025, 1, 1, tzinfo=UTC)
"""When archived matches were over."""
DATABASES = ("SQLite", "PostgreSQL")


@dataclass(frozen=True)
class Move:
    """An answer that a seat gives in the window of a ply. ``forced``: it had no other."""

    ply: int
    seat: int
    answer: str
    forced: bool


@dataclass(frozen=True)
class Tables:
    """What is needed to play them: the tokens of the seats of each, and the one course that all of them take."""

    tokens: list[tuple[str, str]]
    course: list[Move]


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder that is gone afterwards."""
    with TemporaryDirectory(prefix="poste-bench-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty database of a kind, on a server of its own."""
    with ExitStack() as running:
        if kind == "SQLite":
            yield f"sqlite:///{folder / 'poste.sqlite'}"
        else:
            yield fresh_database(running.enter_context(postgres(folder / "postgres")), "bench")


@contextmanager
def server(kind: str, *only: str, **environ: str) -> Iterator[tuple[Stack, Broker]]:
    """A server on an empty database of a kind, with a broker of its own, and these lines of the Procfile started."""
    with ExitStack() as running:
        folder = running.enter_context(scratch())
        url = running.enter_context(database(kind, folder))
        broker = Broker(folder)
        running.callback(broker.stop)
        broker.start()
        stack = Stack(folder, only, DATABASE_URL=url, BROKER_URL=broker.url, **environ)
        running.callback(stack.stop)
        stack.start()
        yield stack, broker


def lay(count: int, at: datetime | None = None, reminded: bool = False) -> Tables:
    """Lay so many tables, opened at a moment. To be called within the application, on an empty database.

    The copies have players, links and letters of their own; only the shuffle is the same at all of them. ``reminded``:
    nobody is to be reminded any more. PostgreSQL knows the tables afterwards, as it knows those that grew in days.
    """
    match = open_table(at=at or clock.now())
    if reminded:
        match.remind_at = None
    course = list(course_of(match))
    ids = [f"bench{number:07}" for number in range(count)]
    emails = [f"{id}.{n}@example.org" for id in ids for n in range(2)]
    people = [{"email": email, "mailbox": mailbox(email)} for email in emails]
    players = _insert(PLAYERS, people, of=match.chairs[0].player)
    _insert(MATCHES, [{"id": id} for id in ids], of=match)
    seated = [{"match_id": id, "player_id": players[2 * n + seat]} for n, id in enumerate(ids) for seat in range(2)]
    chairs = [_insert(CHAIRS, seated[seat::2], of=match.chairs[seat]) for seat in range(2)]
    for turn in db.session.scalars(select(Turn).where(Turn.match_id == match.id)).all():
        _insert(Turn.__table__, [{"match_id": id} for id in ids], of=turn)
    _close_the_original(match)
    db.session.commit()
    _look_through()
    version = match.chairs[0].link_version
    return Tables(
        [tuple(links.sign(links.SEAT, id, version) for id in pair) for pair in zip(*chairs, strict=True)], course
    )


COPY = """
    WITH RECURSIVE copy(n) AS (SELECT CAST(:first AS integer) UNION ALL SELECT n + 1 FROM copy WHERE n < :last)
    INSERT INTO "{table}" ({columns}) SELECT {values} FROM "{table}", copy WHERE "{table}".{key} = :of
"""
AT_A_TIME = 2000
"""Copies made by one statement: none may take longer than seconds."""


def lay_archive(count: int) -> None:
    """Fill the archive with so many finished matches, of the players that there are. After `lay`.

    The copies of one match that was played to its end, shrunk and archived as any other; each has its letters.
    """
    match = play_out(open_table(at=clock.now()), Random(1))
    db.session.execute(update(Review).values(due_at=None))
    db.session.execute(update(Letter).where(Letter.match_id == match.id).values(due_at=None, sent_at=clock.now()))
    db.session.execute(update(MATCHES).where(MATCHES.c.id == match.id).values(over_at=LONG_AGO))
    db.session.commit()
    while retaining._shrink_matches(clock.now()) or archiving.archive_some(clock.now(), retaining.SHRINK):
        pass
    people = db.session.scalar(select(func.count()).select_from(PLAYERS)) or 1
    player = "(SELECT min(id) FROM player) + (n + {seat}) % " + str(people)
    _copy_rows(MATCHES, count, match.id, id="'gone' || n")
    for model in (Archived, Review):
        _copy_rows(model.__table__, count, match.id, match_id="'gone' || n")
    for chair in match.chairs:
        _copy_rows(CHAIRS, count, chair.id, match_id="'gone' || n", player_id=player.format(seat=chair.seat))
    db.session.commit()
    _look_through()


def _look_through() -> None:
    """Have PostgreSQL do at once what it does by itself within minutes."""
    if db.engine.dialect.name == "postgresql":
        alone = create_engine(db.engine.url, isolation_level="AUTOCOMMIT")
        with alone.connect() as connection:
            connection.execute(text("VACUUM ANALYZE"))
        alone.dispose()


def _copy_rows(copied: Any, count: int, of: Any, /, **values: str) -> None:
    """So many copies of the rows of a match or a seat ``of``; ``values``: what differs, as SQL of ``n``."""
    names = [column.name for column in copied.columns if column.name != "id" or "id" in values]
    statement = COPY.format(
        table=copied.name,
        columns=", ".join(f'"{name}"' for name in names),
        values=", ".join(values.get(name, f'"{copied.name}"."{name}"') for name in names),
        key="match_id" if "match_id" in copied.primary_key.columns else "id",
    )
    for first in range(1, count + 1, AT_A_TIME):
        last = min(first + AT_A_TIME - 1, count)
        db.session.execute(text(statement), {"first": first, "last": last, "of": of})
        db.session.commit()


def course_of(match: Match) -> Iterator[Move]:
    """A whole match of random lawful answers from where it stands."""
    game, table, ply, random = GAMES[match.game], table_of(match), match.ply, Random(1)
    while owed := asks(game, table):
        for seat, ask in owed.items():
            answer = at_random({}, ask, seat, random)
            yield Move(ply, seat, answer, forced(ask) is not None)
            before = table
            table, _ = submit(game, table, seat, answer, shuffler_of(match))
            ply += table.state is not before.state


def _insert(table: Any, rows: list[dict[str, Any]], of: object) -> list[Any]:
    """Copies of a row that differ in some columns; their keys, in order."""
    like = {column.key: getattr(of, column.key) for column in table.c if column.key != "id"}
    copies = insert(table).returning(*table.primary_key.columns, sort_by_parameter_order=True)
    return list(db.session.scalars(copies, [{**like, **row} for row in rows]))


def _close_the_original(match: Match) -> None:
    """It has served as the model; nothing of it falls due."""
    match.closes_at = match.remind_at = None
    for letter in db.session.scalars(select(Letter)):
        letter.due_at = None
