"""A worker that hears no ticks any more ends itself, and is started again by whoever keeps it running.

After a broken connection a worker can stay alive and take no task for ever. The schedule ticks every few seconds, so
silence means that the worker is deaf (or the broker down, and then a restart does no harm).
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
"""Seconds without a tick after which the worker is taken to be deaf."""
FAREWELL = 20
"""Seconds for what is under way, before the process is ended the hard way."""

log = structlog.get_logger()
_heard = time.monotonic()


@task_received.connect
def heard(**_: Any) -> None:
    """A task came."""
    global _heard
    _heard = time.monotonic()


@worker_ready.connect
def watch(**_: Any) -> None:
    """Begin to listen whether anything comes."""
    heard()
    threading.Thread(target=_watch, daemon=True, name="watch").start()


def _watch() -> None:
    while time.monotonic() - _heard < PATIENCE:
        time.sleep(1)
    log.error("worker.deaf", seconds=PATIENCE)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(FAREWELL)
    os._exit(1)
