"""Sessions and transactions: how connections are set up, and the transaction in which a use-case runs."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar, cast

import orjson
from flask import Flask
from sqlalchemy import ColumnElement, Connection, Select, Update, UpdateBase, create_engine, event, func, select, text
from sqlalchemy.engine import CursorResult, Engine
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.orm.exc import StaleDataError

from .. import clock, counts
from ..config import Settings
from ..logs import DATABASE
from . import nudge, schema, write_lock
from .models import db
from .timeouts import WORK, Timeouts, timeouts

SHORT = 500
"""Milliseconds."""
P = ParamSpec("P")
R = TypeVar("R")

TRIES = 12
LOST_RACE = (StaleDataError, IntegrityError, OperationalError)
"""Errors after a lost race: another transaction wrote first or holds the lock; read again and retry."""


def engine_options(url: str, timeouts: Timeouts) -> dict[str, Any]:
    """Connection settings for SQLAlchemy. The drivers do not begin transactions by themselves."""
    usual = {
        "json_serializer": lambda value: orjson.dumps(value).decode(),
        "json_deserializer": orjson.loads,
        "pool_recycle": schema.RENEWED,
        "hide_parameters": True,  # errors are logged, and parameters are hands and sealed answers
    }
    if url.startswith("sqlite:"):
        return {**usual, "connect_args": {"isolation_level": None, "timeout": timeouts.busy}}
    from . import postgres

    return {**usual, **postgres.options(timeouts)}


def revision_at(settings: Settings) -> str | None:
    """The revision of the database of these settings, which is neither made nor changed by looking.

    ``None`` if there is none, or no tables in it. Raises the errors of `sqlalchemy.exc`.
    """
    url, file = settings.database_url, settings.database_file
    if file is not None:
        if not file.exists() and (file.parent.is_dir() or file.parent == settings.state_dir):
            return None
        url = f"sqlite:///{schema.to_read(file)}&uri=true"
    engine = create_engine(url, **engine_options(url, WORK))
    try:
        with engine.connect() as connection:
            return schema.revision_of(connection)
    finally:
        engine.dispose()


def set_up(app: Flask) -> None:
    """Bind the database to the application, and begin its transactions explicitly. The app is configured already."""
    db.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            _as_sqlite(db.engine, app.extensions["poste.timeouts"].busy)
        else:
            from . import postgres

            postgres.listen(db.engine, app.extensions["poste.timeouts"])
        event.listen(db.engine, "after_cursor_execute", lambda *_: DATABASE.is_over())  # the database answers


def _as_sqlite(engine: Engine, longest: float) -> None:
    @event.listens_for(engine, "do_connect")
    def connects(_: Any, __: Any, args: Sequence[Any], ___: Any) -> None:
        schema.refuse_former_file(args[0])

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        write_lock.insist(lambda: connection.execute("PRAGMA journal_mode=WAL"), longest)
        # FULL: with NORMAL, a power cut may lose the last commits, and with them an answer whose receipt was given.
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        # In SQLite, a reader that starts to write can fail or lose updates: writers take the write lock at the start.
        if connection.get_execution_options().get("writes"):
            write_lock.take(connection)
        else:
            connection.exec_driver_sql("BEGIN")


NOW: Any = None
"""The default of a use-case's ``at``: the time at which it runs."""


def transaction(use_case: Callable[P, R]) -> Callable[P, R]:
    """Run a use-case in its own transaction, retry it if it lost a race, then wake the worker.

    The use-case may run several times, so it may only read and write the database. If it raises, everything is rolled
    back. If it takes the time as ``at`` and is not given one, that is the time of each run.
    """
    names = list(signature(use_case).parameters)
    place = names.index("at") if "at" in names else -1

    @wraps(use_case)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        untold = len(args) <= place and kwargs.get("at") is NOW

        def once() -> R:
            if untold:
                kwargs["at"] = clock.now()
            return use_case(*args, **kwargs)

        return repeated(lambda: in_session(once))

    return wrapped


