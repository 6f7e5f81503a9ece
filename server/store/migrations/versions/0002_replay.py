"""What the replay needs: snapshots of earlier plies, and what each player has seen.

Matches that are under way keep their early plies by being played again from their answers. What was played before
counts as seen.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "snapshot",
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("shuffles", sa.Integer(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=True),
        sa.Column("state", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_snapshot_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "ply", name=op.f("pk_snapshot")),
    )
    # The default stays: to drop it, SQLite would have to copy a table to which others refer.
    op.add_column("chair", sa.Column("seen_ply", sa.Integer(), nullable=False, server_default="0"))
    op.execute('UPDATE chair SET seen_ply = (SELECT ply FROM "match" WHERE "match".id = chair.match_id)')


def downgrade() -> None:
    op.drop_column("chair", "seen_ply")
    op.drop_table("snapshot")
