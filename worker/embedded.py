"""Worker and schedule in one process, as `poste up` runs them: tasks run in threads, and beat is one more.

A thread cannot be ended, so no time limit holds here; what tasks wait for has limits of its own, and the watch ends
a process that no longer takes tasks.
"""

from __future__ import annotations

import sys
from threading import Thread
from typing import Any

from celery.beat import Service
from celery.signals import worker_ready

from .app import Ticks, app, settings

app.loader.import_default_modules()


def run() -> None:
    """Work until SIGTERM, then finish the running tasks."""
    worker_ready.connect(_start_beat)
    worker = app.Worker(
        pool_cls="threads", concurrency=settings.workers, loglevel="WARNING",
        quiet=True, without_gossip=True, without_mingle=True, without_heartbeat=True,
    )  # fmt: skip
    worker.start()
    sys.exit(worker.exitcode)


def _start_beat(**_: Any) -> None:
    beat = Service(app, scheduler_cls=Ticks)  # type: ignore[arg-type]
    Thread(target=beat.start, daemon=True, name="beat").start()
