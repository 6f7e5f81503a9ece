"""The watchdog of a worker: one that takes no more tasks ends itself, and the process supervisor restarts it.

After a broken connection a Celery worker can stay alive without ever taking a task again. It is stuck when tasks wait
in the broker all the time and it takes none, unless its own take long: it takes no more of them before one has ended.
If no tasks wait, the worker is not at fault: the broker or the schedule is down or busy, or other workers are quicker.
A restart would not help then, and the worker sweeps by itself.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import closing, suppress
from typing import Any

import redis
import structlog
from celery.signals import beat_init, task_received, worker_init, worker_ready, worker_shutting_down

from server.store import heartbeat

from .app import NAME, Ticks, app, flask_app, settings

STUCK_AFTER = 30 + 6 * settings.sweep_seconds
"""Seconds for which tasks may wait before an idle worker counts as stuck; a busy one has the time limit on top."""
LOOKS_EVERY = STUCK_AFTER / 6
"""Seconds between two looks. Looks are counted, not time: a process that was suspended itself has not looked."""
GRACE = 20
"""Seconds to finish running tasks after SIGTERM before the process exits immediately."""
SWEEP = "worker.tasks.sweep"

log = structlog.get_logger()
_hears = True
_taken: list[Any] = []
"""The tasks that were taken and have not ended: requests of Celery, which acknowledge each at its end."""
_swept = time.monotonic()


@task_received.connect
def heard(request: Any, **_: Any) -> None:
    """Note that a task was received, and whether it was a tick."""
    global _hears, _swept, _taken
    _hears, _taken = True, [one for one in (*_taken, request) if not one.acknowledged]
    if request.name == SWEEP:
        _swept = time.monotonic()


@worker_init.connect
def begin(**_: Any) -> None:
    """Report the worker from its start on, and sweep where no tick comes, even if the broker is never found."""
    from .without_broker import keep_sweeping

    heartbeat.keep_reporting(flask_app, "worker")
    keep_sweeping(lambda: time.monotonic() - _swept)


@beat_init.connect
def begin_beat(**_: Any) -> None:
    """Report the beat, and sweep where its ticks do not leave, or nobody acts on them."""
    from .without_broker import keep_sweeping, since_heartbeat

    heartbeat.keep_reporting(flask_app, "beat")
    keep_sweeping(lambda: max(time.monotonic() - Ticks.sent, since_heartbeat()))


@worker_ready.connect
def watch(**_: Any) -> None:
    """Start watching when the worker is ready."""
    threading.Thread(target=_watch, daemon=True, name="watch").start()


def _watch() -> None:
    global _hears
    missed = 0.0
    while missed < STUCK_AFTER + (not all(one.acknowledged for one in _taken)) * app.conf.task_time_limit:
        _hears = False
        time.sleep(LOOKS_EVERY)
        missed = 0.0 if _hears or not _tasks_wait() else missed + LOOKS_EVERY
    log.error("worker.deaf", seconds=round(missed))
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)


def _tasks_wait() -> bool:
    """Whether the broker is up, and has tasks that nobody has taken."""
    with suppress(redis.RedisError), closing(_broker()) as broker:
        return bool(broker.llen(app.conf.task_default_queue))
    return False


@worker_shutting_down.connect
def wait_no_more(**_: Any) -> None:
    """Have the broker answer the worker that waits for a message: it ends when it has got an answer, and not before, so
    that no message is lost. Where the broker does not allow it, it waits as long as it always does (`QUIET`).
    """
    with suppress(redis.RedisError), closing(_broker()) as broker:
        for one in broker.client_list():
            if one["name"] == NAME and one["cmd"] == "brpop":
                broker.client_unblock(int(one["id"]))


def _broker() -> redis.Redis:
    """A connection to the broker, which gives up soon."""
    url = settings.broker_url.replace("redis+socket://", "unix://", 1)
    return redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)
