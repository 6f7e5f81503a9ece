"""The table of a match as the rules know it, and seats as people write them."""

from __future__ import annotations

from ..rules import GAMES, Table, load, upgrade
from ..rules.engine import Seat
from ..store.models import Match


def letter_of(seat: Seat) -> str:
    """A for seat 0, B for seat 1 …"""
    return chr(ord("A") + seat)


def table_of(match: Match) -> Table:
    """The table of a match as the rules know it, with the answers that wait for the others."""
    game = GAMES[match.game]
    assert match.snapshot is not None
    state = load(upgrade(game, match.version, match.snapshot))
    return Table(state, {int(seat): kept["answer"] for seat, kept in match.sealed.items()}, match.shuffles)
