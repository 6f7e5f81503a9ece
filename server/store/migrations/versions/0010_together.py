"""Sitting together: who is here, letters that are held back, and appointments."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("chair", sa.Column("here_until", MOMENT, nullable=True))
    op.add_column("letter", sa.Column("held_until", MOMENT, nullable=True))
    op.add_column("match", sa.Column("appointment", sa.JSON(), nullable=True))
    op.add_column("match", sa.Column("meets_at", MOMENT, nullable=True))
    op.add_column("match", sa.Column("meets_until", MOMENT, nullable=True))
    op.add_column("match", sa.Column("call_at", MOMENT, nullable=True))
    op.create_index(op.f("ix_match_call_at"), "match", ["call_at"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_match_call_at"), table_name="match")
    for name in ("call_at", "meets_until", "meets_at", "appointment"):
        op.drop_column("match", name)
    op.drop_column("letter", "held_until")
    op.drop_column("chair", "here_until")
