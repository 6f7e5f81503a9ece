"""The Alembic environment: connects migrations to the application's database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from flask import current_app
from sqlalchemy import Connection, text

from server.store.columns import Moment
from server.store.models import db


def plainly(kind: str, item: Any, autogen_context: AutogenContext) -> str | Literal[False]:
    """Render our own types as standard ones in generated migrations, so that these do not depend on our code."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, Moment) else False


ONE_AT_A_TIME = 0x706F737465  # "poste"


@contextmanager
def able_to_replace_tables(connection: Connection) -> Iterator[None]:
    """SQLite alters many things only by making a table anew, and other tables refer to the one that is dropped.

    What refers to what is checked at the end instead; the setting can't be changed within a transaction.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def check_references(connection: Connection) -> None:
    """Raises `RuntimeError` if a row refers to one that is not there."""
    if connection.dialect.name == "sqlite" and (broken := connection.execute(text("PRAGMA foreign_key_check")).first()):
        raise RuntimeError(f"a row of the table {broken[0]} refers to one of {broken[2]} that is not there")


engine = current_app.extensions["migrate"].db.engine
with engine.connect() as connection, able_to_replace_tables(connection):
    connection = connection.execution_options(writes=True)  # SQLite: take the write lock at the start
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        render_as_batch=True,  # SQLite cannot alter constraints in place, so batch mode copies the table
        render_item=plainly,
        transactional_ddl=True,  # all migrations in one transaction; Alembic's own way for SQLite is one for each
    )
    with context.begin_transaction():
        if connection.dialect.name == "postgresql":
            # Two migrations at once: the second waits, and finds nothing to do. The lock ends with the transaction.
            connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
        before = context.get_context().get_current_heads()
        context.run_migrations()
        if context.get_context().get_current_heads() != before:
            check_references(connection)
    connection.commit()
