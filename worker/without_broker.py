"""Sweeping without the broker: a process that sees no sweep for a while sweeps by itself, in a thread of its own.

The ticks of beat travel through the broker, so without it, or without a beat, no worker would close a window. Each step
of a sweep locks what it changes, so several processes may do this, and the ticks may come back meanwhile.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import structlog

from server import clock
from server.store import forking, heartbeat
from server.store.models import db

from .app import flask_app, settings
from .tasks import sweep_now

SWEEPS_AFTER = 5 + 3 * settings.sweep_seconds
"""Seconds without a sweep after which one is made here."""

log = structlog.get_logger()


def keep_sweeping(unswept: Callable[[], float]) -> None:
    """Sweep from now on after `SWEEPS_AFTER` without a sweep. ``unswept``: the seconds since the last sign of one."""
    threading.Thread(target=_keep_sweeping, args=(unswept,), daemon=True, name="sweep").start()


def _keep_sweeping(unswept: Callable[[], float]) -> None:
    by_itself, wait = False, SWEEPS_AFTER
    while True:
        time.sleep(wait)
        wait = settings.sweep_seconds
        with forking.no_fork(), flask_app.app_context():
            try:
                quiet = unswept()
                was, by_itself = by_itself, quiet > SWEEPS_AFTER
                if by_itself != was:
                    log.warning("sweep.alone" if by_itself else "sweep.by_ticks")
                if by_itself:
                    sweep_now()
                wait = max(wait, SWEEPS_AFTER - quiet)
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
