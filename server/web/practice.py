"""Practice: any game against the house, at once; the link of the seat is all that its player gets."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, request, url_for

from .. import links, matches
from ..matches import Refused
from ..rules import GAMES
from ..terms import STEADY
from .limits import asking_network, per_hour
from .replies import Page, refusing

practice = Blueprint("practice", __name__)
FIELDS = {"game": "", "form": "", "house": STEADY}
"""The fields of the form, each with what is meant where it is missing."""


@practice.get("/practice")
def choose() -> Page:
    """Which game to try; a script adds those that this browser has begun."""
    return _page()


@practice.post("/practice")
@per_hour(60)
def begin() -> Page:
    try:
        game, form, level = (request.form.get(name, usual) for name, usual in FIELDS.items())
        match = matches.practise(game, {}, asking_network(), form=form, level=level)
    except Refused as refused:
        return refusing(_page(str(refused)), refused)
    return redirect(url_for("seats.seat", token=links.seat_token(match.chairs[0])), 303)


def _page(refused: str = "") -> str:
    games = sorted(GAMES.values(), key=lambda game: game.name)
    return render_template(
        "practice.html",
        games=games,
        refused=refused,
        once=secrets.token_urlsafe(12),
        level=request.form.get("house", STEADY),
    )
