"""What the game's page shows of its rules: contracts, the value of cards and tricks, the result of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...auction import highest
from ...engine import Made, Seat
from ...story import Number
from ...tarot import ALL_POINTS, HALVES, NEEDED, bouts_in
from ...tricks import Trick
from .state import CHIEN, CONTRACTS, LADDER


def highest_bidder(bids: Sequence[str | None]) -> Seat | None:
    """The seat of the highest bid so far."""
    return highest(LADDER, bids)


def trick_points(trick: Trick) -> Number:
    """All of its cards go to the winner's pile, the Fool too."""
    return Number(sum(HALVES[card] for _, card in trick) / 2)


def made(view: Mapping[str, Any]) -> Made | None:
    """What the taker made and needed; ``None`` in a deal for the pot."""
    sheet = view["sheet"]
    if sheet is None or not sheet["needed"]:
        return None
    return Made(Number(sheet["halves"][sheet["taker"]] / 2), Number(sheet["needed"]), Number(ALL_POINTS))


FOR_PAGE: Mapping[str, Any] = {
    "contracts": CONTRACTS,
    "needed": NEEDED,
    "halves": HALVES,
    "all_points": ALL_POINTS,
    "chien": CHIEN,
    "bouts": lambda cards: len(bouts_in(cards)),
    "highest": highest_bidder,
}
