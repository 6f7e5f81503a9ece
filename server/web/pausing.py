"""A paused server: pages can be read, with a banner that says when it is back; nothing can be sent."""

from __future__ import annotations

import threading
import time
from datetime import datetime, timedelta

from flask import Flask, Response, request
from markupsafe import Markup
from sqlalchemy.exc import SQLAlchemyError

from .. import clock
from ..store import heartbeat
from ..store.database_clock import measure_on
from ..store.models import db
from ..views.json import iso
from .replies import problem

FRESH = 2.0
"""Seconds for which a process remembers whether the server is paused."""
REMEASURE = 60.0
"""Seconds after which a process measures its clock again."""
UNKNOWN = timedelta(minutes=10)
"""When to try again if nobody has said when the pause ends."""
SAID = "The server is paused.{why} {back} All clocks stand still, and no time is lost."
BACK, BACK_SOON = "It should be back {when}.", "It will be back soon."
SHOWN = Markup(BACK.replace("{when}", '<time datetime="{at}">{when}</time>'))
SHORT = Markup('<time datetime="{at}">{when}</time>')
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
    """Refuse what would change something while the server is paused, and give pages `pause_notice` and `pause_end`."""
    pausing = Pausing()

    def known() -> heartbeat.State | None:
        try:
            return pausing.now()
        except SQLAlchemyError:  # the page says what it knows
            return None

    def notice() -> str:
        paused = known()
        return said(paused, Markup(SAID), SHOWN) if paused else ""

    def end() -> Markup:
        paused = known()
        at = back_at(paused) if paused else None
        return SHORT.format(at=iso(at), when=clock.told(at, None, clock.now())) if at else Markup("")

    def refuse() -> Response | None:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return None
        paused = pausing.now()
        return _refused(paused) if paused else None

    app.before_request(refuse)
    app.jinja_env.globals.update(pause_notice=notice, pause_end=end)


def said(paused: heartbeat.State, sentence: str = SAID, back: str = BACK) -> str:
    """What people are told about a pause; ``sentence`` and ``back`` may be markup."""
    at = back_at(paused)
    told = back.format(at=iso(at), when=clock.told(at, None, clock.now())) if at else BACK_SOON
    return sentence.format(why=f" {paused.why}" if paused.why else "", back=told)


def back_at(paused: heartbeat.State) -> datetime | None:
    """When a pause is over, if that is known and still ahead."""
    return paused.back_at if paused.back_at and paused.back_at > clock.now() else None


def _refused(paused: heartbeat.State) -> Response:
    wait = paused.back_at - clock.now() if paused.back_at else UNKNOWN
    seconds = int(max(wait, SOONEST).total_seconds())
    return problem(
        503, f"{said(paused)} Nothing was changed; please send it again then.", {"Retry-After": str(seconds)}
    )
