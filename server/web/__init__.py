"""The web server: pages and JSON. Each view parses, calls one use-case of `server.matches`, and renders.

Nobody imports it but the web server's own process, which the command starts. A GET never changes anything.
"""

from __future__ import annotations

import string
import sys
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import structlog
from flask import Flask, Response, abort, current_app, g, request
from sqlalchemy.exc import DBAPIError, SQLAlchemyError, TimeoutError
from sqlalchemy.orm.exc import StaleDataError
from werkzeug.exceptions import BadRequest, HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge
from werkzeug.middleware.proxy_fix import ProxyFix

from .. import program
from ..app import create_app
from ..config import Settings
from ..logs import DATABASE, described
from ..matches import Gone, Refused, Shut, TooMany, Unknown
from ..rules import Illegal
from ..store import faults
from ..store.faults import fault
from ..store.models import db
from ..store.schema import WrongSchema
from ..store.session import is_silent
from ..store.timeouts import PAGES
from ..views import NoPly
from . import (
    api,
    assets,
    channels,
    desk,
    drawing,
    fields,
    first_trick,
    healthz,
    held_mail,
    join,
    layout,
    letters,
    limits,
    me,
    metrics,
    pages,
    parts,
    pausing,
    plan,
    practice,
    replay,
    seat,
    watch,
)
from .fields import LONGEST
from .replies import problem, title_of

log = structlog.get_logger()

POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "font-src 'none'; manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
    "Cache-Control": "no-store",
}
"""What browsers must know, where an answer does not say something else: nothing but static files is kept by caches."""
ENCRYPTED = {"Strict-Transport-Security": "max-age=31536000"}
"""Where links begin with https: for a year, browsers come back encrypted, whatever a link says (RFC 6797)."""
BROKEN = "Something went wrong here, and nothing was changed. Please try again."
BUSY = "The database cannot be reached just now. Nothing was changed; please try again in a minute."
UNFIT = "The database of this server is not fit for use. Nothing was changed; the server's operator has to mend it."

SENTENCES: Mapping[type[HTTPException], str] = {
    NotFound: "There is nothing at this address. Perhaps it was cut or changed on its way.",
    MethodNotAllowed: "This address can be opened, but not in this way.",
    RequestEntityTooLarge: f"That is too long: at most {LONGEST // 1024} kB can be sent at once. Nothing was changed.",
    BadRequest: "This request cannot be read. Nothing was changed.",
}
"""What is said where nobody has said anything better."""
UNREACHABLE = (DBAPIError, TimeoutError)
"""What is raised when the database is locked or gone."""


def create_web(settings: Settings | None = None) -> Flask:
    """The application with its pages and the JSON interface. Raises `Misconfigured`."""
    app = create_app(settings, PAGES)
    settings = app.extensions["poste"]
    app.config.update(MAX_CONTENT_LENGTH=LONGEST)
    usual = HEADERS | (ENCRYPTED if settings.is_encrypted else {})
    app.wsgi_app = with_headers(with_readable_query(with_safety_net(app.wsgi_app)), usual)  # type: ignore[method-assign, assignment]
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies)  # type: ignore[method-assign]
    program.static()  # read before anybody asks for one
    app.add_url_rule("/static/<path:filename>", "static", assets.static)
    limits.set_up(app, settings)
    _register(app)
    pausing.set_up(app)
    return app


BLUEPRINTS = (
    assets.assets, desk.desks, drawing.drawing, layout.layout, parts.parts,
    pages.pages, letters.letters_pages, seat.seats, plan.planning, practice.practice,
    first_trick.first_tricks, replay.replays, me.player, held_mail.held_mail, api.api, healthz.health,
    metrics.metrics_page, join.joining, watch.watching, channels.telling,
)  # fmt: skip


def _register(app: Flask) -> None:
    metrics.measure(app)  # first, so that it measures all the others
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.before_request(refuse_other_sites)
    app.before_request(fields.check)
    app.after_request(log_request)
    for unknown in (Unknown, NoPly):
        app.register_error_handler(unknown, lambda error: problem(404, str(error)))
    app.register_error_handler(Shut, lambda error: problem(404, str(error), alive=True))
    app.register_error_handler(Gone, lambda error: problem(410, str(error)))
    for unfit in (Refused, Illegal):
        app.register_error_handler(unfit, not_accepted)
    app.register_error_handler(limits.TooOften, too_often)
    app.register_error_handler(fields.TooLong, lambda error: problem(413, str(error.description), kept=error.kept))
    app.register_error_handler(HTTPException, refused)
    for away in (*UNREACHABLE, StaleDataError, WrongSchema):
        app.register_error_handler(away, unreachable)
    app.register_error_handler(Exception, broken)


