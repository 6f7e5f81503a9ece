"""One clock for all processes: the database's. Each process measures how its own machine's clock stands to it.

SQLite has no clock but the machine's. PostgreSQL's is asked for with each connection, and now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, func, select

from .. import clock
from .models import db

EXACT = timedelta(seconds=0.25)
"""The offset is left as it is while it is right to within this, so that time does not jump to and fro."""


def measure(ask: Callable[[], datetime]) -> None:
    """Measure by how much this machine's clock is ahead of the database's, and correct `clock.now` by it.

    ``ask`` returns the database's time. The offset lies between what it was before and after the question; one known
    before is kept if it lies there too.
    """
    before = datetime.now(UTC)
    there = ask()
    after = datetime.now(UTC)
    if not before - there - EXACT <= clock.ahead() <= after - there + EXACT:
        clock.set_ahead((before - there + (after - there)) / 2)


def measure_on(connection: Connection) -> None:
    """Measure on a connection. Does nothing on SQLite."""
    if connection.dialect.name != "sqlite":
        measure(lambda: connection.execute(select(func.clock_timestamp())).scalar_one())


def measure_here() -> None:
    """Measure on the session's connection. Does nothing on SQLite."""
    measure_on(db.session.connection())
