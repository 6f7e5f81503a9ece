"""Running the worker and the beat, each as a process of its own, or both as one, as `poste up` does.

What we need of Celery is said here and in `app`. As one process, tasks run in threads, and beat is one more. A thread
cannot be ended, so no time limit holds there; what tasks wait for has limits of its own, and the watchdog ends a
process that no longer takes tasks.
"""

from __future__ import annotations

import sys
from threading import Thread
from typing import Any, NoReturn

from celery.beat import Service
from celery.signals import worker_ready

from .app import app, settings

TICKS = "worker.app:Ticks"
"""The scheduler of beat."""

app.loader.import_default_modules()


def work(pool: str = "prefork") -> NoReturn:
    """Work until SIGTERM, then finish the running tasks."""
    worker = app.Worker(
        pool_cls=pool, concurrency=settings.workers, loglevel="WARNING",
        quiet=True, without_gossip=True, without_mingle=True, without_heartbeat=True,
    )  # fmt: skip
    worker.start()
    sys.exit(worker.exitcode)


def tick() -> None:
    """Send the ticks of the schedule until SIGTERM."""
    app.Beat(scheduler_cls=TICKS, loglevel="WARNING", quiet=True).run()


def both() -> NoReturn:
    """Work and send the ticks until SIGTERM."""
    worker_ready.connect(_start_beat)
    work("threads")


def _start_beat(**_: Any) -> None:
    beat = Service(app, scheduler_cls=TICKS)  # type: ignore[arg-type]  # its types know classes alone
    Thread(target=beat.start, daemon=True, name="beat").start()
