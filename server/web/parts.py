"""Small parts that stand on pages by the dozen: times, words that a tap explains, the stamps of people."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from flask import Blueprint
from markupsafe import Markup, escape

from ..rules import AnyGame
from ..rules.engine import Seat
from ..templating import minus
from ..views import ReplayPage, SeatPage
from ..views.curve import Curve
from ..views.times import InZone, Times
from .layout import tint

parts = Blueprint("parts", __name__)

COMMON = {
    "deals": "Who dealt the cards of this deal. The next deal is the next player’s.",
    "partner": "Plays on the same side: what either takes counts for both.",
    "declared": "Combinations shown with the first card. They count at once.",
    "sits-out": "Lays the tiles face down and takes no part in this deal: the partner plays alone.",
    "sealed": "The answer is in. It opens with the others, and may be changed until then.",
    "clock": "Time was up without an answer: the clock gave the most modest one.",
}
"""Words of every table; a game may say more of them."""


@parts.app_template_global()
def meanings(game: AnyGame) -> Mapping[str, str]:
    """What the words of a table mean, those of the game last."""
    return COMMON | dict(game.glossary)


@parts.app_template_global()
def term(page: SeatPage, token: str, label: str) -> str:
    """A word, as a button that shows what the token means where the game explains it; in a replay, the word alone."""
    if isinstance(page, ReplayPage) or not (token in page.game.glossary or token in COMMON):
        return label
    return Markup(f'<button type="button" class="term" popovertarget="word-{token}">{escape(label)}</button>')


@parts.app_template_global()
def dated(times: InZone, moment: datetime, exact: str = "minutes") -> Markup:
    """A time as the reader is told of it, with its date and zone as its title; where the reader's zone is not known,
    script writes it in that of the browser. To the minute: by seconds one could tell who answered when.
    """
    full, told = escape(times.in_full(moment)), escape(times.told(moment))
    return Markup(f'<time datetime="{moment.isoformat(timespec=exact)}" title="{full}">{told}</time>')


@parts.app_template_global()
def until(times: Times) -> Markup:
    """Until when the window, or the invitation, is open."""
    assert times.match.closes_at is not None
    return dated(times, times.match.closes_at, "seconds")


@parts.app_template_global()
def stamp(page: SeatPage, seat: Seat) -> Markup:
    """A person. Those of a side have one tint."""
    letter = escape(page.names[seat][:1].upper())
    return Markup(f'<span class="stamp tint-{tint(page.game, seat)}" aria-hidden="true"><i>{letter}</i></span>')


@parts.app_template_global()
def scales(drawn: Curve, right: int) -> Markup:
    """The lines of a curve's scale, each with its number on the left, and the numbers of deals below."""
    across, below = drawn.width - right, drawn.height - 4
    up = [
        f'<path class="{"grid" if tick.number else "zero"}" d="M30 {tick.at}H{across}"/>'
        f'<text x="26" y="{tick.at + 4}" text-anchor="end">{minus(tick.number)}</text>'
        for tick in drawn.up
    ]
    deals = [f'<text x="{tick.at}" y="{below}" text-anchor="middle">{tick.number}</text>' for tick in drawn.across]
    return Markup("".join([*up, *deals]))
