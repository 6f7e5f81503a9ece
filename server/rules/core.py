"""The core of a view: what the views of all games share, in one shape.

Everything that reads views without knowing the game (pages, letters, standing orders, the JSON interface, the house)
reads the core. ``view["core"]`` is a `Core` as a JSON value, as `plain` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from .engine import OVER, Decide, Phase, S, Seat
from .record import record

Play = tuple[Seat, str]
"""A seat and the card that it played; in JSON a list of the two."""


@record
class Progress:
    """How far one part of the match has come: ``deal 2 of 6``. ``of`` is ``None`` where nobody can know."""

    unit: str
    number: int
    of: int | None = None


@record
class Trick:
    """A trick that was taken. ``cards``: in the order played, so that the first seat led."""

    cards: tuple[Play, ...]
    winner: Seat


@record
class Contract:
    """What is played for in this deal, as far as it is public.

    ``bid``: its token in the words of the game. ``taker``: who has to make it; ``None`` where everybody plays alone.
    ``side``: the seats that are known to all to play with the taker, the taker first; a partner whom nobody knows yet
    is not in it. ``trump``: the suit of trumps where the contract names it. ``needs`` and ``made``: the points that
    the side needs, and those that everybody can know to be its own so far; ``None`` where nothing is counted.
    ``per_point``: how many of these numbers make one point, 2 where half points are counted. ``bouts``: the cards
    among those that lower ``needs``.
    """

    bid: str
    taker: Seat | None
    side: tuple[Seat, ...] = ()
    trump: str | None = None
    needs: int | None = None
    made: int | None = None
    per_point: int = 1
    bouts: tuple[str, ...] = ()


@record
class Core:
    """What every view holds.

    ``phase``: the key of the phase. ``turn``: the seats that are asked, in playing order. ``progress``: from the
    longest part of the match to the shortest, such as deal and trick; empty before anything began. ``hand``: the
    reader's own cards. ``counts``: how many cards each seat holds.

    Games with tricks add: ``trick``: the cards of the present trick in the order played, ``None`` while no tricks are
    being played; ``led``: the suit to follow, ``None`` where none is led; ``winning``: who would take the trick as it
    lies; ``last``: the trick before, also of the deal before; ``tricks``: those taken in this deal, in order;
    ``leader``: who led or leads the present trick; ``dealer``; ``contract``.
    """

    phase: str
    turn: tuple[Seat, ...]
    progress: tuple[Progress, ...]
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    trick: tuple[Play, ...] | None = None
    led: str | None = None
    winning: Seat | None = None
    last: Trick | None = None
    tricks: tuple[Trick, ...] = ()
    leader: Seat | None = None
    dealer: Seat | None = None
    contract: Contract | None = None


def plain(value: Any) -> Any:
    """A core, or a part of one, as a JSON value: records become objects, tuples lists."""
    kind = type(value)
    if kind is tuple:
        return [item if type(item) in _SIMPLE else plain(item) for item in value]
    parts = {name: getattr(value, name) for name in _FIELDS.get(kind, ())}
    return {name: part if type(part) in _SIMPLE else plain(part) for name, part in parts.items()} or value


_SIMPLE = frozenset((str, int, bool, type(None)))
_FIELDS: Mapping[type, tuple[str, ...]] = {
    kind: tuple(each.name for each in fields(kind)) for kind in (Progress, Trick, Contract, Core)
}


def turn_of(phases: Mapping[str, Phase[S]], state: S) -> tuple[Seat, ...]:
    """The seats that the phase of a state asks, in the order in which it names them."""
    phase = phases.get(state.phase) if state.phase != OVER else None
    return tuple(phase.asks(state)) if isinstance(phase, Decide) else ()
