"""PostgreSQL: connecting, beginning transactions, and checking pooled connections.

A pooler in front of PostgreSQL, such as PgBouncer, may run each transaction in a different session, so nothing may be
kept in a session. If a pooler is detected, the driver prepares no statements. This works with every mode of PgBouncer
without configuration.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
import sqlalchemy
from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

from . import hang_detection, schema
from .database_clock import measure
from .hang_detection import Watch
from .timeouts import Timeouts

RESTED = 1.0
"""Seconds after which a pooled connection is checked before use, because it may have been lost."""

LOST_AFTER = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 10_000}
"""When the operating system gives a connection up whose other end does not acknowledge (libpq; seconds, the last in
milliseconds)."""
CONNECTS = 2
"""Seconds for a connection to be made."""
FORGOTTEN = 30
"""Seconds after which PostgreSQL ends a transaction whose process has fallen silent, with the locks it holds."""


def options(timeouts: Timeouts) -> dict[str, Any]:
    """Connection settings for SQLAlchemy. Nothing is said at the start of a connection that a pooler would refuse, and
    nothing in a transaction: asking for a table that is missing would abort it.
    """
    return {
        "pool_size": 10,
        "max_overflow": 10,
        "pool_use_lifo": True,
        "pool_timeout": timeouts.pool,
        "use_native_hstore": False,  # it would be asked for on each new connection
        "connect_args": {"connect_timeout": CONNECTS, "autocommit": True, **LOST_AFTER},
    }


def _limits(timeouts: Timeouts) -> dict[str, str]:
    """The time limits that PostgreSQL keeps, in milliseconds."""
    wanted = {
        "statement_timeout": timeouts.statement,
        "lock_timeout": timeouts.lock,
        "idle_in_transaction_session_timeout": FORGOTTEN if timeouts.statement else None,
    }
    return {name: str(int(seconds * 1000)) for name, seconds in wanted.items() if seconds}


def is_silent(engine: Engine) -> bool:
    """Whether the server is known not to answer."""
    return engine in _watches and _watches[engine].silent


_watches: WeakKeyDictionary[Engine, Watch] = WeakKeyDictionary()


def listen(engine: Engine, timeouts: Timeouts) -> None:
    """Listen to the engine's events.

    The driver begins a transaction with its first statement, and none where each statement is its own transaction. Lost
    connections are not handed out. Nothing is kept in the sessions of a pooler. Nobody waits for a silent server.
    """
    limits = _limits(timeouts)
    at_start = "".join(f"SET {name} = {value};" for name, value in limits.items())
    each_time = "SELECT " + ", ".join(f"set_config('{name}', '{value}', true)" for name, value in limits.items())

    @event.listens_for(engine, "do_connect")
    def connect(_: Any, __: Any, args: Sequence[Any], options: dict[str, Any]) -> psycopg.Connection[Any]:
        watch = _watches.get(engine)
        if watch is None:
            watch = _watches.setdefault(engine, Watch(partial(_ask, tuple(args), dict(options))))
        with hang_detection.connecting(watch):
            return hang_detection.Connection.connect(*args, **options)

    @event.listens_for(engine, "connect")
    def connected(connection: psycopg.Connection[Any], record: Any) -> None:
        record.info["pooled"] = _is_pooled(connection)
        if record.info["pooled"]:
            connection.prepare_threshold = None
        elif limits:
            connection.execute(at_start)
        with suppress(psycopg.errors.UndefinedTable):  # it is empty
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            schema.refuse_former(row and row[0])
        measure(lambda: connection.execute("SELECT clock_timestamp()").fetchall()[0][0])

    @event.listens_for(engine, "begin")
    def begun(connection: sqlalchemy.Connection) -> None:
        pooled = connection.info.get("pooled")
        driver: Any = connection.connection.driver_connection
        alone = not pooled and bool(connection.get_execution_options().get("each_alone"))
        if driver.autocommit is not alone:
            driver.autocommit = alone
        if limits and pooled:
            connection.exec_driver_sql(each_time)

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


def _ask(args: Sequence[Any], options: Mapping[str, Any]) -> None:
    """Connect, and ask the server something simple. Raises the errors of psycopg."""
    with psycopg.connect(*args, **options) as connection:
        connection.execute("SELECT 1")


def _is_pooled(connection: psycopg.Connection[Any]) -> bool:
    """Whether a pooler answers: it reports another backend process id to its client than the real one."""
    answered = connection.execute("SELECT pg_backend_pid()").fetchone()
    return answered is not None and answered[0] != connection.info.backend_pid
