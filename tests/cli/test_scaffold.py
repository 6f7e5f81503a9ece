"""The example games, and the game that `poste scaffold game` begins with it."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from server.cli import poste, scaffold
from server.rules import GAMES, OVER, AnyGame, begin, submit
from server.rules.core import Trick
from server.rules.examples import little_whist, prizes
from server.rules.record import replace

from ..rules.played import Case, play_on
from ..rules.test_every_game import AT_EVERY_TABLE


def ran(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(poste, ["scaffold", *words], prog_name="poste")
    return result.exit_code, result.output


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder for new games in a checkout."""
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(scaffold, "ROOT", tmp_path)
    monkeypatch.setattr(scaffold, "GAMES", tmp_path)
    return tmp_path


def the_game_in(file: Path) -> AnyGame:
    spec = spec_from_file_location(f"server.rules.games.{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[spec.name]
    return module.GAME


@pytest.mark.parametrize("example", [prizes.GAME, little_whist.GAME], ids=lambda game: game.key)
def test_an_example_holds_what_every_game_does(
    example: AnyGame, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    """So do the functions that a game may leave out, which no other game does."""
    monkeypatch.setattr("tests.rules.played.GAMES", {**GAMES, example.key: example})
    for seats in (2, 3):
        for test in AT_EVERY_TABLE:
            with subtests.test(f"{test.__name__} {seats}"):
                test(Case(example.key, seats, options=tuple((name, 2) for name in example.options)))


def test_who_has_not_followed_suit_is_dealt_none_of_it() -> None:
    trick = ((0, "KH"), (1, "2S"), (2, "3H"))
    hands, stock = (("AH",), ("5C",), ("7H",)), ("9H", "10D")
    state = little_whist.State("play", 1, (1, 0, 0), 1, hands, tricks=(Trick(trick, 0),), stock=stock)
    found = {little_whist.GAME.redeal(state, 0, Random(seed)).hands for seed in range(300)}
    assert found == {(("AH",), (one,), (other,)) for one in ("5C", "10D") for other in CARDS - {one}}


CARDS = {"5C", "7H", "9H", "10D"}


def dealt(deck: tuple[str, ...], n: int) -> list[str]:
    """Ada has the tens, Bruno a jack for the first of them."""
    first = ["10S", "JS", "10H", "10D", "10C", "2D", "3C", "2C", "4C", "3D", "KH"]
    return [*first, *(card for card in deck if card not in first)]


def test_the_highest_bid_takes_the_prize_and_equal_bids_take_nothing() -> None:
    table, _ = begin(prizes.GAME, 2, {}, dealt)
    for seat, card in enumerate(("10S", "JS")):
        table, said = submit(prizes.GAME, table, seat, card, dealt)
    assert prizes.GAME.scores(table.state) == (0, 13)
    for seat, card in enumerate(("10H", "10D")):
        table, said = submit(prizes.GAME, table, seat, card, dealt)
    assert prizes.GAME.scores(table.state) == (0, 13)
    assert "Nobody took {target}." in [line.text for line in said]


def test_what_is_left_out_follows_from_a_changed_copy() -> None:
    table, _ = begin(prizes.GAME, 2, {}, dealt)
    over = replace(table.state, phase=OVER, points=(1, 2))
    lowest = replace(prizes.GAME, scores=lambda state: tuple(-had for had in state.points))
    assert (prizes.GAME.winners(over), lowest.winners(over)) == ((1,), (0,))
    assert lowest.order(over, "H") == [f"{rank}H" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()]
    assert [game.idle(table.state).text for game in (prizes.GAME, lowest)] == ["Several to play."] * 2


@pytest.mark.parametrize("tricks", [(), ("--tricks",)])
def test_a_game_that_was_begun_can_be_played_at_once(games: Path, tricks: tuple[str, ...]) -> None:
    code, told = ran("game", "german-whist", *tricks)
    assert (code, "german_whist.py" in told) == (0, True)
    game = the_game_in(games / "german_whist.py")
    assert game.trick_game == bool(tricks)
    assert (game.key, game.name) == ("german-whist", "German Whist")
    assert play_on(game, begin(game, 2, {}, dealt)[0], Random(1)).state.phase == OVER


def test_nothing_is_written_over_and_a_bad_name_is_one_sentence(games: Path) -> None:
    ran("game", "knaves")
    assert ran("game", "knaves") == (1, "poste: There is a game of this name: knaves.py.\n")
    for name in ("Knaves", "two words", "../up", "9-card", ""):
        code, told = ran("game", name)
        assert (code, told.count("\n")) == (2, 1)


def test_in_a_wheel_it_says_where_games_are_added(games: Path) -> None:
    (games / "pyproject.toml").unlink()
    code, told = ran("game", "knaves")
    assert (code, "checkout" in told) == (1, True)
