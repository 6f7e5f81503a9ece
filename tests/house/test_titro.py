"""The house at Titro. Ada sits at A."""

from random import Random

from server import house
from server.house.titro import after_split
from server.rules import GAMES, Table, asks, begin, submit
from tests.each import each
from tests.rules.played import Shuffler

TITRO = GAMES["titro"]
ADA, BRUNO = 0, 1


def stacked(cards: str):
    on_top = tuple(cards.split())
    return lambda deck, n: (*on_top, *(card for card in deck if card not in on_top))


def sit_down(cards: str, *answers: str) -> Table:
    shuffle = stacked(cards)
    table, _ = begin(TITRO, 2, {}, shuffle)
    for answer in answers:
        table, _ = submit(TITRO, table, next(iter(asks(TITRO, table))), answer, shuffle)
    return table


def ada_answers(table: Table) -> set[str]:
    return {house.choose(TITRO, table, ADA, Random(seed)) for seed in range(10)}


def test_it_bids_where_it_gains_most_and_is_hard_to_beat() -> None:
    assert ada_answers(sit_down("T1 9H 8D 7C F QS 4C 2S JD 3S T21 9S T14")) == {"T1 centre"}


def test_it_never_bids_a_fool_while_something_else_may_win() -> None:
    for seed in range(20):
        cards = Random(seed).sample(range(5), 5)
        hand = [("F", "9H", "8D", "KS", "T3")[n] for n in cards]
        assert not any(answer.startswith("F ") for answer in ada_answers(sit_down(" ".join(hand))))


def test_it_takes_a_card_from_a_rival_that_it_can_beat() -> None:
    table = sit_down("KS 9C 8D 7C 6C QD 4C 2S JD 3S 9H 2H T14", "6C centre", "QD blind")
    assert table.state.phase == "second-bid"
    assert ada_answers(table) == {"KS cloak"}


def test_it_rather_scores_nothing_than_little() -> None:
    """Bruno's T14 wins 13 in the centre. Ada can win 4 at most; with nothing, she steals the 13."""
    table = sit_down("F T2 T3 T4 T5 T14 9H KS QD 2S T1 T6 7C", "T5 centre", "T14 centre")
    assert table.state.phase == "second-bid"
    assert {answer.split()[0] for answer in ada_answers(table)} == {"F"}


def test_it_leaves_the_other_something_small() -> None:
    assert after_split([12, 0, 0]) == -12
    assert after_split([12, -1, 0]) == 11
    assert after_split([-12, -3, 0]) == 9


def test_it_keeps_what_makes_large_differences() -> None:
    table = sit_down("KS 3H T7 10D NC QS 4C 2S JD F 9H 6S T21", "KS cloak", "4C centre", "T7 blind", "F cloak")
    assert ada_answers(table) == {"T21"}


@each("deck", ["tarot", "poker"])
def test_it_wins_most_games_against_chance(deck: str) -> None:
    won = 0
    for seed in range(40):
        random = Random(seed)
        shuffle = Shuffler(random)
        table, _ = begin(TITRO, 2, {"deck": deck}, shuffle)
        while owed := asks(TITRO, table):
            for seat, ask in owed.items():
                by_house = seat == seed % 2
                answer = (
                    house.choose(TITRO, table, seat, random) if by_house else house.at_random({}, ask, seat, random)
                )
                table, _ = submit(TITRO, table, seat, answer, shuffle)
        won += TITRO.winners(table.state) == (seed % 2,)
    assert won > 30
