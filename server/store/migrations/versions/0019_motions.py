"""What the desk asks of all players, a pause of one match, and whose talk somebody does not want to read."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("motion", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("match", sa.Column("paused_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column("chair", sa.Column("muted", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    op.drop_column("chair", "muted")
    op.drop_column("match", "paused_until")
    op.drop_column("match", "motion")
