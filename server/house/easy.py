"""An easy house player: it plays as the house player does, but now and then as that would with its best answer gone.

So what it plays is never senseless, and beatable. A bid that it misses is the default answer, mostly a pass, and what
it lays away or keeps is never a slip.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from server import house
from server.rules import Answer, AnyGame, Ask, Seat, Table, asked, canonical, forced, lawful

SLIPS = 0.35
"""How often it does not see its best answer."""


def choose(game: AnyGame, table: Table, seat: Seat, random: Random) -> Answer:
    """The answer for this seat, in canonical form. The seat must be asked."""
    ask = asked(game, table)[seat]
    usual = house.choose(game, table, seat, random)
    if forced(ask) is not None or random.random() >= SLIPS:
        return usual
    return canonical(ask, _second(game, game.view(table.state, seat), ask, seat, usual, random))


def _second(game: AnyGame, view: dict[str, Any], ask: Ask, seat: Seat, usual: Answer, random: Random) -> Answer:
    """What the house player would answer if it could not answer as usual; the usual answer if there is no such."""
    if not set(usual.split()) & set(view["core"]["hand"]):
        return ask.absent
    fewer = without(ask, usual)
    if fewer is None:
        return usual
    second = house.player(game.key)(view, fewer, seat, random)
    return second if lawful(ask, canonical(fewer, second)) else usual


def without(ask: Ask, usual: Answer) -> Ask | None:
    """The ask without the one card of the usual answer; ``None`` unless exactly one is asked for and others remain."""
    slot = ask.slots[0]
    if (slot.least, slot.most) != (1, 1) or len(slot.options) < 2:
        return None
    options = tuple(option for option in slot.options if option not in usual.split())
    return replace(ask, slots=(replace(slot, options=options), *ask.slots[1:]))
