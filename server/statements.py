"""Statements of SQLAlchemy that are compiled once and then given to the driver as they are.

For what must be quick. The pool, the types and the errors are those of SQLAlchemy; what is spared is what it does anew
for each execution (a look into its cache, a context, a result), which takes longer than the statement itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, cast

from sqlalchemy import Dialect, Engine, PoolProxiedConnection, Select
from sqlalchemy.engine import result_tuple
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler

Values = Mapping[str, Any]
Rows = list[Any]
"""Rows with their columns by name."""


@contextmanager
def connected(engine: Engine) -> Iterator[Statements]:
    """Run statements on a connection of their own.

    SQLite: within one transaction, which takes the lock for writing at once. PostgreSQL: each statement is a
    transaction of its own. Raises the errors of `sqlalchemy.exc`.
    """
    try:
        connection = engine.raw_connection()
    except engine.dialect.loaded_dbapi.Error as error:
        raise _of_sqlalchemy(engine.dialect, error) from error
    try:
        statements = Statements(connection, engine.dialect)
        if statements.one_transaction:
            statements.drive("BEGIN IMMEDIATE")
        yield statements
        if statements.one_transaction:
            statements.drive("COMMIT")
    finally:
        connection.close()  # the pool rolls back what has not been committed


class Statements:
    """A connection of the pool on which statements are run. Raises the errors of `sqlalchemy.exc`."""

    def __init__(self, connection: PoolProxiedConnection, dialect: Dialect):
        self._connection, self._dialect = connection, dialect
        self._cursor: DBAPICursor | None = None
        self.one_transaction = dialect.name == "sqlite"
        """Whether a connection of their own makes one transaction of them all."""

    def rows(self, statement: Select[*tuple[Any, ...]], values: Values) -> Rows:
        """Run a selection."""
        compiled = _compiled(statement, self._dialect)
        try:
            found = self._run(compiled.text, compiled.bound(values)).fetchall()
        except self._dialect.loaded_dbapi.Error as error:
            raise _of_sqlalchemy(self._dialect, error, self._connection) from error
        return compiled.read(found)

    def rows_of(self, *selections: tuple[Select[*tuple[Any, ...]], Values]) -> list[Rows]:
        """Run several selections, on PostgreSQL with one round trip."""
        if self._dialect.driver != "psycopg":
            return [self.rows(statement, values) for statement, values in selections]
        compiled = [(_compiled(statement, self._dialect), values) for statement, values in selections]
        driver: Any = self._connection.driver_connection
        try:
            with driver.pipeline():
                cursors = [driver.execute(each.text, each.bound(values)) for each, values in compiled]
            found = [cursor.fetchall() for cursor in cursors]
        except self._dialect.loaded_dbapi.Error as error:
            raise _of_sqlalchemy(self._dialect, error, self._connection) from error
        return [each.read(rows) for (each, _), rows in zip(compiled, found, strict=True)]

    def changed(self, statement: Executable, values: Values) -> int:
        """Run a statement that writes: how many rows it has changed."""
        compiled = _compiled(statement, self._dialect)
        return self.drive(compiled.text, compiled.bound(values))

    def drive(self, text: str, parameters: Any = ()) -> int:
        """Let the driver run a text: how many rows it has changed."""
        try:
            return int(self._run(text, parameters).rowcount)
        except self._dialect.loaded_dbapi.Error as error:
            raise _of_sqlalchemy(self._dialect, error, self._connection) from error

    def _run(self, text: str, parameters: Any) -> DBAPICursor:
        if self._cursor is None:
            self._cursor = self._connection.cursor()
        self._cursor.execute(text, parameters)
        return self._cursor


def _of_sqlalchemy(
    dialect: Dialect, error: Exception, connection: PoolProxiedConnection | None = None
) -> BaseException:
    """The error as SQLAlchemy would raise it, without any value; a connection that is lost leaves the pool."""
    lost = connection is not None and dialect.is_disconnect(error, connection.dbapi_connection, None)  # type: ignore[arg-type]
    if connection is not None and lost:
        connection.invalidate(error)
    return DBAPIError.instance(
        "", None, error, dialect.loaded_dbapi.Error, connection_invalidated=lost, dialect=dialect
    )


class _Compiled:
    """The text of a statement, how its parameters are written and how its columns are read."""

    def __init__(self, statement: Executable, dialect: Dialect):
        compiled = cast(SQLCompiler, statement.compile(dialect=dialect))  # type: ignore[attr-defined]
        assert not compiled.post_compile_params, "the length of an IN would change the text"
        self.text = str(compiled)
        self._constants = compiled.params
        self._order: Sequence[str] | None = compiled.positiontup
        writers = {
            name: bind.type.dialect_impl(dialect).bind_processor(dialect) for name, bind in compiled.binds.items()
        }
        self._writers = {name: writer for name, writer in writers.items() if writer is not None}
        columns = list(statement.selected_columns) if isinstance(statement, Select) else []
        readers = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns]
        self._readers: list[tuple[int, Callable[[Any], Any]]] = [(n, read) for n, read in enumerate(readers) if read]
        self._row = result_tuple([column.key or "" for column in columns])

    def bound(self, values: Values) -> Any:
        """The parameters as the driver wants them."""
        all_of_them = {**self._constants, **values}
        for name, write in self._writers.items():
            all_of_them[name] = write(all_of_them[name])
        return all_of_them if self._order is None else [all_of_them[name] for name in self._order]

    def read(self, found: Sequence[Sequence[Any]]) -> Rows:
        """The rows that the driver has found, read by the types of their columns. NULL is ``None`` for all of them."""
        rows = []
        for values in found:
            row = list(values)
            for n, read in self._readers:
                if row[n] is not None:
                    row[n] = read(row[n])
            rows.append(self._row(row))
        return rows


@cache
def _compiled(statement: Executable, dialect: Dialect) -> _Compiled:
    return _Compiled(statement, dialect)
