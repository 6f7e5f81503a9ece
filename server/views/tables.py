"""The table of a match as the rules use it, and the letters of seats."""

from __future__ import annotations

from ..rules import GAMES, Table, load, upgrade, with_asks
from ..rules.engine import Seat
from ..store.models import Match


def letter_of(seat: Seat) -> str:
    """The letter of a seat: A for 0, B for 1 …"""
    return chr(ord("A") + seat)


def names_beside(match: Match, seat: Seat) -> dict[Seat, str]:
    """The names of all players but the one in this seat, by seat: whom a plan may name."""
    return {chair.seat: chair.name for chair in match.chairs if chair.seat != seat}


def table_of(match: Match) -> Table:
    """The table of a match as the rules use it, with the sealed answers. The cards must have been dealt."""
    game = GAMES[match.game]
    assert match.snapshot is not None
    state = load(upgrade(game, match.version, match.snapshot))
    sealed = {seat: kept.answer for seat, kept in match.sealed.items()}
    return with_asks(game, Table(state, sealed, match.shuffles))
