"""The Celery application, its configuration and its schedule."""

from __future__ import annotations

import secrets
import time
import warnings
from typing import Any

from celery import Celery, Task, signals
from celery.beat import Scheduler, SchedulingError
from celery.exceptions import SecurityWarning
from flask import Flask
from sqlalchemy.exc import DBAPIError, TimeoutError

from server.app import create_app
from server.logs import BROKER, DATABASE, configure
from server.metrics import keep_now
from server.store import faults
from server.store.models import db
from server.store.schema import insist_or_stop

# Celery warns root because a pickled task could run any code; our tasks are JSON, and no other content is accepted.
warnings.filterwarnings("ignore", "You're running the worker with superuser privileges", SecurityWarning)

flask_app: Flask = create_app()
settings = flask_app.extensions["poste"]
helpers = flask_app.extensions.pop("poste.nudger")
"""Wakes other processes of the worker, if they are free. What this one writes it delivers itself, without a nudge."""


class UseCase(Task[..., Any]):
    """A task that runs in the application context."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the task with its own database session. If the database is gone, the next tick finds what was due."""
        with flask_app.app_context():
            try:
                return super().__call__(*args, **kwargs)
            except (DBAPIError, TimeoutError) as error:
                found = faults.fault(error)
                if found is faults.OURS:
                    raise
                DATABASE.goes_on(reason=found.sentence)


MOST_WAITING = 100
"""Ticks are sent only while fewer messages than this wait in the broker: if no worker takes them, more do not help."""
COUNTED = 10
"""How many ticks are sent after a count that found few waiting messages, before the next count: counting takes a third
of what a tick costs. After a count that found too many none is sent, and the next tick counts again.
"""


class Ticks(Scheduler):
    """A scheduler for plain intervals. It keeps nothing across restarts, so it needs no file.

    Ticks never expire: that would be decided by comparing the clocks of two machines. ``sent``: when the last one left,
    in seconds of `time.monotonic`. ``until_counted``: how many more are sent before the waiting messages are counted.
    """

    sent = time.monotonic()
    until_counted = 0

    def setup_schedule(self) -> None:
        """Load the schedule from the settings."""
        self.merge_inplace(self.app.conf.beat_schedule)

    def adjust(self, n: Any, drift: float = 0) -> Any:
        """The seconds to wait, as they are: by default the scheduler wakes ten milliseconds early, and then asks about
        a hundred times whether it is time yet, which took more than all else that a tick costs it.
        """
        return n

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send a tick, unless many wait already. While the broker is gone ticks are lost, and that is logged once."""
        if not self.until_counted:
            if self._waiting(producer) >= MOST_WAITING:
                return
            self.until_counted = COUNTED
        self.until_counted -= 1
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as lost:
            BROKER.goes_on(error=type(lost.__cause__ or lost.__context__ or lost).__name__)
        else:
            Ticks.sent = time.monotonic()
            BROKER.is_over()

    def _waiting(self, producer: Any) -> int:
        """How many messages wait in the queue of the tasks; 0 if that cannot be told."""
        try:
            queue = producer.channel.queue_declare(self.app.conf.task_default_queue, passive=True)
        except Exception:  # there is no such queue while it is empty; a broker that is down shows when the tick is sent
            return 0
        return int(queue.message_count)


QUIET = 12
"""Seconds that a worker waits for a message before it asks the broker again; it gets one at once all the same. Asking
every second, as usual, is a third of what an idle server costs. It is less than `poste up` waits for a worker to stop.
"""

NAME = f"poste-{secrets.token_hex(8)}"
"""What the connections of this worker are called at the broker."""

app = Celery("poste", broker=settings.broker_url, task_cls=UseCase, include=["worker.tasks", "worker.watchdog"])
app.conf.update(
    accept_content=["json"],
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    worker_enable_prefetch_count_reduction=False,  # after a lost connection it can reduce the count to zero
    worker_max_tasks_per_child=500,
    task_time_limit=120,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,  # it sweeps by itself until the broker is back
    broker_transport_options={
        "socket_timeout": 10,
        "socket_connect_timeout": 5,
        "visibility_timeout": 300,
        "client_name": NAME,
        "polling_interval": QUIET,
        "unacked_restore_interval": 100,  # of every look, instead of every tenth of those every 10 seconds
        "unacked_restore_throttle": 1,
        "reauth_check_interval": 3600,  # there is nothing to be renewed
    },
    worker_send_task_events=False,
    worker_enable_remote_control=False,  # nothing asks a worker for anything
    timezone="UTC",
    beat_schedule={"sweep": {"task": "worker.tasks.sweep", "schedule": settings.sweep_seconds}},
)


@signals.worker_init.connect
@signals.beat_init.connect
def look_at_the_schema(**_: Any) -> None:
    """End this process with a sentence if the database is of another version."""
    configure()
    insist_or_stop(flask_app)


@signals.worker_process_init.connect
def forked(**_: Any) -> None:
    """Discard the parent's database connections, which cannot be used after a fork."""
    with flask_app.app_context():
        db.engine.dispose(close=False)


@signals.worker_process_shutdown.connect
@signals.worker_shutdown.connect
def leave(**_: Any) -> None:
    """Keep what this process has counted, before it ends."""
    keep_now(flask_app)


@signals.setup_logging.connect
def logging(**_: Any) -> None:
    """Log in the same format as the web server."""
    configure()
