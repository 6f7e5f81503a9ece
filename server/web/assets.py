"""Static files at addresses that change with the file, so that browsers may keep it; and compression."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache

from flask import Blueprint, Response, request
from markupsafe import Markup

from ..paths import STATIC

assets = Blueprint("assets", __name__)

FOR_EVER = "public, max-age=31536000, immutable"
"""A year, which is as long as HTTP caches are asked to keep anything (RFC 9111)."""
PACKED = frozenset(("image/svg+xml", "text/css", "text/javascript", "application/javascript"))

WORTH_PACKING, LEVEL = 1000, 5
"""From how many bytes on a page is compressed, and gzip's level: half a millisecond for the longest."""


@assets.app_template_global()
def asset(name: str) -> str:
    """The address of a static file; it changes with the file, so that browsers may keep it."""
    return f"/static/{name}?{_fingerprint(name)}"


@assets.app_template_global()
@cache
def loads(*names: str) -> Markup:
    """What makes a page load these style sheets and scripts; empty names are left out."""
    return Markup("\n").join(
        Markup('<script src="%s" defer></script>' if name.endswith(".js") else '<link rel="stylesheet" href="%s">')
        % asset(name)
        for name in names
        if name
    )


@assets.after_app_request
def keep(response: Response) -> Response:
    """Let browsers keep a file at its present fingerprint, where it never changes; and compress what goes out."""
    if request.endpoint != "static":
        return _pack(response)
    if response.status_code != 200 or request.method not in ("GET", "HEAD"):
        return response  # OPTIONS is answered whether there is such a file or not
    name = request.path.removeprefix("/static/")
    if request.query_string.decode("latin-1") != _fingerprint(name):
        return response
    response.headers["Cache-Control"] = FOR_EVER
    response.vary.add("Accept-Encoding")
    if response.mimetype in PACKED and request.accept_encodings["gzip"]:
        response.close()  # the file that would have been sent
        response.direct_passthrough = False
        response.set_data(_packed(name))
        response.headers["Content-Encoding"] = "gzip"
    return response


def _pack(response: Response) -> Response:
    """A page, compressed for those that take gzip. To add to a page an attacker would have to know its secret address,
    so the length of the compressed page gives nothing away (BREACH).
    """
    if (
        response.mimetype != "text/html"
        or response.direct_passthrough
        or (response.content_length or 0) < WORTH_PACKING
    ):
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"]:
        response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


@cache
def _fingerprint(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:6]


@cache
def _packed(name: str) -> bytes:
    return gzip.compress((STATIC / name).read_bytes(), mtime=0)
