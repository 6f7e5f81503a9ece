"""/metrics: for whoever sends the token, or comes to an address of its own; there is no such page for others."""

from __future__ import annotations

import hmac
import time
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Blueprint, Flask, Response, abort, current_app, g, request
from sqlalchemy.exc import SQLAlchemyError

from .. import counts
from ..config import Settings, settings
from ..logs import DATABASE
from ..store.models import db

PATH = "/metrics"
NOWHERE = "none"
"""The label of requests for which there is no page."""

metrics_page = Blueprint("metrics", __name__)


@metrics_page.get(PATH)
def metrics() -> Response:
    if not settings().metrics_token or not _sends_token(settings(), request.headers.get("Authorization", "")):
        abort(404)
    written, kind = current_app.extensions["poste.metrics"](request.headers.get("Accept", ""))
    return Response(written, content_type=kind)


def _sends_token(given: Settings, authorization: str) -> bool:
    scheme, _, token = authorization.partition(" ")
    return scheme.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), given.metrics_token.encode())


def measure(app: Flask) -> None:
    """Count how long each request takes, by page and class of status, if metrics are wanted."""
    if counts.is_enabled():
        from ..metrics import text  # as the program is now: its files may be changed later

        app.extensions["poste.metrics"] = text.written
        app.before_request(_begin)
        app.after_request(_end)


def _begin() -> None:
    g.began = time.perf_counter()


def _end(response: Response) -> Response:
    """The page is the name of the function that shows it, never its address, which may hold a link."""
    began = g.get("began")
    if began is not None:
        page = request.endpoint or NOWHERE
        counts.observe("request_seconds", time.perf_counter() - began, page, f"{response.status_code // 100}xx")
    return response


def metrics_alone(app: Flask) -> WSGIApplication:
    """An application that shows the metrics and nothing else: to everybody, unless there is a token as well."""
    given: Settings = app.extensions["poste"]

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        status, kind, body = "404 Not Found", "text/plain; charset=utf-8", b"The metrics are at /metrics.\n"
        allowed = not given.metrics_token or _sends_token(given, environ.get("HTTP_AUTHORIZATION", ""))
        if environ["PATH_INFO"] == PATH and environ["REQUEST_METHOD"] == "GET" and allowed:
            status, kind, body = _answered(app, environ.get("HTTP_ACCEPT", ""))
        start_response(status, [("Content-Type", kind), ("Content-Length", str(len(body)))])
        return [body]

    return answer


def _answered(app: Flask, accepted: str) -> tuple[str, str, bytes]:
    with app.app_context():
        try:
            written, kind = app.extensions["poste.metrics"](accepted)
            return "200 OK", kind, written
        except SQLAlchemyError as error:
            DATABASE.goes_on(error=type(error).__name__)
            return "503 Service Unavailable", "text/plain; charset=utf-8", b"The database does not answer.\n"
        finally:
            db.session.remove()
