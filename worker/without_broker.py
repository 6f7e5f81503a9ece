"""Sweeping without the broker: whoever hears of no sweep for a while does it, in a thread of its own.

The ticks of beat travel through the broker, so without it, or without a beat, no worker would close a window. The
claims in the database make it harmless that several processes do this, or that the ticks come back meanwhile.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import structlog

from server import clock
from server.store import heartbeat
from server.store.models import db

from .app import flask_app, settings
from .tasks import sweep_now

PATIENCE = 5 + 3 * settings.sweep_seconds
"""Seconds without a sweep after which one is made here."""

log = structlog.get_logger()


def keep_sweeping(silent: Callable[[], float]) -> None:
    """Sweep from now on whenever there was none for `PATIENCE`. ``silent``: the seconds since the last sign of one."""
    threading.Thread(target=_keep_sweeping, args=(silent,), daemon=True, name="sweep").start()


def _keep_sweeping(silent: Callable[[], float]) -> None:
    alone, wait = False, PATIENCE
    while True:
        time.sleep(wait)
        wait = settings.sweep_seconds
        with flask_app.app_context():
            try:
                quiet = silent()
                was, alone = alone, quiet > PATIENCE
                if alone != was:
                    log.warning("sweep.alone" if alone else "sweep.by_ticks")
                if alone:
                    sweep_now()
                wait = max(wait, PATIENCE - quiet)
            except Exception as error:  # the next round tries again
                log.error("sweep.failed", error=type(error).__name__)
            finally:
                db.session.remove()


def since_heartbeat() -> float:
    """Seconds by which the heartbeat is later than it would be if somebody swept; 0 while the server is paused."""
    now = heartbeat.state()
    if now is None or now.paused_at is not None:
        return 0.0
    return (clock.now() - now.beat_at - heartbeat.EVERY).total_seconds()
