"""PostgreSQL: how its connections are made, how its transactions begin, how its connections return to the pool.

A pooler between us and PostgreSQL, such as PgBouncer, may give each transaction another session. So nothing is kept
in a session there: statements are not prepared, neither by the driver nor by the quick way, which is not taken. That
works in every mode of every PgBouncer, and nothing has to be set.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import psycopg
import sqlalchemy
from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

from . import fast

RESTED = 1.0
"""Seconds after which a connection of the pool may have been lost."""
POOLER = "a pooler such as PgBouncer stands before PostgreSQL"

OPTIONS: dict[str, Any] = {
    "pool_size": 10,
    "max_overflow": 10,
    "pool_use_lifo": True,
    "connect_args": {"connect_timeout": 5, "autocommit": True},
}
"""Connection settings for SQLAlchemy. The driver begins no transaction by itself."""


def listen(engine: Engine) -> None:
    """Begin transactions by hand, and none where each statement is to be one; hand out living connections only; keep
    nothing in the sessions of a pooler.
    """

    @event.listens_for(engine, "do_connect")
    def connect(_: Any, __: Any, args: Sequence[Any], options: dict[str, Any]) -> psycopg.Connection[Any] | None:
        return fast.connect(engine, args, options)

    @event.listens_for(engine, "connect")
    def connected(connection: psycopg.Connection[Any], _: Any) -> None:
        if _is_pooled(connection):
            connection.prepare_threshold = None
            fast.give_up(engine, POOLER)

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


def _is_pooled(connection: psycopg.Connection[Any]) -> bool:
    """Whether who answers is not whom we are connected to: poolers give clients a process number of their own."""
    answered = connection.execute("SELECT pg_backend_pid()").fetchone()
    return answered is not None and answered[0] != connection.info.backend_pid
