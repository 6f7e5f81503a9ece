"""Pages that anybody may open: the front page, rules, records, who runs the server, and the form of a new match."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, render_template, request
from flask.blueprints import BlueprintSetupState
from markupsafe import Markup

from .. import matches, terms, views
from ..clock import BadPace, checked_pace
from ..config import settings
from ..deal import RECIPE
from ..matches import Refused, talking
from ..matches.duplicating import MOST
from ..matches.opening import BY_COMMAND
from ..rules import GAMES, AnyGame, Illegal, complete
from ..rules.text import lines_of
from ..views.comparing import Comparison
from ..views.lengths import length_of, speed_at
from ..views.lessons import front_letter
from ..views.same_deals import tables_of
from . import forms, pictures, replay
from .assets import asset
from .limits import asking_network, per_hour
from .replies import Page, message, refusing
from .seat import asked_deal

pages = Blueprint("pages", __name__)

FOUND = frozenset(("pages.home", "pages.how_to_play", "pages.all_rules", "pages.rules"))
"""The pages that search engines may list: those that are about nobody."""
ROBOTS = "User-agent: *\nDisallow: /s/\nDisallow: /host/\nDisallow: /kept/\n"
"""What no robot needs. Calendar services keep to it when they fetch a person's deadlines, and chats when they show what
a link leads to; search engines must be let in to read that they may not list a page (X-Robots-Tag).
"""
BIDS = ("first", "second")
"""The fields of the front page's address that hold the bids of its letter."""
POSTED = (
    "It goes to {email} and holds your link. Take your seat there, and the others are invited. An address that has not "
    "taken a seat here yet gets a few letters a day."
)
A_DAY = "public, max-age=86400"
HEADING = re.compile(r"<h2>(.*?)</h2>")


@pages.after_request
def may_be_found(response: Response) -> Response:
    """Let search engines list a page that is about nobody; anything else they must not, as everywhere."""
    if request.endpoint in FOUND and response.status_code == 200 and not request.args:
        response.headers["X-Robots-Tag"] = "all"
    return response


@pages.get("/robots.txt")
def robots() -> Page:
    return Response(ROBOTS, mimetype="text/plain", headers={"Cache-Control": A_DAY})


@pages.get("/favicon.ico")
def favicon() -> Page:
    """The icon, for browsers that ask for it without having read a page."""
    answer = redirect(asset("icon.svg"))
    answer.headers["Cache-Control"] = A_DAY
    return answer


@pages.get("/")
def home() -> Page:
    """What this is, which games there are, and a letter to be answered on the spot; the address holds the bids."""
    bids = [bid for name in BIDS if (bid := request.args.get(name))]
    letter = front_letter(bids)
    bids = bids[: letter.match.ply]
    if chosen := forms.answer_or_none(letter.ask, request.args):
        return redirect(f"/?{urlencode(_named([*bids, chosen]))}#letter", 303)
    local = settings().local_mail is not None
    return render_template(
        "home.html", games=_games(), local=local, new=settings().new, letter=letter, given=_named(bids)
    )


def _named(bids: Iterable[str]) -> dict[str, str]:
    return dict(zip(BIDS, bids, strict=False))


@pages.get("/help")
def how_to_play() -> Page:
    return render_template("help.html")


@pages.get("/rules")
def all_rules() -> Page:
    return render_template("all_rules.html", games=_games())


@pages.get("/rules/<key>")
def rules(key: str) -> Page:
    return render_template("rules.html", game=_game(key))


@pages.app_template_filter()
def with_names(html: Markup) -> Markup:
    """The same text, its headings of the second level named after their words; ``html`` is one of our own templates."""
    return Markup(HEADING.sub(lambda found: f'<h2 id="{_named_after(found[1])}">{found[1]}</h2>', html))


@pages.app_template_filter()
def headings(html: Markup) -> Mapping[str, str]:
    """The names of these headings -> their words in short, in order."""
    return {_named_after(words): _short(words) for words in HEADING.findall(html)}


