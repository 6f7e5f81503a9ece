"""States as JSON values and back: ``load(dump(state)) == state``."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from typing import Any

from .engine import Game, State

_RECORD = "record"
_PACKAGE = __name__.rpartition(".")[0]


def dump(value: State) -> Any:
    """A state, or a part of one, as a plain JSON value. Records are marked with their module and name."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple):
        return [dump(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value)
        named = {field.name: dump(getattr(value, field.name)) for field in fields(kind)}
        return {_RECORD: f"{kind.__module__.removeprefix(_PACKAGE + '.')}.{kind.__qualname__}", **named}
    raise TypeError(f"a state holds str, int, bool, None, tuples and records only, not {type(value).__name__}")


def load(data: Any) -> State:
    """The state that was dumped as ``data``."""
    if isinstance(data, list):
        return tuple(load(item) for item in data)
    if isinstance(data, dict):
        return _kind(data[_RECORD])(**{name: load(item) for name, item in data.items() if name != _RECORD})
    return data


def upgrade(game: Game, version: int, data: dict[str, Any]) -> dict[str, Any]:
    """A state dumped by an older version of the game, as the present version would dump it."""
    for step in game.upgrades[version - 1 : game.version - 1]:
        data = step(data)
    return data


@cache
def _kind(path: str) -> type:
    module, _, name = path.rpartition(".")
    kind = getattr(import_module(f"{_PACKAGE}.{module}"), name)
    if not is_dataclass(kind):
        raise TypeError(f"{path} is no record")
    return kind  # type: ignore[return-value]
