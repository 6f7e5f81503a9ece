"""What the game's page shows of its rules: contracts, the value of cards and tricks, the result of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...auction import highest
from ...cards import FOOL
from ...engine import Made, Seat
from ...story import Number
from ...tarot import ALL_POINTS, HALVES, NEEDED, bouts_in
from ...tricks import Trick
from .bidding import contract_of
from .contracts import (
    CONTRACTS,
    GOULASH,
    POIGNEES,
    SIZES,
    SLAM_AGAINST,
    SLAM_ANNOUNCED,
    SLAM_MISSED,
)


def highest_bidder(bids: Sequence[str | None]) -> Seat | None:
    """The seat of the highest bid so far, with or without a slam."""
    return highest(tuple(CONTRACTS), [contract_of(bid) for bid in bids])


def multiplier(bid: str | None) -> int | None:
    """By what a bid multiplies a deal, with or without a slam; ``None`` if it is no contract."""
    contract = CONTRACTS.get(contract_of(bid) or "")
    return contract.multiplier if contract else None


def trick_points(trick: Trick) -> Number:
    """The Excuse stays with its side, which gives half a point for it."""
    return Number(sum(1 if card == FOOL else HALVES[card] for _, card in trick) / 2)


def made(view: Mapping[str, Any]) -> Made | None:
    """What the taker's side made and needed; ``None`` for a goulash."""
    sheet = view["sheet"]
    if sheet is None or sheet["contract"] == GOULASH:
        return None
    return Made(Number(sheet["points"]), Number(sheet["needed"]), Number(ALL_POINTS))


FOR_PAGE: Mapping[str, Any] = {
    "contracts": CONTRACTS,
    "needed": NEEDED,
    "halves": HALVES,
    "all_points": ALL_POINTS,
    "sizes": SIZES,
    "poignees": POIGNEES,
    "bouts": lambda cards: len(bouts_in(cards)),
    "highest": highest_bidder,
    "multiplier": multiplier,
    "slam_announced": SLAM_ANNOUNCED,
    "slam_missed_and_against": SLAM_MISSED + SLAM_AGAINST,
}
