"""The page on which a person sets up channels besides mail; and what makes the site installable."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

import orjson
from flask import Blueprint, Response, redirect, render_template, request, url_for

from .. import clock, links, matches, program
from ..matches import Refused
from ..post import own_channels
from ..post.channels import KINDS, PUSHED, push
from ..store.models import Channel, Player
from . import forms, settings
from .assets import asset
from .forms import Form
from .limits import per_minute
from .replies import Page, action_of, refusing

telling = Blueprint("telling", __name__)

PER_MINUTE = 60
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-mask.png", "512x512", "maskable"),
)


@telling.get("/me/<token>/channels")
def channels(token: str) -> Page:
    return _page(matches.me_by_token(token))


@telling.post("/me/<token>/channels")
@per_minute(PER_MINUTE, links.ME)
def change(token: str) -> Page:
    """Add, try or end one: the field ``do`` says what."""
    named = matches.me_by_token(token)
    act, done = action_of(ACTIONS)
    try:
        act(named, request.form)
    except Refused as refused:
        return refusing(_page(matches.me_by_token(token), refused), refused)
    return redirect(url_for("telling.channels", token=token, done=done, _anchor="done"), 303)


@telling.post("/me/<token>/channels/key")
@per_minute(PER_MINUTE, links.ME)
def key(token: str) -> Page:
    """The key by which a browser knows what comes from here; made when it is first asked for."""
    matches.me_by_token(token)
    return Response(push.public_key(), content_type="text/plain")


@telling.get("/me/<token>/manifest.webmanifest")
def own_manifest(token: str) -> Page:
    """The manifest of an app installed from a person's own page, which opens that page."""
    matches.me_by_token(token)
    return _manifest(url_for("player.me", token=token))


@telling.get("/manifest.webmanifest")
def manifest() -> Page:
    return _manifest("/")


@telling.get("/sw.js")
def worker() -> Page:
    """What runs in the browser while no page is open; at the top, so that it may speak for all pages."""
    answer = Response(program.static()["sw.js"], content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    return answer.make_conditional(request)


@telling.get("/offline")
def offline() -> Page:
    """What is shown without a network: the names and deadlines that the browser has kept, and nothing else."""
    answer = Response(render_template("offline.html"))
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _manifest(start: str) -> Response:
    icons = [
        {"src": asset(name), "sizes": size, "type": "image/png", "purpose": purpose} for name, size, purpose in ICONS
    ]
    told = {
        "name": "Poste Restante",
        "short_name": "Poste",
        "description": "Card games by post.",
        "id": "/",
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": "#f5efe3",
        "theme_color": "#f5efe3",
        "icons": icons,
    }
    return Response(orjson.dumps(told), content_type="application/manifest+json")


def _page(named: Player, refused: Refused | None = None) -> str:
    now = clock.now()
    every = own_channels.of_player(named.id, now)
    return render_template(
        "channels.html",
        player=named,
        token=request.view_args["token"] if request.view_args else "",
        kinds={name: kind for name, kind in KINDS.items() if name != PUSHED},
        alive=[channel for channel in every if channel.ended_at is None],
        ended=[channel for channel in every if channel.ended_at is not None],
        hosted=own_channels.hosted_by(named),
        mark=mark,
        refused=refused,
        done=DONE.get(request.args.get("done", "")),
        form=request.form,
    )


def mark(channel: Channel) -> str:
    """By what a browser recognises its own row: a hash of its push address; empty for other kinds."""
    return hashlib.sha256(channel.address.encode()).hexdigest() if channel.kind == PUSHED else ""


def _add(named: Player, form: Form) -> object:
    match_id = form.get("match") or None
    return own_channels.add(
        named.id, form.get("kind", ""), form, form.get("name", ""), match_id, letters_too="letters" in form
    )


def _which(form: Form) -> int:
    return form.get("channel", 0, type=forms.row)


Act = Callable[[Player, Form], object]
ACTIONS: Mapping[str, tuple[Act, str]] = {
    **{name: (act, "kept") for name, act in settings.ACTIONS.items()},
    "all-letters": (lambda named, form: matches.stop_letters_to(named.id, stopped=False), "kept"),
    "no-letters": (lambda named, form: matches.stop_letters_to(named.id), "kept"),
    "add": (_add, "added"),
    "end": (lambda named, form: own_channels.end(named.id, _which(form)), "ended"),
    "letters": (lambda named, form: own_channels.want_letters(named.id, _which(form), "letters" in form), "kept"),
    "try": (lambda named, form: own_channels.try_out(named.id, _which(form)), "tried"),
}
"""What the forms of the page do, and the key of `DONE` for what is said then."""
DONE = {
    "added": "Added. Send a trial to see that it arrives.",
    "ended": "Ended. Nothing is told there any more.",
    "kept": "Kept.",
    "tried": "A trial is on its way. If it does not arrive within a minute, load this page again to see why.",
}
