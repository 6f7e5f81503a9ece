"""Whether a plain JSON value has the shape that a type tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict


def misfits(value: Any, kind: Any, where: str = "") -> Iterator[str]:
    """Every place at which the value is not what the type says: nothing where it fits.

    A record stands for an object with its fields, a tuple for a list, as `server.rules.core.plain` writes them.
    """
    origin, parts, fields = _told(kind)
    if fields is not None:
        yield from _misfitting_fields(value, fields, where)
    elif origin in (list, tuple):
        yield from _misfitting_items(value, parts, origin is list or parts[1:] == (...,), where)
    elif origin in (Union, UnionType):
        if all(any(misfits(value, part)) for part in parts):
            yield f"{where}: {value!r} is none of {parts}"
    elif origin is Literal:
        if value not in parts:
            yield f"{where}: {value!r} is none of {parts}"
    elif origin is dict:
        yield from _misfitting_values(value, parts[1], where)
    elif kind is not Any and type(value) is not kind:
        yield f"{where}: {value!r} is no {kind}"


def _misfitting_fields(value: Any, fields: Mapping[str, Any], where: str) -> Iterator[str]:
    if type(value) is not dict:
        yield f"{where}: {value!r} is no object"
        return
    yield from (f"{where}: {name} is there or is missing" for name in value.keys() ^ fields.keys())
    for name in value.keys() & fields.keys():
        yield from misfits(value[name], fields[name], f"{where}.{name}")


def _misfitting_items(value: Any, kinds: tuple[Any, ...], alike: bool, where: str) -> Iterator[str]:
    if type(value) is not list or not (alike or len(value) == len(kinds)):
        yield f"{where}: {value!r} is no list, or has not as many items as it should"
        return
    for n, item in enumerate(value):
        yield from misfits(item, kinds[0] if alike else kinds[n], f"{where}[{n}]")


def _misfitting_values(value: Any, kind: Any, where: str) -> Iterator[str]:
    if type(value) is not dict or not all(type(name) is str for name in value):
        yield f"{where}: {value!r} is no object"
        return
    for name, item in value.items():
        yield from misfits(item, kind, f"{where}.{name}")


@cache
def _told(kind: Any) -> tuple[Any, tuple[Any, ...], Mapping[str, Any] | None]:
    """What a type is made from, its parts, and the fields if it is a record."""
    record = is_typeddict(kind) or is_dataclass(kind)
    return get_origin(kind), get_args(kind), get_type_hints(kind) if record else None
