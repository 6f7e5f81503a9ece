"""The tests of every game find faults: a few of those of `tests.rules.mutations`, which shows the others."""

import pytest

from tests.rules.mutations import MUTATIONS, Mutation, finds, in_place
from tests.rules.mutations import tests_of_every_game as free_tests

QUICK = (
    "titro: a second card leaves the hand",
    "texas-42: a tile is dealt twice",
    "titro: a card of the next hand is shown",
    "titro: a card of the next hand is shown, which dealing anew forgets",
    "texas-42: dealing anew forgets the next hand",
    "titro: the order has a card twice",
    "texas-42: the leader is followed by the second next",
    "texas-42: the next player takes the trick",
    "titro: who was beaten wins the centre",
    "titro: the other player is asked to split",
)


@pytest.mark.parametrize("name", QUICK)
def test_a_fault_is_found_by_the_test_for_it(name: str) -> None:
    (mutation,) = (each for each in MUTATIONS if str(each) == name)
    with in_place(mutation):
        assert finds(free_tests()[mutation.found_by], mutation)


def test_no_fault_is_found_where_there_is_none() -> None:
    sound = Mutation("nothing", "titro", lambda game: game, "")
    with in_place(sound):
        assert not [name for name, test in free_tests().items() if "hash" not in name and finds(test, sound)]


def test_every_fault_has_a_name_of_its_own_and_a_test_that_is_there() -> None:
    assert len(set(map(str, MUTATIONS))) == len(MUTATIONS)
    assert {mutation.found_by for mutation in MUTATIONS} <= free_tests().keys()
