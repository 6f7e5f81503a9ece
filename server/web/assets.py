"""Static files at addresses that change with the file, so that browsers may keep it; and compression."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache
from io import BytesIO
from mimetypes import guess_type
from pathlib import Path

from flask import Blueprint, Response, abort, request, send_file
from markupsafe import Markup

from .. import program

assets = Blueprint("assets", __name__)

FOR_EVER = "public, max-age=31536000, immutable"
"""A year, which is as long as HTTP caches are asked to keep anything (RFC 9111)."""
HOUR = 3600
"""How long a file without its fingerprint is kept, in seconds."""
PACKED = frozenset(("image/svg+xml", "text/css", "text/javascript", "application/javascript"))
UNSENT = {
    ".css": re.compile(rb"/\*.*?\*/\s*|(?<=[{};,])\s*\n\s*|[ ](?=\{\n)", re.S),
    ".js": re.compile(rb"^\s*//.*\n", re.M),
}
"""What is for those who read the file, and not sent where it is packed: of scripts, lines that are nothing else; of
style sheets, the ends of lines behind signs, too (4 kB of a first visit).
"""

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


def static(filename: str) -> Response:
    """A static file. Under its fingerprint it never changes: it is kept, and sent compressed to who takes gzip."""
    if filename not in program.static():
        abort(404)
    kind, content, mark = guess_type(filename)[0], program.static()[filename], _fingerprint(filename)
    if request.query_string.decode("latin-1") != mark:
        return send_file(BytesIO(content), mimetype=kind, etag=mark, max_age=HOUR)
    packed = kind in PACKED and bool(request.accept_encodings["gzip"])
    sent = _packed(filename) if packed else content
    response = send_file(BytesIO(sent), mimetype=kind, etag=f"{mark}-gzip" if packed else mark)
    response.headers["Cache-Control"] = FOR_EVER
    response.vary.add("Accept-Encoding")
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    return response


@assets.after_app_request
def pack(response: Response) -> Response:
    """Compress a page for those that take gzip. To add to a page an attacker would have to know its secret address,
    so the length of the compressed page gives nothing away (BREACH).
    """
    is_small = (response.content_length or 0) < WORTH_PACKING
    if response.mimetype != "text/html" or response.direct_passthrough or is_small:
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"]:
        response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


@cache
def _fingerprint(name: str) -> str:
    return hashlib.sha256(program.static()[name]).hexdigest()[:6]


@cache
def _packed(name: str) -> bytes:
    content = program.static()[name]
    comments = UNSENT.get(Path(name).suffix)
    return gzip.compress(comments.sub(b"", content) if comments else content, mtime=0)
