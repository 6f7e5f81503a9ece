"""House players that look ahead: since when one thinks about a seat's answer, and when that is next to be tried."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chair", sa.Column("thinks_since", sa.DateTime(timezone=True), nullable=True))
    op.add_column("chair", sa.Column("think_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_chair_think_at"), "chair", ["think_at"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_chair_think_at"), table_name="chair")
    op.drop_column("chair", "think_at")
    op.drop_column("chair", "thinks_since")
