"""The order of the own cards that a claim names: proposed from what the claimant may see, and kept to."""

from __future__ import annotations

from random import Random

from server.rules.claimed import is_proved, line, named_order, proposed, side_of
from server.rules.engine import State
from tests.each import each

from .played import Case, cases, played

tricks = [case for case in cases(variants=1) if case.game.trick_game]
EVERY = 12
"""Of the moments of a match one of so many is looked at."""
LATE, POSITIONS = 3, 300
WITH_A_PETIT = ("dementlieu", "french-tarot", "scarto")


def tricks_of(case: Case) -> list[State]:
    """The states of a match in which a card is to be played."""
    return [
        one.table.state
        for one in played(case).moments
        if case.game.view(one.table.state, None)["core"]["trick"] is not None
    ]


@each("case", tricks, ids=str)
def test_the_order_that_is_proposed_depends_on_nothing_that_the_claimant_cannot_know(case: Case) -> None:
    game, looked = case.game, 0
    for state in tricks_of(case)[::EVERY]:
        random = Random(looked)
        for seat in game.view(state, None)["core"]["turn"]:
            order = proposed(game, state, seat)
            assert sorted(order) == sorted(game.view(state, seat)["core"]["hand"])
            assert proposed(game, game.redeal(state, seat, random), seat) == order
            looked += 1
    assert looked > 3


@each("case", [case for case in tricks if case.key in WITH_A_PETIT], ids=str)
def test_trumps_go_from_the_highest_to_the_lowest_so_that_the_petit_is_the_last_of_them(case: Case) -> None:
    for state in tricks_of(case)[::EVERY]:
        for seat in case.game.view(state, None)["core"]["turn"]:
            trumps = [card for card in proposed(case.game, state, seat) if card[0] == "T"]
            assert trumps == sorted(trumps, key=case.game.order(state, "T").index, reverse=True)


def test_a_wish_comes_before_what_is_proposed_and_names_no_other_card() -> None:
    assert named_order(("KS", "T21", "T1"), ("T1", "QH", "T1")) == ("T1", "KS", "T21")


@each("case", tricks, ids=str)
def test_what_is_played_for_a_claimant_keeps_to_the_order_that_was_named(case: Case) -> None:
    game, random = case.game, Random(str(case))
    for state in tricks_of(case):
        core = game.view(state, None)["core"]
        if core["trick"] or max(core["counts"]) > LATE:
            continue
        for seat, side in ((seat, side_of(game, seat)) for seat in core["turn"]):
            hand = list(game.view(state, seat)["core"]["hand"])
            named = seat, random.sample(hand, len(hand))
            if is_proved(game, state, side, POSITIONS):
                assert is_proved(game, state, side, POSITIONS, named)
            played_by = [given[seat].split()[0] for given in line(game, state, side, POSITIONS, named) if seat in given]
            assert played_by[:1] == named[1][:1]
