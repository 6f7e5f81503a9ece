"""/healthz: 200 only while work gets done."""

from flask import Blueprint, Response, current_app, jsonify

from .. import clock
from ..store.backlog import look

health = Blueprint("health", __name__)


@health.get("/healthz")
def healthz() -> tuple[Response, int]:
    """The two ages, in seconds."""
    found = look(clock.now())
    well = found.well(current_app.extensions["poste"].sweep_seconds)
    body = jsonify(
        ok=well,
        oldest_due_window_seconds=round(found.oldest_due_window, 1),
        oldest_unsent_letter_seconds=round(found.oldest_unsent_letter, 1),
    )
    return body, 200 if well else 503
