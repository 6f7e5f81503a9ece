"""Wake the worker after a commit. A nudge may be lost: the sweep finds the same rows a little later.

A thread of its own talks to the broker, so that no page ever waits for one that is down or silent; nudges that come
while one is under way are one nudge.
"""

from __future__ import annotations

import os
import threading
import time
from contextvars import ContextVar

import structlog
from celery import Celery
from flask import current_app

DELIVER = "worker.tasks.deliver"
PAUSE = 0.2
"""Seconds between two nudges: those that are asked for meanwhile are one."""
TRANSPORT = {"socket_timeout": 2, "socket_connect_timeout": 2, "max_retries": 0}

log = structlog.get_logger()

_wanted: ContextVar[bool] = ContextVar("delivery_wanted", default=False)


class Nudger:
    """Sends the worker one task by name, from a thread of the process that asks for it."""

    def __init__(self, broker_url: str):
        self._producer = Celery(broker=broker_url, set_as_current=False)
        self._producer.conf.update(
            broker_transport_options=TRANSPORT, broker_connection_timeout=2, task_ignore_result=True
        )
        self._wanted = threading.Event()
        self._lock = threading.Lock()
        self._pid = 0

    def nudge(self) -> None:
        """Ask for a delivery soon; returns at once."""
        with self._lock:
            if self._pid != os.getpid():  # the first nudge of this process, or of a fork of it
                self._pid, self._wanted = os.getpid(), threading.Event()
                threading.Thread(target=self._run, args=(self._wanted,), daemon=True, name="nudge").start()
        self._wanted.set()

    def _run(self, wanted: threading.Event) -> None:
        lost = False
        while wanted.wait():
            wanted.clear()
            try:
                self._producer.send_task(DELIVER, expires=60, retry=False, ignore_result=True)
                lost = False
            except Exception as error:
                if not lost:  # say it once, until the broker is back
                    log.warning("nudge.lost", error=type(error).__name__)
                lost = True
            time.sleep(PAUSE)


def want_delivery() -> None:
    """Letters have been written in the transaction that runs: the worker is to be woken once it is committed."""
    _wanted.set(True)


def forget() -> None:
    """The transaction begins, or was rolled back."""
    _wanted.set(False)


def if_wanted() -> None:
    """The transaction has been committed: nudge the delivery of letters, if there are any and a broker."""
    nudger = current_app.extensions.get("poste.nudger")
    if _wanted.get() and nudger is not None:
        nudger.nudge()
