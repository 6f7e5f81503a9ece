"""The host's desk: the version in its link."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("desk_version", sa.Integer(), server_default="1", nullable=False))


def downgrade() -> None:
    op.drop_column("match", "desk_version")
