"""A trial of the quick way: one round trip that uses every private interface, to see whether it still works."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from sqlalchemy import JSON, Boolean, ColumnElement, Engine, Integer, LargeBinary, Select, Text, bindparam, cast, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.types import TypeEngine

from ..models import Moment
from .doors import POSTGRESQL
from .statements import Statements, as_of_sqlalchemy

KINDS: Mapping[str, tuple[TypeEngine[Any], Any]] = MappingProxyType(
    {
        "a_number": (Integer(), 42),
        "a_text": (Text(), "Tête-à-tête"),
        "a_truth": (Boolean(), True),
        "some_bytes": (LargeBinary(), b"\0\xff"),
        "a_moment": (Moment(), datetime(2026, 11, 23, 9, 0, tzinfo=UTC)),
        "some_json": (JSON(none_as_null=True), {"KH": ["centre", None]}),
        "no_json": (JSON(none_as_null=True), None),
    }
)
"""Name -> a column type that models use, and a value of it."""
VALUES = {name: value for name, (_, value) in KINDS.items()}
UNTOLD = ("a_truth", "some_bytes")
"""Values whose type PostgreSQL cannot infer from the parameter, so that they need an explicit cast."""


def _sent(name: str, kind: TypeEngine[Any]) -> ColumnElement[Any]:
    parameter = bindparam(name, type_=kind)
    return (cast(parameter, kind) if name in UNTOLD else parameter).label(name)


ROUND_TRIP: Select[*tuple[Any, ...]] = select(*(_sent(name, kind) for name, (kind, _) in KINDS.items()))


class Misbehaved(Exception):
    """A value came back different from what was sent."""


def round_trip(engine: Engine) -> None:
    """Send and read back every kind of value: on preparing, then with the prepared statement, then with a cursor.

    Raises `Misbehaved` if a result differs, and any error raised on the way.
    """
    connection = engine.raw_connection()
    try:
        statements = Statements(connection, engine.dialect)
        for _ in range(2):
            _compare([row._asdict() for row in statements.rows(ROUND_TRIP, VALUES)])
        _errors_are_told(engine, connection.driver_connection)
    finally:
        connection.close()
    with engine.connect() as ordinary:
        _compare([dict(row) for row in ordinary.execute(ROUND_TRIP, VALUES).mappings()])


def _compare(found: list[dict[str, Any]]) -> None:
    if found != [VALUES]:
        raise Misbehaved(f"came back as {found}")


def _errors_are_told(engine: Engine, connection: Any) -> None:
    """Check that driver errors become SQLAlchemy errors, which is how a lost race is recognised."""
    of_driver = engine.dialect.loaded_dbapi.IntegrityError("tried")
    if not isinstance(as_of_sqlalchemy(engine.dialect, of_driver), IntegrityError):
        raise Misbehaved("an error is another")
    base = engine.dialect.loaded_dbapi.Error
    if engine.dialect.name == POSTGRESQL and not isinstance(connection.tell_errors(), base):
        raise Misbehaved("an answer of PostgreSQL is no error")
