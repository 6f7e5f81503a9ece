"""The Alembic environment: connects migrations to the application's database."""

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from flask import current_app
from sqlalchemy import text

from server.store.models import Moment, db


def plainly(kind: str, item: Any, autogen_context: AutogenContext) -> str | Literal[False]:
    """Render our own types as standard ones in generated migrations, so that these do not depend on our code."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, Moment) else False


ONE_AT_A_TIME = 0x706F737465  # "poste"

engine = current_app.extensions["migrate"].db.engine
with engine.connect() as connection:
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
        context.run_migrations()
    connection.commit()
