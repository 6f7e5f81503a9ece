"""The page of a player: all matches, what waits first, how many letters come, when not to play; and the calendar."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from io import StringIO
from itertools import chain
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from markupsafe import Markup

from .. import clock, links, matches
from ..matches import Refused
from ..matches.own_addresses import accepted_by
from ..matches.preferences import DIGESTS
from ..store.hours import vacation_at
from ..store.models import Chair, Player
from ..store.one_match import chair_of
from ..store.session import read_only
from ..views import calendar as deadlines
from ..views import letter_of
from ..views import player as seats
from ..views.circle import CircleJson, circle_json, circle_of
from ..views.curve import sparks
from ..views.statistics import Played, half_within, statistics_of
from ..views.times import InZone
from . import forms, settings
from .drawing import macros
from .forms import Form
from .limits import per_minute
from .openapi import described
from .replies import Page, action_of, message, refusing, shown_or

player = Blueprint("player", __name__)

PER_MINUTE = 120


@player.get("/me/<token>")
def me(token: str) -> Page:
    read_only()
    return _page(matches.me_by_token(token))


@described(
    player, "GET", "/api/me/<token>", "All tables of a player, by the link of their Home",
    "The tables, waiting ones first.", limited=per_minute(PER_MINUTE, links.ME),
)  # fmt: skip
def home_of(token: str) -> seats.Home:
    return seats.home_json(seats.seats_of(matches.me_by_token(token)))


@player.post("/me/<token>")
@per_minute(PER_MINUTE, links.ME)
def act(token: str) -> Page:
    """Whatever a player may set: the field ``do`` says what."""
    named = matches.me_by_token(token)
    action = action_of(ACTIONS)
    try:
        return shown_or(action(named, request.form), "player.me", token)
    except Refused as refused:
        return refusing(_page(matches.me_by_token(token), str(refused)), refused)


@player.get("/me/<token>/calendar.ics")
@per_minute(PER_MINUTE, links.CALENDAR)
def calendar(token: str) -> Page:
    """The deadlines of a player; 304 for a calendar program that has seen them."""
    file = deadlines.calendar_of(matches.me_by_token(token, links.CALENDAR))
    answer = Response(file, content_type="text/calendar; charset=utf-8")
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Content-Disposition"] = 'inline; filename="poste-restante.ics"'
    answer.add_etag()
    return answer.make_conditional(request)


@player.get("/me/<token>/circle")
@per_minute(PER_MINUTE, links.ME)
def circle(token: str) -> Page:
    """How those stand with whom a player has played."""
    read_only()
    return _circle(matches.me_by_token(token), token)


@player.post("/me/<token>/circle")
@per_minute(PER_MINUTE, links.ME)
def another_match(token: str) -> Page:
    """Open a match with people of the circle: those who sat at the table of one's seat named."""
    named = matches.me_by_token(token)
    try:
        chair = _own_chair(named, request.form)
        matches.rematch(chair.id, game=request.form.get("game", ""))
    except Refused as refused:
        return refusing(_circle(matches.me_by_token(token), token, str(refused)), refused)
    return redirect(url_for("player.me", token=token), 303)


def _circle(named: Player, token: str, refused: str | None = None) -> str:
    return render_template("circle.html", circle=circle_of(named), token=token, refused=refused, sparks=sparks)


@described(
    player, "GET", "/api/me/<token>/circle", "How those stand with whom a player has played, by the link of their Home",
    "The reader first, then those with most common matches.", limited=per_minute(PER_MINUTE, links.ME),
)  # fmt: skip
def circle_in_json(token: str) -> CircleJson:
    return circle_json(circle_of(matches.me_by_token(token)))


@player.get("/me/<token>/statistics")
@per_minute(PER_MINUTE, links.ME)
def statistics(token: str) -> Page:
    """What a player has done so far, game by game."""
    named = matches.me_by_token(token)
    games = statistics_of(named)
    took = half_within([one for each in games for played in each.played for one in played.took])
    return render_template("statistics.html", player=named, games=games, took=took, token=token, sparks=sparks)


@player.get("/me/<token>/statistics.csv")
@per_minute(PER_MINUTE, links.ME)
def sheet(token: str) -> Page:
    """The same as a table for a spreadsheet: a line a match, times in UTC, in seconds how long answers took."""
    file = StringIO()
    lines = csv.writer(file)
    lines.writerow(COLUMNS)
    every = chain(*(each.played for each in statistics_of(matches.me_by_token(token))))
    lines.writerows(map(_line, sorted(every, key=lambda each: each.over_at)))
    answer = Response(file.getvalue(), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = 'attachment; filename="poste-restante.csv"'
    return answer


COLUMNS = "match game over_at seat score won deals contracts_bid contracts_made answers half_within_seconds".split()


def _line(played: Played) -> tuple[object, ...]:
    bid, took = [one for one in played.contracts if one.own], half_within(played.took)
    return (
        played.match,
        played.game,
        played.over_at.isoformat(timespec="seconds"),
        letter_of(played.seat),
        "" if played.score is None else played.score,
        int(played.won),
        played.deals,
        len(bid),
        sum(one.made for one in bid),
        len(played.took),
        "" if took is None else round(took.total_seconds()),
    )


def _page(named: Player, refused: str | None = None) -> str:
    now = clock.now()
    vacation = vacation_at(named, now)
    return render_template(
        "me.html",
        player=named,
        seats=seats.seats_of(named),
        zone=InZone(named.zone),
        digests=DIGESTS,
        calendar=links.calendar(named),
        days_left=matches.days_left(named, now),
        away=vacation[1] if vacation else None,
        addresses=accepted_by(named.id),
        refused=refused,
        form=request.form,
    )


@player.app_template_global()
def drawn_table(own: seats.OwnSeat, wants: bool = False) -> Markup:
    """A table in the list of a player's own; the first that ``wants`` an answer is told from the others."""
    return Markup(macros("macros/own_table.html")[0].table(own, wants))


def _digest(named: Player, form: Form) -> None:
    matches.learn_zone(named.id, form.get("zone", ""))
    matches.set_digest(named.id, form.get("digest", ""), form.get("hour", ""))


def _letters_of(named: Player, form: Form, stopped: bool) -> None:
    if "seat" not in form:
        matches.stop_letters_to(named.id, stopped)
        return
    matches.stop_letters(_own_chair(named, form).id, stopped)


def _own_chair(named: Player, form: Form) -> Chair:
    """The seat that a form names, which must be this player's. Raises `Refused`."""
    chair = chair_of(form.get("seat", 0, type=forms.row))
    if chair is None or chair.player_id != named.id:
        raise Refused("You do not sit there.")
    return chair


def _replace(named: Player, form: Form) -> str:
    forms.check_sure(form, "To replace this link, tick the box that says so first.")
    matches.replace_player_link(named.id)
    text = (
        "It goes to your address. The link that brought you here works no more, nor do those of your seats and of your "
        "calendar."
    )
    return message("A new link is on its way", text, letters=False)


ACTIONS: Mapping[str, Callable[[Player, Form], Any]] = {
    **settings.ACTIONS,
    "digest": _digest,
    "letters": lambda named, form: _letters_of(named, form, stopped=False),
    "no-letters": lambda named, form: _letters_of(named, form, stopped=True),
    "name-table": lambda named, form: matches.name_table(_own_chair(named, form).id, form.get("name", "")),
    "not-mine": lambda named, form: matches.take_back_address(named.id, form.get("address", 0, type=forms.row)),
    "replace": _replace,
}
"""What the forms of the page do. One may give a page to show; else this page is shown as it is then."""
