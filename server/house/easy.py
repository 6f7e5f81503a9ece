"""An easy house player: it plays like the steady one, but now and then overlooks its best answer.

So its play is never senseless, but can be beaten. If it overlooks a bid, it gives the default answer, mostly a pass;
when it lays cards away or keeps some, it overlooks nothing.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from server import house
from server.rules import Answer, AnyGame, Ask, Seat, Table, all_asks, canonical, forced, lawful


def choose(game: AnyGame, table: Table, seat: Seat, random: Random) -> Answer:
    """The answer for this seat, in canonical form. The seat must be asked."""
    ask, player = all_asks(game, table)[seat], house.player(game.key)
    answer = house.steady(game, table, seat, random)
    if forced(ask) is not None:
        return answer
    view, left = game.view(table.state, seat), ask
    for _ in range(int(player.slips) + (random.random() < player.slips % 1)):
        if not set(answer.split()) & set(view["core"]["hand"]):
            return ask.absent
        fewer = without(left, answer)
        if fewer is None:
            break
        second = canonical(fewer, player.choose(view, fewer, seat, random))
        if not lawful(ask, second):
            break
        left, answer = fewer, second
    return answer


def without(ask: Ask, usual: Answer) -> Ask | None:
    """The ask without the one card of the usual answer; ``None`` unless exactly one is asked for and others remain."""
    slot = ask.slots[0]
    if (slot.least, slot.most) != (1, 1) or len(slot.options) < 2:
        return None
    options = tuple(option for option in slot.options if option not in usual.split())
    return replace(ask, slots=(replace(slot, options=options), *ask.slots[1:]))
