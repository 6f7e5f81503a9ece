"""How a hand is laid out in rows."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from server.rules.cards import TAROT_78
from server.web.layout import longest_row, row_ends

PLAIN = "4S 9S QS 10H 5D 6D JD 8C NC".split()
TRUMPS = "T9 T13 T18 F".split()


def test_a_hand_that_fits_is_one_row() -> None:
    assert row_ends(PLAIN, 9) == frozenset()
    assert longest_row(PLAIN, 9) == 9


def test_rows_end_where_suits_do() -> None:
    assert row_ends(PLAIN + TRUMPS, 9) == {7}
    assert row_ends("5S 6S 9S JS AH 4H 7H NH 2C KC".split(), 9) == {4}


def test_a_suit_too_long_for_a_row_is_torn() -> None:
    trumps = [f"T{number}" for number in range(1, 16)]
    assert longest_row(trumps, 9) == 8


@given(st.lists(st.sampled_from(TAROT_78), min_size=1, max_size=30, unique=True), st.sampled_from((9, 18)))
def test_no_row_is_too_long_and_there_are_as_few_as_can_be(cards: list[str], most: int) -> None:
    hand = sorted(cards, key=TAROT_78.index)
    ends = (0, *sorted(row_ends(hand, most)), len(hand))
    assert all(0 < end - start <= most for start, end in pairwise(ends))
    assert len(ends) - 1 == -(-len(hand) // most)
