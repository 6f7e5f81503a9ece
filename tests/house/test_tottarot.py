"""The house at Tottarot: lawful in whole games, and no fool."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from server import house
from server.house.tottarot import choose, fits, margin, stage
from server.rules import GAMES, Table, asks, begin, lawful, submit
from tests.each import each

GAME = GAMES["tottarot"]
ADA, BRUNO, CHIARA = range(3)


def played_out(seats: int, seed: int, in_house: set[int], **options: str | int) -> Table:
    """A whole game in which the other seats answer at random."""
    random = Random(seed)

    def shuffle(deck: tuple[str, ...], n: int) -> tuple[str, ...]:
        return tuple(Random(f"{seed}:{n}").sample(deck, len(deck)))

    table, _ = begin(GAME, seats, {name.replace("_", "-"): value for name, value in options.items()}, shuffle)
    while owed := asks(GAME, table):
        for seat, ask in owed.items():
            player = choose if seat in in_house else house.at_random
            answer = player(GAME.view(table.state, seat), ask, seat, random)
            assert lawful(ask, answer)
            table, _ = submit(GAME, table, seat, answer, shuffle)
    return table


@each("seats", GAME.seats)
@each("may_decline", ["on", "off"])
@pytest.mark.wide
def test_it_answers_lawfully_to_the_end(seats: int, may_decline: str) -> None:
    for seed in range(6):
        table = played_out(seats, seed, set(range(seats)), may_decline=may_decline, tokens=4)
        assert GAME.winners(table.state)


@each("seats", [3, 4])
@pytest.mark.wide
def test_it_wins_clearly_more_than_its_share_against_random_play(seats: int) -> None:
    games, share = 120, 0.0
    for seed in range(games):
        won = GAME.winners(played_out(seats, seed, {seed % seats}).state)
        share += (seed % seats in won) / len(won)
    assert share / games > 1.4 / seats


def dealt(*deck: str, played: str = "", **options: str | int) -> tuple[Table, dict[str, Any]]:
    """Three players with a stacked deck, after some answers, and what Ada sees."""

    def shuffle(cards: tuple[str, ...], n: int) -> tuple[str, ...]:
        rest = list(cards)
        for card in deck:
            rest.remove(card)
        return (*deck, *rest)

    table, _ = begin(GAME, 3, options, shuffle)
    for answer in filter(None, played.split(", ")):
        table, _ = submit(GAME, table, "ABC".index(answer[0]), answer[2:], shuffle)
    return table, GAME.view(table.state, ADA)


def answers(*deck: str, played: str = "", **options: str | int) -> set[str]:
    """What Ada answers, whatever chance says."""
    table, view = dealt(*deck, played=played, **options)
    ask = asks(GAME, table)[ADA]
    return {choose(view, ask, ADA, Random(seed)) for seed in range(20)}


def test_with_the_devil_it_wants_to_act_and_with_the_world_it_does_not() -> None:
    assert answers("DEVIL") == {"3"}
    assert answers("WORLD") == {"0"}


def test_it_takes_the_world_it_has_seen() -> None:
    deck = ("PRIESTESS", "SUN", "SUN", "TOWER", "DEVIL", "WORLD")
    assert answers(*deck, played="A 0, B 0, C 1, C none, A C, A 3, B 2, C 2") == {"C"}


def test_it_leaves_the_devil_it_has_seen() -> None:
    deck = ("PRIESTESS", "SUN", "SUN", "TOWER", "SUN", "DEVIL")
    assert answers(*deck, played="A 0, B 0, C 1, C none, A C, A 3, B 2, C 2") == {"B"}


def test_it_looks_at_a_card_it_does_not_know() -> None:
    table, _ = dealt("TOWER", "PRIESTESS", "SUN", played="A 0, B 0, C 1, C none")  # all see the new card of Ada
    view, ask = GAME.view(table.state, BRUNO), asks(GAME, table)[BRUNO]
    assert {choose(view, ask, BRUNO, Random(seed)) for seed in range(20)} == {"C"}


def test_it_keeps_the_world_where_it_may() -> None:
    assert answers("WORLD", played="A 3, B 0, C 0", **{"may-decline": "on"}) == {"stay"}


def test_who_wants_to_act_is_not_thought_to_hold_the_world() -> None:
    """Bruno has shown his highest token; what Chiara holds he may take."""
    for card, likely in (("WORLD", False), ("DEVIL", True)):
        table, _ = dealt("SUN", card, "SUN", played="A 0, B 3, C 0")
        assert table.state.phase == "change"
        assert fits(table.state, ADA) is likely


def test_who_wants_to_act_is_thought_of_as_before_acting() -> None:
    for card, likely in (("WORLD", False), ("DEVIL", True)):
        table, _ = dealt("DEVIL", card, "SUN", played="A 3, B 3, C 0, A none")
        assert list(asks(GAME, table)) == [BRUNO]
        assert fits(table.state, CHIARA) is likely


def test_the_chance_to_win_a_round_is_seen_after_each_turn() -> None:
    before, _ = dealt("WORLD", "SUN", "TOWER")
    after, _ = dealt("WORLD", "SUN", "TOWER", played="A 0, B 0, C 1, C none")
    assert stage(before.state) != stage(after.state)
    ada, bruno, chiara = (margin(after.state, seat) for seat in (ADA, BRUNO, CHIARA))
    assert ada > bruno > chiara > 0
    assert ada + bruno + chiara == pytest.approx(1)
