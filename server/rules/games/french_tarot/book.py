"""What the page of the game draws of its rules: contracts, what cards and tricks count, what was made of a deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...auction import highest
from ...cards import FOOL, Card
from ...engine import Made, Seat
from ...story import Number
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
from .deck import BOUTS, HALVES, NEEDED

ALL_POINTS = sum(HALVES.values()) // 2


def bouts(cards: Iterable[Card]) -> int:
    """How many of the cards are bouts."""
    return sum(card in BOUTS for card in cards)


def highest_bidder(bids: Sequence[str | None]) -> Seat | None:
    """Who has bid most so far, whether a slam was added to it or not."""
    return highest(tuple(CONTRACTS), [contract_of(bid) for bid in bids])


def trick_points(trick: Trick) -> Number:
    """The Excuse stays with its side, and half a point is given for it."""
    return Number(sum(1 if card == FOOL else HALVES[card] for _, card in trick) / 2)


def made(view: Mapping[str, Any]) -> Made | None:
    """What the taker's side had of the points it needed; nothing of a goulash."""
    sheet = view["sheet"]
    if sheet is None or sheet["contract"] == GOULASH:
        return None
    return Made(Number(sheet["points"]), Number(sheet["needed"]), Number(ALL_POINTS))


BOOK: Mapping[str, Any] = {
    "contracts": CONTRACTS,
    "needed": NEEDED,
    "halves": HALVES,
    "all_points": ALL_POINTS,
    "sizes": SIZES,
    "poignees": POIGNEES,
    "bouts": bouts,
    "highest": highest_bidder,
    "contract_of": contract_of,
    "slam_announced": SLAM_ANNOUNCED,
    "slam_missed_and_against": SLAM_MISSED + SLAM_AGAINST,
}
