"""The contracts, the announcements and their premiums, and what depends on the number of players."""

from __future__ import annotations

from collections.abc import Mapping

from ...cards import FOOL, TAROT_78, TRUMPS, Card
from ...record import record
from .deck import HONOURS


@record
class Contract:
    """A contract. ``exchange``: the chien is shown and taken up; otherwise it counts unseen for one side."""

    multiplier: int
    exchange: bool = False
    chien_is_taken: bool = True


CONTRACTS = {
    "small": Contract(1, exchange=True),
    "guard": Contract(2, exchange=True),
    "guard-without": Contract(4),
    "guard-against": Contract(6, chien_is_taken=False),
}
GOULASH = "goulash"
ENDS_AUCTION = "guard-against"
AND_SLAM = "-slam"

POIGNEES = {"poignee": 20, "double-poignee": 30, "triple-poignee": 40}
MISERES: Mapping[str, frozenset[Card]] = {"misere-trumps": frozenset({*TRUMPS, FOOL}), "misere-honours": HONOURS}
"""Each misère, and the cards that its hand must lack."""
MISERE_PAYS = 10
GAME_PAYS, PETIT_PAYS = 25, 10
SLAM_ANNOUNCED, SLAM_SILENT, SLAM_MISSED, SLAM_AGAINST = 400, 200, -200, -200


@record
class Size:
    """What depends on the number of players: the deal, the trumps of each poignée, the taker's share (alone or not)."""

    packet: int
    chien: int
    poignees: tuple[int, int, int]
    alone: int
    partnered: int = 0


SIZES = {
    3: Size(packet=4, chien=6, poignees=(13, 15, 18), alone=2),
    4: Size(packet=3, chien=6, poignees=(10, 13, 15), alone=3),
    5: Size(packet=3, chien=3, poignees=(8, 10, 13), alone=4, partnered=2),
}


def tricks_in_deal(seats: int) -> int:
    """As many tricks as a hand has cards: 24, 18 or 15."""
    return (len(TAROT_78) - SIZES[seats].chien) // seats
