"""Pictures to share, as SVG: the result of a match that is over, and of a deal that is. Nothing secret is in them."""

from __future__ import annotations

from flask import Response, abort, render_template

from .. import views
from ..store.models import Match

WEEK = "public, max-age=604800"
"""How long others may keep the picture of a match that is over: it does not change but for its drawing."""


def of_match(match: Match) -> Response:
    """The result of a match that is over."""
    deals = views.Deals(match, None) if match.snapshot else None
    if deals is None or deals.last is None:
        abort(404, "No deal of this match was played to its end: there is nothing to be drawn.")
    picture = _drawn(deals, deals.last, whole=True)
    picture.headers["Cache-Control"] = WEEK
    return picture


def of_deal(match: Match, order: int) -> Response:
    """How a deal ended, and how all stood then. ``order``: its number from 1 on."""
    deals = views.Deals(match, None, until=order) if match.snapshot else None
    deal = deals.deal(order) if deals else None
    if deals is None or deal is None or not deal.ended or deal.after is None:
        abort(404, "There is no such deal here that is over.")
    picture = _drawn(deals, deal, whole=False)
    # Its address is that of a seat, so that only the file may be passed on.
    name = f"{match.game}-{deal.unit}-{deal.order if deal.number is None else deal.number}.svg"
    picture.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return picture


def _drawn(deals: views.Deals, deal: views.Deal, *, whole: bool) -> Response:
    page = deal.after
    drawn = render_template("picture.svg", page=page, deals=deals, deal=deal, whole=whole)
    return Response(drawn, mimetype="image/svg+xml")
