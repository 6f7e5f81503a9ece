"""For how many days each match has been paused; earlier pauses are not known, and do not count."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("paused_days", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("match", "paused_days")
