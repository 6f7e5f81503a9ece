"""The story of a match, limited to the lines that one seat may read; and when each seat has last answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..rules.engine import Said, Seat
from ..rules.story import Number, Plural
from ..store.envelopes import CLOCK, PLAYER
from ..store.history import TURNS, Line, Resolved, Window
from ..store.models import PLAYING, Match
from ..terms import hides

RECENT = 8
"""The number of plies of the story that a page shows at first, the latest ones."""
LOOKED_BACK = 60
"""The number of windows looked through for the last answers, the latest ones."""


def card_alone(line: Said) -> bool:
    """Whether it tells of a card that was played, and of nothing else, such as a signal."""
    return line.kind == "card_played" and line.values.keys() == {"player", "card"}


@dataclass(frozen=True)
class Ply:
    """The story of one resolved window.

    ``clocked``: seats for which the clock answered. ``forced``: whether the table gave the only lawful answer of the
    reader's seat. Of other seats it is not told: that somebody had no choice tells what they do not hold.
    """

    ply: int
    at: datetime
    lines: tuple[Said, ...]
    clocked: tuple[Seat, ...] = ()
    forced: bool = False


def turns_since(match: Match, since: int | None) -> list[Window]:
    """The turns of the story from ply ``since`` on, or (``None``) of the latest plies."""
    first = match.ply - RECENT + 1 if since is None else min(since, match.ply + 1)
    return TURNS.of(match, max(first, 0))


def kept(said: Said) -> Line:
    """A line as it is stored with its turn."""
    values = {name: _plain(value) for name, value in said.values.items()}
    line = Line(text=said.text, values=values, to=said.to, kind=said.kind)
    if plural := said.plural:
        line["plural"] = [plural.one, plural.many, plural.number]
    return line


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, Number) else list(value) if isinstance(value, tuple) else value


def _line(stored: Line) -> Said:
    values = {name: Number(value) if isinstance(value, float) else value for name, value in stored["values"].items()}
    plural = Plural(*stored["plural"]) if "plural" in stored else None
    return Said(stored["text"], values, stored["to"], stored["kind"], plural)


def ply_of(turn: Resolved, you: Seat | None) -> Ply:
    """A window of the story, with the lines that a seat may read."""
    lines = tuple(_line(said) for said in turn.said if said["to"] is None or said["to"] == you)
    by_clock = [given for given in turn.answers if given.by == CLOCK]
    forced = any(given.seat == you for given in by_clock if given.forced)
    clocked = tuple(given.seat for given in by_clock if not given.by_the_table)
    return Ply(turn.ply, turn.closed_at, lines, clocked, forced)


def last_answers(match: Match, every: bool = False) -> dict[Seat, datetime]:
    """When the player of each seat gave the last answer that has been opened; seats without one are left out, and all
    of them where the terms hide who has answered. ``every``: of all windows, not of the latest alone.

    Whoever shows it to players shows the day alone: the minute could tell a planned answer from one given by hand.
    """
    found: dict[Seat, datetime] = {}
    if hides(match.terms) and match.status == PLAYING:
        return found
    for turn in TURNS.of(match) if every else match.lately(LOOKED_BACK):
        for given in turn.answers:
            if given.by == PLAYER:
                found[given.seat] = max(given.at, found.get(given.seat, given.at))
    return found
