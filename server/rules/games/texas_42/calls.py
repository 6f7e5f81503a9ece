"""The calls: which tiles are trumps, what forms a suit, and how the tiles of a suit rank."""

from __future__ import annotations

from collections.abc import Mapping

from ...cards import in_order
from ...record import record
from .tiles import ENDS, NEARNESS, NUMBERS, TILES, Tile

DOUBLES_SUIT = "doubles"  # the suit that doubles form when they have left their numbers
RANK_OF_DOUBLE = {"high": (7, 0), "low": (-1, 0), "own": (0, 1), "inverted": (6, -1)}  # rank, and increment a pip
OWN_SUIT = ("own", "inverted")
NO_SUIT = ""  # led before a trick begins, and all through sevens
MAY_LEAD = (NO_SUIT, *NUMBERS, DOUBLES_SUIT)


@record
class Call:
    """A call: the trump suit, how doubles rank, and other differences from plain tricks."""

    shown: str
    trump: str = ""
    doubles: str = "high"
    lose: bool = False  # nello: the declarer plays alone and must take no trick
    nearest: bool = False  # sevens: no suits; the tile nearest to seven takes
    agreed: tuple[tuple[str, tuple[str, ...]], ...] = ()  # options that must have one of these values


NELLO = ("nello", ("on", "dealer-only"))
NELLO_OWN, NELLO_ANY = ((NELLO, ("nello-doubles", (value,))) for value in ("own", "any"))

CALLS: Mapping[str, Call] = {
    "0": Call("blanks", trump="0"),
    "1": Call("ones", trump="1"),
    "2": Call("twos", trump="2"),
    "3": Call("threes", trump="3"),
    "4": Call("fours", trump="4"),
    "5": Call("fives", trump="5"),
    "6": Call("sixes", trump="6"),
    "follow-me": Call("follow me"),
    "follow-me-low": Call("follow me with doubles low", doubles="low", agreed=(("follow-me-low", ("on",)),)),
    "doubles": Call("doubles as trumps", trump=DOUBLES_SUIT, doubles="own", agreed=(("doubles-trump", ("on",)),)),
    "nello": Call("nello", doubles="own", lose=True, agreed=NELLO_OWN),
    "nello-own": Call("nello with doubles a suit of their own", doubles="own", lose=True, agreed=NELLO_ANY),
    "nello-inverted": Call("nello with doubles a suit, 0-0 high", doubles="inverted", lose=True, agreed=NELLO_ANY),
    "nello-high": Call("nello with doubles high", doubles="high", lose=True, agreed=NELLO_ANY),
    "nello-low": Call("nello with doubles low", doubles="low", lose=True, agreed=NELLO_ANY),
    "sevens": Call("sevens", nearest=True, agreed=(("sevens", ("on",)),)),
}


def suits_of(call: Call, tile: Tile) -> tuple[str, ...]:
    """The suits a tile belongs to, the one that it leads first. A trump belongs to trumps only."""
    high, low = ENDS[tile]
    if call.nearest:
        return (NO_SUIT,)
    if high == low:
        return (DOUBLES_SUIT,) if call.doubles in OWN_SUIT else (high,)
    return (call.trump,) if call.trump in (high, low) else (high, low)


def rank_in(call: Call, suit: str, tile: Tile) -> int:
    """Its rank in a suit: the double highest (or as the call ranks it), then by the other end from 6 down."""
    high, low = ENDS[tile]
    if high == low:
        rank, a_pip = RANK_OF_DOUBLE[call.doubles]
        return rank + a_pip * int(high)
    return int(low if suit == high else high)


def strength(call: Call, led: str, tile: Tile) -> int:
    """Highest trump, else highest of the suit led; 0 for a tile that cannot take. In sevens the nearest to 7."""
    suits = suits_of(call, tile)
    if call.nearest:
        return NEARNESS[tile]
    if suits[0] == call.trump:
        return 20 + rank_in(call, call.trump, tile)
    return 10 + rank_in(call, led, tile) if led in suits else 0


@record
class Suits:
    """The suits under a call: the one each tile leads, the tiles of each, and each tile's strength by the suit led."""

    led: Mapping[Tile, str]
    members: Mapping[str, frozenset[Tile]]
    strength: Mapping[str, Mapping[Tile, int]]


def _suits(call: Call) -> Suits:
    suits = {tile: suits_of(call, tile) for tile in TILES}
    return Suits(
        {tile: suits[tile][0] for tile in TILES},
        {suit: frozenset(tile for tile in TILES if suit in suits[tile]) for suit in MAY_LEAD},
        {led: {tile: strength(call, led, tile) for tile in TILES} for led in MAY_LEAD},
    )


SUITS = {token: _suits(call) for token, call in CALLS.items()}


def rising(call: str, suit: str) -> tuple[Tile, ...]:
    """The tiles of a suit under a call, lowest first; none if the call has no such suit."""
    suits = SUITS[call]
    tiles = in_order(suits.members.get(suit, ()), TILES)
    return tuple(sorted(tiles, key=lambda tile: suits.strength[suit][tile]))
