"""How a deal or a match ended, on the page of a seat: drawn once, and kept for those who look again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from flask import current_app
from markupsafe import Markup

from .. import clock, views
from ..app import game_template
from ..rules.engine import Seat
from ..store.history import Resolved
from ..store.models import OVER

KEPT = 256
"""How many endings a process keeps: some kilobytes each."""


def ending_of(page: views.SeatPage, turns: Iterable[Resolved], ways: Mapping[str, str]) -> Markup:
    """The end of a match, or of a deal until the reader answers in the next one; empty where nothing has ended.

    ``turns``: the rows of the story that the page tells. ``ways``: the ``links`` of macros/ending.html.
    """
    match, past = page.match, _past(page, turns)
    if past is None:
        return Markup()
    kept = _endings(match.id, page.you, page.names, tuple(ways.items()), past)
    if not kept:
        kept.append(_drawn(page, turns, ways))
    return kept[0]


def _past(page: views.SeatPage, turns: Iterable[Resolved]) -> tuple[int, datetime] | None:
    """What has ended: the ply of the window that ended a deal, or the revision of a match that is over; and when.
    Nothing that happens later changes how it ended.
    """
    if page.view and page.match.status == OVER:
        return page.match.revision, page.match.over_at or clock.NEVER
    dealt = views.just_dealt(page, turns)
    return (dealt.ply, dealt.at) if dealt else None


@lru_cache(maxsize=KEPT)
def _endings(
    match: str, you: Seat | None, names: tuple[str, ...], ways: tuple[tuple[str, str], ...], past: tuple[int, datetime]
) -> list[Markup]:
    """Where an ending is kept, by all that it shows: names may change, and a link may be replaced."""
    return []


def _drawn(page: views.SeatPage, turns: Iterable[Resolved], ways: Mapping[str, str]) -> Markup:
    deals = views.just_ended(page, turns)
    if deals is None:
        return Markup()
    macros: Any = current_app.jinja_env.get_template("macros/ending.html").module
    game = current_app.jinja_env.get_template(game_template(page.game)).module
    if page.match.status == OVER:
        return Markup(macros.match_end(page, game, deals, ways, macros.outcome(page)))
    return Markup(macros.ended(page, game, deals, ways))
