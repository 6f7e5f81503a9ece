"""What whoever runs the server needs: restored letters, what was tidied, who was erased, numbers never given twice."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

SIGNED = ("player", "chair", "offer", "letter", "inbound_mail")
"""The tables whose numbers are signed in links. On SQLite they are made anew: it can't alter how it numbers rows."""


def upgrade() -> None:
    op.create_table(
        "erased",
        sa.Column("address_hash", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("address_hash", name=op.f("pk_erased")),
    )
    op.add_column("letter", sa.Column("restored_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("service", sa.Column("tidied_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("match", sa.Column("tidied_at", sa.DateTime(timezone=True), nullable=True))
    waiting = sa.text("over_at IS NOT NULL AND tidied_at IS NULL")
    op.create_index("ix_match_over_at", "match", ["over_at"], postgresql_where=waiting, sqlite_where=waiting)
    op.create_index(op.f("ix_inbound_mail_letter_id"), "inbound_mail", ["letter_id"])
    _number(once=True)


def downgrade() -> None:
    _number(once=False)
    op.drop_index(op.f("ix_inbound_mail_letter_id"), table_name="inbound_mail")
    op.drop_index("ix_match_over_at", table_name="match")
    for table, column in (("match", "tidied_at"), ("service", "tidied_at"), ("letter", "restored_at")):
        op.drop_column(table, column)
    op.drop_table("erased")


def _number(once: bool) -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    for table in SIGNED:
        with op.batch_alter_table(table, recreate="always", table_kwargs={"sqlite_autoincrement": once}):
            pass
