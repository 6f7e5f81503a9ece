"""How long the deals of a game take by post: figures that each game declares, measured with
``tests/bench/tempo.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .record import record

if TYPE_CHECKING:
    from .engine import AnyGame


@record
class Tempo:
    """How long one part of a match takes: a deal, or a round if the game has no deals.

    ``windows``: how many windows a part has. ``days``: how many days it takes if everybody looks at the table at two
    random hours of each day; ``planned``: the same if everybody also plans ahead then. 0: not known. All are medians.
    """

    windows: float
    days: float
    planned: float = 0


Parts = Callable[[int, Mapping[str, Any]], float]
"""The number of parts of a match, given its seats and all of its options; an estimate if the cards decide."""


def as_agreed(option: str, scale: float = 1.0) -> Parts:
    """As many parts as an option says, or in proportion to it; at least one."""

    def parts(seats: int, options: Mapping[str, Any]) -> float:
        return max(1.0, float(options[option]) * scale)

    return parts


def one_part(seats: int, options: Mapping[str, Any]) -> float:
    """A match of one part."""
    return 1.0


def of_one_part(game: AnyGame) -> dict[str, str | int]:
    """The options for a match of about one deal; none if the game has no such options."""
    return {name: option.short for name, option in game.options.items() if option.short is not None}
