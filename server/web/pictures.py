"""Pictures to share: the result of a match that is over, and of a deal that is. Nothing secret is in them."""

from __future__ import annotations

from functools import lru_cache

from flask import Response, abort, render_template

from .. import views
from ..store.models import Match

WEEK = "public, max-age=604800"
"""How long others may keep the picture of a match that is over: it does not change but for its drawing."""


def of_match(match: Match, *, png: bool = False) -> Response:
    """The result of a match that is over. ``png``: for programs that show no SVG, such as chats."""
    deals = views.Deals(match, None) if match.snapshot else None
    if deals is None or deals.last is None:
        abort(404, "No deal of this match was played to its end: there is nothing to be drawn.")
    picture = _drawn(deals, deals.last, whole=True)
    if png:
        picture = Response(_rastered(picture.get_data(as_text=True)), mimetype="image/png")
    picture.headers["Cache-Control"] = WEEK
    return picture


def of_deal(match: Match, ordinal: int) -> Response:
    """How a deal ended, and how all stood then. ``ordinal``: its number from 1 on."""
    deals = views.Deals(match, None, until=ordinal) if match.snapshot else None
    deal = deals.deal(ordinal) if deals else None
    if deals is None or deal is None or not deal.ended or deal.after is None:
        abort(404, "There is no such deal here that is over.")
    picture = _drawn(deals, deal, whole=False)
    # Its address is that of a seat, so that only the file may be passed on.
    name = f"{match.game}-{deal.unit}-{deal.ordinal if deal.number is None else deal.number}.svg"
    picture.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return picture


def _drawn(deals: views.Deals, deal: views.Deal, *, whole: bool) -> Response:
    page = deal.after
    drawn = render_template("picture.svg", page=page, deals=deals, deal=deal, whole=whole)
    return Response(drawn, mimetype="image/svg+xml")


@lru_cache(maxsize=32)
def _rastered(svg: str) -> bytes:
    """A picture as PNG, which takes a tenth of a second. The fonts come with us, for a server may have none."""
    import fontpkg  # both are loaded by the first request for a picture
    import resvg_py

    serif, sans = "Noto Serif", "Noto Sans"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=True,
            font_files=[str(fontpkg.path(family)) for family in (serif, sans)],
            font_family=serif,
            serif_family=serif,
            sans_serif_family=sans,
        )
    )
