"""What gives time back after an outage or a pause: the heartbeat, outages, and the processes with their clocks.

Matches under way start with no time to be given back: the first heartbeat is that of the first start.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "outage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outage")),
    )
    op.create_table(
        "service",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("beat_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("back_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("why", sa.String(length=200), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_service")),
    )
    op.create_table(
        "process",
        sa.Column("id", sa.String(length=100), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("skew", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_process")),
    )
    # The default stays: to drop it, SQLite would have to copy a table to which others refer.
    op.add_column("match", sa.Column("settled", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("match", sa.Column("gaps", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    op.drop_column("match", "gaps")
    op.drop_column("match", "settled")
    op.drop_table("process")
    op.drop_table("service")
    op.drop_table("outage")
