"""The types of columns: what a value is in the program, and how the database keeps it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

from msgspec import convert, to_builtins
from sqlalchemy import JSON, DateTime
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

T = TypeVar("T")


class Moment(TypeDecorator[datetime]):
    """A timezone-aware datetime in UTC, also in databases without time zones (SQLite)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC. Raises `ValueError` for a naive datetime."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its zone")
        return value.astimezone(UTC)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], datetime | None] | None:
        """What makes an aware datetime in UTC of what the driver returns; ``None`` if that is aware already."""
        read: Callable[[Any], Any] | None = self.impl_instance.result_processor(dialect, coltype)
        return read and (lambda value: None if value is None else read(value).replace(tzinfo=UTC))


class Structured(TypeDecorator[T]):
    """A column that keeps a value of a type that `msgspec` knows, such as a `Struct`, as JSON."""

    impl = JSON
    cache_ok = True

    def __init__(self, kind: type[T]):
        super().__init__(none_as_null=True)
        self.kind = kind

    def process_bind_param(self, value: T | None, dialect: Dialect) -> Any:
        """As JSON."""
        return to_builtins(value, str_keys=True)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], T | None]:
        """What makes a value of that type of what the driver returns, which has read the JSON already, or not."""
        kind, read = self.kind, self.impl_instance.result_processor(dialect, coltype) or (lambda value: value)
        return lambda value: None if value is None else convert(read(value), kind, str_keys=True)
