"""Open seats: the page of the link for a group, of a seat that is kept, of all open tables; and the host's links."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from .. import clock, links, matches, program, views
from ..config import settings
from ..matches import Closed, Gone, Refused, desk
from ..matches.joining import ENDED, NO_SEAT, OPEN, is_taken, open_tables, seats_of, state_of, why_not_kept
from ..rules import GAMES, AnyGame
from ..store.models import Chair, Match, Reservation, SharedLink
from ..store.one_match import one_match, one_player
from ..views.times import InZone
from . import forms
from .letters import answer_for_seat, taken_page
from .limits import asking_network, per_hour, per_minute
from .replies import Page, action_of, refusing
from .seat import chair_of

joining = Blueprint("joining", __name__)


@joining.app_template_global()
def has_postcard(game: AnyGame) -> bool:
    """Whether there is a picture of a game, for pages (SVG) and for what chats show of a link (JPEG)."""
    return f"postcards/{game.key}.svg" in program.static()


joining.add_app_template_global(lambda: settings().open_tables, "lists_tables")
joining.add_app_template_global(lambda: settings().base_url, "base_url")
joining.add_app_template_global(links.shared, "shared_url")
joining.add_app_template_filter(clock.roughly, "roughly")


@joining.get("/join/<token>")
def join(token: str) -> Page:
    """What is played and with whom, and how to take an open seat; changes nothing, whoever looks at it."""
    link, version = matches.shared_by_token(links.JOIN, token)
    return _join_page(link, version)


@joining.post("/join/<token>")
@per_hour(30)
def ask(token: str) -> Page:
    """Ask for an open seat. What is said then is the same for every address."""
    link, version = matches.shared_by_token(links.JOIN, token)
    name, email, form = (request.form.get(field, "") for field in ("name", "email", "form"))
    try:
        matches.ask_for_seat(link.id, version, name, email, form, asking_network())
    except Closed as closed:
        return _closed_page(closed.state, link), 409
    except Refused as refused:
        return refusing(_join_page(link, version, refused), refused)
    return redirect(url_for("joining.has_asked", token=token), 303)


@joining.get("/join/<token>/asked")
def has_asked(token: str) -> Page:
    """What happens next, for whoever has asked for a seat."""
    link, version = matches.shared_by_token(links.JOIN, token)
    if state_of(link, version, clock.now()) == ENDED:
        return _closed_page(ENDED, link)
    match = one_match(link.match_id)
    return render_template(
        "join_asked.html", game=GAMES[match.game], host=match.chairs[0].name, letters=settings().local_mail is not None
    )


def _join_page(link: SharedLink, version: int, refused: Refused | None = None) -> str:
    state = state_of(link, version, clock.now())
    if state != OPEN:
        return _closed_page(state, link)
    left, once = seats_of(link, clock.now()).left, request.form.get("form") or secrets.token_urlsafe(12)
    more = {"left": left, "once": once, "canonical": links.shared(link), "refused": refused, "form": request.form}
    return render_template("join.html", **_described(one_match(link.match_id)), **more)


def _closed_page(state: str, link: SharedLink) -> str:
    return render_template("join_closed.html", told=NO_SEAT[state], game=GAMES[one_match(link.match_id).game])


def _described(match: Match) -> dict[str, Any]:
    """What a page tells of a match before its first card to people who do not know it yet."""
    page = views.spectator_page(match)
    return {
        "page": page,
        "game": page.game,
        "match": match,
        "unusual": page.agreement.unusual_options,
        "agreed": page.agreement.unusual_terms,
    }


@joining.get("/kept/<token>")
def kept(token: str) -> Page:
    """Asks whether somebody takes the seat that is kept for them; changes nothing."""
    reservation = matches.reservation_by_token(token)
    return taken_page() if is_taken(reservation) else _kept_page(reservation)


@joining.post("/kept/<token>")
def answer_kept(token: str) -> Page:
    kept, form = matches.reservation_by_token(token), request.form
    return answer_for_seat(
        lambda: matches.take_kept(kept.id, form.get("word"), form.get("zone")), lambda: matches.decline_kept(kept.id),
        kept.player_id, lambda refused=None: _kept_page(kept, refused),
    )  # fmt: skip


def _kept_page(reservation: Reservation, refused: Refused | None = None) -> str:
    declined = reservation.closed_at is not None
    why = why_not_kept(reservation, clock.now())
    if why and not declined:
        raise Gone(why)
    return render_template(
        "kept.html",
        **_described(one_match(reservation.match_id)),
        reservation=reservation,
        times=InZone(one_player(reservation.player_id).zone),
        declined=declined,
        refused=refused,
        word=request.form.get("word", ""),
    )


@joining.get("/open-tables")
def tables() -> Page:
    """The tables that anybody may join, if this server has such a list."""
    if not settings().open_tables:
        abort(404, "This server keeps no list of open tables: they are joined by a link that friends pass on.")
    found = [
        (_described(one_match(link.match_id)), seats.left, links.shared(link))
        for link, seats in open_tables(clock.now())
    ]
    return render_template("open_tables.html", tables=found)


# The host's own -------------------------------------------------------------------------------------------------------


@joining.post("/s/<token>/links")
@per_minute(30)
def manage(token: str) -> Page:
    """End a link of the match, make a new one, or say how many it is for: the host's seat alone may."""
    return _managed(chair_of(token), "seats.seat", token)


@joining.post("/host/<token>/links")
@per_minute(30)
def manage_at_the_desk(token: str) -> Page:
    """The same, for whoever has the host's desk."""
    return _managed(desk.desk_by_token(token).chairs[0], "desks.look", token)


def _managed(chair: Chair, back: str, token: str) -> Page:
    """Do what the form says, and go back to where the links are shown."""
    purpose = request.form.get("purpose", "")
    action_of(LINK_ACTIONS)(chair.id, purpose)
    return redirect(url_for(back, token=token, _anchor=f"{purpose}-link"), 303)


def _limit(chair_id: int, _: str) -> SharedLink:
    most = request.form.get("most", "")
    return matches.limit_shared(chair_id, forms.row(most) if most.isdecimal() else None, "listed" in request.form)


LINK_ACTIONS: Mapping[str, Callable[[int, str], SharedLink]] = {
    "renew": matches.renew_shared,
    "end": matches.end_shared,
    "limit": _limit,
}
"""What the forms of the links do."""
