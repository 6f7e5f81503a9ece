"""The page of a seat: the match as it sees it, and whatever it may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, Response, abort, g, redirect, render_template, request, url_for

from .. import clock, links, matches, views
from ..config import settings
from ..matches import MovedOn, Refused, TooMany, talking
from ..matches.absence import absentees, judges_of
from ..post.delivery import LETTERS, deliveries
from ..rules import Illegal
from ..store.models import INVITED, Chair, Match
from ..store.session import read_only, reading
from . import forms, pictures, problem, sidebar
from .answer import Page
from .limits import per_minute

seats = Blueprint("seats", __name__)


@seats.get("/s/<token>")
def seat(token: str) -> Page:
    """The match as this seat sees it, and what is asked of it."""
    read_only()
    return _seat_page(_chair(token))


@seats.get("/s/<token>/pulse")
def pulse(token: str) -> Page:
    """Whether the table has moved on, for a page that is looked at: 304 while it has not."""
    read_only()
    chair = _chair(token)
    answer = Response(status=200)
    answer.set_etag(views.mark(chair.match, chair.seat))
    return answer.make_conditional(request)


@seats.post("/s/<token>")
@per_minute(120)
def act(token: str) -> Page:
    """Whatever a seat may do: the field ``do`` says what."""
    chair = _chair(token)
    if request.form.get("do") in sidebar.ACTIONS:
        return _act_aside(chair, token)
    action = ACTIONS.get(request.form.get("do", ""))
    if action is None:
        abort(422, "This form says nothing that can be done here.")
    return action(chair, token) or redirect(url_for("seats.seat", token=token), 303)


def _act_aside(chair: Chair, token: str) -> Page:
    try:
        done = sidebar.ACTIONS[request.form["do"]](chair, request.form)
    except (Refused, Illegal) as refused:
        return _seat_page(_chair(token), refused_aside=str(refused)), 422
    if isinstance(done, dict):
        return render_template("message.html", **done, letters=settings().local_mail is not None)
    return redirect(url_for("seats.seat", token=token, _anchor=sidebar.anchor(request.form["do"])), 303)


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
    if chair.player and chair.player.zone is None and "zone" in request.form:
        matches.learn_zone(chair.player.id, request.form["zone"])
    return _say_besides(chair, token)


def _say_besides(chair: Chair, token: str) -> Page | None:
    """A line to the table that came with an answer."""
    line = request.form.get("say", "")
    try:
        if line.strip():
            matches.say(chair.id, line)
    except Refused as refused:
        return _seat_page(
            _chair(token), refused_aside=f"Your answer is sealed, but your line was not said: {refused}"
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


def _never(chair: Chair, token: str) -> Page | None:
    if "sure" not in request.form:  # scanners of mail press lonely buttons
        return _seat_page(chair, unsure_never=True), 422
    if chair.player is None or chair.accepted_at:
        abort(422, "You have a seat here. To get no more letters, use the links at the foot of a letter.")
    matches.never_write(chair.player.id)
    return redirect(url_for("letters.never", token=links.sign(links.NEVER, chair.player.id)), 303)


def _resign(chair: Chair, token: str) -> Page | None:
    if "sure" not in request.form:
        return _seat_page(chair, refused="To resign, tick the box that says so first."), 422
    matches.resign(chair.id)
    return None


def _claim(chair: Chair, token: str) -> Page | None:
    if "sure" not in request.form:
        return _seat_page(chair, refused="To claim the rest, tick the box first: your cards will be shown to all."), 422
    matches.claim(chair.id)
    return None


def _answer_claim(chair: Chair, token: str) -> Page | None:
    try:
        matches.answer_claim(chair.id, request.form.get("verdict", ""), request.form.get("claim", ""))
    except Refused as refused:
        return _seat_page(_chair(token), refused=str(refused)), 422
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
    return _own_seat_at(matches.rematch(chair.id), chair)


def _more(chair: Chair, token: str) -> Page | None:
    again = matches.one_more_deal(chair.id)
    return None if again.status == INVITED and views.is_one_more(again) else _own_seat_at(again, chair)


def _own_seat_at(again: Match, chair: Chair) -> Page:
    """The way to the seat that a player has at a later match, by its link."""
    mine = [other for other in again.chairs if other.player_id == chair.player_id]
    own = next((other for other in mine if other.name == chair.name), mine[0])
    return redirect(url_for("seats.seat", token=links.seat_token(own)), 303)


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


def _sit(chair: Chair, token: str, use_case: Callable[[int], object]) -> Page:
    """Something about sitting together, which is told where its form stands."""
    try:
        use_case(chair.id)
    except TooMany:
        raise
    except Refused as refused:
        return _seat_page(_chair(token), refused_sitting=str(refused)), 422
    return redirect(url_for("seats.seat", token=token, _anchor="together"), 303)


def _propose(chair: Chair, token: str) -> Page:
    zone = chair.player.zone if chair.player else None

    def propose(chair_id: int) -> None:
        starts, length = forms.appointment(request.form, zone)
        matches.propose_appointment(chair_id, starts, length)

    done = _sit(chair, token, propose)
    if chair.player and zone is None and request.form.get("zone") not in (None, "UTC"):
        matches.learn_zone(chair.player.id, request.form["zone"])
    return done


def _meet(chair: Chair, token: str) -> Page:
    """Yes or no to an appointment: which one, the form says."""
    comes, number = request.form.get("comes"), request.form.get("number", type=forms.row)

    def say(chair_id: int) -> None:
        if comes not in ("yes", "no"):
            raise Refused("Choose one of the two: you will be there, or you cannot.")
        matches.answer_appointment(chair_id, comes == "yes", number)

    return _sit(chair, token, say)


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
    "claim": _claim,
    "answer-claim": _answer_claim,
    "wake": lambda chair, _: _done(matches.wake(chair.id)),
    "go-away": _go_away,
    "come-back": lambda chair, token: _set(chair, token, matches.come_back),
    "hours": _keep_hours,
    "resign": _resign,
    "rematch": _rematch,
    "more": _more,
    "replace": _replace,
    "resend": lambda chair, _: _done(matches.resend(chair.id, request.form.get("seat", -1, type=int))),
    "never": _never,
    "no-letters": lambda chair, _: _done(matches.stop_letters(chair.id)),
    "letters": lambda chair, _: _done(matches.stop_letters(chair.id, stopped=False)),
    "here": lambda chair, token: _sit(chair, token, matches.arrive),
    "propose": _propose,
    "meet": _meet,
    "withdraw-appointment": lambda chair, token: _sit(chair, token, matches.withdraw_appointment),
    "gone": lambda chair, token: _sit(chair, token, matches.depart),
    "seen": lambda chair, _: _done(matches.mark_seen(chair.id, request.form.get("ply", -1, type=int))),
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
    refused_aside: str | None = None,
    unsure_never: bool = False,
    refused_sitting: str | None = None,
) -> str:
    match = chair.match
    statements = reading()
    turns = statements.rows(views.TURNS, views.turns_since(match, None))
    remarks = statements.rows(talking.REMARKS, {"match": match.id, "chair": chair.id})
    letters = statements.rows(LETTERS, {"match": match.id})
    page = views.seat_page(chair, turns=turns)
    page.refused, page.picked, page.typed = refused, picked, typed
    asides = sidebar.shown(chair, remarks)
    page.said = asides["talk"][-1].id if asides["talk"] else 0
    return render_template(
        "seat.html",
        page=page,
        unsure_never=unsure_never,
        **_story(page, turns),
        absent=[other.name for other in absentees(match)],
        judging=chair in judges_of(match),
        days_left=matches.days_left(chair.player, clock.now()) if chair.player else 0,
        word=request.form.get("word", ""),
        deliveries=deliveries(match.chairs if chair.seat == 0 else [chair], letters),
        asides=asides,
        refused_aside=refused_aside,
        refused_sitting=refused_sitting,
        since=views.since_seen(chair, turns),
    )


def _story(page: views.SeatPage, turns: Sequence[Any]) -> dict[str, Any]:
    """What has happened: a deal that has just ended, the latest of the story, or one deal of all, as asked for."""
    shown: dict[str, Any] = {"ending": views.just_ended(page, turns), "recent": None, "deals": None, "deal": None}
    if page.view and request.args.get("story") == "all":
        deals = shown["ending"] or views.Deals(page.match, page.you)
        return shown | {"deals": deals, "deal": asked_deal(deals)}
    return shown | {"recent": views.recent(page) if page.view else None}


def asked_deal(deals: views.Deals) -> views.Deal:
    """The deal that the address names; without one, the latest."""
    return deals.deal(request.args.get("deal", type=int)) or abort(404, "There is no such deal in this match.")


@seats.get("/s/<token>/deals/<int:order>.svg")
def picture_of_deal(token: str, order: int) -> Page:
    """A picture of a deal that is over, to be shared: what all at the table know of it."""
    read_only()
    return pictures.of_deal(_chair(token).match, order)


@seats.errorhandler(Refused)
@seats.errorhandler(Illegal)
def refused(error: ValueError) -> Page:
    """Something that cannot be done, outside of a form that could say so."""
    if isinstance(error, TooMany):
        return problem(429, str(error), {"Retry-After": str(error.wait)})
    return render_template("error.html", status=422, title="Not like this", detail=str(error)), 422
