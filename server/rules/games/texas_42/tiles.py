"""The tiles: the double-six set, the count tiles, and the doubles."""

from __future__ import annotations

from ...cards import DOMINOES_28

Tile = str
Hand = tuple[Tile, ...]

TILES = DOMINOES_28
COUNT = {"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}
TRICKS = 7
ALL = 42  # count tiles and one for each of seven tricks: all points are all tricks
BY_PIPS = tuple(sorted(TILES, key=lambda tile: int(tile[0]) + int(tile[2])))
ENDS = {tile: (tile[0], tile[2]) for tile in TILES}
DOUBLES = frozenset(tile for tile, (high, low) in ENDS.items() if high == low)
NUMBERS = ("0", "1", "2", "3", "4", "5", "6")
NEARNESS = {tile: 7 - abs(int(high) + int(low) - 7) for tile, (high, low) in ENDS.items()}
