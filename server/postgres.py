"""PostgreSQL: how its transactions begin, how its connections return to the pool, how its answers are described."""

from __future__ import annotations

import time
from typing import Any

import psycopg
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.rows import TupleRow
from sqlalchemy import Connection, Engine, PoolResetState, event
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


OPTIONS: dict[str, Any] = {
    "pool_size": 10,
    "max_overflow": 10,
    "pool_use_lifo": True,
    "pool_reset_on_return": None,
    "connect_args": {"connect_timeout": 5, "autocommit": True, "cursor_factory": Cursor},
}
"""Connection settings for SQLAlchemy. The driver begins no transaction by itself."""


def listen(engine: Engine) -> None:
    """Begin transactions by hand, and none where each statement is to be one; hand out living connections only."""

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        if not connection.get_execution_options().get("each_alone"):
            connection.exec_driver_sql("BEGIN")

    @event.listens_for(engine, "reset")
    def reset(connection: psycopg.Connection, _: Any, state: PoolResetState) -> None:
        if connection.pgconn.transaction_status != TransactionStatus.IDLE:
            connection.rollback()

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
