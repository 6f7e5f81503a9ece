"""How a hand lies before its reader, in rows that a thumb can reach; and how players sit round the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from flask import Blueprint

from ..rules import AnyGame
from ..rules.engine import Seat
from ..views import SeatPage
from .drawing import Lying, suit

layout = Blueprint("layout", __name__)

TORN = 2
"""What it costs to tear a suit apart, where a row that is a card longer or shorter than the others costs one."""

ONE_BY_ONE = 6
"""A hand of at most so many cards lies side by side; in a larger one each card partly covers the one before."""
PHONE, WIDE = 9, 18
"""The cards of a row, at most, on a phone and on a wide screen."""


@dataclass(frozen=True)
class Laid:
    """A hand as it lies: its cards, how many are in the longest row of a phone and of a wide screen (0: they lie side
    by side), and in how many rows of a phone.
    """

    cards: tuple[Lying, ...]
    phone: int = 0
    wide: int = 0
    rows: int = 1


@layout.app_template_global()
def laid(codes: Sequence[str]) -> Laid:
    return _laid(tuple(codes))


@lru_cache(maxsize=1024)
def _laid(codes: tuple[str, ...]) -> Laid:
    if len(codes) <= ONE_BY_ONE:
        return Laid(tuple(Lying(code, phone=False, wide=False, apart=False) for code in codes))
    suits, phone, wide = list(map(suit, codes)), row_ends(codes, PHONE), row_ends(codes, WIDE)
    cards = [
        Lying(code, n in phone, n in wide, apart=n > 0 and suits[n] not in (suits[n - 1], "tile"))
        for n, code in enumerate(codes)
    ]
    return Laid(tuple(cards), longest_row(codes, PHONE), longest_row(codes, WIDE), len(phone) + 1)


def row_ends(codes: Sequence[str], most: int) -> frozenset[int]:
    """After how many cards of a hand a new row begins, with at most ``most`` cards a row.

    There are as few rows as can be; they are about as long as each other, and end where a suit does if they may.
    """
    suits = tuple(map(suit, codes))
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


def longest_row(codes: Sequence[str], most: int) -> int:
    """The cards of the longest of those rows."""
    ends = (0, *sorted(row_ends(codes, most)), len(codes))
    return max(end - start for start, end in pairwise(ends))


ROUND = {1: "b", 2: "b t", 3: "b tl tr", 4: "b l t r", 5: "b l tl tr r", 6: "b l tl t tr r"}
"""The places of so many players, clockwise from the reader's, which is below: bottom, left, top, right."""


@layout.app_template_global()
def places(page: SeatPage) -> tuple[str, ...]:
    """The class of the place of each seat, as the reader sits: ``at-b``, ``at-tl`` …"""
    return _places(len(page.names), page.you or 0, page.game.direction)


@cache
def _places(seats: int, below: Seat, direction: str) -> tuple[str, ...]:
    free, way = ROUND[seats].split(), 1 if direction == "left" else -1
    return tuple(f"at-{free[way * (seat - below) % seats]}" for seat in range(seats))


@layout.app_template_global()
def tint(game: AnyGame, seat: Seat) -> int:
    """The number of a player's colour, which those of a side share."""
    return next((number for number, side in enumerate(game.sides) if seat in side), seat)
