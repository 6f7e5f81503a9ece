"""A worker that receives no more tasks ends itself; the process supervisor restarts it.

After a broken connection a Celery worker can stay alive without ever taking a task again. The schedule sends tasks
every few seconds, so silence means that the worker is stuck (or the broker is down, when a restart does no harm).
"""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

import structlog
from celery.signals import task_received, worker_ready

from .app import settings

PATIENCE = 30 + 6 * settings.sweep_seconds
"""Seconds without a task after which the worker counts as stuck."""
FAREWELL = 20
"""Seconds to finish running tasks after SIGTERM before the process exits immediately."""

log = structlog.get_logger()
_heard = time.monotonic()


@task_received.connect
def heard(**_: Any) -> None:
    """Note that a task was received."""
    global _heard
    _heard = time.monotonic()


@worker_ready.connect
def watch(**_: Any) -> None:
    """Start watching for silence when the worker is ready."""
    heard()
    threading.Thread(target=_watch, daemon=True, name="watch").start()


def _watch() -> None:
    while time.monotonic() - _heard < PATIENCE:
        time.sleep(1)
    log.error("worker.deaf", seconds=PATIENCE)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(FAREWELL)
    os._exit(1)
