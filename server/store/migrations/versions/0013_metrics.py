"""What all processes have counted, for whoever watches over the server."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "metric",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("labels", sa.String(length=200), nullable=False),
        sa.Column("value", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("name", "labels", name=op.f("pk_metric")),
    )


def downgrade() -> None:
    op.drop_table("metric")
