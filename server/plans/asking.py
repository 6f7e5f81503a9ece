"""What a plan knows when its seat is asked: the ask, public parts of the state, and the core of the seat's view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..rules import Answer, AnyGame, Ask, Decide, Slot, State
from ..rules.engine import Seat

Core = Mapping[str, Any]
"""The core of the seat's view (`server.rules.core.Core`), as a JSON value."""
Reader = Callable[[Ask, str], Answer]
"""Reads a typed answer; raises `Illegal` if it does not fit."""


@dataclass(frozen=True)
class Asked:
    """The ask of a seat, the state of its game, and the core of the seat's view.

    Of the state, only public things and the seat's own are used: how cards rank, who would take a trick, who is known
    to be a partner.
    """

    game: AnyGame
    state: State
    ask: Ask
    core: Core
    seat: Seat = -1

    @property
    def card_slot(self) -> Slot | None:
        """The slot for playing one card of the hand; ``None`` if the ask is about anything else."""
        if self.game.trick_game and self.core["trick"] is None:
            return None
        hand = frozenset(self.core["hand"])
        return next(
            (slot for slot in self.ask.slots if slot.least == slot.most == 1 and hand.issuperset(slot.options)), None
        )


def phases(game: AnyGame) -> list[str]:
    """The phases of a game in which somebody may be asked."""
    return [key for key, phase in game.phases.items() if isinstance(phase, Decide)]


def stage_of(core: Core) -> str:
    """The current deal or round as a key for comparison: ``3/`` for deal 3, ``/3`` for round 3."""
    longest = next(iter(core["progress"]), None)
    if longest is None:
        return "/"
    return f"{longest['number']}/" if longest["unit"] == "deal" else f"/{longest['number']}"
