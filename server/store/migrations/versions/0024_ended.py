"""What all know of a deal or a round that has ended: kept with the table at which the next one begins."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("snapshot", sa.Column("ended", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    op.drop_column("snapshot", "ended")
