"""Nothing left to decide: proved with the real cards, and true however the rest is played."""

from __future__ import annotations

from random import Random

import pytest

from server.rules import OVER, Shuffle, asks
from server.rules.claimed import is_proved, side_of
from server.rules.decided import answers, is_decided
from server.rules.engine import AnyGame, State
from tests.each import each

from .played import Case, cases, played

tricks = [case for case in cases(variants=1) if case.game.trick_game]


def played_on(game: AnyGame, state: State, random: Random) -> tuple[int, ...]:
    """The scores at the end of the deal, if everybody answers by chance."""
    part = game.progress(state)[:1]
    while (
        state.phase != OVER and not isinstance(game.phases[state.phase], Shuffle) and game.progress(state)[:1] == part
    ):
        phase = game.phases[state.phase]
        given = {seat: random.choice(list(answers(ask))) for seat, ask in phase.asks(state).items()}  # type: ignore[union-attr]
        state, _ = phase.then(state, given)  # type: ignore[arg-type,call-arg]
    return game.scores(state)


def late(case: Case) -> list[State]:
    """The states of a game that was played by chance in which nobody has more than three cards."""
    states = [moment.table.state for moment in played(case).moments if asks(case.game, moment.table)]
    return [state for state in states if max(case.game.view(state, None)["core"]["counts"]) <= 3]


@each("case", tricks, ids=str)
@pytest.mark.wide
def test_a_decided_deal_ends_with_the_same_scores_however_it_is_played_on(case: Case) -> None:
    random = Random(str(case))
    for state in late(case):
        if is_decided(case.game, state, 2000):
            assert len({played_on(case.game, state, random) for _ in range(12)}) == 1


@each("case", tricks, ids=str)
def test_a_claim_that_is_proved_ends_with_the_same_scores_however_it_is_played_on(case: Case) -> None:
    """Not where the claimant takes all tricks, but is still to decide which of them holds the petit, say."""
    random, game = Random(str(case)), case.game
    for state in late(case):
        core = game.view(state, None)["core"]
        if core["trick"] is not None and max(core["counts"]) <= 2:
            for side in {side_of(game, seat) for seat in range(case.seats)}:
                if is_proved(game, state, side, 300):
                    assert len({played_on(game, state, random) for _ in range(6)}) == 1


@each("case", tricks, ids=str)
def test_a_deal_that_ends_in_two_ways_is_not_decided(case: Case) -> None:
    random = Random(str(case))
    for state in late(case):
        if len({played_on(case.game, state, random) for _ in range(12)}) > 1:
            assert not is_decided(case.game, state, 2000)


def test_what_cannot_be_proved_within_the_bound_is_not_decided() -> None:
    case = tricks[0]
    decided = [state for state in late(case) if is_decided(case.game, state)]
    assert decided
    assert not is_decided(case.game, decided[0], 1)
