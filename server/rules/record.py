"""Immutable records: frozen dataclasses that are fast to create and to copy, because a game does so for each card."""

from __future__ import annotations

from dataclasses import dataclass
from types import new_class
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

from msgspec import Struct, field

if TYPE_CHECKING:
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["field", "record", "replace"]

Cls = TypeVar("Cls")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[Cls]) -> type[Cls]:
    """Make a class an immutable dataclass with slots, whose instances msgspec creates, compares and copies.

    Like any dataclass it works with `dataclasses.fields` and `dataclasses.replace`; `replace` in this module does the
    same several times as fast. Garbage collection skips records: immutable values form no cycles.
    """
    content = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
    bases = (base for base in content.get("__orig_bases__", cls.__bases__) if base is not object)
    config = {"frozen": True, "gc": False}
    struct: Any = new_class(cls.__name__, (Struct, *bases), config, lambda namespace: namespace.update(content))
    made: type[Cls] = dataclass(frozen=True, init=False, repr=False, eq=False, match_args=False)(struct)
    return made
