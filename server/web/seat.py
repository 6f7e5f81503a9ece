"""The page of a seat: the match as it sees it, and whatever it may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, g, jsonify, redirect, render_template, request, url_for
from markupsafe import Markup

from .. import clock, counts, links, matches, views
from ..app import game_template
from ..matches import MovedOn, Refused, TooMany, talking
from ..matches.absence import END, absentees, judges_of, verdict_of
from ..post.delivery import LETTERS, deliveries, told_to_others
from ..rules import Illegal
from ..store.models import INVITED, OVER, Chair, Match, Player
from ..store.session import read_only, rows
from ..views.motions import motion_for
from ..views.next_match import next_match
from ..views.player import OwnSeat, other_tables
from ..views.sharing import shared_links
from ..views.show_requests import show_request
from . import forms, pictures, settings, sidebar
from .drawing import macros
from .letters import nevermore_page
from .limits import asking_network, per_minute
from .replies import UNSURE, Page, action_of, message, pressed_of, shown_or

seats = Blueprint("seats", __name__)

FOLLOWS_PEOPLE, FOLLOWS_HOUSE = 900, 2000
"""How often a page that is looked at asks for news, in milliseconds: where all sit together, and where a house player
looks ahead or the reader waits for the others to come.
"""


@seats.get("/s/<token>")
def seat(token: str) -> Page:
    """The match as this seat sees it, and what is asked of it."""
    return _seat_page(_to_read(token))


@seats.get("/s/<token>/pulse")
def pulse(token: str) -> Page:
    """Whether the table has moved on, for a page that is looked at: 304 while it has not."""
    chair = _to_read(token)
    answer = Response(status=200)
    answer.set_etag(views.etag(chair.match, chair.seat))
    return answer.make_conditional(request)


@seats.post("/s/<token>/next")
@per_minute(120)
def next_table(token: str) -> Page:
    """The other tables of this seat's player, for a browser that has the link of their Home.

    Without that link, or with another's, nothing is told: a seat's link must not show its player's other tables.
    """
    read_only()
    chair, named = chair_of(token), _home_of(request.form.get("home", ""))
    if named is None or chair.player_id != named.id:
        return jsonify(home=None, tables=[])
    own = other_tables(named, chair)
    return jsonify(
        home=links.me(named), tables=[_told(one) for one in own.waiting], running=[_told(one) for one in own.running]
    )


def _home_of(token: str) -> Player | None:
    with suppress(LookupError):
        return matches.me_by_token(token)
    return None


def _told(own: OwnSeat) -> dict[str, object]:
    return {
        "game": own.named,
        "others": own.others,
        "says": own.says,
        "closes": [own.closes.isoformat(timespec="seconds"), own.times.told(own.closes)] if own.closes else None,
        "link": own.link,
    }


@seats.post("/s/<token>")
@per_minute(120)
def act(token: str) -> Page:
    """Whatever a seat may do: the field ``do`` says what. What is refused is told on the seat's page."""
    if request.form.get("do") == "seal":
        return shown_or(_seal(token), "seats.seat", token)
    chair = chair_of(token)
    if request.form.get("do") in sidebar.ACTIONS:
        return _act_aside(chair, token)
    try:
        return shown_or(action_of(ACTIONS)(chair, token), "seats.seat", token)
    except TooMany:
        raise
    except Refused as refused:
        return _seat_page(chair_of(token), refused=refused), 422


def _act_aside(chair: Chair, token: str) -> Page:
    try:
        done = sidebar.ACTIONS[request.form["do"]](chair, request.form)
    except (Refused, Illegal) as refused:
        return _seat_page(chair_of(token), refused_aside=refused), 422
    if isinstance(done, dict):
        return message(**done)
    return redirect(url_for("seats.seat", token=token, _anchor=sidebar.anchor(request.form["do"])), 303)


def _seal(token: str) -> Page | None:
    """Seal what the form chose. The seal reads the match by itself: the page is loaded only if it is to be shown."""
    g.chair, version = matches.named_by(token)
    chosen, ply = partial(forms.answer_of, form=request.form), request.form.get("ply", -1, type=int)
    try:
        sealed = matches.seal_form(g.chair, chosen, ply, version)
    except (MovedOn, Illegal) as refused:
        return _not_sealed(token, refused)
    counts.count("seals", "page")
    if request.form.get("zone"):
        _learn_zone(chair_of(token), request.form["zone"])
    said = _say_besides(token)
    return _seat_page(chair_of(token), unused=sealed.unused) if said is None and sealed.unused else said


