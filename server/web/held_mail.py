"""Mail that came in the name of a player waits here for a word of theirs. Only their own letter holds the link."""

from __future__ import annotations

from flask import Blueprint, render_template

from .. import matches
from ..matches import Refused
from ..matches.own_addresses import held
from ..rules import GAMES
from ..views.times import Times
from .replies import Page, pressed_of

held_mail = Blueprint("held_mail", __name__)


@held_mail.get("/mail/<token>")
def mail(token: str) -> Page:
    """Asks whether the mail was theirs; shows nothing of what it says, and changes nothing."""
    return _page(token)


@held_mail.post("/mail/<token>")
def said(token: str) -> Page:
    """It was theirs, or not."""
    mail_id, _ = matches.held_by_token(token)
    try:
        act_on = matches.vouch if pressed_of("mine", "not-mine") == "mine" else matches.disown
        act_on(mail_id)
    except Refused as refused:
        return _page(token, refused), 422
    return _page(token)


def _page(token: str, refused: Refused | None = None) -> str:
    mail_id, chair = matches.held_by_token(token)
    return render_template(
        "held_mail.html",
        mail=held(mail_id),
        times=Times.of(chair.match, chair),
        player=chair.player,
        game=GAMES[chair.match.game],
        others=[other.name for other in chair.match.chairs if other is not chair],
        refused=refused,
    )
