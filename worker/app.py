"""The Celery application, its configuration and its schedule."""

from __future__ import annotations

import os
import warnings
from typing import Any

import orjson
from celery import Celery, Task
from celery.apps import worker as celery_worker
from celery.beat import Scheduler, SchedulingError
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging, worker_process_init
from flask import Flask
from sqlalchemy.exc import InterfaceError, OperationalError, TimeoutError

from server.app import create_app
from server.logs import BROKER, DATABASE, configure
from server.store.models import db

# Celery warns root because a pickled task could run any code; our tasks are JSON, and no other content is accepted.
warnings.filterwarnings("ignore", "You're running the worker with superuser privileges", SecurityWarning)

flask_app: Flask = create_app()
settings = flask_app.extensions["poste"]
del flask_app.extensions["poste.nudger"]  # the worker delivers letters in its own tasks, so it must not nudge itself


class UseCase(Task[..., Any]):
    """A task that runs in the application context."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the task with its own database session. If the database is gone, the next tick finds what was due."""
        with flask_app.app_context():
            try:
                return super().__call__(*args, **kwargs)
            except (OperationalError, InterfaceError, TimeoutError) as gone:
                DATABASE.goes_on(error=type(gone).__name__)


def _every(task: str, seconds: float) -> dict[str, Any]:
    """A periodic task; a run that waited longer than two periods expires, so that runs do not pile up."""
    return {"task": f"worker.tasks.{task}", "schedule": seconds, "options": {"expires": 2 * seconds}}


class Ticks(Scheduler):
    """A scheduler for plain intervals. It keeps nothing across restarts, so it needs no file."""

    def setup_schedule(self) -> None:
        """Load the schedule from the settings."""
        self.merge_inplace(self.app.conf.beat_schedule)

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        """Send a tick. While the broker is gone ticks are lost, and logged once: the next one finds what was due."""
        try:
            sent = super().apply_async(*args, **kwargs)
        except SchedulingError as lost:
            BROKER.goes_on(error=type(lost.__context__ or lost).__name__)
            return None
        BROKER.is_over()
        return sent


app = Celery("poste", broker=settings.broker_url, task_cls=UseCase, include=["worker.tasks", "worker.watch"])
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
    broker_transport_options={"socket_timeout": 10, "socket_connect_timeout": 5, "visibility_timeout": 300},
    worker_send_task_events=False,
    timezone="UTC",
    beat_schedule={
        name: _every(name, settings.sweep_seconds)
        for name in ("close_windows", "give_orders", "remind", "deliver", "lapse_invitations")
    },
)


@worker_process_init.connect
def forked(**_: Any) -> None:
    """Discard the parent's database connections, which cannot be used after a fork."""
    with flask_app.app_context():
        db.engine.dispose(close=False)


@setup_logging.connect
def logging(**_: Any) -> None:
    """Log in the same format as the web server."""
    configure()


def _said(message: str, *_: Any) -> None:
    """Log what Celery prints when it stops. It does so in a handler of signals, where no lock may be taken."""
    os.write(2, orjson.dumps({"event": message.strip(), "logger": "celery", "level": "info"}) + b"\n")


celery_worker.__dict__["safe_say"] = _said
