"""Easy house players: beatable, and never senseless."""

from random import Random

from server import house
from server.house import easy
from server.rules import GAMES, Ask, Slot, Table, lawful
from tests.each import each
from tests.rules.played import Case, cases, played


@each("case", cases(0), ids=str)
def test_it_plays_lawfully_in_every_game(case: Case) -> None:
    for moment in played(case).some(40)[:-1]:
        for seat, ask in moment.asks.items():
            assert all(lawful(ask, easy.choose(case.game, moment.table, seat, Random(n))) for n in range(5))


@each("key", GAMES)
def test_now_and_then_it_plays_another_card_than_the_house_player(key: str) -> None:
    game, slips, asks = GAMES[key], 0, 0
    for moment in played(Case(key, game.seats[-1])).moments[:-1]:
        for seat in moment.asks:
            usual = house.choose(game, moment.table, seat, Random(asks))
            slips += easy.choose(game, moment.table, seat, Random(asks)) != usual
            asks += 1
    assert 0 < slips < 0.75 * asks


@each("case", cases(0), ids=str)
def test_it_is_told_what_its_seat_sees(case: Case) -> None:
    for moment in played(case).some(20)[:-1]:
        for seat in moment.asks:
            twin = Table(case.game.redeal(moment.table.state, seat, Random(1)), {}, moment.table.shuffles)
            assert easy.choose(case.game, twin, seat, Random(7)) == easy.choose(
                case.game, moment.table, seat, Random(7)
            )


def test_what_is_laid_away_is_never_a_slip() -> None:
    away = Ask("", (Slot("cards", ("6S", "9H", "KD"), 2, 2),), "6S 9H")
    assert easy.without(away, "6S 9H") is None


def test_a_slip_is_a_card_fewer_to_choose_from() -> None:
    ask = Ask("", (Slot("card", ("6S", "9H", "KD")),), "6S")
    fewer = easy.without(ask, "9H")
    assert fewer is not None
    assert fewer.slots[0].options == ("6S", "KD")
