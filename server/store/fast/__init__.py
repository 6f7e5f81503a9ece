"""Quick ways past the ORM, each chosen because a measurement called for it, each with a plain twin that is its oracle.

Only `server.store` calls this room, which touches the database and the private doors of libraries listed in `doors`.
Nothing outside knows its insides, and it knows nothing of the rules of a match: whoever needs one match to be changed
asks `server.store.one_match`, whoever only reads `server.store.session.reading`, and neither learns which way it went.

What is quick: sealing (one match as rows instead of models, prepared statements, one round trip to write) and the
selections of a seat's page. The plain way is taken where QUICK is off, where a door is gone or does not do what it
did, and behind a pooler; one line of the log says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import structlog
from sqlalchemy import Connection, Engine, text

from . import doors

if TYPE_CHECKING:
    import psycopg

    from .rows import MatchOfRows
    from .statements import Statements

log = structlog.get_logger()


class _Way:
    """Which way an engine goes: the quick one until there is something against it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.tried = False
        self.against: str | None = None


_ways: WeakKeyDictionary[Engine, _Way] = WeakKeyDictionary()


def set_up(engine: Engine, wanted: bool) -> None:
    """Look at the doors, before the engine connects. ``wanted``: QUICK."""
    way = _ways[engine] = _Way()
    if not wanted:
        way.against = "QUICK is off"
        return
    closed = doors.missing(engine.dialect)
    if closed:
        give_up(engine, closed)


def give_up(engine: Engine, reason: str) -> None:
    """Take the plain way from now on, and say why, once."""
    way = _ways[engine]
    with way.lock:
        if way.against is None:
            way.against = reason
            log.warning("store.plain", reason=reason)


def why_plain(engine: Engine) -> str | None:
    """Why the plain way is taken; ``None`` where it is the quick one, which is tried when first asked for.

    Raises the errors of `sqlalchemy.exc` where the database cannot be reached.
    """
    way = _ways[engine]
    if way.against is None and not way.tried:
        _try(engine)
        way.tried = True
    return way.against


def _try(engine: Engine) -> None:
    """Make a round trip with every kind of value, and compare what comes back."""
    with engine.connect() as ordinary:
        ordinary.execute(text("SELECT 1"))  # if the database does not answer, that says nothing about the quick way
    try:
        from . import trial

        trial.round_trip(engine)
    except Exception as failed:
        _has_failed(engine, failed)


def _has_failed(engine: Engine, failed: Exception) -> None:
    give_up(engine, f"the quick way fails ({type(failed).__name__}: {failed})")


def connect(engine: Engine, args: Sequence[Any], options: dict[str, Any]) -> psycopg.Connection[Any] | None:
    """A connection to PostgreSQL that has what the quick way needs; ``None`` where an ordinary one will do.

    Raises the errors of psycopg.
    """
    if _ways[engine].against is not None:
        return None
    try:
        from .driver import connected

        return connected(args, options)
    except engine.dialect.loaded_dbapi.Error:
        raise
    except Exception as failed:
        _has_failed(engine, failed)
        return None


def one_match(engine: Engine) -> AbstractContextManager[MatchOfRows]:
    """One match to be changed and written, the quick way: a `server.store.one_match.OneMatch`."""
    from .rows import one_match

    return one_match(engine)


def reading(connection: Connection) -> Statements:
    """Prepared selections on a connection that is in use."""
    from .statements import Statements

    return Statements(connection.connection, connection.dialect)
