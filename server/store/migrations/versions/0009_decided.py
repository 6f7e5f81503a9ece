"""Deals of which nothing can change the result any more."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("examined", sa.Integer(), nullable=False, server_default="-1"))
    op.add_column("match", sa.Column("decided", sa.String(length=20), nullable=True))


def downgrade() -> None:
    op.drop_column("match", "decided")
    op.drop_column("match", "examined")
