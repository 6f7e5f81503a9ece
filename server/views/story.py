"""The story of a match, limited to the lines that one seat may read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..rules.engine import Seat
from ..store.models import Match, Turn
from ..store.past import Past

RECENT = 8
"""The number of plies of the story that a page shows at first."""


@dataclass(frozen=True)
class Line:
    """One line of the story that the reader may see. ``private``: whether only this seat may see it."""

    text: str
    values: dict[str, Any]
    private: bool = False


@dataclass(frozen=True)
class Ply:
    """The story of one resolved window.

    ``clocked``: seats for which the clock answered. ``forced``: whether the table gave the only lawful answer of the
    reader's seat. Of other seats it is not told: that somebody had no choice tells what they do not hold.
    """

    ply: int
    at: datetime
    lines: tuple[Line, ...]
    clocked: tuple[Seat, ...] = ()
    forced: bool = False


TURNS = Past(Turn.ply, Turn.closed_at, Turn.answers, Turn.said)


def turns_since(match: Match, since: int | None) -> Sequence[Any]:
    """The rows of the story from ply ``since`` on, or (``None``) of the latest plies."""
    first = match.ply - RECENT + 1 if since is None else min(since, match.ply + 1)
    return TURNS.of(match, max(first, 0))


def ply_of(turn: Any, you: Seat | None) -> Ply:
    lines = tuple(
        Line(said["text"], said["values"], said["to"] is not None)
        for said in turn.said
        if said["to"] is None or said["to"] == you
    )
    by_clock = [given for given in turn.answers if given["by"] == "clock"]
    forced = any(given["seat"] == you for given in by_clock if given.get("forced"))
    clocked = tuple(given["seat"] for given in by_clock if not {"forced", "decided", "claimed"} & given.keys())
    return Ply(turn.ply, turn.closed_at, lines, clocked, forced)
