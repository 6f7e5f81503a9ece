"""How tests come to a page, and read it."""

from __future__ import annotations

import re
from html import unescape

from flask import Flask
from werkzeug.test import TestResponse

from server import links
from server.config import Settings
from server.store.models import Match
from server.web import create_web
from tests.cast import seat
from tests.conftest import COMPILED


def another_server(settings: Settings) -> Flask:
    """A server with settings of its own, whose templates need not be compiled again."""
    made = create_web(settings)
    made.jinja_env.bytecode_cache = COMPILED
    return made


def link(match: Match, name: str) -> str:
    """The path of a seat's page."""
    return f"/s/{links.seat_token(seat(match, name))}"


def text(answer: TestResponse) -> str:
    """What a page says, without its markup; labels of drawings count."""
    labelled = re.sub(r'<[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", answer.text)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", labelled)).split())
