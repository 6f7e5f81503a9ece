"""Tables that play the same deals: which belong together, the words of all of them, and what is shut until they end."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("same_deals", sa.String(length=16), nullable=True))
    op.add_column("match", sa.Column("table_number", sa.Integer(), nullable=True))
    op.add_column("match", sa.Column("turned", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("match", sa.Column("words", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("match", sa.Column("shut", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_index(op.f("ix_match_same_deals"), "match", ["same_deals"])


def downgrade() -> None:
    op.drop_index(op.f("ix_match_same_deals"), table_name="match")
    for column in ("shut", "words", "turned", "table_number", "same_deals"):
        op.drop_column("match", column)
