"""The database: how connections are set up, and the transaction in which every write is made."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import orjson
from flask import Flask
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm.exc import StaleDataError

from . import nudge
from .fast.statements import Statements, connected
from .models import db

P = ParamSpec("P")
R = TypeVar("R")

TRIES = 12
PATIENCE = 12.0
"""Seconds after which a transaction is not tried again: SQLite waits for its lock each time."""
LOST_RACE = (StaleDataError, IntegrityError, OperationalError)
"""Somebody else wrote first, or holds the database: read again and try again."""


def engine_options(url: str) -> dict[str, Any]:
    """Connection settings for SQLAlchemy. Drivers begin no transaction by themselves."""
    json = {"json_serializer": lambda value: orjson.dumps(value).decode(), "json_deserializer": orjson.loads}
    if url.startswith("sqlite:"):
        return {**json, "connect_args": {"isolation_level": None, "timeout": 10}}
    from .postgres import OPTIONS

    return {**json, **OPTIONS}


def set_up(app: Flask) -> None:
    """Listen to the engine of the application: transactions are begun by hand."""
    db.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            _as_sqlite(db.engine)
        else:
            from . import postgres

            postgres.listen(db.engine)


def _as_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        # A reader that turns into a writer can lose its place without a word: writers take the lock at once.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def transaction(use_case: Callable[P, R]) -> Callable[P, R]:
    """Run a use-case in one transaction of its own, again if it lost a race; then wake the worker.

    The use-case may run several times and so may do nothing but read and write the database. What it raises
    rolls everything back.
    """

    @wraps(use_case)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        return _repeated(lambda: _in_session(lambda: use_case(*args, **kwargs)))

    return wrapped


def row_transaction(use_case: Callable[Concatenate[Statements, P], R]) -> Callable[P, R]:
    """As `transaction`, for a use-case that reads and writes rows with statements, and has no session.

    On PostgreSQL it has to write everything with its last statement: no transaction is put around it, which spares
    round trips.
    """

    @wraps(use_case)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        if db.session.registry.has():
            db.session.rollback()
            db.session.expire_all()
        return _repeated(lambda: once(*args, **kwargs))

    def once(*args: P.args, **kwargs: P.kwargs) -> R:
        with connected(db.engine) as statements:
            return use_case(statements, *args, **kwargs)

    return wrapped


def read_only() -> None:
    """What follows in this session only reads, and needs no transaction around it: that spares two round trips."""
    if db.engine.dialect.name != "sqlite" and not db.session().in_transaction():
        db.session.connection(execution_options={"each_alone": True})


def reading() -> Statements:
    """Statements on the connection of the session, for what only reads."""
    connection = db.session.connection()
    return Statements(connection.connection, connection.dialect)


def _in_session(use_case: Callable[[], R]) -> R:
    db.session.rollback()
    db.session.expire_all()
    try:
        db.session.connection(execution_options={"writes": True})
        result = use_case()
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise
    return result


def _repeated(once: Callable[[], R]) -> R:
    until = time.monotonic() + PATIENCE
    for attempt in range(1, TRIES + 1):
        nudge.forget()
        try:
            result = once()
        except LOST_RACE:
            if attempt == TRIES or time.monotonic() > until:
                raise
            time.sleep(random.uniform(0, 0.01 * 2 ** min(attempt, 6)))
        else:
            nudge.if_wanted()
            return result
    raise AssertionError("unreachable")
