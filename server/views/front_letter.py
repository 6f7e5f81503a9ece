"""The letter of the front page: a first round of Titro, which whoever comes by plays on the spot against Bruno.

The deal is stacked and always the same, and Bruno's bids are sealed before one's own are known. The rules of the game
say what comes of them. Nothing is stored: the address holds one's bids.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..rules import GAMES, Answer, Illegal
from ..rules.lesson import Lesson, Step
from .lessons import Played
from .seat import SeatPage

DECK = "KS 3H T6 10D NC QH 5D T9 2S JC 9H T14 8D"
BRUNO: Sequence[Answer] = ("QH centre", "5D cloak")
MARKED: Sequence[frozenset[str]] = (frozenset(("T6", "cloak")), frozenset())
"""What is chosen on the page before anybody has touched it, bid by bid."""


def front_letter(bids: Sequence[Answer]) -> SeatPage:
    """The table after one's bids, at most two. Bids that the rules do not allow are left out, with all that follow."""
    given = tuple(bids[: len(BRUNO)])
    while True:
        try:
            return _after(given)
        except Illegal:
            given = given[:-1]


def _after(bids: Sequence[Answer]) -> SeatPage:
    steps = tuple(Step(bid, "", before=f"B: {his}") for bid, his in zip(bids, BRUNO, strict=False))
    last = "".join(f"B: {his}" for his in BRUNO[len(bids) : len(bids) + 1])
    page = Played(GAMES["titro"], Lesson(2, steps, "", deck=DECK, last=last)).page(len(bids))
    if len(bids) == len(BRUNO):
        page.ask = None  # the round is over, and the letter ends with it
    else:
        page.picked = MARKED[len(bids)]
    return page
