"""How a hand lies before its reader: in rows that a thumb can reach, one suit after the other."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from flask import Blueprint

from .drawing import suit

hand_layout = Blueprint("hand_layout", __name__)

TORN = 2
"""What it costs to tear a suit apart, where a row that is a card longer or shorter than the others costs one."""


@hand_layout.app_template_global()
def row_ends(codes: list[str], most: int) -> frozenset[int]:
    """After how many cards of a hand a new row begins, with at most ``most`` cards a row.

    There are as few rows as can be; they are about as long as each other, and end where a suit does if they may.
    """
    return _row_ends(tuple(map(suit, codes)), most)


@lru_cache(maxsize=1024)
def _row_ends(suits: tuple[str, ...], most: int) -> frozenset[int]:
    rows = -(-len(suits) // most)
    return frozenset(min(_ways(len(suits), rows, most), key=lambda ends: _cost(suits, (0, *ends, len(suits)))))


def _ways(cards: int, rows: int, most: int) -> list[tuple[int, ...]]:
    """Every way to lay this many cards in this many rows, as the places where rows end; the end of the hand is left
    out."""
    if rows <= 1:
        return [()]
    ends = range(max(cards - most, rows - 1), min((rows - 1) * most, cards - 1) + 1)
    return [(*before, end) for end in ends for before in _ways(end, rows - 1, most)]


def _cost(suits: tuple[str, ...], ends: tuple[int, ...]) -> float:
    even = len(suits) / (len(ends) - 1)
    uneven = sum(abs(end - start - even) for start, end in pairwise(ends))
    return uneven + TORN * sum(suits[end] == suits[end - 1] for end in ends[1:-1])


@hand_layout.app_template_global()
def longest_row(codes: list[str], most: int) -> int:
    """The cards of the longest of those rows."""
    ends = (0, *sorted(row_ends(codes, most)), len(codes))
    return max(end - start for start, end in pairwise(ends))
