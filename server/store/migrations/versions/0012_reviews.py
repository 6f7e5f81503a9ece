"""What the house thinks of the decisions of a match that is over."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "review",
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_review_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_review")),
    )
    op.create_index(op.f("ix_review_due_at"), "review", ["due_at"])
    op.create_table(
        "considered",
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("opinion", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_considered_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "ply", "seat", name=op.f("pk_considered")),
    )


def downgrade() -> None:
    op.drop_table("considered")
    op.drop_index(op.f("ix_review_due_at"), table_name="review")
    op.drop_table("review")
