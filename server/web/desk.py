"""The host's desk: how each seat stands, and what can be put right; nothing that a seat holds or has answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint, redirect, render_template, request, url_for

from .. import clock, matches, views
from ..matches import Refused, desk, pausing, talking, timing
from ..matches.absence import ABSENT_AFTER
from ..matches.house_seats import why_not_held
from ..matches.substituting import is_gone
from ..post.delivery import BOUNCED, DEFERRED, LETTERS, told_to_others
from ..store.models import Match
from ..store.session import read_only, rows
from ..views.motions import END, HOUSE, PACE, PAUSE, motion_for, open_motion
from ..views.sharing import shared_links
from ..views.times import Times
from .forms import Form, check_sure, row, seat_named
from .limits import per_minute
from .replies import Page, action_of, message, refusing

desks = Blueprint("desks", __name__)

NEWS_SHOWN = 8
"""How many of the latest lines of news the desk shows."""


@desks.get("/host/<token>")
def look(token: str) -> Page:
    read_only()
    return _page(desk.desk_by_token(token))


@desks.post("/host/<token>")
@per_minute(60)
def act(token: str) -> Page:
    """Change something at the table: the field ``do`` says what."""
    match, do = desk.desk_by_token(token), request.form.get("do", "")
    action = action_of(ACTIONS)
    try:
        action(match, request.form)
    except Refused as refused:
        return refusing(_page(matches.match_by_id(match.id), refused), refused)
    if do == "renew":
        return message(*RENEWED)
    motion = open_motion(matches.match_by_id(match.id))
    asks = motion is not None and motion.what == ASKING.get(do)
    return redirect(url_for("desks.look", token=token, done="ask" if asks else do), 303)


ASKING: Mapping[str, str] = {"pace": PACE, "pause": PAUSE, "ask-house": HOUSE, "ask-end": END}
"""What may need the players' yes, and which motion asks for it."""


def _renew(match: Match, form: Form) -> None:
    check_sure(form, "To end this link, tick the box that says so first.")
    desk.renew_desk(match.id)


def _ask_end(match: Match, form: Form) -> None:
    check_sure(form, "To ask all whether the match ends, tick the box that says so first.", "ask-end")
    matches.move(match.id, END)


def _call_off(match: Match, form: Form) -> None:
    check_sure(form, "To call the match off, tick the box that says so first.", "call-off")
    desk.call_off(match.id)


ACTIONS: Mapping[str, Callable[[Match, Form], object]] = {
    "correct": lambda match, form: desk.correct_address(match.id, seat_named(form), form.get("email", "")),
    "again": lambda match, form: matches.resend(match.chairs[0].id, seat_named(form)),
    "swap": lambda match, form: desk.swap_seats(
        match.id, seat_named(form, "one"), seat_named(form, "other"), form.get("order", "")
    ),
    "pace": lambda match, form: desk.set_pace(match.id, form.get("pace", "").strip()),
    "pause": lambda match, form: desk.pause(match.id, form.get("days", 0, type=int)),
    "resume": lambda match, form: desk.resume(match.id),
    "ask-house": lambda match, form: matches.move(match.id, HOUSE, form.get("seat", "")),
    "ask-end": _ask_end,
    "withdraw": lambda match, form: matches.withdraw_motion(match.id, form.get("number", type=row)),
    "offer": lambda match, form: desk.offer_seat(
        match.id, seat_named(form), form.get("name", ""), form.get("email", "")
    ),
    "house": lambda match, form: desk.let_house_play(match.id, seat_named(form)),
    "call-off": _call_off,
    "renew": _renew,
}
DONE: Mapping[str, str] = {
    "correct": "The address is corrected. The link in the old letter opens nothing any more.",
    "again": "A letter is on its way, unless one was sent there within the hour.",
    "swap": "They have swapped seats, and the table is told.",
    "pace": "That counts from the next turn on, and the table is told.",
    "pause": "The clock stands still, and everybody is told.",
    "resume": "The clock goes on, and everybody is told.",
    "ask": "All are asked, by letter and on their pages. It is done once they have said yes.",
    "withdraw": "The question is withdrawn.",
    "offer": "A letter asks them. Until the answer is yes, everything stays as it is.",
    "house": "A house player holds the seat until its player takes it back.",
    "call-off": "The match is called off, and everybody who was invited is told.",
}
"""What is said after each, but for `RENEWED`."""
RENEWED = (
    "A new link is on its way",
    "It goes to the address of the host, and stands on the page of the host’s seat. The link that brought you here "
    "no longer works.",
)


def _page(match: Match, refused: Refused | None = None) -> str:
    host = match.chairs[0]
    told = {one.chair.seat: one for one in told_to_others(match, rows(LETTERS, {"match": match.id}))}
    return render_template(
        "desk.html",
        match=match,
        page=views.spectator_page(match),
        times=Times.of(match, host),
        letters=told,
        returned={seat for seat, one in told.items() if one.state == BOUNCED},
        news=talking.news_of(match, NEWS_SHOWN),
        order=desk.seat_order(match),
        typed=desk.typed_at_it(match),
        meant=desk.perhaps_meant(match, [seat for seat, one in told.items() if one.state in (BOUNCED, DEFERRED)]),
        most_missed=ABSENT_AFTER,
        paces=desk.paces(match),
        pauses=desk.pauses(match),
        days_left=pausing.days_left(match),
        longest=-(-timing.longest_window(match) // clock.DAY),
        motion=motion_for(match, None),
        answered=views.last_answers(match),
        may_ask_house={chair.seat for chair in match.chairs if not why_not_held(chair)},
        gone={chair.seat for chair in match.chairs if is_gone(chair)},
        refused=refused,
        done=DONE.get(request.args.get("done", "")) if request.method == "GET" else None,
        form=request.form if refused else {},
        shared=shared_links(host),
    )
