"""The private interfaces of libraries ("doors") that the quick way uses, and a check that they still exist.

Public, documented interfaces are not listed. A new release of a library may remove any of these without notice; then
`missing` reports it, and the plain way is used.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from sqlalchemy.engine.interfaces import Dialect

TRIED_ON: Mapping[str, tuple[str, ...]] = {
    "psycopg": ("3.2.10", "3.3.9"),
    "sqlalchemy": ("2.0.44", "2.1.9"),
}
"""The oldest and newest versions of each library with which the quick way has passed its tests."""


@dataclass(frozen=True)
class Door:
    """A part of a library that its documentation does not promise.

    ``module`` and ``path`` locate it. ``takes``: the arguments we pass, as a number of positional ones or as names.
    """

    module: str
    path: str
    use: str
    takes: int | tuple[str, ...] | None = None
    dialect: str = ""
    """The only SQL dialect for which it is needed; empty: all."""

    @property
    def name(self) -> str:
        """Its full name, such as ``psycopg.pq.PGconn.prepare``."""
        return f"{self.module}.{self.path}"


POSTGRESQL = "postgresql"

DOORS = (
    Door("sqlalchemy.engine", "result_tuple", "rows with their columns by name", 1),
    Door("sqlalchemy.engine.default", "DefaultDialect", "texts with $1, $2 … for libpq", ("paramstyle",)),
    Door("sqlalchemy.sql.compiler", "SQLCompiler.positiontup", "the order of the parameters"),
    Door("sqlalchemy.sql.compiler", "SQLCompiler.binds", "the types of the parameters"),
    Door("sqlalchemy.sql.compiler", "SQLCompiler.params", "parameters that a statement brings along"),
    Door("sqlalchemy.sql.compiler", "SQLCompiler.post_compile_params", "texts that depend on their values"),
    Door("sqlalchemy.types", "TypeEngine.dialect_impl", "how a database keeps a type", 2),
    Door("sqlalchemy.types", "TypeEngine.bind_processor", "how its values are written", 2),
    Door("sqlalchemy.types", "TypeEngine.result_processor", "how its values are read", 3),
    Door("sqlalchemy.engine.default", "DefaultDialect.is_disconnect", "whether an error means a lost connection", 4),
    Door("sqlalchemy.engine.default", "DefaultDialect.loaded_dbapi", "the driver, for its errors"),
    Door("sqlalchemy.exc", "DBAPIError.instance", "errors of the driver as those of SQLAlchemy",
         ("statement", "params", "orig", "dbapi_base_err", "connection_invalidated", "dialect")),
    Door("psycopg.adapt", "Transformer.dump_sequence", "parameters as PostgreSQL wants them", 3, POSTGRESQL),
    Door("psycopg.adapt", "Transformer.set_pgresult", "how the columns of an answer are read", 2, POSTGRESQL),
    Door("psycopg.adapt", "Transformer.load_rows", "all rows of an answer at once", 4, POSTGRESQL),
    Door("psycopg.errors", "error_from_result", "the error that PostgreSQL tells of", 1, POSTGRESQL),
    Door("psycopg.pq", "PGconn.prepare", "preparing a statement", 3, POSTGRESQL),
    Door("psycopg.pq", "PGconn.exec_prepared", "running it, with one call of libpq", 3, POSTGRESQL),
    Door("psycopg", "Cursor.pgresult", "the answer as libpq has it", None, POSTGRESQL),
    Door("psycopg", "Cursor.description", "ours is shorter: SQLAlchemy reads the name and the type alone", None,
         POSTGRESQL),
)  # fmt: skip


def missing(dialect: Dialect) -> str | None:
    """A phrase naming the first door that is missing or takes other arguments; ``None`` if all are as expected."""
    for door in DOORS:
        if door.dialect in ("", dialect.name):
            try:
                found = _found(door)
            except (ImportError, AttributeError):
                return f"{door.name} is gone"
            if not _takes(found, door.takes):
                return f"{door.name} takes other arguments"
    return None


def _found(door: Door) -> Any:
    found: Any = import_module(door.module)
    for name in door.path.split("."):
        announced = vars(found).get("__annotations__", {})  # attributes that only instances have
        found = announced[name] if name in announced and not hasattr(found, name) else getattr(found, name)
    return found


def _takes(found: Any, arguments: int | tuple[str, ...] | None) -> bool:
    """Whether it accepts these arguments. Compiled code may have no signature; then `trial` has to find out."""
    if arguments is None:
        return True
    try:
        signature = inspect.signature(found)
    except (TypeError, ValueError):
        return True
    try:
        if isinstance(arguments, int):
            signature.bind(*range(arguments))
        else:
            signature.bind(**dict.fromkeys(arguments))
    except TypeError:
        return False
    return True
