"""The house player of Scarto, card by card."""

from __future__ import annotations

from random import Random
from typing import Any

from server.house.scarto import choose
from server.rules import Ask, Slot
from server.rules.cards import Card


def played(trick: str, *options: Card, hand: str = "5S 6S 7S 8S 9S") -> str:
    """What it plays on a trick, of these options, with more cards in hand."""
    view: dict[str, Any] = {
        "hand": [*options, *hand.split()],
        "discard": None,
        "trick": list(enumerate(trick.split(), start=1)),
        "tricks": [],
        "angel": "low",
    }
    return choose(view, Ask("Play a card.", (Slot("card", options),), options[0]), 0, Random(0))


def test_on_a_trick_that_it_cannot_take_it_throws_what_costs_least() -> None:
    assert played("KH", "QH", "JH", "4H") == "4H"
    assert played("KH T21", "QH", "4H", "NH") == "4H"


def test_a_dear_card_is_spared_by_the_fool() -> None:
    assert played("KH", "QH", "F") == "F"
    assert played("KH", "4H", "F") == "4H"


def test_the_last_to_play_takes_with_the_dearest_card_that_does() -> None:
    assert played("4H 5H", "QH", "JH", "6H") == "QH"
