"""Matches for practice: against the house, without a letter, and only for a time."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("practice_until", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_match_practice_until"), "match", ["practice_until"])


def downgrade() -> None:
    op.drop_index(op.f("ix_match_practice_until"), table_name="match")
    op.drop_column("match", "practice_until")
