"""House players answer for any seat of any game, from what that seat sees."""

from random import Random

from server import house
from server.rules import GAMES, OVER, Game, Table, all_asks, asks, begin, lawful, submit
from tests.each import each
from tests.rules.played import Case, Shuffler, cases, played


def houses_play(case: Case, random: Random) -> Table:
    """The end of a game among house players, all of whose answers were lawful."""
    game, shuffle = case.game, Shuffler(random)
    table, _ = begin(game, case.seats, dict(case.options), shuffle)
    while owed := asks(game, table):
        for seat, ask in owed.items():
            answer = house.choose(game, table, seat, random)
            assert lawful(ask, answer)
            table, _ = submit(game, table, seat, answer, shuffle)
    return table


@each("case", cases(1), ids=str)
def test_the_house_plays_whole_games_lawfully(case: Case) -> None:
    assert houses_play(case, Random(str(case))).state.phase == OVER


@each("case", cases(0), ids=str)
def test_the_house_is_told_what_its_seat_sees(case: Case) -> None:
    """Dealt anew behind its back, it answers the same."""
    game, random = case.game, Random(1)
    for moment in played(case).some(20)[:-1]:
        for seat in moment.asks:
            state = game.redeal(moment.table.state, seat, random)
            twin = Table(state, {}, moment.table.shuffles)
            assert house.choose(game, twin, seat, Random(7)) == house.choose(game, moment.table, seat, Random(7))


@each("level", ["easy", "steady", "strong"])
def test_a_house_player_of_each_level_answers(level: str) -> None:
    game = GAMES["titro"]
    table, _ = begin(game, 2, {}, lambda deck, n: deck)
    for seat, ask in asks(game, table).items():
        assert lawful(ask, house.choose(game, table, seat, Random(1), level, seconds=0.01))


def test_a_game_without_a_house_player_is_answered_at_random() -> None:
    assert house.player("no-such-game").choose is house.at_random


def test_house_players_are_found_by_the_name_of_their_game() -> None:
    assert house.player("titro").choose.__module__ == "server.house.titro"


@each("key", GAMES)
def test_any_lawful_answer_may_come_at_random(key: str) -> None:
    game: Game = GAMES[key]
    moment = played(Case(key, game.seats[0])).moments[0]
    for seat, ask in all_asks(game, moment.table).items():
        given = {house.at_random({}, ask, seat, Random(n)) for n in range(60)}
        assert all(lawful(ask, answer) for answer in given)
        assert len(given) > 1
