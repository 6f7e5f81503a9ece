"""Adding each process's counts to those of the whole server, which are rows of the database.

So every web process on every machine reports the same; a process that ends in any way leaves nothing to clean up, and
no count ever falls. A process that is killed loses the counts of its last seconds.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from functools import partial

import structlog
from flask import Flask

from .. import counts
from ..config import Settings
from ..logs import described
from ..store import forking, upsert
from ..store.models import Metric, db
from ..store.session import transaction
from .families import BY_NAME

EVERY = 5.0
"""Seconds between the times at which a process saves its counts, if it has any."""
AT_ONCE = 200
"""Rows written with one statement."""
SEPARATOR = "|"
"""Separates label values in a row; no value contains it."""

log = structlog.get_logger()


def set_up(app: Flask) -> None:
    """Count what happens in this process, if the settings of the application ask for metrics."""
    settings: Settings = app.extensions["poste"]
    keeping = partial(threading.Thread, target=_keep_on, args=(app,), daemon=True, name="counts")
    counts.enable((lambda: keeping().start()) if settings.metrics else None)


def _keep_on(app: Flask) -> None:
    """Save the counts of this process every few seconds, as long as they are wanted."""
    time.sleep(EVERY)
    while counts.is_enabled():
        with forking.no_fork():
            keep_now(app)
        time.sleep(EVERY)


def keep_now(app: Flask) -> None:
    """Save the counts of this process so far. If the database is away, they are saved later."""
    taken = counts.take()
    if not taken:
        return
    with app.app_context():
        try:
            _keep(taken)
        except Exception as error:
            counts.put_back(taken)
            log.warning("counts.put_off", **described(error))
        finally:
            db.session.remove()


@transaction
def _keep(taken: Mapping[counts.Series, float]) -> None:
    """Save in the order of keys, so that processes that save the same counts wait for each other without deadlock."""
    rows = [
        {"name": name, "labels": SEPARATOR.join(labels), "value": value}
        for (name, labels), value in sorted(taken.items())
        if name in BY_NAME
    ]
    for start in range(0, len(rows), AT_ONCE):
        _add(rows[start : start + AT_ONCE])


def _add(rows: list[dict[str, object]]) -> None:
    added = upsert.insert(Metric).values(rows)
    more = {"value": Metric.value + added.excluded.value}
    db.session.execute(added.on_conflict_do_update(index_elements=[Metric.name, Metric.labels], set_=more))
