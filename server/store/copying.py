"""Copying a whole database into a backup, and a backup into a database, whichever kind either is.

A backup is one moment: all tables are read in one transaction, while others write. Loading replaces everything in one
transaction of the session: killed anywhere, nothing has happened.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy import Column, Connection, Engine, Table, create_engine, func, insert, select, text, update

from .. import clock, program
from ..config import settings
from . import archive, schema
from .archive import BYTES, JSON, MOMENT, PLAIN, Archive, Manifest
from .columns import Moment, Structured
from .models import db

SKIPPED = frozenset(("process",))
"""What is true of the running processes alone."""
BATCH = 500
"""Rows that are read and written at a time."""
SPARE, SPARE_A_SECOND = 10_000, 10
"""How many row numbers are skipped after those of a backup, and for each second since it was made: links, bounces and
letters of what is undone contain such numbers, which must never come to mean something else."""

Progress = Callable[[int], None]
"""Is told how many rows were copied since the last call."""


def no_progress(_: int) -> None:
    """No progress is shown."""


Source = Callable[[str], Iterator[dict[str, Any]]]
"""Gives the rows of a table, by column: of an archive, or of a database."""


def tables() -> list[Table]:
    """The tables that are copied, each after those that it refers to."""
    return [table for table in db.metadata.sorted_tables if table.name not in SKIPPED]


def _kind(column: Column[Any]) -> str:
    kinds = ((Moment, MOMENT), (sa.LargeBinary, BYTES), ((sa.JSON, Structured), JSON))
    return next((kind for of, kind in kinds if isinstance(column.type, of)), PLAIN)


# Out -----------------------------------------------------------------------------------------------------------------


def count(engine: Engine) -> int:
    """About how many rows there are to copy."""
    with engine.connect() as connection:
        return sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables())


def back_up(path: Path, keys: Iterable[str], progress: Progress = no_progress) -> Manifest:
    """Write the whole database and the link keys into a file, as they are at one moment.

    Raises `OSError`, `WrongSchema` and the errors of SQLAlchemy; then there is no file.
    """
    with _one_moment(db.engine) as connection, archive.writing(path) as writer:
        revision = schema.revision_of(connection)
        schema.check(revision)
        taken_at = clock.now()
        for table in tables():
            kinds = {str(column.name): _kind(column) for column in table.columns}
            with closing(_rows(connection, table)) as rows:
                writer.add_table(str(table.name), kinds, _seen(rows, progress))
        writer.add_keys(keys)
        made_by, kind, url = program.release(), db.engine.dialect.name, settings().base_url
        manifest = Manifest(archive.FORMAT, made_by, str(revision), kind, taken_at, writer.parts, url)
        writer.finish(manifest)
    return manifest


@contextmanager
def _one_moment(engine: Engine) -> Iterator[Connection]:
    """A connection that sees the database as it is now, whatever is written meanwhile."""
    with engine.connect() as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield connection


def _rows(connection: Connection, table: Table) -> Generator[dict[str, Any], None, None]:
    columns = (sa.type_coerce(c, sa.JSON).label(c.name) if isinstance(c.type, Structured) else c for c in table.columns)
    ordered = select(*columns).order_by(*table.primary_key.columns)
    with connection.execute(ordered, execution_options={"yield_per": BATCH}) as result:
        yield from map(dict, result.mappings())


def _seen(rows: Iterable[dict[str, Any]], progress: Progress) -> Iterator[dict[str, Any]]:
    for row in rows:
        yield row
        progress(1)


# In ------------------------------------------------------------------------------------------------------------------


def load(connection: Connection, source: Source, since: datetime, progress: Progress = no_progress) -> None:
    """Replace everything by the rows of a backup that was made at ``since``. Must run inside a transaction."""
    used = {table.name: _used(connection, table) for table in tables()}
    _empty(connection)
    for table in tables():
        # columns that name other rows of the same table, which may come later
        own = [column.name for column in table.columns if any(key.column.table is table for key in column.foreign_keys)]
        for batch in _batches(source(table.name)):
            rows = ({c.key: row[c.name] for c in table.columns} | dict.fromkeys(own) for row in batch)
            connection.execute(insert(table), list(rows))
            progress(len(batch))
        _refer(connection, table, own, source)
    spare = SPARE + SPARE_A_SECOND * max(0, int((clock.now() - since).total_seconds()))
    for table in tables():
        _number_on(connection, table, used[table.name], spare)


def _empty(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        names = ", ".join(f'"{table}"' for table in db.metadata.tables)
        connection.execute(text(f"TRUNCATE {names} CASCADE"))
        return
    for table in reversed(db.metadata.sorted_tables):
        connection.execute(table.delete())


def _batches(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(islice(rows, BATCH)):
        yield batch


def _refer(connection: Connection, table: Table, own: list[str], source: Source) -> None:
    """Fill in those columns, once all rows are there."""
    for name in own:
        [key] = table.primary_key.columns
        named = update(table).where(key == sa.bindparam("its_key")).values({name: sa.bindparam("named")})
        found = ({"its_key": r[key.name], "named": r[name]} for r in source(table.name) if r[name] is not None)
        for batch in _batches(found):
            connection.execute(named, batch)


def _used(connection: Connection, table: Table) -> int:
    """The highest number that a row of this table has had in the database so far."""
    column = table.autoincrement_column
    if column is None:
        return 0
    highest: int = connection.scalar(select(func.max(column))) or 0
    if connection.dialect.name == "postgresql":
        named = connection.scalar(text("SELECT pg_get_serial_sequence(:t, :c)"), _named(table, column))
        return max(highest, connection.scalar(text(f"SELECT last_value FROM {named}")) or 0) if named else highest
    known = connection.scalar(text("SELECT seq FROM sqlite_sequence WHERE name = :t"), {"t": table.name})
    return max(highest, known or 0)


def _number_on(connection: Connection, table: Table, used: int, spare: int) -> None:
    """Number new rows after all that were ever there, of those tables whose numbers are signed in links."""
    column = table.autoincrement_column
    if column is None:
        return
    highest: int = connection.scalar(select(func.max(column))) or 0
    signed = bool(table.dialect_options["sqlite"]["autoincrement"])
    last = max(used, highest + spare) if signed else highest
    if connection.dialect.name == "postgresql":
        goes_on = text("SELECT setval(pg_get_serial_sequence(:t, :c), :last, :taken)")
        connection.execute(goes_on, {**_named(table, column), "last": max(last, 1), "taken": last > 0})
    elif signed:
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :t"), {"t": table.name})
        kept = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:t, :last)")
        connection.execute(kept, {"t": table.name, "last": last})


def _named(table: Table, column: Column[Any]) -> dict[str, str]:
    return {"t": f'"{table.name}"', "c": column.name}


# Backups of an older version -----------------------------------------------------------------------------------------


@contextmanager
def migrated(file: Path) -> Iterator[Source]:
    """A SQLite file that has the schema of this version, as a source of rows."""
    engine = create_engine(f"sqlite:///{file}")

    def rows(table: str) -> Iterator[dict[str, Any]]:
        with engine.connect() as connection:
            yield from _rows(connection, db.metadata.tables[table])

    try:
        yield rows
    finally:
        engine.dispose()


def unpack(backup: Archive, file: Path) -> None:
    """Write the rows of a backup into a SQLite file that has the tables of the backup's own schema."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        for name, part in backup.manifest.tables.items():
            connection.execute(f'DELETE FROM "{name}"')
            columns = ", ".join(f'"{column}"' for column in part.columns)
            marks = ", ".join("?" * len(part.columns))
            rows = (tuple(_raw(row[c], kind) for c, kind in part.columns.items()) for row in backup.rows(name))
            connection.executemany(f'INSERT INTO "{name}" ({columns}) VALUES ({marks})', rows)
        connection.execute("COMMIT")


def _raw(value: Any, kind: str) -> Any:
    """A value as SQLAlchemy stores it in SQLite."""
    if value is None:
        return None
    if kind == MOMENT:
        return value.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")
    return orjson.dumps(value).decode() if kind == JSON else value
