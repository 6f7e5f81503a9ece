"""What pages answer with besides themselves: problems."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from flask import Response, current_app, jsonify, render_template, request
from werkzeug.wrappers import Response as Answered

Page = Response | Answered | str | tuple[str, int]
"""What a page gives Flask to answer with."""


def problem(
    status: int,
    detail: str,
    headers: dict[str, str] | None = None,
    *,
    alive: bool = False,
    kept: Sequence[str] = (),
    **more: Any,
) -> Response:
    """An error: as JSON (RFC 9457) where JSON is spoken, else as a page.

    ``alive``: the link itself works, whatever its status says. ``kept``: what was typed, which a page gives back.
    """
    if request.path.startswith("/api/"):
        response = jsonify(type="about:blank", title=title_of(status), status=status, detail=detail, **more)
        response.content_type = "application/problem+json"
    else:
        dead = not alive and status in (404, 410) and request.path.startswith(("/s/", "/me/"))
        template = "link_dead.html" if dead else "error.html"
        form_page = request.path if kept and current_app.url_map.bind("").test(request.path, "GET") else None
        said = {"status": status, "title": title_of(status), "detail": detail, "kept": kept, "form_page": form_page}
        response = Response(render_template(template, **said))
    response.status_code = status
    response.headers.update(headers or {})
    return response


def title_of(status: int) -> str:
    """The name of an HTTP status, such as ``Not Found``."""
    return HTTPStatus(status).phrase
