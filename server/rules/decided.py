"""Whether the answers still to come can change the result of a deal. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from .engine import NONE, OVER, Answer, AnyGame, Ask, Decide, Seat, Slot, State

POSITIONS = 20_000
"""The search gives up after this many positions: one or two seconds."""
FEW = 16
"""The search gives up at a window with more ways to answer it: such a deal is far from decided."""


class TooMany(Exception):
    """The search would need more positions than it may examine."""


def is_decided(game: AnyGame, state: State, positions: int = POSITIONS) -> bool:
    """Whether every way to finish the deal from this state, with the real cards, leads to the same scores.

    Proved by examining every position; also false if that would need more than ``positions`` positions.
    A deal ends when cards are shuffled, when the longest part that the game counts ends, or with the match.
    """
    try:
        return len(_results(game, state, PositionsLeft(positions))) == 1
    except TooMany:
        return False


class PositionsLeft:
    """Counts down the positions that may still be examined."""

    def __init__(self, positions: int) -> None:
        self.positions = positions

    def take(self) -> None:
        """Count one position. Raises `TooMany` if none is left."""
        self.positions -= 1
        if self.positions < 0:
            raise TooMany


def _results(game: AnyGame, state: State, left: PositionsLeft) -> list[Any]:
    """The possible results, or the first two that differ."""
    part = part_number(game, state)
    waiting, found = [state], list[Any]()
    while waiting:
        left.take()
        state = waiting.pop()
        phase = game.phases.get(state.phase)
        if isinstance(phase, Decide) and part_number(game, state) == part:
            waiting += (phase.then(state, given)[0] for given in ways_to_answer(phase.asks(state)))
            continue
        result = result_of(game, state)
        if result not in found:
            found.append(result)
        if len(found) > 1:
            break
    return found


def result_of(game: AnyGame, state: State) -> Any:
    """The scores, and at the end of the match who has won it."""
    return game.scores(state), game.winners(state) if state.phase == OVER else None


def part_number(game: AnyGame, state: State) -> int | None:
    """The number of the longest part that the game counts, such as the deal; ``None`` if it counts none."""
    parts = game.progress(state)
    return parts[0].number if parts else None


def ways_to_answer(asks: Mapping[Seat, Ask]) -> Iterator[dict[Seat, Answer]]:
    """Every way in which a window can be answered. Raises `TooMany` for more than `FEW`."""
    choices = [_few(ask) for ask in asks.values()]
    ways = 1
    for choice in choices:
        ways *= len(choice)
    if ways > FEW:
        raise TooMany
    for given in product(*choices):
        yield dict(zip(asks, given, strict=True))


def _few(ask: Ask) -> list[Answer]:
    found: list[Answer] = []
    for answer in answers(ask):
        found.append(answer)
        if len(found) > FEW:
            raise TooMany
    return found


def answers(ask: Ask) -> Iterator[Answer]:
    """Every lawful answer to an ask, in canonical form."""
    for picks in product(*(list(_picks(slot)) for slot in ask.slots)):
        yield " ".join(token for pick in picks for token in pick) or NONE


def _picks(slot: Slot) -> Iterator[tuple[str, ...]]:
    for size in range(slot.least, slot.most + 1):
        yield from combinations(slot.options, size)
