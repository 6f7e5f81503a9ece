"""The rules of all games: a pure library, with msgspec for its records. Any layer may use the names below.

``GAMES`` is found by scanning `server.rules.games`: each module or package there defines one ``GAME``.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from . import games
from .engine import (
    OVER,
    Answer,
    AnyGame,
    Ask,
    Decide,
    Game,
    Illegal,
    Option,
    Said,
    Seat,
    Shuffle,
    Slot,
    State,
    Table,
    all_asks,
    asks,
    begin,
    canonical,
    chosen,
    complete,
    forced,
    lawful,
    submit,
    with_asks,
    would_fit,
)
from .reading import greets, read
from .record import record
from .snapshot import dump, load, upgrade

GAMES: Mapping[str, AnyGame] = MappingProxyType(
    {
        game.key: game
        for module in iter_modules(games.__path__)
        for game in [import_module(f"{games.__name__}.{module.name}").GAME]
    }
)
