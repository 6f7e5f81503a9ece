"""Converting states to JSON values and back: ``load(dump(state)) == state``."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from typing import Any

from .engine import AnyGame, State

_RECORD = "record"
_PLAIN = frozenset((str, int, bool, type(None)))
_PACKAGE = __name__.rpartition(".")[0]
_GAMES = f"{_PACKAGE}.games."


def dump(value: State) -> Any:
    """A state, or a part of one, as a plain JSON value. Records are marked with their module and name."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple:
        return [item if type(item) in _PLAIN else dump(item) for item in value]
    path, names = _described(kind)  # type: ignore[arg-type]
    values = {name: getattr(value, name) for name in names}
    return {_RECORD: path} | {name: item if type(item) in _PLAIN else dump(item) for name, item in values.items()}


def load(data: Any) -> State:
    """The state from a value made by `dump`."""
    kind = type(data)
    if kind is list:
        return tuple([item if type(item) in _PLAIN else load(item) for item in data])
    if kind is not dict:
        return data
    values = {name: item if type(item) in _PLAIN else load(item) for name, item in data.items()}
    return _kind(values.pop(_RECORD))(**values)


def upgrade(game: AnyGame, version: int, data: dict[str, Any]) -> dict[str, Any]:
    """Convert a dumped state from an older version of the game to the current version."""
    for step in game.upgrades[version - 1 : game.version - 1]:
        data = step(data)
    return data


@cache
def _described(kind: type) -> tuple[str, tuple[str, ...]]:
    """The stored name of a record type, and the names of its fields.

    A game's record is stored under the game's package and its own name, whichever module of the package defines it:
    ``games.french_tarot.State``.
    """
    if not is_dataclass(kind):
        raise TypeError(f"a state holds str, int, bool, None, tuples and records only, not {kind.__name__}")
    module = kind.__module__
    if module.startswith(_GAMES):
        module = _GAMES + module.removeprefix(_GAMES).partition(".")[0]
    path = f"{module.removeprefix(_PACKAGE + '.')}.{kind.__qualname__}"
    assert _kind(path) is kind, f"{kind.__name__} is a record of states: the package of its game has to name it"
    return path, tuple(field.name for field in fields(kind))


@cache
def _kind(path: str) -> type:
    module, _, name = path.rpartition(".")
    kind = getattr(import_module(f"{_PACKAGE}.{module}"), name)
    if not is_dataclass(kind):
        raise TypeError(f"{path} is no record")
    return kind  # type: ignore[return-value]
