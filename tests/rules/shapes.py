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
    parts = get_args(kind)
    if is_typeddict(kind) or is_dataclass(kind):
        yield from _misfitting_fields(value, _fields(kind), where)
    elif get_origin(kind) in (list, tuple):
        yield from _misfitting_items(value, parts, get_origin(kind) is list or parts[1:] == (...,), where)
    elif get_origin(kind) in (Union, UnionType):
        if all(any(misfits(value, part)) for part in parts):
            yield f"{where}: {value!r} is none of {parts}"
    elif get_origin(kind) is Literal:
        if value not in parts:
            yield f"{where}: {value!r} is none of {parts}"
    elif get_origin(kind) is dict:
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
def _fields(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)
