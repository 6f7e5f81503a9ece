"""The pages. Each parses, calls one use-case of `server.matches`, and renders; a GET never changes anything."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answered

from .. import clock, links, matches, terms, views
from ..config import settings
from ..deal import RECIPE
from ..matches import MovedOn, Refused, talking
from ..matches.absence import absentees, judges_of
from ..paths import STATIC
from ..post.delivery import LETTERS, deliveries
from ..post.message import Filed, Maildir
from ..rules import GAMES, Game, Illegal
from ..store.models import Chair
from ..store.session import read_only, reading
from . import forms, sidebar
from .limits import per_hour, per_minute

pages = Blueprint("pages", __name__)

Page = Response | Answered | str | tuple[str, int]


@cache
def _fingerprint(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:6]


@pages.app_template_global()
def asset(name: str) -> str:
    """The address of a static file; it changes with the file, so that browsers may keep it."""
    return f"/static/{name}?{_fingerprint(name)}"


# What anybody may read -----------------------------------------------------------------------------------------------


@pages.get("/")
def home() -> Page:
    """What this is, and which games there are."""
    return render_template("home.html", games=_games(), local=settings().local_mail is not None)


@pages.get("/rules/<key>")
def rules(key: str) -> Page:
    """A game in our own words."""
    return render_template("rules.html", game=_game(key))


@pages.get("/records/<match_id>")
def record(match_id: str) -> Page:
    """A finished match: its result, its story, and how the deal can be checked."""
    match = matches.match_by_id(match_id)
    kept = matches.record_of(match)
    page, thoughts = views.spectator_page(match, since=0), talking.opened_thoughts(match)
    return render_template("record.html", page=page, record=kept, recipe=RECIPE, thoughts=thoughts)


# A new match ---------------------------------------------------------------------------------------------------------


@pages.get("/new")
def new() -> Page:
    """The form of a new match; first of all, which game."""
    key = request.args.get("game")
    return _new_form(_game(key)) if key else render_template("games.html", games=_games())


@pages.post("/new")
@per_hour(30)
def open_match() -> Page:
    """Open a match; its host gets a letter."""
    game = _game(request.form.get("game", ""))
    try:
        wish = forms.new_match(game, request.form)
        matches.open_match(
            game.key, wish.options, wish.guests, wish.pace, same_person=wish.same_person, terms=wish.terms
        )
    except Refused as refused:
        return _new_form(game, refused), 422
    return render_template("message.html", **_posted(wish.guests[0].email))


def _new_form(game: Game, refused: Refused | None = None) -> str:
    paces = forms.paces(game, settings().min_pace)
    fields = {"terms": terms.TERMS, "ticks": terms.ticks(game), "usual": terms.usual(game), "form": request.form}
    return render_template("new.html", game=game, paces=paces, refused=refused, **fields)


def _posted(email: str) -> dict[str, Any]:
    return {
        "title": "A letter is on its way",
        "text": f"It goes to {email} and holds your link. Take your seat there, and the others are invited.",
        "letters": settings().local_mail is not None,
    }


# A seat --------------------------------------------------------------------------------------------------------------


@pages.get("/s/<token>")
def seat(token: str) -> Page:
    """The match as this seat sees it, and what is asked of it."""
    read_only()
    return _seat_page(_chair(token))


@pages.get("/s/<token>/pulse")
def pulse(token: str) -> Page:
    """Whether the table has moved on, for a page that is looked at: 304 while it has not."""
    read_only()
    chair = _chair(token)
    answer = Response(status=200)
    answer.set_etag(views.mark(chair.match, chair.seat))
    return answer.make_conditional(request)


@pages.post("/s/<token>")
@per_minute(120)
def act(token: str) -> Page:
    """Whatever a seat may do: the field ``do`` says what."""
    chair = _chair(token)
    if request.form.get("do") in sidebar.ACTIONS:
        return _beside(chair, token)
    action = ACTIONS.get(request.form.get("do", ""))
    if action is None:
        abort(422, "This form says nothing that can be done here.")
    return action(chair, token) or redirect(url_for("pages.seat", token=token), 303)


def _beside(chair: Chair, token: str) -> Page:
    try:
        done = sidebar.ACTIONS[request.form["do"]](chair, request.form)
    except (Refused, Illegal) as refused:
        return _seat_page(_chair(token), refused_beside=str(refused)), 422
    if isinstance(done, dict):
        return render_template("message.html", **done, letters=settings().local_mail is not None)
    return redirect(url_for("pages.seat", token=token, _anchor="beside"), 303)


def _seal(chair: Chair, token: str) -> Page | None:
    page = views.table_page(chair)
    typed = request.form.get("typed", "")
    try:
        # A window that has closed asks nothing any more; the use-case knows an answer that it had.
        answer = forms.answer_of(page.ask, request.form) if page.ask else typed or _tokens()
        matches.seal(chair.id, answer, request.form.get("ply", -1, type=int))
    except MovedOn as moved:
        return _seat_page(_chair(token), refused=f"{moved} Nothing was recorded; this is the table now."), 409
    except Illegal as illegal:
        kept = forms.picked(page.ask, request.form)
        return _seat_page(_chair(token), refused=str(illegal), picked=kept, typed=typed), 422
    return _say_besides(chair, token)


def _say_besides(chair: Chair, token: str) -> Page | None:
    """A line to the table that came with an answer."""
    line = request.form.get("say", "")
    try:
        if line.strip():
            matches.say(chair.id, line)
    except Refused as refused:
        return _seat_page(
            _chair(token), refused_beside=f"Your answer is sealed, but your line was not said: {refused}"
        ), 422
    return None


def _tokens() -> str:
    fields = ("do", "ply", "typed", "zone", "say")
    return " ".join(token for name, token in request.form.items(multi=True) if token and name not in fields)


def _answer_invitation(chair: Chair, token: str) -> Page | None:
    verdict = request.form.get("verdict")
    try:
        if verdict == "accept":
            matches.accept(chair.id, request.form.get("word"), request.form.get("zone"))
        elif verdict == "decline":
            matches.decline(chair.id)
        else:
            raise Refused("Choose one of the two: take the seat, or not.")
    except Refused as refused:
        return _seat_page(_chair(token), refused=str(refused)), 422
    return None


def _resign(chair: Chair, token: str) -> Page | None:
    if "sure" not in request.form:
        return _seat_page(chair, refused="To resign, tick the box that says so first."), 422
    matches.resign(chair.id)
    return None


def _replace(chair: Chair, token: str) -> Page | None:
    if "sure" not in request.form:
        return _seat_page(chair, refused="To replace your link, tick the box that says so first."), 422
    matches.replace_link(chair.id)
    return render_template(
        "message.html",
        title="A new link is on its way",
        text="It goes to the address of your seat. The link that brought you here works no more.",
        letters=settings().local_mail is not None,
    )


def _rematch(chair: Chair, token: str) -> Page | None:
    again = matches.rematch(chair.id)
    mine = [other for other in again.chairs if other.player_id == chair.player_id]
    own = next((other for other in mine if other.name == chair.name), mine[0])
    return redirect(url_for("pages.seat", token=links.seat_token(own)), 303)


def _go_away(chair: Chair, token: str) -> Page | None:
    days = request.form.get("days", 0, type=int)
    return _set(chair, token, lambda player: matches.go_away(player, days))


def _keep_hours(chair: Chair, token: str) -> Page | None:
    starts, ends, zone, before = (request.form.get(name, "") for name in ("from", "until", "place", "before"))

    def both(player: int) -> None:
        wished = forms.hours(before)
        matches.set_hours(player, starts, ends, zone)
        matches.set_reminders(player, wished)

    return _set(chair, token, both)


def _set(chair: Chair, token: str, use_case: Callable[[int], object]) -> Page | None:
    """Change something about the player of a seat."""
    try:
        use_case(chair.player_id or abort(404, "The house plays this seat."))
    except Refused as refused:
        return _seat_page(_chair(token), refused=str(refused)), 422
    return None


ACTIONS: dict[str, Callable[[Chair, str], Page | None]] = {
    "seal": _seal,
    "answer-invitation": _answer_invitation,
    "judge": lambda chair, _: _done(matches.judge(chair.id, request.form.get("verdict", ""))),
    "wake": lambda chair, _: _done(matches.wake(chair.id)),
    "go-away": _go_away,
    "come-back": lambda chair, token: _set(chair, token, matches.come_back),
    "hours": _keep_hours,
    "resign": _resign,
    "rematch": _rematch,
    "replace": _replace,
    "resend": lambda chair, _: _done(matches.resend(chair.id, request.form.get("seat", -1, type=int))),
    "no-letters": lambda chair, _: _done(matches.stop_letters(chair.id)),
    "letters": lambda chair, _: _done(matches.stop_letters(chair.id, stopped=False)),
}
"""What the forms of a seat's page do. Each gives a page to show, or ``None``: the seat's page as it is then."""


def _done(_: object) -> None:
    return None


def _chair(token: str) -> Chair:
    chair = matches.chair_by_token(token)
    g.chair = chair.id
    return chair


def _seat_page(
    chair: Chair,
    *,
    refused: str | None = None,
    picked: frozenset[str] | None = None,
    typed: str = "",
    refused_beside: str | None = None,
) -> str:
    everything = request.args.get("story") == "all"
    match = chair.match
    since = 0 if everything else None
    statements = reading()
    turns = statements.rows(views.TURNS, views.told_since(match, since))
    remarks = statements.rows(talking.REMARKS, {"match": match.id, "chair": chair.id})
    letters = statements.rows(LETTERS, {"match": match.id})
    page = views.seat_page(chair, since=since, turns=turns)
    page.refused, page.picked, page.typed = refused, picked, typed
    asides = sidebar.shown(chair, remarks)
    page.said = asides["talk"][-1].id if asides["talk"] else 0
    return render_template(
        "seat.html",
        page=page,
        all_of_it=everything,
        absent=[other.name for other in absentees(match)],
        judging=chair in judges_of(match),
        days_left=matches.days_left(chair.player, clock.now()) if chair.player else 0,
        word=request.form.get("word", ""),
        deliveries=deliveries(match.chairs if chair.seat == 0 else [chair], letters),
        asides=asides,
        refused_beside=refused_beside,
    )


@pages.errorhandler(Refused)
@pages.errorhandler(Illegal)
def refused(error: ValueError) -> Page:
    """Something that cannot be done, outside of a form that could say so."""
    return render_template("error.html", status=422, title="Not like this", detail=str(error)), 422


# Links and letters ---------------------------------------------------------------------------------------------------


@pages.get("/lost")
def lost() -> Page:
    """Where a lost link is asked for."""
    return render_template("link_lost.html", refused=None, email="")


@pages.post("/lost")
@per_hour(10)
def send_lost() -> Page:
    """Send the links of an address; the answer is the same whether we know it or not."""
    email = request.form.get("email", "")
    try:
        matches.send_lost_links(email)
    except Refused as refused:
        return render_template("link_lost.html", refused=refused, email=email), 422
    return render_template(
        "message.html",
        title="Look into your mail",
        text="If that address has a seat at a table here, a letter with its links is on its way.",
        letters=settings().local_mail is not None,
    )


@pages.get("/stop/<token>")
@pages.get("/stop-all/<token>", endpoint="stop_all")
def stop(token: str) -> Page:
    """Asks whether letters shall stop; changes nothing."""
    return render_template("stop.html", **_stopping(token), done=False)


@pages.post("/stop/<token>")
@pages.post("/stop-all/<token>", endpoint="stopped_all")
def stopped(token: str) -> Page:
    """Stop the letters, or send them again; mail programs do this with one click (RFC 8058)."""
    wanted = _stopping(token)
    if request.form.get("do") == "stop" and "sure" not in request.form:  # scanners of mail press lonely buttons
        return render_template("stop.html", **wanted, done=False, unsure=True), 422
    stops = request.form.get("do") != "letters"
    if wanted["chair"]:
        matches.stop_letters(wanted["chair"].id, stops)
    else:
        matches.stop_letters_to(wanted["player"].id, stops)
    return render_template("stop.html", **wanted, done=True, stops=stops)


def _stopping(token: str) -> dict[str, Any]:
    if request.path.startswith("/stop-all/"):
        return {"chair": None, "player": matches.player_by_token(token)}
    chair = matches.stop_by_token(token)
    return {"chair": chair, "player": chair.player, "game": GAMES[chair.match.game]}


@pages.get("/letters")
def letters() -> Page:
    """The local mailboxes of the embedded default, one for each address."""
    found = sorted(_maildir().letters(), key=lambda letter: letter.address)
    return render_template("letters.html", boxes=[(a, list(box)) for a, box in groupby(found, _address)], when=_when)


@pages.get("/letters/<key>")
def letter(key: str) -> Page:
    """One letter as text, and as the mail program shows it."""
    message = _maildir().read(key) or abort(404)
    plain = message.get_body(("plain",))
    return render_template(
        "letter.html", key=key, message=message, text=plain.get_content() if plain else "", to=message["To"]
    )


@pages.get("/letters/<key>/html")
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


def _address(letter: Filed) -> str:
    return letter.address


def _when(moment: datetime) -> str:
    return clock.told_short(moment, None)


def _maildir() -> Maildir:
    path = settings().local_mail
    if path is None:
        abort(404, "Letters of this server go out by mail; there are no local mailboxes to look into.")
    return Maildir(path)


def _games() -> list[Game]:
    return sorted(GAMES.values(), key=lambda game: game.name)


def _game(key: str) -> Game:
    return GAMES.get(key) or abort(404, "There is no such game here.")
