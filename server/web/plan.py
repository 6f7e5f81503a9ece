"""The page on which a seat lays out its plan: lines as sentences, choices for one more, and what would happen now.

What has not been sealed is kept in the form alone: each button gives the page again with all that was on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for

from .. import matches, plans, views
from ..matches import Refused
from ..plans import Line, Plan
from ..rules import AnyGame, Illegal
from ..store.models import PLAYING, Chair
from ..store.session import read_only
from .answer import Page
from .forms import Form
from .limits import per_minute

planning = Blueprint("planning", __name__)

CHOICES = ("when", "winner", "can", "does", "card", "typed")
"""The fields of a line that is being added."""


@dataclass(frozen=True)
class Draft:
    """A plan on the form: its lines, until when it is to stand, and the fields of a line to be added."""

    lines: tuple[Line, ...]
    until: str
    named: str
    adding: Mapping[str, str]


@planning.get("/s/<token>/plan")
def plan(token: str) -> Page:
    """The plan of this seat, to be looked at and changed."""
    read_only()
    chair = _chair(token)
    if not _may_plan(chair):
        return redirect(url_for("seats.seat", token=token), 303)
    kept = plans.stored(chair.standing) if views.table_page(chair).plan else None
    sealed = Draft(kept.lines, kept.until, kept.named, {}) if kept else Draft((), plans.DEAL, "", {})
    return _plan_page(chair, token, sealed)


@planning.post("/s/<token>/plan")
@per_minute(120)
def change(token: str) -> Page:
    """Change what is on the form, seal it, or withdraw the plan: the field ``do`` says what."""
    chair, do = _chair(token), request.form.get("do", "")
    if not _may_plan(chair):
        return redirect(url_for("seats.seat", token=token), 303)
    if do == "withdraw":
        return _withdraw(chair, token)
    draft = _draft(chair, request.form)
    try:
        draft = _changed(chair, draft, do)
        if do != "seal":
            return _plan_page(chair, token, draft)
        matches.leave_plan(chair.id, _written(chair, draft))
    except (Illegal, Refused) as refused:
        return _plan_page(_chair(token), token, draft, str(refused)), 422
    return redirect(url_for("seats.seat", token=token), 303)


def _withdraw(chair: Chair, token: str) -> Page:
    try:
        matches.withdraw_order(chair.id)
    except Refused as refused:
        return _plan_page(_chair(token), token, _draft(chair, request.form), str(refused)), 422
    return redirect(url_for("seats.seat", token=token), 303)


def _chair(token: str) -> Chair:
    chair = matches.chair_by_token(token)
    g.chair = chair.id
    return chair


def _may_plan(chair: Chair) -> bool:
    playing = chair.match.status == PLAYING and chair.match.snapshot is not None
    return playing and not chair.resigned_at and chair.player_id is not None


# The form ------------------------------------------------------------------------------------------------------------


def _draft(chair: Chair, form: Form) -> Draft:
    """What is on the form. A line that cannot be read was not written by this page, and is left out."""
    game, names = _game(chair), views.names_beside(chair.match, chair.seat)
    lines: list[Line] = []
    for text in form.getlist("line")[: plans.LINES]:
        try:
            lines += plans.read_plan(game, text, names).lines
        except Illegal:
            continue
    until = form.get("until", plans.DEAL)
    adding = {name: form.get(name, "") for name in CHOICES}
    return Draft(tuple(lines), until if until in plans.UNTIL else plans.DEAL, form.get("named", ""), adding)


def _changed(chair: Chair, draft: Draft, do: str) -> Draft:
    """The draft after a button. Sealing takes a line along that is chosen and not yet added. Raises `Illegal`."""
    what, _, where = do.partition("-")
    at = int(where) if where.isdecimal() and len(where) < 3 else -1
    lines = list(draft.lines)
    if what == "add" or (what == "seal" and (draft.adding["does"] or draft.adding["typed"].strip())):
        return Draft((*lines, *_added(chair, draft.adding)), draft.until, draft.named, {})
    if what == "remove" and 0 <= at < len(lines):
        del lines[at]
    if what in ("up", "down") and 0 <= at < len(lines):
        lines.insert(max(at + (1 if what == "down" else -1), 0), lines.pop(at))
    return Draft(tuple(lines), draft.until, draft.named, draft.adding)


def _added(chair: Chair, adding: Mapping[str, str]) -> tuple[Line, ...]:
    """The lines that were typed, or the one that was chosen. Raises `Illegal` for what is no line."""
    game, names = _game(chair), views.names_beside(chair.match, chair.seat)
    typed = adding["typed"].strip()
    if typed:
        return plans.read_plan(game, typed, names).lines
    does = adding["does"]
    if does not in plans.ACTIONS:
        raise Illegal("Choose what is to be played, or write it.")
    if does == plans.PLAY and not adding["card"]:
        raise Illegal("Choose the card that is to be played.")
    when, winner = adding["when"], adding["winner"]
    line = Line(
        does,
        tokens=(adding["card"],) if does == plans.PLAY else (),
        led=(when,) if when in game.suits else (),
        leads=when == "lead",
        winning=(int(winner),) if winner.isdecimal() and int(winner) in names else (),
        partner=winner == "partner",
        can=adding["can"] if adding["can"] in ("can", "cannot") else "",
    )
    return plans.read_plan(game, plans.canonical(game, Plan((line,), plans.DEAL), names), names).lines


def _written(chair: Chair, draft: Draft) -> str:
    """The draft as a text to be sealed. Raises `Illegal` where there is nothing, or no card is named that may fall."""
    if not draft.lines:
        raise Illegal("There is no line in this plan yet: add one first.")
    if draft.until == plans.CARD_FALLS and not draft.named:
        raise Illegal("Choose the card until whose fall the plan stands.")
    named = draft.named if draft.until == plans.CARD_FALLS else ""
    names = views.names_beside(chair.match, chair.seat)
    return plans.canonical(_game(chair), Plan(draft.lines, draft.until, named), names)


def _game(chair: Chair) -> AnyGame:
    return views.table_page(chair).game


# The page ------------------------------------------------------------------------------------------------------------


def _plan_page(chair: Chair, token: str, draft: Draft, refused: str = "") -> str:
    page = views.table_page(chair)
    names = views.names_beside(chair.match, chair.seat)
    cases = _cases(page, draft)
    return render_template(
        "plan.html",
        page=page,
        draft=draft,
        lines=_lines(page, draft, names, cases),
        short=plans.canonical(page.game, Plan(draft.lines, plans.usual(draft.lines)), names),
        names=names,
        refused=refused,
        hand=page.view["core"]["hand"],
        missing=plans.not_held(Plan(draft.lines, draft.until), page.game, page.view["core"]["hand"]),
        cases=_rows(cases),
        actions=_actions(page.game),
        untils=_untils(page.game),
        back=url_for("seats.seat", token=token),
        sealed=page.plan,
    )


def _lines(
    page: views.SeatPage, draft: Draft, names: Mapping[int, str], cases: Iterable[plans.Case]
) -> list[dict[str, Any]]:
    """Each line as a text, as a sentence, and as what the page draws of it."""
    given = {given for case in cases for given in case.given if given is not None}
    return [
        {
            "text": plans.canonical(page.game, Plan((line,), plans.usual((line,))), names),
            "says": plans.line_in_words(page.game, line, number, names, page.in_text),
            "winning": line.winning,
            "led": line.led,
            "card": _only_card(line, {each.answer for each in given if each.line == number}),
        }
        for number, line in enumerate(draft.lines)
    ]


def _only_card(line: Line, found: Collection[str]) -> str:
    """The card that a line names, or that it would play in every position found; empty if there are several."""
    cards = line.tokens if line.does == plans.PLAY else tuple(found)
    return cards[0] if len(cards) == 1 and line.does in plans.OF_CARDS else ""


def _actions(game: AnyGame) -> dict[str, str]:
    """What a line may do in this game, as the page offers it; answers of several parts are written."""
    offered = {key: words for key, words in plans.ACTIONS.items() if key != plans.TOKENS}
    tricks = {key: words for key, words in offered.items() if key in plans.OF_CARDS and game.trick_game}
    passes = {key: words for key, words in offered.items() if key == "pass" and game.passes - {"none"}}
    nothing = {key: words for key, words in offered.items() if key == "nothing" and "none" in game.passes}
    return tricks | passes | nothing | {"clock": offered["clock"], "ask": offered["ask"]}


def _untils(game: AnyGame) -> dict[str, str]:
    """Until when a plan may stand, the usual first."""
    anywhere = (plans.DEAL, plans.ONCE, plans.ALWAYS)
    return {key: words for key, words in plans.UNTIL.items() if game.trick_game or key in anywhere}


def _cases(page: views.SeatPage, draft: Draft) -> list[plans.Case]:
    """What would happen now."""
    assert page.table is not None
    assert page.you is not None
    if not draft.lines:
        return []
    plan = plans.sealed_at(Plan(draft.lines, plans.ALWAYS), page.view["core"], page.you, page.match.ply)
    random = Random(f"{page.match.id} {page.match.ply}")
    return plans.foresee(page.game, plan, page.table.state, page.you, random)


def _rows(cases: Iterable[plans.Case]) -> list[dict[str, Any]]:
    """The positions by who is winning; nobody first."""
    rows: dict[int | None, list[plans.Case]] = {}
    for case in cases:
        rows.setdefault(case.winning, []).append(case)
    return [
        {"winning": seat, "cases": rows[seat]} for seat in sorted(rows, key=lambda seat: -1 if seat is None else seat)
    ]
