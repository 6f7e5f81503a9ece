"""Lost links, letters that are to stop, and the local mailboxes."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from operator import attrgetter
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, render_template, request

from .. import clock, links, matches
from ..config import LOCAL, settings
from ..matches import Gone, Refused
from ..matches.substituting import MOVED_ON, is_open, is_taken, why_not
from ..post.transports.maildir import Maildir
from ..rules import GAMES
from ..store.models import PLAYING, Offer
from ..store.one_match import one_chair
from ..views.times import InZone
from .forms import check_sure
from .limits import per_hour
from .replies import UNSURE, Page, message, pressed_of

letters_pages = Blueprint("letters", __name__)

BY_ADDRESS = attrgetter("address")


@letters_pages.get("/lost")
def lost() -> Page:
    return render_template("link_lost.html", refused=None, email="")


@letters_pages.post("/lost")
@per_hour(10)
def send_lost() -> Page:
    """Send the links of an address; the answer is the same whether we know it or not."""
    email = request.form.get("email", "")
    try:
        matches.send_lost_links(email)
    except Refused as refused:
        return render_template("link_lost.html", refused=refused, email=email), 422
    text = "If that address has a seat at a table here, a letter with its links is on its way."
    return message("Look into your mail", text)


@letters_pages.get("/stop/<token>")
@letters_pages.get("/stop-all/<token>", endpoint="stop_all")
@letters_pages.get("/never/<token>", endpoint="never")
def stop(token: str) -> Page:
    """Asks whether letters shall stop; changes nothing."""
    return render_template("stop.html", **_stopping(token), done=False)


@letters_pages.post("/stop/<token>")
@letters_pages.post("/stop-all/<token>", endpoint="stopped_all")
@letters_pages.post("/never/<token>", endpoint="nevermore")
def stopped(token: str) -> Page:
    """Stop the letters, or send them again; mail programs do this with one click (RFC 8058)."""
    wanted = _stopping(token)
    if request.form.get("do") == "stop" and "sure" not in request.form:  # mail scanners press the only button of a page
        return render_template("stop.html", **wanted, done=False, unsure=True), 422
    stops = request.form.get("do") != "letters"
    if wanted["chair"]:
        matches.stop_letters(wanted["chair"].id, stops)
    elif wanted.get("never") and stops:
        matches.never_write(wanted["player"].id)
    else:
        matches.stop_letters_to(wanted["player"].id, stops)
    return render_template("stop.html", **wanted, done=True, stops=stops)


def _stopping(token: str) -> dict[str, Any]:
    if request.path.startswith("/stop-all/"):
        return {"chair": None, "player": matches.player_by_token(links.STOP_ALL, token)}
    if request.path.startswith("/never/"):
        player = matches.player_by_token(links.NEVER, token)
        return {"chair": None, "player": player, "never": True, "stopped": player.stopped_at is not None}
    chair = matches.stop_by_token(token)
    return {"chair": chair, "player": chair.player, "game": GAMES[chair.match.game]}


@letters_pages.get("/offer/<token>")
def offer(token: str) -> Page:
    """Asks whether somebody takes a seat that is offered to them; shows nothing of its cards, and changes nothing."""
    offered = matches.offer_by_token(token)
    return taken_page() if is_taken(offered) else _offer_page(offered)


@letters_pages.post("/offer/<token>")
def answer_offer(token: str) -> Page:
    offered = matches.offer_by_token(token)
    return answer_for_seat(
        lambda: matches.take_offer(offered.id), lambda: matches.decline_offer(offered.id), offered.player_id,
        lambda refused=None: _offer_page(offered, refused),
    )  # fmt: skip


def answer_for_seat(
    take: Callable[[], object], decline: Callable[[], object], player_id: int, page: Callable[..., str]
) -> Page:
    """Take a seat that is there for somebody, or not. ``page``: that of the seat, with the refusal, if any."""
    never = request.form.get("do") == "never"
    try:
        if never:
            check_sure(request.form, UNSURE)
        elif pressed_of("accept", "decline") == "accept":
            take()
            return taken_page()
    except Refused as refused:
        return page(refused), 422
    decline()
    if never:
        matches.never_write(player_id)
        return nevermore_page()
    return page()


def taken_page() -> str:
    """What is said by a link that has been used to take a seat: that of the seat goes out by letter only."""
    text = "A letter to your address has its link, and this one opens nothing any more."
    return message("You have taken your seat", text)


def nevermore_page() -> str:
    """The page for somebody who wants no letters ever, and has said so by a link that is for something else."""
    text = (
        "You get no letter from here any more, whoever asks for it."
        " If you change your mind, say so by the link at the foot of the letter that you have."
    )
    return message("No more letters", text, letters=False)


def _offer_page(offered: Offer, refused: Refused | None = None) -> str:
    if not is_open(offered, clock.now()) and offered.declined_at is None:
        raise Gone(MOVED_ON)
    chair = one_chair(offered.chair_id)
    match = chair.match
    return render_template(
        "offer.html",
        offer=offered,
        seat=chair.name,
        game=GAMES[match.game],
        by=match.chairs[offered.by_seat].name,
        others=[other.name for other in match.chairs if other is not chair],
        pace=clock.pace(match.pace).words,
        playing=match.status == PLAYING,
        declined=offered.declined_at is not None,
        refused=refused or why_not(offered),
    )


@letters_pages.get("/letters")
def letters() -> Page:
    """The local mailboxes of the embedded default, one for each address."""
    found = sorted(_maildir().letters(), key=BY_ADDRESS)
    boxes = [(address, list(box)) for address, box in groupby(found, BY_ADDRESS)]
    return render_template("letters.html", boxes=boxes, times=InZone(None))


@letters_pages.get("/letters/<key>")
def letter(key: str) -> Page:
    """One letter as text, and as the mail program shows it."""
    message = _maildir().read(key) or abort(404)
    plain = message.get_body(("plain",))
    return render_template(
        "letter.html", key=key, message=message, text=plain.get_content() if plain else "", to=message["To"]
    )


@letters_pages.get("/letters/<key>/html")
def letter_html(key: str) -> Page:
    """The HTML of a letter, for a frame in which it can do nothing."""
    message = _maildir().read(key) or abort(404)
    html = message.get_body(("html",))
    answer = Response(re.sub(r"(<head[^>]*>)", r'\1<base target="_top">', html.get_content(), count=1) if html else "")
    answer.headers["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; "
        "sandbox allow-popups allow-top-navigation-by-user-activation"
    )
    return answer


def _maildir() -> Maildir:
    """The local mailboxes, in which the links of all seats lie: only this machine may look into them."""
    path = settings().local_mail
    if path is None:
        abort(404, "Letters of this server go out by mail; there are no local mailboxes to look into.")
    if settings().is_public or not _is_from_here():
        abort(404, "The local mailboxes are shown on the machine itself, at a BASE_URL of its own such as 127.0.0.1.")
    return Maildir(path)


PASSED_ON = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
"""What proxies and tunnels add to the requests that they pass on."""


def _is_from_here() -> bool:
    """Whether a browser on this machine asks for a local address.

    A foreign site may have its own name resolved to this machine (DNS rebinding), to read our pages: Host then has that
    name. A tunnel or proxy on this machine asks from here for people who are elsewhere.
    """
    try:
        host = urlsplit(f"//{request.host}").hostname
    except ValueError:
        return False
    return request.remote_addr in LOCAL and host in LOCAL and not any(name in request.headers for name in PASSED_ON)
