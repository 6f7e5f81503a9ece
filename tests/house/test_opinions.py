"""What the house thinks of a decision that was made."""

import json
from functools import cache
from random import Random

import pytest

from server import house
from server.house import sampling
from server.house.opinions import Opinion, opinion
from server.house.sampling import Budget
from server.rules import GAMES, Table, all_asks, begin, forced, submit
from server.views.review import AMOUNTS, SHARES
from tests.each import each
from tests.rules.played import Case, Moment, cases, played

TITRO = GAMES["titro"]
ADA, BRUNO = 0, 1
ENOUGH = Budget(seconds=300, games=24, candidates=3)


def stacked(cards: str):
    on_top = tuple(cards.split())
    return lambda deck, n: (*on_top, *(card for card in deck if card not in on_top))


def second_bids() -> Table:
    """The king takes the queen's bid on its own suit: nothing else brings as much."""
    table, _ = begin(TITRO, 2, {"rounds": 1}, stacked("KS 9C 8D 7C 6C QD 4C 2S JD 3S 9H 2S T14"))
    for seat, answer in [(ADA, "6C centre"), (BRUNO, "QD blind")]:
        table, _ = submit(TITRO, table, seat, answer, stacked(""))
    return table


@cache
def of(given: str, games: int = 120) -> Opinion:
    found = opinion(TITRO, second_bids(), ADA, given, Random(1), Budget(seconds=300, games=games))
    assert found is not None
    return found


def test_a_worse_answer_cost_something() -> None:
    found = of("9C cloak")
    assert (found["given"], found["best"], found["rival"]) == ("9C cloak", "KS cloak", "9C cloak")
    assert found["gain"] > 2 * found["error"] >= 0
    assert found["points"] > 0
    assert found["won"] is not None


def test_the_best_answer_is_held_against_another() -> None:
    found = of("KS cloak")
    assert found["best"] == found["given"] == "KS cloak"
    assert found["rival"] != "KS cloak"
    assert found["gain"] > 0


def test_every_answer_that_was_tried_has_its_estimate_the_one_given_too() -> None:
    found = of("9C cloak")
    lawful = {
        f"{card} {place}" for card in all_asks(TITRO, second_bids())[ADA].slots[0].options for place in ("cloak",)
    }
    assert lawful <= {estimate["answer"] for estimate in found["answers"]}
    [own] = [estimate for estimate in found["answers"] if estimate["answer"] == "9C cloak"]
    assert (own["points"], own["error"]) == (0, 0)
    assert [e["points"] for e in found["answers"]] == sorted((e["points"] for e in found["answers"]), reverse=True)


def test_its_reason_is_what_clearly_tells_the_two_answers_apart() -> None:
    for found in (of("9C cloak"), of("KS cloak")):
        assert found["reason"]
        assert found["reason"]["kind"] in ("points", "match")
        assert found["reason"]["values"]["best"] > found["reason"]["values"]["rival"]


def test_of_few_games_it_gives_no_reason() -> None:
    assert of("9C cloak", games=12)["reason"] is None


def test_what_came_of_a_deal_is_told_alike_at_all_seats_and_each_kind_has_a_sentence() -> None:
    kinds = {"match", *(house.player(key).unit for key in GAMES)}
    for case in cases(0):
        first, *_, last = played(case).moments
        states = first.table.state, last.table.state
        came = [house.player(case.key).events(*states, seat) for seat in range(case.seats)]
        made = {each[kind] == (kind == "contract") for each in came for kind in ("contract", "beaten") if kind in each}
        assert len(made) < 2, "the attack tells that it was made, the defence that it was beaten"
        assert all(0 <= each[kind] <= 1 for each in came for kind in each if kind in SHARES)
        kinds.update(*came)
    assert kinds == {*SHARES, *AMOUNTS}


def test_it_is_plain_data() -> None:
    assert json.loads(json.dumps(of("9C cloak"))) == of("9C cloak")


def test_where_it_has_no_opinion_it_invents_none() -> None:
    table = second_bids()
    assert opinion(TITRO, table, ADA, "KS cloak", Random(1), Budget(seconds=0)) is None
    assert opinion(TITRO, table, ADA, "the moon", Random(1), ENOUGH) is None
    game = played(Case("scarto", 3))
    without = next(moment for moment in game.moments for ask in moment.asks.values() if forced(ask) is not None)
    [(seat, ask)] = without.asks.items()
    assert opinion(game.game, without.table, seat, ask.absent, Random(1), ENOUGH) is None
    assert opinion(game.game, without.table, (seat + 1) % 3, ask.absent, Random(1), ENOUGH) is None


def test_it_leaves_off_when_it_is_told_to() -> None:
    def enough() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        opinion(TITRO, second_bids(), ADA, "KS cloak", Random(1), ENOUGH, enough)


def test_its_clock_may_be_any() -> None:
    ticks = iter(range(100_000))
    budget = Budget(seconds=400, games=sampling.MANY, now=lambda: next(ticks))
    assert opinion(TITRO, second_bids(), ADA, "9C cloak", Random(1), budget) is not None
    assert 400 <= next(ticks) < 500


@each("case", cases(0), ids=str)
@pytest.mark.wide
def test_two_worlds_that_look_the_same_to_a_seat_get_the_same_opinion(case: Case) -> None:
    """With the same chance and as many imagined games: it hangs on nothing that the seat did not see."""
    moments = [moment for moment in played(case).moments[:-1] if _a_choice(case, moment)]
    moment = moments[len(moments) * 9 // 10]
    seat, ask = next(iter(moment.asks.items()))
    twin = Table(case.game.redeal(moment.table.state, seat, Random(3)), {}, moment.table.shuffles)
    budget = Budget(seconds=300, games=20, candidates=2)
    here, there = (opinion(case.game, table, seat, ask.absent, Random(7), budget) for table in (moment.table, twin))
    assert here == there
    assert here is not None


def _a_choice(case: Case, moment: Moment) -> bool:
    """Whether the first seat asked has answers that differ in what may come of them."""
    return any(
        len(sampling.candidates(case.game, moment.table.state, ask, seat, Random(1), 2)) > 1
        for seat, ask in list(moment.asks.items())[:1]
    )
