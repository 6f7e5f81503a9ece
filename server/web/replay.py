"""A match stepped through again: by the link of a seat as that seat saw it, by its record with all hands open."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request, url_for

from .. import matches, views
from ..store.models import Match
from ..store.session import read_only
from .replies import Page
from .seat import chair_of

replays = Blueprint("replays", __name__)


@replays.get("/s/<token>/replay")
def seat_replay(token: str) -> Page:
    """A ply as the seat saw it; without one in the address, the present one."""
    read_only()
    chair = chair_of(token)
    matches.checked_open(chair.match)
    page = views.replay_page(chair.match, chair.seat, _ply(chair.match))
    back, unseen = url_for("seats.seat", token=token), chair.seen_ply < page.ply
    return _drawn(page, back=back, unseen=unseen, playing="play" in request.args, review=views.shown_at(page))


def record_page(match: Match) -> Page:
    """A ply of a finished match, with all hands open."""
    page = views.replay_page(match, None, _ply(match))
    return _drawn(page, back=url_for("pages.record", match_id=match.id))


def _ply(match: Match) -> int:
    typed = request.args.get("ply", str(match.ply))
    return int(typed) if typed.isdecimal() and len(typed) < 9 else abort(404, "A ply is a whole number from 0 on.")


def _drawn(page: views.ReplayPage, **more: object) -> str:
    """The whole page, or that part of it which changes from ply to ply."""
    template = "replay_ply.html" if request.args.get("part") == "ply" else "replay.html"
    return render_template(template, page=page, **more)
