"""Claims of all the remaining tricks of a deal."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("claims", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("match", sa.Column("claim_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_match_claim_at", "match", ["claim_at"])


def downgrade() -> None:
    op.drop_index("ix_match_claim_at", "match")
    op.drop_column("match", "claim_at")
    op.drop_column("match", "claims")
