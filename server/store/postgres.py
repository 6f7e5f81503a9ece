"""PostgreSQL: connecting, beginning transactions, and checking pooled connections.

A pooler in front of PostgreSQL, such as PgBouncer, may run each transaction in a different session, so nothing may be
kept in a session. If a pooler is detected, the driver prepares no statements and the quick way is not used. This works
with every mode of PgBouncer without configuration.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import psycopg
import sqlalchemy
from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

from . import fast
from .database_clock import measure

RESTED = 1.0
"""Seconds after which a pooled connection is checked before use, because it may have been lost."""
POOLER = "a pooler such as PgBouncer stands before PostgreSQL"

OPTIONS: dict[str, Any] = {
    "pool_size": 10,
    "max_overflow": 10,
    "pool_use_lifo": True,
    "connect_args": {"connect_timeout": 5, "autocommit": True},
}
"""Connection settings for SQLAlchemy. With autocommit, the driver does not begin transactions by itself."""


def listen(engine: Engine) -> None:
    """Listen to the engine's events.

    Transactions are begun explicitly, and not at all on connections where each statement is its own transaction. Lost
    connections are not handed out. Nothing is kept in the sessions of a pooler.
    """

    @event.listens_for(engine, "do_connect")
    def connect(_: Any, __: Any, args: Sequence[Any], options: dict[str, Any]) -> psycopg.Connection[Any] | None:
        return fast.connect(engine, args, options)

    @event.listens_for(engine, "connect")
    def connected(connection: psycopg.Connection[Any], _: Any) -> None:
        if _is_pooled(connection):
            connection.prepare_threshold = None
            fast.give_up(engine, POOLER)
        measure(lambda: _time_of(connection))

    @event.listens_for(engine, "begin")
    def begun(connection: sqlalchemy.Connection) -> None:
        if not connection.get_execution_options().get("each_alone"):
            connection.exec_driver_sql("BEGIN")

    @event.listens_for(engine, "checkin")
    def returned(_: Any, record: Any) -> None:
        record.info["rests_since"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def taken(connection: Any, record: Any, _: Any) -> None:
        # Check the connection, so that no request fails after a restart of the database. One used a moment ago is not
        # checked, because that would cost each request one or two round trips.
        if time.monotonic() - record.info.get("rests_since", time.monotonic()) < RESTED:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as gone:
            raise DisconnectionError("the database was restarted") from gone


def _time_of(connection: psycopg.Connection[Any]) -> datetime:
    told = connection.execute("SELECT clock_timestamp()").fetchone()
    assert told is not None
    moment: datetime = told[0]
    return moment


def _is_pooled(connection: psycopg.Connection[Any]) -> bool:
    """Whether a pooler answers: it reports another backend process id to its client than the real one."""
    answered = connection.execute("SELECT pg_backend_pid()").fetchone()
    return answered is not None and answered[0] != connection.info.backend_pid
