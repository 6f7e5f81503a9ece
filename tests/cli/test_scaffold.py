"""The example game, and the game that `poste scaffold game` begins with it."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from server.cli import poste, scaffold
from server.rules import AnyGame, asks, begin, example, submit

from ..rules.played import Shuffler

HELD = {"AS": 1, "KS": 13}


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


def played_out(game: AnyGame, seats: int) -> tuple[int, ...]:
    """The scores of a random match, in which no card is lost on the way."""
    random = Random(seats)
    table, _ = begin(game, seats, {}, Shuffler(random))
    pack = sorted(card for place in game.cards(table.state).values() for card in place)
    while open_asks := asks(game, table):
        assert sorted(card for place in game.cards(table.state).values() for card in place) == pack
        seat, ask = next(iter(open_asks.items()))
        table, _ = submit(game, table, seat, random.choice(ask.slots[0].options), Shuffler(random))
    assert game.winners(table.state)
    return game.scores(table.state)


def test_the_example_can_be_played() -> None:
    for seats in (2, 3):
        assert 0 < sum(played_out(example.GAME, seats)) <= sum(range(1, 14))


def test_equal_bids_take_nothing() -> None:
    table, _ = begin(example.GAME, 2, {}, Shuffler(Random(1)))
    table, _ = submit(example.GAME, table, 0, "7S", Shuffler(Random(1)))
    table, said = submit(example.GAME, table, 1, "7H", Shuffler(Random(1)))
    assert example.GAME.scores(table.state) == (0, 0)
    assert "Nobody took {target}." in [line.text for line in said]


def test_a_game_that_was_begun_can_be_played_at_once(games: Path) -> None:
    code, told = ran("game", "german-whist")
    assert (code, "german_whist.py" in told) == (0, True)
    game = the_game_in(games / "german_whist.py")
    assert "scaffold" not in (games / "german_whist.py").read_text()
    assert (game.key, game.name) == ("german-whist", "German Whist")
    assert played_out(game, 2)


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
