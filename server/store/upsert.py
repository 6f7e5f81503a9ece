"""Inserting a row that may be there already, whichever process comes first."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from .models import Base, db


def insert_if_missing(model: type[Base] | Table, **values: Any) -> None:
    """Insert a row unless there is one with this primary key. Must run inside a transaction."""
    db.session.execute(insert(model).values(values).on_conflict_do_nothing())


def insert(model: type[Base] | Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that can say what is done where there is such a row already."""
    is_postgresql = db.session.connection().dialect.name == "postgresql"
    return postgresql.insert(model) if is_postgresql else sqlite.insert(model)
