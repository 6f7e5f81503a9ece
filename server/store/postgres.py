"""PostgreSQL: how its transactions begin, how its connections return to the pool, how its answers are described."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import count
from typing import Any

import psycopg
import sqlalchemy
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult
from psycopg.rows import TupleRow
from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

RESTED = 1.0
"""Seconds after which a connection of the pool may have been lost."""


class Cursor(psycopg.Cursor[TupleRow]):
    """A cursor that describes the columns of an answer by name and type alone, which is all that SQLAlchemy asks for.

    A `psycopg.Column` for each of them, of each answer, took a fifteenth of the time of a request.
    """

    @property
    def description(self) -> list[Any] | None:
        """The columns as the DB API has them (PEP 249); ``None`` where there is no answer to be fetched."""
        answer = self.pgresult
        if answer is None or not (answer.nfields or answer.status == ExecStatus.TUPLES_OK):
            return None
        name, kind = answer.fname, answer.ftype
        return [((name(n) or b"").decode(), kind(n), None, None, None, None, None) for n in range(answer.nfields)]


class Connection(psycopg.Connection[TupleRow]):
    """A connection that runs statements which it has prepared with one call of libpq.

    A cursor makes half a dozen of them, and lets another thread run at each: a request waits for its turn as often.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self._named: dict[str, bytes] = {}
        self._names = (b"poste_%d" % n for n in count(1))

    def rollback(self) -> None:
        """Roll back what is under way, if anything is. The driver may deallocate whatever was prepared then."""
        if self.pgconn.transaction_status != TransactionStatus.IDLE:
            super().rollback()
            self._named.clear()

    def run(self, text: str, parameters: Sequence[Any]) -> tuple[list[TupleRow], int]:
        """The rows that are found, and how many were found or changed. Raises the errors of psycopg.

        The types of the parameters, which are ``$1``, ``$2`` …, follow from the text.
        """
        name = self._named.get(text)
        if name is None:
            name = next(self._names)
            self._checked(self.pgconn.prepare(name, text.encode()))
            self._named[text] = name
        adapted = Transformer(self)
        as_text = adapted.dump_sequence(parameters, [PyFormat.TEXT] * len(parameters))
        answer = self._checked(self.pgconn.exec_prepared(name, as_text))  # type: ignore[arg-type]  # ``None`` is NULL
        adapted.set_pgresult(answer)
        return adapted.load_rows(0, answer.ntuples, tuple), answer.command_tuples or 0

    def _checked(self, answer: PGresult) -> PGresult:
        if answer.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
            return answer
        if self.pgconn.status != ConnStatus.OK:
            raise psycopg.OperationalError("the connection was lost")
        raise error_from_result(answer)


OPTIONS: dict[str, Any] = {
    "pool_size": 10,
    "max_overflow": 10,
    "pool_use_lifo": True,
    "connect_args": {"connect_timeout": 5, "autocommit": True, "cursor_factory": Cursor},
}
"""Connection settings for SQLAlchemy. The driver begins no transaction by itself."""


def listen(engine: Engine) -> None:
    """Connect as `Connection`; begin transactions by hand, and none where each statement is to be one; hand out living
    connections only.
    """

    @event.listens_for(engine, "do_connect")
    def connect(_: Any, __: Any, args: Sequence[Any], options: dict[str, Any]) -> Connection:
        return Connection.connect(*args, **options)

    @event.listens_for(engine, "begin")
    def begun(connection: sqlalchemy.Connection) -> None:
        if not connection.get_execution_options().get("each_alone"):
            connection.exec_driver_sql("BEGIN")

    @event.listens_for(engine, "checkin")
    def returned(_: Any, record: Any) -> None:
        record.info["rests_since"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def taken(connection: Any, record: Any, _: Any) -> None:
        # So that nobody meets the end of a database that was restarted. A connection that has served a moment ago is
        # not asked: that would cost each request a round trip or two.
        if time.monotonic() - record.info.get("rests_since", time.monotonic()) < RESTED:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as gone:
            raise DisconnectionError("the database was restarted") from gone
