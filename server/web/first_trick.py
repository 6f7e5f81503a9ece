"""A first trick of each game: a guided hand. Nothing is stored: the address says how far it has come."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for

from ..rules import GAMES, lawful
from ..rules.engine import Ask
from ..views.lessons import Played
from . import forms
from .replies import Page

first_tricks = Blueprint("first_tricks", __name__)

FEW = 6
"""How many other cards are named at most."""


@first_tricks.get("/rules/<key>/first-trick")
def first_trick(key: str) -> Page:
    """A step of the guided hand. The form asks with GET: whatever is chosen, only the page changes."""
    game = GAMES.get(key) or abort(404, "There is no such game here.")
    lesson = game.lesson or abort(404, f"{game.name} has no guided hand.")
    played = Played(game, lesson)
    number = min(max(request.args.get("step", 0, type=int), 0), len(lesson.steps))
    ask = played.ask(number)
    chosen, said = forms.answer_or_none(ask, request.args), ""
    if ask and chosen:
        step = lesson.steps[number]
        if sorted(chosen.split()) == sorted(step.answer.split()):
            return redirect(url_for("first_tricks.first_trick", key=key, step=number + 1), 303)
        said = _not_that(ask, chosen, step.other)
    return _page(played, number, ask, said)


def _not_that(ask: Ask, chosen: str, other: str) -> str:
    if lawful(ask, chosen):
        return other or "That is allowed, too. For this hand, take the marked one."
    return "That is not allowed here. Take the marked one."


def _page(played: Played, number: int, ask: Ask | None, said: str) -> str:
    page, lesson = played.page(number), played.lesson
    step = lesson.steps[number] if ask else None
    marked = step.answer.split() if step else ()
    page.ask, page.picked = ask, frozenset(marked) if step else None  # at the end nothing is asked any more
    page.note = (step.why if step else lesson.end, *([said] if said else []))
    hand = page.view["core"]["hand"]
    others = [token for token in ask.slots[0].options if token in hand and token not in marked] if ask else []
    return render_template(
        "first_trick.html",
        page=page,
        step=step,
        number=number,
        lesson=lesson,
        story=[line for line in played.positions[number].story if line.to in (None, page.you)],
        allowed=others if ask and len(ask.slots) == 1 and ask.slots[0].most == 1 and len(others) <= FEW else [],
    )
