"""How tests come to a page, and read it."""

from __future__ import annotations

import re
from html import unescape

from werkzeug.test import TestResponse

from server import links
from server.store.models import Match
from tests.cast import seat


def link(match: Match, name: str) -> str:
    """The path of a seat's page."""
    return f"/s/{links.seat_token(seat(match, name))}"


def about(match: Match, name: str) -> str:
    """The path of that page where it tells of the match, and has what can be set."""
    return f"{link(match, name)}?show=about"


def text(answer: TestResponse) -> str:
    """What a page says, without its markup; labels of drawings count."""
    labelled = re.sub(r'<[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", answer.text)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", labelled)).split())
