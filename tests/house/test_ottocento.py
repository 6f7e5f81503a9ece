"""The house player of Ottocento: lawful in every phase and with every option, and better than chance."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from server import house
from server.house.ottocento import choose
from server.rules import GAMES, asks, begin, lawful, submit
from server.rules.cards import LATIN_62
from tests.each import each

GAME = GAMES["ottocento"]


def winners(seed: int, side: int, options: dict[str, Any]) -> tuple[int, ...]:
    """Who wins a game in which one side is of the house, and the other answers at random."""
    random = Random(seed)

    def shuffle(cards: tuple[str, ...], n: int) -> tuple[str, ...]:
        return tuple(random.sample(cards, len(cards)))

    table, _ = begin(GAME, 4, options, shuffle)
    while asks(GAME, table):
        ((seat, ask),) = asks(GAME, table).items()
        player = choose if seat % 2 == side else house.at_random
        answer = player(GAME.view(table.state, seat), ask, seat, random)
        assert lawful(ask, answer)
        table, _ = submit(GAME, table, seat, answer, shuffle)
    return GAME.winners(table.state)


@each("options", [{}, {"moors-extend": "on", "out-by-declaring": "on", "target": 1200}])
def test_it_answers_lawfully_and_beats_chance(options: dict[str, Any]) -> None:
    won = [winners(seed, seed % 2, options)[0] == seed % 2 for seed in range(10)]
    assert sum(won) >= 8


def stacked(order: Sequence[str]) -> Callable[[tuple[str, ...], int], tuple[str, ...]]:
    """The shuffle that leads to this order."""
    return lambda cards, n: tuple(order)


def answered(seat: int, hand: str, *before: str) -> str:
    """What it answers with this hand after some answers; the others hold the rest in canonical order."""
    cards = hand.split()
    rest = iter(card for card in LATIN_62 if card not in cards)
    hands = [cards if other == seat else [next(rest) for _ in range(17 if other == 3 else 15)] for other in range(4)]
    deck = [card for at in (0, 5, 10) for held in hands for card in held[at : at + 5]] + hands[3][15:]
    table, _ = begin(GAME, 4, {}, lambda cards, n: tuple(deck))
    for answer in before:
        (asked,) = asks(GAME, table)
        table, _ = submit(GAME, table, asked, answer, lambda cards, n: cards)
    ((asked, ask),) = asks(GAME, table).items()
    assert asked == seat
    return choose(GAME.view(table.state, seat), ask, seat, Random(0))


def test_it_lays_away_what_would_be_dear_to_lose_and_cannot_be_declared() -> None:
    assert answered(3, "KS NS JS 6S 7S 8S 6B 7B 8B QB 6C 7C 8C AO T6 T7 T8") == "QB AO"


def test_it_declares_all_it_has() -> None:
    hand = "KS KB KC QS NS 6S 7S 8S 6B 7B 8B 6C 7C 8C T6"
    assert answered(0, hand, "T18 T19").split()[-2:] == ["+kings", "+suit-S"]


def test_it_takes_a_dear_trick_as_cheaply_as_it_can() -> None:
    hand = "T6 T12 T19 6B 7B 8B 9B 10B JB NB 6C 7C 8C 9C 10C"
    assert answered(3, f"{hand} 6O 7O", "6O 7O", "KS", "T1", "T5") == "T6"


def test_no_other_card_is_better_given_for_the_matto() -> None:
    """Of all that may be given in a deal, by the difference of the two sides when they are counted."""
    asked_for = 0
    for seed in range(4):
        random = Random(seed)
        order = random.sample(LATIN_62, len(LATIN_62))
        table, _ = begin(GAME, 4, {}, stacked(order))
        while table.state.phase != "give" and table.shuffles == 1:
            ((seat, ask),) = asks(GAME, table).items()
            table, _ = submit(GAME, table, seat, house.steady(GAME, table, seat, random), stacked(order))
        if table.state.phase == "give":
            ((giver, ask),) = asks(GAME, table).items()
            ahead = {}
            for card in ask.slots[0].options:
                counted, _ = submit(GAME, table, giver, card, stacked(order))
                counts = counted.state.book.sheet.counts
                ahead[card] = counts[giver % 2].points - counts[1 - giver % 2].points
            assert ahead[house.steady(GAME, table, giver, random)] == max(ahead.values())
            asked_for += 1
    assert asked_for
