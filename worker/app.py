"""The Celery application, its settings and its schedule."""

from __future__ import annotations

import warnings
from typing import Any

from celery import Celery, Task
from celery.beat import Scheduler
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging, worker_process_init
from flask import Flask

from server.app import create_app
from server.logs import configure
from server.store.models import db

# Celery warns the superuser because a pickled task could run anything; tasks are JSON here, and nothing else is taken.
warnings.filterwarnings("ignore", "You're running the worker with superuser privileges", SecurityWarning)

flask_app: Flask = create_app()
settings = flask_app.extensions["poste"]
del flask_app.extensions["poste.nudger"]  # the worker looks for letters by itself: its nudges would hold up its ticks


class UseCase(Task[..., Any]):
    """A task that runs in the application's context."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run with a session of its own."""
        with flask_app.app_context():
            return super().__call__(*args, **kwargs)


def _every(task: str, seconds: float) -> dict[str, Any]:
    """A tick of the schedule; one that waited longer than two periods is dropped, so that they do not pile up."""
    return {"task": f"worker.tasks.{task}", "schedule": seconds, "options": {"expires": 2 * seconds}}


class Ticks(Scheduler):
    """A schedule of plain intervals: nothing to remember over a restart, and so no file."""

    def setup_schedule(self) -> None:
        """Take the schedule of the settings."""
        self.merge_inplace(self.app.conf.beat_schedule)


app = Celery("poste", broker=settings.broker_url, task_cls=UseCase, include=["worker.tasks", "worker.watch"])
app.conf.update(
    accept_content=["json"],
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    worker_enable_prefetch_count_reduction=False,  # after a lost connection it can end at none
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
    """Connections do not survive a fork."""
    with flask_app.app_context():
        db.engine.dispose(close=False)


@setup_logging.connect
def logging(**_: Any) -> None:
    """Log as the web server does."""
    configure()
