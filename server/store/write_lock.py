"""Waiting for SQLite's locks.

SQLite's own waiting sleeps longer the longer it has lasted, up to 100 ms, so that whoever comes last is served first,
and in a crowd some wait until their time is up. Here all ask equally often, and of a process's threads one alone asks.
"""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from .timeouts import timeouts

TRY = 2
"""Milliseconds that one try lasts."""
PAUSE = 0.0003, 0.002
"""Seconds between two tries, at least and at most: about as long as others hold the lock to write."""
_asking = threading.Lock()
"""Held by the thread of this process that asks for the write lock; the others wait for it, and cost nothing."""


def take(connection: Connection) -> None:
    """Begin a transaction that holds the write lock.

    Raises `OperationalError` if others hold the lock for as long as a process waits (`Timeouts.busy`).
    """
    longest, cursor = timeouts().busy, connection.connection.cursor()
    until = time.monotonic() + longest
    asks = _asking.acquire(timeout=longest)
    try:
        cursor.execute(f"PRAGMA busy_timeout = {TRY}")
        insist(lambda: cursor.execute("BEGIN IMMEDIATE"), until - time.monotonic())
    except sqlite3.OperationalError:  # it fails again, and SQLAlchemy says why
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    finally:
        if asks:
            _asking.release()
        cursor.execute(f"PRAGMA busy_timeout = {longest * 1000:.0f}")
        cursor.close()


def insist(run: Callable[[], Any], longest: float) -> None:
    """Retry a statement while others hold a lock that it needs, for at most this many seconds.

    Some statements do not wait by themselves: changing the journal of a new database is one.

    Raises `OperationalError`, the driver's or SQLAlchemy's, if the time is up.
    """
    until = time.monotonic() + longest
    while True:
        last = time.monotonic() > until
        try:
            run()
            return
        except (OperationalError, sqlite3.OperationalError) as error:
            if last or not _is_busy(error):
                raise
        time.sleep(random.uniform(*PAUSE))


def _is_busy(error: OperationalError | sqlite3.OperationalError) -> bool:
    """Whether others hold the lock. The other bytes of the code say why, as SQLITE_BUSY_RECOVERY does after a crash."""
    cause = error.orig if isinstance(error, OperationalError) else error
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
