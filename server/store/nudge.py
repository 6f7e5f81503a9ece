"""Waking the worker after a commit. A nudge may be lost: the periodic sweep finds the same rows a little later.

A background thread talks to the broker, so that no request waits for a broker that is down or does not answer. Nudges
requested while one is being sent are merged into one.
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
"""Seconds between two nudges; requests within this time are merged."""
TRANSPORT = {"socket_timeout": 2, "socket_connect_timeout": 2, "max_retries": 0}

log = structlog.get_logger()

_wanted: ContextVar[bool] = ContextVar("delivery_wanted", default=False)


class Nudger:
    """Sends the worker one task by name, from a background thread of the current process."""

    def __init__(self, broker_url: str):
        self._producer = Celery(broker=broker_url, set_as_current=False)
        self._producer.conf.update(
            broker_transport_options=TRANSPORT, broker_connection_timeout=2, task_ignore_result=True
        )
        self._wanted = threading.Event()
        self._lock = threading.Lock()
        self._pid = 0

    def nudge(self) -> None:
        """Request a delivery soon. Returns immediately."""
        with self._lock:
            if self._pid != os.getpid():  # the first nudge in this process: threads do not survive a fork
                self._pid, self._wanted = os.getpid(), threading.Event()
                threading.Thread(target=self._run, args=(self._wanted,), daemon=True, name="nudge").start()
        self._wanted.set()

    def _run(self, wanted: threading.Event) -> None:
        lost = False
        while wanted.wait():
            wanted.clear()
            try:
                self._producer.send_task(DELIVER, expires=60, retry=False, ignore_result=True)
                if lost:
                    log.warning("nudge.back")
                lost = False
            except Exception as error:
                if not lost:  # log once per outage of the broker
                    log.warning("nudge.lost", error=type(error).__name__)
                lost = True
            time.sleep(PAUSE)


def want_delivery() -> None:
    """Note that the running transaction wrote letters, so that the worker is woken after the commit."""
    _wanted.set(True)


def forget() -> None:
    """Reset the note, when a transaction begins or is rolled back."""
    _wanted.set(False)


def if_wanted() -> None:
    """After a commit: nudge the worker if letters were written and a broker is configured."""
    nudger = current_app.extensions.get("poste.nudger")
    if _wanted.get() and nudger is not None:
        nudger.nudge()
