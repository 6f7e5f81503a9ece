"""Quick ways past the ORM, each justified by a measurement, each with a plain counterpart that it is tested against.

Only `server.store` calls this room. It touches the database and private interfaces of libraries, listed in `doors`,
and contains no rules about matches. Use-cases that change one match go through `server.store.one_match`, reads through
`server.store.session.reading`; neither learns which way is used.

Quick ways exist for sealing (one match as rows instead of models, prepared statements, one round trip to write) and
for the queries of pages, for closing windows and for marking letters. The plain way is used if QUICK is off, if a
private interface is missing or behaves differently, and behind a connection pooler; the reason is logged once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import structlog
from sqlalchemy import Connection, Engine, Update, text

from . import doors

if TYPE_CHECKING:
    from ..silence import Connection as Watched
    from .rows import MatchOfRows, SeveralOfRows
    from .statements import Statements

log = structlog.get_logger()


class _Way:
    """Which way an engine uses: the quick one, unless there is a reason ``against`` it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.tried = False
        self.against: str | None = None


_ways: WeakKeyDictionary[Engine, _Way] = WeakKeyDictionary()


def set_up(engine: Engine, wanted: bool) -> None:
    """Check the private interfaces before the engine connects. ``wanted``: the setting QUICK."""
    way = _ways[engine] = _Way()
    if not wanted:
        way.against = "QUICK is off"
        return
    closed = doors.missing(engine.dialect)
    if closed:
        give_up(engine, closed)


def give_up(engine: Engine, reason: str) -> None:
    """Use the plain way from now on, and log the first reason."""
    way = _ways[engine]
    with way.lock:
        if way.against is None:
            way.against = reason
            log.warning("store.plain", reason=reason)


def why_plain(engine: Engine) -> str | None:
    """Why the plain way is used; ``None`` if the quick way is used, which is tested on the first call.

    Raises the errors of `sqlalchemy.exc` if the database cannot be reached.
    """
    way = _ways[engine]
    if way.against is None and not way.tried:
        _try(engine)
        way.tried = True
    return way.against


def _try(engine: Engine) -> None:
    """Send and read back every kind of value, and give up the quick way if that fails."""
    with engine.connect() as ordinary:
        ordinary.execute(text("SELECT 1"))  # an unreachable database says nothing about the quick way: raise here
    try:
        from . import trial

        trial.round_trip(engine)
    except Exception as failed:
        _has_failed(engine, failed)


def _has_failed(engine: Engine, failed: Exception) -> None:
    give_up(engine, f"the quick way fails ({type(failed).__name__}: {failed})")


def connect(engine: Engine, args: Sequence[Any], options: dict[str, Any]) -> Watched | None:
    """A PostgreSQL connection with the additions of the quick way; ``None`` if an ordinary connection is enough.

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
    """A transaction on one match, the quick way; implements `server.store.one_match.OneMatch`."""
    from .rows import one_match

    return one_match(engine)


def several_matches(engine: Engine) -> AbstractContextManager[SeveralOfRows]:
    """A transaction on several matches, the quick way; implements `server.store.one_match.SeveralMatches`."""
    from .rows import several_matches

    return several_matches(engine)


def change_all(engine: Engine, changes: Sequence[tuple[Update, Mapping[str, Any]]]) -> None:
    """Make changes in one transaction, the quick way; see `server.store.session.change_all`."""
    from .statements import change_all

    change_all(engine, changes)


def reading(connection: Connection) -> Statements:
    """Prepared SELECT statements on a connection that is in use."""
    from .statements import Statements

    return Statements(connection.connection, connection.dialect)
