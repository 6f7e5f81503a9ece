"""Whether a plain JSON value has the shape that a type tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict


def misfits(value: Any, kind: Any, where: str = "") -> Iterator[str]:
    """Every place at which the value is not what the type says: nothing where it fits."""
    parts = get_args(kind)
    if is_typeddict(kind):
        yield from _misfitting_fields(value, _fields(kind), where)
    elif get_origin(kind) is list:
        items = value if type(value) is list else ()
        yield from () if type(value) is list else [f"{where}: {value!r} is no list"]
        yield from (each for n, item in enumerate(items) for each in misfits(item, parts[0], f"{where}[{n}]"))
    elif get_origin(kind) in (Union, UnionType):
        if all(any(misfits(value, part)) for part in parts):
            yield f"{where}: {value!r} is none of {parts}"
    elif get_origin(kind) is Literal:
        if value not in parts:
            yield f"{where}: {value!r} is none of {parts}"
    elif kind is not Any and type(value) is not (get_origin(kind) or kind):
        yield f"{where}: {value!r} is no {kind}"


def _misfitting_fields(value: Any, fields: Mapping[str, Any], where: str) -> Iterator[str]:
    if type(value) is not dict:
        yield f"{where}: {value!r} is no object"
        return
    yield from (f"{where}: {name} is there or is missing" for name in set(value) ^ set(fields))
    for name in set(value) & set(fields):
        yield from misfits(value[name], fields[name], f"{where}.{name}")


@cache
def _fields(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)