ONE_CLICK = frozenset(("letters.stopped", "letters.stopped_all", "letters.nevermore"))
"""Where mail programs stop letters with one click (RFC 8058): from sites of their own, or from nowhere."""


def refuse_other_sites() -> None:
    """Refuse forms of other sites, but for `ONE_CLICK`: a second line of defence behind the signed link."""
    if request.method not in ("POST", "PUT", "DELETE"):
        return
    if request.endpoint in ONE_CLICK and "do" not in request.form:
        return
    headers = request.headers
    origin = headers.get("Origin")
    if (origin is not None and not _is_ours(origin)) or headers.get("Sec-Fetch-Site") == "cross-site":
        abort(403, "This form was sent from another site.")


def _is_ours(origin: str) -> bool:
    try:
        host = urlsplit(origin).netloc
    except ValueError:  # such as http://[
        return False
    return host in (urlsplit(current_app.extensions["poste"].base_url).netloc, request.host)


def with_headers(wsgi_app: WSGIApplication, usual: Mapping[str, str]) -> WSGIApplication:
    """Add the usual headers to every answer that does not say something else."""

    def wrapped(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            given = {name for name, _ in headers}
            return start_response(status, headers + [item for item in usual.items() if item[0] not in given], *error)

        return wsgi_app(environ, start)

    return wrapped


def with_safety_net(wsgi_app: WSGIApplication) -> WSGIApplication:
    """Catch what escapes from the application: the server below would log it with the address, which may be a link."""

    def wrapped(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        try:
            return wsgi_app(environ, start_response)
        except Exception as error:
            away = isinstance(error, UNREACHABLE)
            if away:
                DATABASE.goes_on(error=type(error).__name__)
            else:
                log.error("request.broken", **described(error))
            status = 503 if away else 500
            headers = [("Content-Type", "text/plain; charset=utf-8"), *([("Retry-After", "30")] if away else [])]
            start_response(f"{status} {title_of(status)}", headers, sys.exc_info())
            return [(BUSY if away else BROKEN).encode()]

    return wrapped


def with_readable_query(wsgi_app: WSGIApplication) -> WSGIApplication:
    """Encode bytes of a query as a browser does: Werkzeug raises an error at those that are no UTF-8."""

    def wrapped(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        query = environ.get("QUERY_STRING", "")
        if not query.isascii():
            environ["QUERY_STRING"] = quote(query, safe=string.printable, encoding="latin-1")
        return wsgi_app(environ, start_response)

    return wrapped


def log_request(response: Response) -> Response:
    """One line a request: the route and the seat's id, never the address, which may hold a link."""
    rule = request.url_rule
    if rule is None or rule.endpoint != "static":
        route = rule.rule if rule else "-"
        log.info("request", method=request.method, route=route, status=response.status_code, chair=g.get("chair"))
    return response


def not_accepted(error: ValueError) -> Response:
    """Input that cannot be accepted, or only later, where no form says so itself."""
    if isinstance(error, TooMany):
        return problem(429, str(error), {"Retry-After": str(error.wait)})
    return problem(422, str(error))


def refused(error: HTTPException) -> Response:
    """Any other HTTP error. After a body that is too long we hang up: its unread rest would pass for a request."""
    status = error.code or 500
    headers = {"Allow": ", ".join(sorted(error.valid_methods or ()))} if isinstance(error, MethodNotAllowed) else {}
    if isinstance(error, RequestEntityTooLarge):
        headers["Connection"] = "close"
    if error.description in (None, type(error).description):
        return problem(status, SENTENCES.get(type(error), title_of(status) + "."), headers)
    return problem(status, str(error.description), headers)


def too_often(error: limits.TooOften) -> Response:
    headers = {"Retry-After": str(error.wait)}
    when = f"{error.wait} seconds" if error.wait < 120 else f"{error.wait // 60 + 1} minutes"
    return problem(429, f"That was too often. Please try again in {when}.", headers)


def unreachable(error: Exception) -> Response:
    """The database is locked, gone or not fit for use: nothing was written."""
    found = fault(error)
    if found is faults.OURS:
        return broken(error)
    leave_database()
    reason = faults.SILENT if is_silent() else found
    DATABASE.goes_on(error=type(error).__name__, reason=reason.sentence)
    return problem(503, BUSY, {"Retry-After": "30"}) if found.passes else problem(503, UNFIT)


def broken(error: Exception) -> Response:
    """An error of the server's own. The log names the place, never the values: they may be sealed."""
    log.error("request.broken", **described(error))
    leave_database()
    return problem(500, BROKEN)


def leave_database() -> None:
    """Roll back, even if the connection is gone: the database has then rolled back itself."""
    try:
        db.session.rollback()
    except SQLAlchemyError:
        db.session().invalidate()
