"""Immutable records: frozen dataclasses that are fast to create, because a game creates several for each card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, TypeVar, dataclass_transform

Cls = TypeVar("Cls")


@dataclass_transform(frozen_default=True)
def record(cls: type[Cls]) -> type[Cls]:
    """Make a class an immutable dataclass with slots.

    It differs from a dataclass in one way: instances are created by a generated ``__new__``, because the ``__init__``
    of a frozen dataclass calls `object.__setattr__` for each field and takes two to three times as long.
    """
    made: Any = dataclass(frozen=True, slots=True, init=False)(cls)
    made.__new__ = _maker(made)
    made.__replace__ = _replacer(made)
    made.__reduce__ = _reducer(made)
    record_class: type[Cls] = made
    return record_class


def replace(before: Cls, **changes: Any) -> Cls:
    """A copy of the record with some fields changed; several times as fast as `dataclasses.replace`."""
    known: Any = before
    after: Cls = known.__replace__(**changes)
    return after


def _maker(cls: type) -> Callable[..., Any]:
    """A ``__new__`` that fills an instance of a mutable twin class, then changes its class to ``cls``."""
    namespace = {"__slots__": vars(cls)["__slots__"]}
    if "__orig_bases__" in vars(cls):  # a generic class
        namespace["__orig_bases__"] = vars(cls)["__orig_bases__"]
    known: dict[str, Any] = {"mutable_twin": type(cls.__name__, cls.__bases__, namespace), "MISSING": MISSING}
    parameters, lines = ["cls"], []
    for each in fields(cls):
        name = value = each.name
        if not each.init:
            value = f"default_{name}"
        elif each.default_factory is not MISSING:
            known[f"make_{name}"] = each.default_factory
            parameters.append(f"{name}=MISSING")
            value = f"make_{name}() if {name} is MISSING else {name}"
        else:
            parameters.append(name if each.default is MISSING else f"{name}=default_{name}")
        known[f"default_{name}"] = each.default
        lines.append(f"    self.{name} = {value}\n")
    body = f"    self = mutable_twin()\n{''.join(lines)}    self.__class__ = cls\n    return self"
    exec(f"def __new__({', '.join(parameters)}):\n{body}", known)
    maker: Callable[..., Any] = known["__new__"]
    return maker


def _replacer(cls: type) -> Callable[..., Any]:
    """A ``__replace__`` with a parameter for every field, as in Python 3.13 and later; `replace` calls it."""
    names = [each.name for each in fields(cls) if each.init]
    parameters = ", ".join(("self", "*", *(f"{name}=KEPT" for name in names)) if names else ("self",))
    values = ", ".join(f"self.{name} if {name} is KEPT else {name}" for name in names)
    known: dict[str, Any] = {"KEPT": object(), "cls": cls}
    exec(f"def __replace__({parameters}):\n    return cls({values})", known)
    replacer: Callable[..., Any] = known["__replace__"]
    return replacer


def _reducer(cls: type) -> Callable[[Any], tuple[Any, ...]]:
    """A ``__reduce__`` that lets copy and pickle rebuild a record from the values of its fields."""
    names = [each.name for each in fields(cls) if each.init]
    return lambda self: (cls, tuple(getattr(self, name) for name in names))
