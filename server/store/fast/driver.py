"""psycopg with two shortcuts: shorter cursor descriptions, and statements prepared and run directly through libpq."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any, cast

import psycopg
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import InvalidSqlStatementName, error_from_result
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult
from psycopg.rows import TupleRow

from .. import silence

INTEGER, TEXT = 23, 25
"""Type OIDs of PostgreSQL."""


class Cursor(psycopg.Cursor[TupleRow]):
    """A cursor that describes result columns by name and type only, which is all that SQLAlchemy reads.

    Building a `psycopg.Column` for each column of each result took a fifteenth of the time of a request.
    """

    @property
    def description(self) -> list[Any] | None:
        """The columns, as in the DB API (PEP 249); ``None`` if there is no result to fetch."""
        answer = self.pgresult
        if answer is None or not (answer.nfields or answer.status == ExecStatus.TUPLES_OK):
            return None
        name, kind = answer.fname, answer.ftype
        return [((name(n) or b"").decode(), kind(n), None, None, None, None, None) for n in range(answer.nfields)]


def connected(args: Sequence[Any], options: dict[str, Any]) -> Connection:
    """A connection with short cursor descriptions. Raises `ValueError` if they do not have the expected content."""
    connection = Connection.connect(*args, **options, cursor_factory=Cursor)
    told = connection.execute("SELECT 1 AS one, 'two'::text AS two").description or ()
    if [(column[0], column[1]) for column in told] != [("one", INTEGER), ("two", TEXT)]:
        connection.close()
        raise ValueError(f"an answer is described as {told}")
    return connection


class Connection(silence.Connection):
    """A connection that runs its prepared statements with one call to libpq.

    An ordinary cursor makes about six calls and may switch to another thread at each, so a request waits more often.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self._named: dict[str, bytes] = {}
        self._names = (b"poste_%d" % n for n in count(1))

    def rollback(self) -> None:
        """Roll back a transaction, if there is one. The driver may then deallocate all prepared statements."""
        if self.pgconn.transaction_status != TransactionStatus.IDLE:
            super().rollback()
            self._named.clear()

    def run(self, text: str, parameters: Sequence[Any]) -> tuple[list[TupleRow], int]:
        """The rows found, and the number of rows found or changed. Raises the errors of psycopg.

        Parameters are written ``$1``, ``$2`` … in the text; PostgreSQL infers their types from it.
        """
        adapted = Transformer(self)
        as_text = cast("list[bytes]", adapted.dump_sequence(parameters, [PyFormat.TEXT] * len(parameters)))  # or NULL
        try:
            answer = self._run(text, as_text)
        except InvalidSqlStatementName as deallocated:
            self._named.clear()
            if self.pgconn.transaction_status != TransactionStatus.IDLE:
                raise psycopg.OperationalError("prepared statements were lost in a transaction") from deallocated
            answer = self._run(text, as_text)
        adapted.set_pgresult(answer)
        return adapted.load_rows(0, answer.ntuples, tuple), answer.command_tuples or 0

    def _run(self, text: str, parameters: Sequence[bytes]) -> PGresult:
        if self.call is None:
            return self._run_in_libpq(text, parameters)
        self.call.begin()
        try:
            return self._run_in_libpq(text, parameters)
        finally:
            self.call.done()

    def _run_in_libpq(self, text: str, parameters: Sequence[bytes]) -> PGresult:
        name = self._named.get(text)
        if name is None:
            name = next(self._names)
            self._checked(self.pgconn.prepare(name, text.encode()))
            self._named[text] = name
        return self._checked(self.pgconn.exec_prepared(name, parameters))

    def _checked(self, answer: PGresult) -> PGresult:
        if answer.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
            return answer
        if self.pgconn.status != ConnStatus.OK:
            raise psycopg.OperationalError("the connection was lost")
        raise error_from_result(answer)

    def tell_errors(self) -> Exception:
        """The error for a failed result, made locally; used to test error handling without asking PostgreSQL."""
        return error_from_result(self.pgconn.make_empty_result(ExecStatus.FATAL_ERROR))
