"""Statements of SQLAlchemy that are compiled once and then given to the driver as they are.

For what must be quick. The pool, the types and the errors are those of SQLAlchemy; what is spared is what it does anew
for each execution (a look into its cache, a context, a result), which takes longer than the statement itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import TracebackType
from typing import Any, cast

from sqlalchemy import Dialect, Engine, PoolProxiedConnection, Select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler

Values = Mapping[str, Any]
Converter = Callable[[Any], Any] | None


class Statements:
    """A connection of the pool, on which statements are run; to be used as a context manager.

    SQLite: within one transaction, which takes the lock for writing at once. PostgreSQL: each statement is a
    transaction of its own. Raises the errors of `sqlalchemy.exc`.
    """

    def __init__(self, engine: Engine):
        self.engine, self.dialect = engine, engine.dialect
        self.one_transaction = engine.dialect.name == "sqlite"
        """Whether all statements are one transaction."""
        self._connection: PoolProxiedConnection | None = None

    def __enter__(self) -> Statements:
        try:
            self._connection = self.engine.raw_connection()
        except self.dialect.loaded_dbapi.Error as error:
            raise self._of_sqlalchemy("", error) from error
        if self.one_transaction:
            try:
                self._drive("BEGIN IMMEDIATE")
            except BaseException:
                self._connection.close()
                raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._connection is not None
        try:
            if self.one_transaction and kind is None:
                self._drive("COMMIT")
        finally:
            self._connection.close()  # the pool rolls back what has not been committed

    def rows(self, statement: Select[Any], values: Values) -> list[list[Any]]:
        """Run a selection: its rows, read by the types of their columns."""
        compiled = _compiled(statement, self.dialect)
        _, found = self._drive(compiled.text, compiled.bound(values), fetch=True)
        return [
            [value if read is None else read(value) for read, value in zip(compiled.readers, row, strict=True)]
            for row in found
        ]

    def changed(self, statement: Executable, values: Values) -> int:
        """Run a statement that writes: how many rows it has changed."""
        compiled = _compiled(statement, self.dialect)
        count, _ = self._drive(compiled.text, compiled.bound(values))
        return count

    def _drive(self, text: str, parameters: Any = (), fetch: bool = False) -> tuple[int, Sequence[Sequence[Any]]]:
        """Let the driver run a text: how many rows it has changed, and what it has found."""
        assert self._connection is not None
        try:
            cursor = self._connection.cursor()
            cursor.execute(text, parameters)
            return cursor.rowcount, cursor.fetchall() if fetch else ()
        except self.dialect.loaded_dbapi.Error as error:
            raise self._of_sqlalchemy(text, error) from error

    def _of_sqlalchemy(self, text: str, error: Exception) -> BaseException:
        """The error as SQLAlchemy would raise it, without any value; a connection that is lost leaves the pool."""
        driver, connection = self.dialect.loaded_dbapi, self._connection
        lost = connection is not None and self.dialect.is_disconnect(error, connection.dbapi_connection, None)  # type: ignore[arg-type]
        if connection is not None and lost:
            connection.invalidate(error)
        return DBAPIError.instance(text, None, error, driver.Error, connection_invalidated=lost, dialect=self.dialect)


class _Compiled:
    """The text of a statement, how its parameters are written and how its columns are read."""

    def __init__(self, statement: Executable, dialect: Dialect):
        compiled = cast(SQLCompiler, statement.compile(dialect=dialect))  # type: ignore[attr-defined]
        self.text = str(compiled)
        self._constants = compiled.params
        self._order: Sequence[str] | None = compiled.positiontup
        writers = {
            name: bind.type.dialect_impl(dialect).bind_processor(dialect) for name, bind in compiled.binds.items()
        }
        self._writers = {name: writer for name, writer in writers.items() if writer is not None}
        columns = statement.selected_columns if isinstance(statement, Select) else ()
        self.readers: list[Converter] = [
            column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns
        ]

    def bound(self, values: Values) -> Any:
        """The parameters as the driver wants them."""
        all_of_them = {**self._constants, **values}
        for name, write in self._writers.items():
            all_of_them[name] = write(all_of_them[name])
        return all_of_them if self._order is None else [all_of_them[name] for name in self._order]


@cache
def _compiled(statement: Executable, dialect: Dialect) -> _Compiled:
    return _Compiled(statement, dialect)
