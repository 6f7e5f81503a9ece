"""How long a process waits for the database: a page must be answered soon, work in the background may take longer."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app


@dataclass(frozen=True)
class Timeouts:
    """Limits in seconds; ``None``: no limit.

    ``statement`` and ``lock`` are kept by PostgreSQL; SQLite waits for its lock for ``busy``. ``races``: how long a
    transaction that lost a race is tried again. ``pool``: how long to wait for a connection that others use.
    """

    statement: float | None
    lock: float | None
    busy: float
    races: float
    pool: float


PAGES = Timeouts(statement=2.5, lock=2, busy=4.4, races=2.4, pool=2)
"""A page is answered within five seconds: the last try begins before ``races``, and lasts one ``statement``; on SQLite,
what waits for so long as ``busy`` is not tried again."""
WORK = Timeouts(statement=60, lock=10, busy=10, races=12, pool=30)
LONG = Timeouts(statement=None, lock=None, busy=600, races=12, pool=30)
"""For migrations, which may take as long as they need, and wait for each other."""


def timeouts() -> Timeouts:
    """The limits of the current application."""
    found: Timeouts = current_app.extensions["poste.timeouts"]
    return found