def _not_sealed(token: str, refused: MovedOn | Illegal) -> Page:
    """What is shown in place of a receipt: why nothing was sealed, or what was asked for by a word."""
    chair, typed = chair_of(token), request.form.get("typed", "")
    kept = forms.picked(views.table_page(chair).ask, request.form)
    if what := show_request(typed):
        return _seat_page(chair, shown=what, picked=kept)
    if isinstance(refused, MovedOn):
        counts.count("refusals", "page", "late")
        return _seat_page(chair, refused=f"{refused} Nothing was recorded; this is the table now."), 409
    counts.count("refusals", "page", "unfit")
    return _seat_page(chair, refused=str(refused), picked=kept, typed=typed), 422


def _learn_zone(chair: Chair, zone: str) -> None:
    with suppress(Refused):  # the house plays, or all is over
        player = matches.person_of(chair)
        if player.zone is None:
            matches.learn_zone(player.id, zone)


def _say_besides(token: str) -> Page | None:
    """A line to the table that came with an answer."""
    line = request.form.get("say", "")
    try:
        if line.strip():
            matches.say(g.chair, line)
    except Refused as refused:
        told = f"Your answer is sealed, but your line was not said: {refused}"
        return _seat_page(chair_of(token), refused_aside=told), 422
    return None


def _answer_invitation(chair: Chair, token: str) -> None:
    if pressed_of("accept", "decline") == "accept":
        matches.accept(chair.id, request.form.get("word"), request.form.get("zone"))
    else:
        matches.decline(chair.id)


def _never(chair: Chair, token: str) -> Page:
    forms.check_sure(request.form, UNSURE)
    if chair.player is None or chair.accepted_at or chair.match.status != INVITED:
        abort(422, "To get no more letters, use the links at the foot of a letter.")
    matches.never_write(chair.player.id)
    return nevermore_page()


def _resign(chair: Chair, token: str) -> None:
    forms.check_sure(request.form, "To resign, tick the box that says so first.")
    matches.resign(chair.id)


def _claim(chair: Chair, token: str) -> None:
    forms.check_sure(request.form, "To claim the rest, tick the box first: your cards will be shown to all.")
    wished = {name: request.form.get(name, 0, type=int) for name in request.form if name.startswith("order-")}
    order = [name.removeprefix("order-") for name in sorted(wished, key=wished.__getitem__)]
    matches.claim(chair.id, order=order)


def _answer_claim(chair: Chair, token: str) -> None:
    matches.answer_claim(chair.id, request.form.get("verdict", ""), request.form.get("claim", ""))


def _replace(chair: Chair, token: str) -> Page:
    forms.check_sure(request.form, "To replace your link, tick the box that says so first.")
    if chair.match.practice_until:
        abort(422, "No letter can bring a new link of a game for practice: begin another one instead.")
    matches.replace_link(chair.id)
    text = "It goes to the address of your seat. The link that brought you here works no more."
    return message("A new link is on its way", text)


def _mail_home(chair: Chair, token: str) -> Page:
    """Mail the links of all tables to the player of the seat, whoever asks for it: at most once an hour."""
    player = chair.player or abort(404, "The house plays this seat.")
    matches.send_lost_links(player.email)
    text = "It leads to all tables of whoever sits here. Open it here, and each of them leads to the next."
    return message("A letter is on its way", text)


def _rematch(chair: Chair, token: str) -> Page:
    if chair.match.practice_until:
        again = matches.practise_again(chair.id, asking_network())
        return redirect(url_for("seats.seat", token=links.seat_token(again.chairs[0])), 303)
    matches.rematch(chair.id, game=request.form.get("game", ""))
    return _by_letter()


def _more(chair: Chair, token: str) -> Page:
    matches.one_more_deal(chair.id)
    return _by_letter()


def _by_letter() -> str:
    """What is said of the link of the match that follows: whoever has that of one that is over is not given it."""
    text = "It goes to the address of this seat, and leads to the next match. The others are asked by letter, too."
    return message("A letter is on its way", text)


