"""Scripts: they work on every game alike, by what the page says of it."""

from __future__ import annotations

import re

from server.paths import STATIC
from server.rules import GAMES


def test_no_script_knows_a_game_or_a_suit() -> None:
    suits = {names[0] for game in GAMES.values() for names in game.suits.values()}
    for script in STATIC.glob("*.js"):
        words = set(re.findall(r"[\w-]+", script.read_text()))
        assert words & (suits | GAMES.keys()) == set(), script.name
