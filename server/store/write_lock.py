"""Waiting for SQLite's write lock.

SQLite's own waiting sleeps longer the longer it has lasted, up to 100 ms, so that whoever comes last is served first,
and in a crowd some wait until their time is up. Here all ask equally often.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from sqlite3 import SQLITE_BUSY
from typing import Any

from sqlalchemy.exc import OperationalError

from .patience import patience

TRY = 5
"""Milliseconds that one try lasts."""
PAUSE = 0.001, 0.008
"""Seconds between two tries, at least and at most."""


def take(run: Callable[[str], Any]) -> None:
    """Begin a transaction that holds the write lock. ``run`` runs SQL text on the connection.

    Raises `OperationalError` if others hold the lock for as long as a process waits (`Patience.busy`).
    """
    longest = patience().busy
    until = time.monotonic() + longest
    run(f"PRAGMA busy_timeout = {TRY}")
    try:
        while not _taken(run, time.monotonic() > until):
            time.sleep(random.uniform(*PAUSE))
    finally:
        run(f"PRAGMA busy_timeout = {longest * 1000:.0f}")


def _taken(run: Callable[[str], Any], last: bool) -> bool:
    try:
        run("BEGIN IMMEDIATE")
    except OperationalError as error:
        if last or not _is_busy(error):
            raise
        return False
    return True


def _is_busy(error: OperationalError) -> bool:
    """Whether others hold the lock. The other bytes of the code say why, as SQLITE_BUSY_RECOVERY does after a crash."""
    return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == SQLITE_BUSY