def _sit(chair: Chair, token: str, use_case: Callable[[int], object]) -> Page:
    """Do something about sitting together; a refusal is shown where its form stands."""
    try:
        use_case(chair.id)
    except TooMany:
        raise
    except Refused as refused:
        return _seat_page(chair_of(token), refused_sitting=refused), 422
    return redirect(url_for("seats.seat", token=token, _anchor="together"), 303)


def _propose(chair: Chair, token: str) -> Page:
    zone = chair.player.zone if chair.player else None

    def propose(chair_id: int) -> None:
        starts, length = forms.appointment(request.form, zone)
        matches.propose_appointment(chair_id, starts, length)

    done = _sit(chair, token, propose)
    if zone is None and request.form.get("zone") not in (None, "UTC"):
        _learn_zone(chair, request.form["zone"])
    return done


def _meet(chair: Chair, token: str) -> Page:
    """Yes or no to an appointment: which one, the form says."""
    comes, number = request.form.get("comes"), request.form.get("number", type=forms.row)

    def say(chair_id: int) -> None:
        if comes not in ("yes", "no"):
            raise Refused("Choose one of the two: you will be there, or you cannot.")
        matches.answer_appointment(chair_id, comes == "yes", number)

    return _sit(chair, token, say)


def _answer_motion(chair: Chair, token: str) -> None:
    matches.answer_motion(chair.id, pressed_of("yes", "no") == "yes", request.form.get("number", type=forms.row))


def _judge(chair: Chair, token: str) -> None:
    verdict = request.form.get("verdict", "")
    if verdict == END:
        forms.check_sure(request.form, "To end the match, tick the box that says so first.")
    matches.judge(chair.id, verdict)


def _set(chair: Chair, token: str) -> None:
    settings.ACTIONS[request.form["do"]](matches.person_of(chair), request.form)


ACTIONS: dict[str, Callable[[Chair, str], object]] = {
    **dict.fromkeys(settings.ACTIONS, _set),
    "answer-invitation": _answer_invitation,
    "judge": _judge,
    "claim": _claim,
    "answer-claim": _answer_claim,
    "motion": _answer_motion,
    "go-on": lambda chair, _: matches.go_on(chair.id),
    "wake": lambda chair, _: matches.wake(chair.id),
    "resign": _resign,
    "rematch": _rematch,
    "more": _more,
    "replace": _replace,
    "home": _mail_home,
    "resend": lambda chair, _: matches.resend(chair.id, forms.seat_named(request.form)),
    "never": _never,
    "name-table": lambda chair, _: matches.name_table(chair.id, request.form.get("name", "")),
    "no-letters": lambda chair, _: matches.stop_letters(chair.id),
    "letters": lambda chair, _: matches.stop_letters(chair.id, stopped=False),
    "here": lambda chair, token: _sit(chair, token, matches.arrive),
    "propose": _propose,
    "meet": _meet,
    "withdraw-appointment": lambda chair, token: _sit(chair, token, matches.withdraw_appointment),
    "gone": lambda chair, token: _sit(chair, token, matches.depart),
    "seen": lambda chair, _: matches.mark_seen(chair.id, request.form.get("ply", -1, type=int)),
}
"""What the forms of a seat's page do. One may give a page to show; else the seat's page is shown as it is then."""


def chair_of(token: str) -> Chair:
    """The seat of a link, noted for the log. Raises `Unknown` and `Gone`."""
    chair = matches.chair_by_token(token)
    g.chair = chair.id
    return chair


def _to_read(token: str) -> Chair:
    """The seat of a link for a page that changes nothing."""
    read_only()
    return chair_of(token)


