"""Giving delayed answers to the second, where they are due before the next sweep.

One timer of this process waits for the next of them; a sweep or a nudge sets it. It keeps nothing: what it misses, a
sweep finds.
"""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

import structlog

from server import clock, matches
from server.logs import described
from server.store.models import db

from .app import flask_app, settings

SECONDS = 20
"""How long giving what is due may take at most."""

log = structlog.get_logger()
_lock = threading.Lock()
_timer: threading.Timer | None = None
_at: datetime | None = None


def look_ahead() -> None:
    """Wait for the next delayed answer due before the sweep after the next, unless something earlier is waited for."""
    global _timer, _at
    now = clock.now()
    due = matches.next_delayed(now, timedelta(seconds=2 * settings.sweep_seconds))
    with _lock:
        if due is None or (_at is not None and now < _at <= due):
            return
        if _timer is not None:
            _timer.cancel()
        _at, _timer = due, threading.Timer((due - now).total_seconds(), _give)
        _timer.daemon = True
        _timer.start()


def _give() -> None:
    global _at
    with _lock:
        _at = None
    with flask_app.app_context():
        try:
            matches.give_delayed_due(seconds=SECONDS)
            look_ahead()
        except Exception as error:  # the next sweep gives them
            log.error("orders.failed", **described(error))
        finally:
            db.session.remove()
