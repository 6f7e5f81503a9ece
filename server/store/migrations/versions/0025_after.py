"""What all see at the table right after a deal or a round: kept there, for its headline and the scores."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("snapshot", sa.Column("after", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    op.drop_column("snapshot", "after")
