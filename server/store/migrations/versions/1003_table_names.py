"""A player may call a table by a name of their own."""

import sqlalchemy as sa
from alembic import op

revision = "1003"
down_revision = "1002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chair", sa.Column("table_name", sa.String(length=40), nullable=True))
