"""Whether the database has the schema that this version of the server reads and writes.

A newer schema may hold what this version would destroy; an older one lacks what it needs. Each process asks at its
start, and again for each new connection, so that one that runs on during an upgrade stops using the database when its
connections are renewed, which happens within `RENEWED` seconds.

Every database of version 1.0 or later is upgraded; ``make migration`` drafts a migration from what has changed in the
models. What it drafts of a column that is never null fails where there are rows: give it a ``server_default``, which
a second ``batch_alter_table`` takes away. A database from before 1.0 is not upgraded, and nothing writes to it,
so that the version that made it can still play its matches to their end.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

import structlog
from flask import Flask, current_app
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.exc import DBAPIError

from ..config import Misconfigured
from ..paths import MIGRATIONS
from .models import db

RENEWED = 300
"""Seconds after which a connection is replaced by a new one."""
STOPPED = 3
"""The exit status of a process that will not get further if it is started again."""

log = structlog.get_logger()


class WrongSchema(Misconfigured):
    """The database has another schema than this version of the server; the message says what to do."""


FORMER = "finish its matches, or export their records, with the version that made it."
"""What can be done with what was made before version 1.0."""


@cache
def known() -> tuple[str, ...]:
    """All revisions of the schema, oldest first: the beginnings of the names of the migrations."""
    return tuple(sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")))


def newest() -> str:
    """The revision that this version of the server uses."""
    return known()[-1]


def revision_of(connection: Connection) -> str | None:
    """The revision of the database; ``None`` if it has no tables. Raises the errors of `sqlalchemy.exc`."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def check(revision: str | None) -> None:
    """Raises `WrongSchema` if the revision is not the one of this version; ``None``: there are no tables."""
    check_upgradable(revision)
    if revision != newest():
        has = f"has the schema {revision} of an older version" if revision else "has no tables yet"
        raise WrongSchema(f"The database {has}: run `poste migrate`.")


def check_upgradable(revision: str | None) -> None:
    """Raises `WrongSchema` if a database of this revision cannot become one of this version."""
    refuse_former(revision)
    if revision is not None and revision not in known():
        raise WrongSchema(
            f"The database was made by a newer version (schema {revision}; this one knows {newest()}): "
            "install that version, or restore a backup from before it. It cannot be taken back."
        )


def is_former(revision: str) -> bool:
    """Whether this is one of the revisions before version 1.0, the last of which was 0028."""
    return revision < known()[0]


def upgrade(revision: str = "head") -> None:
    """Bring the database of the present application up to a revision."""
    import flask_migrate  # with Alembic, which takes a tenth of the time in which a process starts, and few need

    flask_migrate.Migrate(current_app, db, directory=str(MIGRATIONS))
    flask_migrate.upgrade(revision=revision)


def refuse_former(revision: str | None) -> None:
    """Raises `WrongSchema` for a revision from before version 1.0."""
    if revision is not None and is_former(revision):
        raise WrongSchema(f"The database is from before version 1.0, and was left as it is: {FORMER}")


def refuse_former_file(path: str) -> None:
    """Look into a file of SQLite before it is opened, which alone may write to it. Raises `WrongSchema`.

    What cannot be read is left to whoever opens it.
    """
    with suppress(sqlite3.Error), closing(sqlite3.connect(to_read(Path(path)), uri=True)) as connection:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        refuse_former(row and row[0])


def to_read(file: Path) -> str:
    """The URI by which SQLite reads a file and makes none of its own beside it."""
    settled = "" if file.with_name(f"{file.name}-wal").exists() else "&immutable=1"
    return f"{file.absolute().as_uri()}?mode=ro{settled}"


def insist_or_stop(app: Flask) -> None:
    """At the start of a process: end it with a sentence if the schema is not the right one."""
    try:
        insist(app)
    except WrongSchema as wrong:
        log.error("schema.wrong", reason=str(wrong))
        raise SystemExit(STOPPED) from None


def insist(app: Flask) -> None:
    """Use the database only if its schema is right, now and on each new connection. Raises `WrongSchema`.

    A database that cannot be reached now is looked at when it can.
    """
    with app.app_context():
        try:
            with db.engine.connect() as connection:
                check(revision_of(connection))
        except DBAPIError:
            pass
        event.listen(db.engine, "connect", _check_again)
        db.engine.dispose()


def _check_again(connection: Any, _: Any) -> None:
    with closing(connection.cursor()) as cursor:
        cursor.execute("SELECT version_num FROM alembic_version")
        row = cursor.fetchone()
    check(row[0] if row else None)
