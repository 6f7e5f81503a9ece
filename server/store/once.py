"""Rows that are made once, whichever process comes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.dialects import postgresql, sqlite

from .models import Base, Secret, db


def insert_if_missing(model: type[Base] | Table, **values: Any) -> None:
    """Insert a row unless there is one with this primary key. Must run inside a transaction."""
    db.session.execute(insert(model).values(values).on_conflict_do_nothing())


def insert(model: type[Base] | Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that can say what is done where there is such a row already."""
    is_postgresql = db.session.connection().dialect.name == "postgresql"
    return postgresql.insert(model) if is_postgresql else sqlite.insert(model)


def kept_secret(name: str) -> str | None:
    """The secret of this name; ``None`` if it was not made yet."""
    return db.session.scalar(select(Secret.value).where(Secret.name == name))


def secret(name: str, make: Callable[[], str]) -> str:
    """The secret of this name, made if there is none. Must run inside a transaction."""
    kept = kept_secret(name)
    if kept is None:
        insert_if_missing(Secret, name=name, value=make())
        kept = kept_secret(name)
    assert kept is not None
    return kept
