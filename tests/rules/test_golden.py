"""Whole games, played again from their files: the story, the scores and the winners stay what they were."""

from pathlib import Path

import pytest

from server.rules import GAMES
from tests.each import each
from tests.rules.golden import HERE, NotGolden, files, parse, written


@each("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_is_told_as_it_was(path: Path) -> None:
    text = path.read_text()
    assert written(parse(text)) == text


@each("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_says_what_it_shows(path: Path) -> None:
    golden = parse(path.read_text())
    assert golden.title
    assert golden.game.key == path.parent.name


@each("key", GAMES)
def test_every_game_has_golden_games(key: str) -> None:
    assert list((HERE / key).glob("*.txt"))


HEAD = """\
# One round
game: titro
seats: 2
options: rounds=1
shuffle 1: KH 3H 2S 2D 2C 4S 4D 4C 5S 5D 9H 1S 1D ...
---
"""

TYPED = """\
A first-bid> king of hearts on the centre
B first-bid clock>
A second-bid> 3♥ cloak
B second-bid clock>
"""


def test_typed_answers_are_written_canonically() -> None:
    lines = written(parse(HEAD + TYPED)).splitlines()
    assert "A first-bid> KH centre" in lines
    assert "B first-bid clock> 4S centre" in lines
    assert ": [A] A drew 2S 3H KH 2D 2C." in lines
    assert lines[-2:] == ["scores: 7 3", "winners: A"]


def test_a_golden_game_must_be_whole() -> None:
    with pytest.raises(NotGolden, match="asked now: B first-bid"):
        written(parse(HEAD + "A first-bid> KH centre\n"))


def test_a_golden_game_must_ask_what_it_answers() -> None:
    with pytest.raises(NotGolden, match="what is asked is: A first-bid, B first-bid"):
        written(parse(HEAD + "A second-bid> KH cloak\n"))
