"""In a plan a name that is the letter of another seat says nobody; the seat is named by its letter."""

from __future__ import annotations

import pytest

from server.plans import read_plan
from server.rules import GAMES, Illegal

GAME = GAMES["french-tarot"]


def test_a_letter_that_is_a_name_is_not_understood_and_the_seat_is() -> None:
    names = {1: "C", 2: "Bruno"}
    with pytest.raises(Illegal, match="not understood"):
        read_plan(GAME, "if C is winning: low", names)
    for said, seat in (("seat B", 1), ("seat C", 2), ("Bruno", 2)):
        assert read_plan(GAME, f"if {said} is winning: low", names).lines[0].winning == (seat,)


def test_the_letter_of_ones_own_seat_is_a_name() -> None:
    assert read_plan(GAME, "if C is winning: low", {2: "C"}).lines[0].winning == (2,)
