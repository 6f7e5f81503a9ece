"""/healthz: 200 only while work gets done."""

from flask import Blueprint, Response, current_app, jsonify

from .. import clock
from ..store import heartbeat
from ..store.backlog import look

health = Blueprint("health", __name__)


@health.get("/healthz")
def healthz() -> tuple[Response, int]:
    """The two ages, in seconds; whether the server is paused, which is no fault; and by how much clocks are wrong."""
    now = clock.now()
    found = look(now)
    status = heartbeat.status(now)
    in_time = found.well(current_app.extensions["poste"].sweep_seconds)
    well = status == "paused" or (in_time and status != "away")
    body = jsonify(
        ok=well,
        oldest_due_window_seconds=round(found.oldest_due_window, 1),
        oldest_unsent_letter_seconds=round(found.oldest_unsent_letter, 1),
        **heartbeat.facts(now),
    )
    return body, 200 if well else 503