def _seat_page(
    chair: Chair,
    *,
    refused: Refused | str | None = None,
    picked: frozenset[str] | None = None,
    typed: str = "",
    shown: str = "",
    refused_aside: Refused | Illegal | str | None = None,
    refused_sitting: Refused | None = None,
    unused: Sequence[str] = (),
) -> str:
    match = chair.match
    turns = views.turns_since(match, views.told_since(chair))
    remarks = rows(talking.REMARKS, {"match": match.id, "chair": chair.id})
    page = views.seat_page(chair, turns=turns[-views.RECENT :])
    page.picked = picked
    if not (sits := talking.sits(chair)):  # what is beside the table is not there
        refused, refused_aside = refused or (str(refused_aside) if refused_aside else None), None
    in_sidebar = sidebar.contents(chair, remarks)
    page.bubble = talking.unread(chair, in_sidebar["talk"])
    ways = _ways(match)
    return render_template(
        "seat.html",
        page=page,
        refused=refused,
        typed=typed,
        shown=shown,
        motion=motion_for(match, chair) if match.motion else None,
        next_match=next_match(chair) if match.status == OVER else None,
        follows=_follows(page),
        etag=views.etag(match, chair.seat, in_sidebar["talk"][-1].id if in_sidebar["talk"] else 0),
        unused=unused,
        ways=ways,
        **_story(page, turns, ways),
        absent=[other.name for other in absentees(match)],
        judging=chair in judges_of(match),
        judged=verdict_of(chair),
        word=request.form.get("word", ""),
        greeting=talking.greeting(match) if match.status == INVITED else "",
        **(_about(chair) if request.args.get("show") == "about" else {}),
        sidebar=in_sidebar,
        sits=sits,
        refused_aside=refused_aside,
        refused_sitting=refused_sitting,
        since=None if match.shut else views.since_seen(chair, turns, page.story),
        shared=shared_links(chair),
        desk_link=links.desk(match) if chair.seat == 0 and chair.player and chair.accepted_at else None,
    )


def _about(chair: Chair) -> dict[str, Any]:
    """What the page tells of the match itself: how letters fared, and how many more days its player may be away."""
    letters = rows(LETTERS, {"match": chair.match_id})
    others = [one for one in told_to_others(chair.match, letters) if one.chair is not chair] if chair.seat == 0 else []
    return {
        "about": True,
        "deliveries": [*deliveries([chair], letters), *others],
        "days_left": matches.days_left(chair.player, clock.now()) if chair.player else 0,
    }


def _follows(page: views.SeatPage) -> int:
    """After how many milliseconds the page asks again whether the table has moved on; 0: as usual."""
    if page.attendance.together:
        return FOLLOWS_PEOPLE
    return FOLLOWS_HOUSE if page.thinking or page.you in page.attendance.here else 0


def _ways(match: Match) -> dict[str, str]:
    """The addresses, up to a number, at which a seat is shown the plies and deals of its match."""
    deals = {"path": "?story=all&deal="}
    if match.shut:
        return deals
    return deals | {"replay": f"{request.path}/replay?ply=", "picture_of_deal": f"{request.path}/deals/"}


def _story(page: views.SeatPage, turns: Sequence[Any], ways: Mapping[str, str]) -> dict[str, Any]:
    """What has happened: a deal that has just ended, the latest of the story, or one deal of all, as asked for."""
    deals = views.just_ended(page, turns)
    shown: dict[str, Any] = {"ending": _ending(page, deals, ways), "recent": None, "deals": None, "deal": None}
    if page.view and request.args.get("story") == "all":
        deals = deals or views.Deals(page.match, page.you, present=page)
        return shown | {"deals": deals, "deal": asked_deal(deals)}
    counted = shown["ending"] and page.view["core"]["phase"] == OVER  # what is told last is there
    return shown | {"recent": views.recent(page) if page.view and not counted else None}


def _ending(page: views.SeatPage, deals: views.Deals | None, ways: Mapping[str, str]) -> Markup:
    """The end of a match, or of a deal until the reader answers in the next one; empty where nothing has ended.

    ``deals``: of the match, if one has `just_ended`. ``ways``: the ``links`` of macros/ending.html.
    """
    if deals is None:
        return Markup()
    endings, game = macros("macros/ending.html", game_template(page.game))
    if page.match.status == OVER:
        return Markup(endings.match_end(page, game, deals, ways, endings.outcome(page)))
    return Markup(endings.ended(page, game, deals, ways))


def asked_deal(deals: views.Deals) -> views.Deal:
    """The deal that the address names; without one, the latest."""
    return deals.deal(request.args.get("deal", type=int)) or abort(404, "There is no such deal in this match.")


@seats.get("/s/<token>/deals/<int:order>.svg")
def picture_of_deal(token: str, order: int) -> Page:
    """A picture of a deal that is over, to be shared: what all at the table know of it."""
    return pictures.of_deal(matches.checked_open(_to_read(token).match), order)
