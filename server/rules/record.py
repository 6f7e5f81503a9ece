"""Immutable records: frozen dataclasses that are fast to create and to copy, because a game does so for each card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import new_class
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, overload

from msgspec import Struct, field

if TYPE_CHECKING:
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["field", "record", "replace"]

Cls = TypeVar("Cls")


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[Cls], /) -> type[Cls]: ...
@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(*, dict: bool) -> Callable[[type[Cls]], type[Cls]]: ...
def record(cls: type[Any] | None = None, /, *, dict: bool = False) -> Any:
    """Make a class an immutable dataclass with slots, whose instances msgspec creates, compares and copies.

    Like any dataclass it is known to `dataclasses.fields` and `dataclasses.replace`; `replace` of this module does the
    same several times as fast. With ``dict`` an instance has a ``__dict__`` besides, for notes that are no part of its
    value. Other records are left out of garbage collection: what never changes is part of no cycle.
    """
    if cls is None:
        return lambda cls: _made(cls, {"frozen": True, "dict": dict})
    return _made(cls, {"frozen": True, "gc": False})


def _made(cls: type, config: dict[str, bool]) -> type:
    content = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
    bases = (base for base in content.get("__orig_bases__", cls.__bases__) if base is not object)
    struct: Any = new_class(cls.__name__, (Struct, *bases), config, lambda namespace: namespace.update(content))
    return dataclass(frozen=True, init=False, repr=False, eq=False, match_args=False)(struct)
