"""The database: how connections are set up, and the transaction in which every write is made."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar

import orjson
from flask import Flask
from sqlalchemy import Connection, Select, event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm.exc import StaleDataError

from . import fast, nudge
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
    """Listen to the engine of the application: transactions are begun by hand. Its settings are there already."""
    db.init_app(app)
    with app.app_context():
        fast.set_up(db.engine, wanted=app.extensions["poste"].quick)
        if db.engine.dialect.name == "sqlite":
            _as_sqlite(db.engine)
        else:
            from . import postgres

            postgres.listen(db.engine)


def _as_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        # FULL: with NORMAL, a power cut may take back the last commits, and with them a receipt that was given.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
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
        return repeated(lambda: in_session(lambda: use_case(*args, **kwargs)))

    return wrapped


class Reading(Protocol):
    """What runs selections."""

    def rows(self, statement: Select[*tuple[Any, ...]], values: Mapping[str, Any]) -> Sequence[Any]:
        """What a selection finds with these values, its columns by name."""


class _ReadingBySession:
    """The plain twin of prepared selections."""

    def rows(self, statement: Select[*tuple[Any, ...]], values: Mapping[str, Any]) -> Sequence[Any]:
        return db.session.execute(statement, values).all()


def reading() -> Reading:
    """For what only reads, on the connection of the session."""
    if fast.why_plain(db.engine):
        return _ReadingBySession()
    return fast.reading(db.session.connection())


def read_only() -> None:
    """What follows in this session only reads, and needs no transaction around it: that spares two round trips.

    The plain twin is the transaction that a session begins by itself.
    """
    if db.engine.dialect.name == "sqlite" or db.session().in_transaction() or fast.why_plain(db.engine):
        return
    db.session.connection(execution_options={"each_alone": True})


def way() -> str:
    """Which way matches are changed, for who looks after the server."""
    plain = fast.why_plain(db.engine)
    return f"plain way: {plain}" if plain else "quick way"


def fresh_session() -> None:
    """Forget what the session has read: a transaction begins."""
    if db.session.registry.has():
        db.session.rollback()
        db.session.expire_all()


def in_session(use_case: Callable[[], R]) -> R:
    """Run a use-case in the session, in one transaction that takes the lock for writing at once."""
    fresh_session()
    try:
        db.session.connection(execution_options={"writes": True})
        result = use_case()
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise
    return result


def repeated(once: Callable[[], R]) -> R:
    """Do something in a transaction of its own, again if it lost a race; then wake the worker."""
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
