"""House players: they take a seat nobody has, and see what that seat sees.

Each game may have one in the module named after its key, with ``choose(view, ask, seat, random)``. Where there is none
the house answers at random. To look ahead by, the module may also have

- ``HORIZON``: after how many answers the scores show what a decision was worth, if before the end of the deal;
- ``stage(state)``: the part of a deal that the state is in, where the next part need not be played to tell that;
- ``WEIGHTY``: how many times as many games are worth imagining in some phases, where a decision settles much;
- ``fits(state, seat)``: whether the others of a table imagined for a seat would have answered as they did;
- ``margin(state, seat)``: what the score does not tell where play ends, less than a point: how clearly a deal was won,
  or how good the seat's chances are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from types import ModuleType
from typing import Any

from server.rules import Answer, AnyGame, Ask, Seat, State, Table, asked, canonical, forced

Player = Callable[[dict[str, Any], Ask, Seat, Random], Answer]


def choose(game: AnyGame, table: Table, seat: Seat, random: Random) -> Answer:
    """What the house answers in this seat, in canonical form. The seat must be asked."""
    ask = asked(game, table)[seat]
    only = forced(ask)
    if only is not None:
        return only
    return canonical(ask, player(game.key)(game.view(table.state, seat), ask, seat, random))


@cache
def player(key: str) -> Player:
    """The house player of a game, found by the name of its module."""
    module = _module(key)
    return module.choose if module else at_random


@cache
def horizon(key: str) -> int:
    """After how many answers the scores of a game show what a decision was worth; by default when the deal ends."""
    return getattr(_module(key), "HORIZON", 1000)


@cache
def stage(key: str) -> Callable[[State], Any]:
    """Tells the part of a deal that a state is in: what a decision was worth shows when that ends. By default all."""
    return getattr(_module(key), "stage", lambda state: None)


@cache
def weighty(key: str) -> Mapping[str, int]:
    """How many times as many games are worth imagining in some phases of a game, than in others."""
    return getattr(_module(key), "WEIGHTY", {})


@cache
def fits(key: str) -> Callable[[State, Seat], bool]:
    """Tells whether a table imagined for a seat agrees with what the others have answered; by default any does."""
    return getattr(_module(key), "fits", lambda state, seat: True)


@cache
def margin(key: str) -> Callable[[State, Seat], float]:
    """Tells how well a seat stands where play ends, beside the score and less than a point; by default nothing."""
    return getattr(_module(key), "margin", lambda state, seat: 0.0)


def _module(key: str) -> ModuleType | None:
    name = key.replace("-", "_")
    if name not in {module.name for module in iter_modules(__path__)}:
        return None
    return import_module(f"{__name__}.{name}")


def at_random(view: dict[str, Any], ask: Ask, seat: Seat, random: Random) -> Answer:
    """Any lawful answer, as chance will have it."""
    tokens: list[str] = []
    for slot in ask.slots:
        picked = random.sample(slot.options, random.randint(slot.least, min(slot.most, len(slot.options))))
        tokens += [option for option in slot.options if option in picked]
    return " ".join(tokens) or "none"
