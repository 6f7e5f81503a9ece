"""SQLAlchemy statements that are compiled once and then run directly by the driver, where speed matters.

The pool, the types and the errors are SQLAlchemy's. What is saved is its work for each execution (cache lookup,
context, result object), which takes longer than the statement itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Dialect, Engine, Integer, PoolProxiedConnection, Select, Update, literal_column, select
from sqlalchemy.engine import result_tuple
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler

from .. import write_lock

if TYPE_CHECKING:
    from . import driver

Values = Mapping[str, Any]
Rows = list[Any]
"""Rows with columns by name."""
Found = tuple[Sequence[Sequence[Any]], int]
"""The rows that a driver returned, and the number of rows found or changed."""
Run = Callable[[PoolProxiedConnection, Sequence[Any]], Found]
"""Runs one statement with these parameters."""


@contextmanager
def connected(engine: Engine) -> Iterator[Statements]:
    """Run statements on a separate connection from the pool: each in a transaction of its own, unless they are
    `Statements.together`. Raises the errors of `sqlalchemy.exc`.
    """
    try:
        connection = engine.raw_connection()
    except engine.dialect.loaded_dbapi.Error as error:
        raise as_of_sqlalchemy(engine.dialect, error) from error
    try:
        yield Statements(connection, engine.dialect)
    finally:
        connection.close()  # the pool rolls back anything uncommitted


def change_all(engine: Engine, changes: Sequence[tuple[Update, Values]]) -> None:
    """Make changes in one transaction: on PostgreSQL as one statement, which saves round trips."""
    with connected(engine) as statements:
        if statements.writes_in_turn:
            with statements.together():
                for change, values in changes:
                    statements.changed(change, values)
        else:
            together = {name: value for _, values in changes for name, value in values.items()}
            statements.rows(_together(tuple(change for change, _ in changes)), together)


@cache
def _together(changes: tuple[Update, ...]) -> Select[int]:
    """One statement that makes all of these changes."""
    parts = (change.returning(literal_column("1")).cte(f"change_{n}") for n, change in enumerate(changes))
    return select(literal_column("1", Integer)).add_cte(*parts)


class Statements:
    """Runs statements on a connection from the pool. Raises the errors of `sqlalchemy.exc`."""

    def __init__(self, connection: PoolProxiedConnection, dialect: Dialect):
        self._connection, self._dialect = connection, dialect
        self.writes_in_turn = dialect.name == "sqlite"
        """Whether one statement can write to one table only."""
        self._are_together = False

    def rows(self, statement: Select[*tuple[Any, ...]], values: Values) -> Rows:
        """Run a SELECT and return its rows."""
        compiled = _compiled(statement, self._dialect)
        return compiled.read(self._run(compiled.run, compiled.bound(values))[0])

    def late(self, statement: Select[*tuple[Any, ...]], values: Values) -> list[LateRow]:
        """The same rows, whose values are converted when they are looked at; columns by number."""
        compiled = _compiled(statement, self._dialect)
        return [LateRow(row, compiled.every) for row in self._run(compiled.run, compiled.bound(values))[0]]

    def changed(self, statement: Executable, values: Values) -> int:
        """Run a statement that writes. Returns the number of rows changed."""
        compiled = _compiled(statement, self._dialect)
        return self._run(compiled.run, compiled.bound(values))[1]

    @contextmanager
    def together(self) -> Iterator[None]:
        """One transaction of all statements within. On SQLite it takes the write lock at the start."""
        if self._are_together:
            yield
            return
        if self.writes_in_turn:
            write_lock.take(self._drive)
        else:
            self._drive("BEGIN")
        self._are_together = True
        yield
        self._drive("COMMIT")
        self._are_together = False

    def _drive(self, text: str) -> None:
        """Run SQL text without parameters."""
        self._run((_with_cursor if self.writes_in_turn else _prepared)(text), ())

    def _run(self, run: Run, parameters: Sequence[Any]) -> Found:
        try:
            return run(self._connection, parameters)
        except self._dialect.loaded_dbapi.Error as error:
            raise as_of_sqlalchemy(self._dialect, error, self._connection) from error


def as_of_sqlalchemy(
    dialect: Dialect, error: Exception, connection: PoolProxiedConnection | None = None
) -> BaseException:
    """The error as SQLAlchemy would raise it, but without parameter values; a lost connection leaves the pool."""
    lost = connection is not None and dialect.is_disconnect(error, connection.dbapi_connection, None)  # type: ignore[arg-type]
    if connection is not None and lost:
        connection.invalidate(error)
    return DBAPIError.instance(
        "", None, error, dialect.loaded_dbapi.Error, connection_invalidated=lost, dialect=dialect
    )


Reader = Callable[[Any], Any]
"""Converts a value as the driver returned it."""


class LateRow:
    """A row of many columns, of which few are looked at: times and JSON take longer to convert than to read."""

    __slots__ = ("_readers", "_values")

    def __init__(self, values: Sequence[Any], readers: Sequence[Reader | None]):
        self._values, self._readers = values, readers

    def __getitem__(self, n: int) -> Any:
        value, read = self._values[n], self._readers[n]
        return value if read is None or value is None else read(value)


class _Compiled:
    """A compiled statement: its text, how to run it, and how to convert its parameters and result columns."""

    def __init__(self, statement: Executable, dialect: Dialect):
        prepared = dialect.driver == "psycopg"
        writing = cast(type[DefaultDialect], type(dialect))(paramstyle="numeric_dollar") if prepared else dialect
        compiled = cast(SQLCompiler, statement.compile(dialect=writing))  # type: ignore[attr-defined]
        assert not compiled.post_compile_params, "the length of an IN would change the text"
        self.run = _prepared(str(compiled)) if prepared else _with_cursor(str(compiled))
        self._constants = compiled.params
        writers = {
            name: bind.type.dialect_impl(dialect).bind_processor(dialect) for name, bind in compiled.binds.items()
        }
        self._order = [(name, writers[name]) for name in compiled.positiontup or ()]
        columns = list(statement.selected_columns) if isinstance(statement, Select) else []
        self.every: list[Reader | None] = [
            column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns
        ]
        self._readers: list[tuple[int, Reader]] = [(n, read) for n, read in enumerate(self.every) if read]
        self._row = result_tuple([column.key or "" for column in columns])

    def bound(self, values: Values) -> Sequence[Any]:
        """The parameters in order, converted for the driver."""
        given = {**self._constants, **values}
        return [write(given[name]) if write else given[name] for name, write in self._order]

    def read(self, found: Sequence[Sequence[Any]]) -> Rows:
        """The rows returned by the driver, converted by column type. NULL becomes ``None`` for every type."""
        rows = []
        for values in found:
            row = list(values)
            for n, read in self._readers:
                if row[n] is not None:
                    row[n] = read(row[n])
            rows.append(self._row(row))
        return rows


def _prepared(text: str) -> Run:
    def run(connection: PoolProxiedConnection, parameters: Sequence[Any]) -> Found:
        return cast("driver.Connection", connection.driver_connection).run(text, parameters)

    return run


def _with_cursor(text: str) -> Run:
    def run(connection: PoolProxiedConnection, parameters: Sequence[Any]) -> Found:
        cursor = connection.cursor()
        cursor.execute(text, parameters)
        return cursor.fetchall(), cursor.rowcount

    return run


@cache
def _compiled(statement: Executable, dialect: Dialect) -> _Compiled:
    return _Compiled(statement, dialect)
