"""How players sit round the table: where each one's place is, and in which colour."""

from __future__ import annotations

from functools import cache

from flask import Blueprint

from ..rules import AnyGame
from ..rules.engine import Seat
from ..views import SeatPage

seating = Blueprint("seating", __name__)

ROUND = {1: "b", 2: "b t", 3: "b tl tr", 4: "b l t r", 5: "b l tl tr r", 6: "b l tl t tr r"}
"""The places of so many players, clockwise from the reader's, which is below: bottom, left, top, right."""


@seating.app_template_global()
def places(page: SeatPage) -> tuple[str, ...]:
    """The class of the place of each seat, as the reader sits: ``at-b``, ``at-tl`` …"""
    return _places(len(page.names), page.you or 0, page.game.direction)


@cache
def _places(seats: int, below: Seat, direction: str) -> tuple[str, ...]:
    free, way = ROUND[seats].split(), 1 if direction == "left" else -1
    return tuple(f"at-{free[way * (seat - below) % seats]}" for seat in range(seats))


@seating.app_template_global()
def tint(game: AnyGame, seat: Seat) -> int:
    """The number of a player's colour, which those of a side share."""
    return next((number for number, side in enumerate(game.sides) if seat in side), seat)