def rows(statement: Select[*tuple[Any, ...]], values: Mapping[str, Any]) -> Sequence[Any]:
    """The rows that a SELECT of columns returns for these parameters, with columns by name."""
    return db.session.connection().execute(statement, values).all()


def how_many(of: Any, *which: ColumnElement[bool]) -> int:
    """The number of rows of a table, or of a model, that meet all of these conditions."""
    return db.session.scalar(select(func.count()).select_from(of).where(*which)) or 0


def run(statement: UpdateBase, values: Mapping[str, Any] | None = None) -> CursorResult[Any]:
    """Execute a statement that changes rows. Objects in the session do not learn of it."""
    done = db.session.execute(statement, values, execution_options={"synchronize_session": False})
    return cast(CursorResult[Any], done)


def first(statement: Select[*tuple[Any, ...]], values: Mapping[str, Any]) -> Any | None:
    """The first row of a SELECT, in a transaction that ends with it; ``None`` if there is none."""
    found = rows(statement, values)
    db.session.rollback()
    return found[0] if found else None


def read_only() -> None:
    """Run the following reads of this session without a transaction around them, which saves two round trips."""
    if db.engine.dialect.name != "sqlite" and not db.session().in_transaction():
        db.session.connection(execution_options={"each_alone": True})


@contextmanager
def short_timeouts() -> Iterator[None]:
    """Read in a transaction of which no statement may take longer than `SHORT`. Raises the errors of SQLAlchemy."""
    fresh_session()
    embedded = db.engine.dialect.name == "sqlite"
    try:
        for name in ("PRAGMA busy_timeout",) if embedded else ("SET LOCAL statement_timeout", "SET LOCAL lock_timeout"):
            db.session.execute(text(f"{name} = {SHORT}"))
        yield
    finally:
        if embedded:  # the limit of SQLite belongs to the connection, which others use next
            with suppress(SQLAlchemyError):
                db.session.execute(text(f"PRAGMA busy_timeout = {int(timeouts().busy * 1000)}"))
        db.session.rollback()


def is_silent() -> bool:
    """Whether the database is known not to answer; asking it anything fails at once, until it answers again."""
    if db.engine.dialect.name == "sqlite":
        return False
    from . import postgres

    return postgres.is_silent(db.engine)


Change = tuple[Update, Mapping[str, Any]]
"""An UPDATE, and the values of its parameters."""


def change_all(*changes: Change) -> None:
    """Make these changes in one transaction, all or none of them, where that is to be fast.

    They are made in their order. Objects in the session do not learn of them.
    """

    def once() -> None:
        with db.engine.connect() as connection, connection.execution_options(writes=True).begin():
            for change, values in changes:
                connection.execute(change, values)

    fresh_session()
    repeated(once)  # without a session, which takes as long as three changes


def fresh_session() -> None:
    """Start with a fresh session: forget all rows read before."""
    if db.session.registry.has():
        session = db.session()
        session.rollback()
        session.expire_all()


def in_session(use_case: Callable[[], R]) -> R:
    """Run a use-case in the session, in one transaction that takes the write lock at the start."""
    fresh_session()
    session = db.session()
    try:
        session.connection(execution_options={"writes": True})
        result = use_case()
        session.commit()
    except BaseException:
        session.rollback()
        raise
    return result


def repeated(once: Callable[[], R]) -> R:
    """Run a function that makes a transaction; retry it if it lost a race, then wake the worker."""
    until = time.monotonic() + timeouts().races
    for attempt in range(1, TRIES + 1):
        nudge.forget()
        counts.forget()
        try:
            result = once()
        except LOST_RACE:
            if attempt == TRIES or time.monotonic() > until or is_silent():
                raise
            time.sleep(random.uniform(0, 0.01 * 2 ** min(attempt, 6)))
        else:
            nudge.if_wanted()
            counts.settle()
            return result
    raise AssertionError("unreachable")
