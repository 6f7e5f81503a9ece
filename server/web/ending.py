"""How a deal or a match ended, on the page of a seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flask import current_app
from markupsafe import Markup

from .. import views
from ..app import game_template
from ..store.history import Resolved
from ..store.models import OVER


def ending_of(page: views.SeatPage, turns: Iterable[Resolved], ways: Mapping[str, str]) -> Markup:
    """The end of a match, or of a deal until the reader answers in the next one; empty where nothing has ended.

    ``turns``: the rows of the story that the page tells. ``ways``: the ``links`` of macros/ending.html.
    """
    deals = views.just_ended(page, turns)
    if deals is None:
        return Markup()
    macros: Any = current_app.jinja_env.get_template("macros/ending.html").module
    game = current_app.jinja_env.get_template(game_template(page.game)).module
    if page.match.status == OVER:
        return Markup(macros.match_end(page, game, deals, ways, macros.outcome(page)))
    return Markup(macros.ended(page, game, deals, ways))
