"""A match for spectators: a page and JSON, by a link of their own. They see what lies open, and change nothing."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from .. import links, matches
from ..matches import Gone
from ..store.one_match import one_match
from ..store.session import read_only
from ..views.watching import Spectator, Watched, etag_of, spectator_json, watched
from .limits import per_minute
from .openapi import described
from .replies import Page

watching = Blueprint("watching", __name__)

ENDED = "The host has ended this link. Ask whoever sent it to you for the new one."


@watching.get("/watch/<token>")
def watch(token: str) -> Page:
    """The table as everybody may see it, or the last deal that was played out."""
    read_only()
    seen = _seen(token)
    deals: dict[str, Any] = {"deals": seen.deals, "deal": None}
    if seen.deals:
        deals["deal"] = seen.deals.deal(request.args.get("deal", type=int)) or abort(404, "There is no such deal here.")
    pulse = etag_of(spectator_json(seen))
    return render_template("watch.html", seen=seen, page=seen.page, pulse=pulse, **deals)


@watching.get("/watch/<token>/pulse")
@per_minute(120, links.WATCH)
def pulse(token: str) -> Page:
    """Whether anything that a spectator may see has changed, for a page that is looked at: 304 while nothing has."""
    read_only()
    answer = Response(status=200)
    answer.set_etag(etag_of(spectator_json(_seen(token))))
    return answer.make_conditional(request)


@described(
    watching, "GET", "/api/watch/<token>", "What a spectator sees, by the link for spectators",
    "What lies open; with the delay of a deal, the last deal that was played out.",
    limited=per_minute(120, links.WATCH),
)  # fmt: skip
def watch_json(token: str) -> Spectator:
    return spectator_json(_seen(token))


def _seen(token: str) -> Watched:
    """What a spectator's link shows. Raises `Gone` once the host has ended it, and `Unknown`, also while other tables
    play its deals.
    """
    link, version = matches.shared_by_token(links.WATCH, token)
    if link.version != version or link.ended_at is not None:
        raise Gone(ENDED)
    return watched(matches.checked_open(one_match(link.match_id)))