def _named_after(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", Markup(words).striptags().lower()).strip("-")


def _short(words: str) -> str:
    short = re.sub(r"^(The|A) ", "", Markup(words).striptags())
    return short[:1].upper() + short[1:]


@pages.get("/records/<match_id>")
def record(match_id: str) -> Page:
    """A finished match: its result, its story, and how the deal can be checked; or one ply of it."""
    match = matches.match_by_id(match_id)
    if "ply" in request.args:
        return replay.record_page(matches.checked_over(match))
    proof = matches.proof_of(match)
    page, thoughts = views.spectator_page(match), talking.opened_thoughts(match)
    shown: dict[str, Any] = {"deals": None, "deal": None}
    if page.view:
        deals = views.Deals(match, None)
        shown = {"deals": deals, "deal": asked_deal(deals)}
    told = {"thoughts": thoughts, "news": talking.opened_news(match)}
    return render_template("record.html", page=page, proof=proof, recipe=RECIPE, **told, **shown)


@pages.get("/records/<match_id>/tables")
def tables(match_id: str) -> Page:
    """All tables that have played the same deals, compared."""
    match = matches.checked_over(matches.match_by_id(match_id))
    found = Comparison(tables_of(match)) if match.same_deals else abort(404, "No other table has played these deals.")
    return render_template("tables.html", match=match, game=GAMES[match.game], found=found)


@pages.get("/records/<match_id>/picture.svg")
def picture(match_id: str) -> Page:
    """A picture of the result of a finished match, to be shared."""
    return pictures.of_match(matches.checked_over(matches.match_by_id(match_id)))


@pages.get("/records/<match_id>/picture.png")
@per_hour(600)
def picture_as_png(match_id: str) -> Page:
    """The same for programs that show no SVG."""
    return pictures.of_match(matches.checked_over(matches.match_by_id(match_id)), png=True)


# Who runs this server, and what it keeps of people ------------------------------------------------------------------


@pages.record
def _link_the_imprint(state: BlueprintSetupState) -> None:
    """Tell templates where the imprint is, to which the foot of every page links; empty if there is none."""
    text, elsewhere = state.app.extensions["poste"].imprint
    state.app.jinja_env.globals["imprint"] = elsewhere or ("/imprint" if text else "")


@pages.get("/privacy")
def privacy() -> Page:
    """What is kept of whom, for how long, and how to have it erased."""
    name, address = settings().operator
    return render_template("privacy.html", operator=name, address=address, days=settings().retain.days)


@pages.get("/imprint")
def imprint() -> Page:
    text, elsewhere = settings().imprint
    if elsewhere:
        return redirect(elsewhere)
    if not text:
        abort(404)
    return render_template("imprint.html", paragraphs=[lines_of(part) for part in text.split("\n\n") if part.strip()])


# A new match ---------------------------------------------------------------------------------------------------------


@pages.get("/new")
def new() -> Page:
    """The form of a new match; first of all, which game."""
    if settings().new == "command":
        return render_template("new_closed.html", detail=BY_COMMAND)
    key = request.args.get("game")
    return _new_form(_game(key)) if key else render_template("games.html", games=_games())


@pages.post("/new")
@per_hour(30)
def open_match() -> Page:
    """Open a match; its host gets a letter."""
    game = _game(request.form.get("game", ""))
    try:
        origin = asking_network()
        matches.check_right(request.form.get("code", ""), origin)
        wish = forms.match_request(game, request.form)
        matches.open_matches(wish, origin)
    except Refused as refused:
        return refusing(_new_form(game, refused), refused)
    return message("A letter is on its way", POSTED.format(email=wish.guests[0].email))


@pages.post("/new/length")
@per_hour(600)
def length() -> Page:
    """How long the match of the form would take: the form again, or for a script the sentence alone. Opens nothing."""
    game = _game(request.form.get("game", ""))
    if request.accept_mimetypes.best == "text/plain":
        return Response(str(_length(game) or ""), mimetype="text/plain")
    return _new_form(game)


def _length(game: AnyGame) -> views.Length | None:
    """How long the match of the form will take; None where that is not known, or the form makes no match."""
    try:
        wish = forms.match_request(game, forms.preselected(game, request.form))
        seats = forms.seats(game, wish)
        options = complete(game, wish.options)
        people = seats - sum(guest.house for guest in wish.guests)
        pace = checked_pace(wish.pace, settings().min_pace)
        return length_of(game, seats, options, pace, wish.terms, people, speed_at(pace))
    except (Refused, Illegal, BadPace):
        return None


def _new_form(game: AnyGame, refused: Refused | None = None) -> str:
    if settings().new == "command":
        return render_template("new_closed.html", detail=BY_COMMAND)
    return render_template(
        "new.html",
        game=game,
        refused=refused,
        form=request.form,
        terms=terms.TERMS,
        ticks=terms.ticks(game),
        defaults=terms.defaults(game),
        paces=forms.paces(game, settings().min_pace),
        looks=forms.looks(settings().min_pace),
        length=_length(game),
        games=_games(),
        tables=forms.count_of_tables(request.values),
        most_tables=MOST,
        coded=settings().new == "code",
    )


def _games() -> list[AnyGame]:
    return sorted(GAMES.values(), key=lambda game: game.name)


def _game(key: str) -> AnyGame:
    return GAMES.get(key) or abort(404, "There is no such game here.")
