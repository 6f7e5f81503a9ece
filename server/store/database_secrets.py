"""The secrets that all processes of a database share: random values in it, made when first asked for."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select

from .models import Secret, db
from .upsert import insert_if_missing


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
