"""A paused server: pages can be read, with a banner that says when it is back; nothing can be sent."""

from __future__ import annotations

import threading
import time
from datetime import timedelta

from flask import Flask, Response, request
from sqlalchemy.exc import SQLAlchemyError

from .. import clock
from ..store import heartbeat
from ..store.database_clock import measure_on
from ..store.models import db
from .replies import problem

FRESH = 2.0
"""Seconds for which a process remembers whether the server is paused."""
REMEASURE = 60.0
"""Seconds after which a process measures its clock again."""
UNKNOWN = timedelta(minutes=10)
"""When to try again if nobody has said when the pause ends."""
BACK_SOON = "It will be back soon."
SOONEST = timedelta(minutes=1)


class Pausing:
    """What a web process knows about the pause."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looked = self._measured = -float("inf")
        self._state: heartbeat.State | None = None

    def now(self) -> heartbeat.State | None:
        """The state of the server if it is paused, else ``None``. Raises the errors of `sqlalchemy.exc`."""
        with self._lock:
            due = time.monotonic() - self._looked >= FRESH
            self._looked = time.monotonic() if due else self._looked
        if due:
            self._look()
        return self._state

    def _look(self) -> None:
        with db.engine.connect() as connection:  # of its own: the session of the request is none of our business
            found = heartbeat.state(connection)
            if time.monotonic() - self._measured >= REMEASURE:
                measure_on(connection)
                self._measured = time.monotonic()
        self._state = found if found and found.paused_at else None


def set_up(app: Flask) -> None:
    """Refuse what would change something while the server is paused, and give pages `pause_notice`."""
    pausing = Pausing()

    def notice() -> str:
        try:
            paused = pausing.now()
        except SQLAlchemyError:  # the page says what it knows
            return ""
        return said(paused) if paused else ""

    def refuse() -> Response | None:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return None
        paused = pausing.now()
        return _refused(paused) if paused else None

    app.before_request(refuse)
    app.jinja_env.globals["pause_notice"] = notice


def said(paused: heartbeat.State) -> str:
    """What people are told about a pause."""
    ahead = paused.back_at is not None and paused.back_at > clock.now()
    back = f"It should be back {clock.in_zone(paused.back_at, None)}." if ahead and paused.back_at else BACK_SOON
    why = f" {paused.why}" if paused.why else ""
    return f"The server is paused.{why} {back} All clocks stand still, and no time is lost."


def _refused(paused: heartbeat.State) -> Response:
    wait = paused.back_at - clock.now() if paused.back_at else UNKNOWN
    seconds = int(max(wait, SOONEST).total_seconds())
    return problem(
        503, f"{said(paused)} Nothing was changed; please send it again then.", {"Retry-After": str(seconds)}
    )
