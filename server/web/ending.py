"""How a deal or a match ended, on the page of a seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from markupsafe import Markup

from .. import views
from ..app import game_template
from ..store.history import Resolved
from ..store.models import OVER
from .drawing import macros


def ending_of(page: views.SeatPage, turns: Iterable[Resolved], ways: Mapping[str, str]) -> Markup:
    """The end of a match, or of a deal until the reader answers in the next one; empty where nothing has ended.

    ``turns``: the rows of the story that the page tells. ``ways``: the ``links`` of macros/ending.html.
    """
    deals = views.just_ended(page, turns)
    if deals is None:
        return Markup()
    endings, game = macros("macros/ending.html"), macros(game_template(page.game))
    if page.match.status == OVER:
        return Markup(endings.match_end(page, game, deals, ways, endings.outcome(page)))
    return Markup(endings.ended(page, game, deals, ways))
