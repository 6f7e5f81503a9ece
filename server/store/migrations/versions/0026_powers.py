"""Reply addresses hang on the link of their seat, and the form of a match for practice is in a column of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

VERSION = "(SELECT link_version FROM chair WHERE chair.id = reply_address.chair_id)"


def upgrade() -> None:
    op.add_column("reply_address", sa.Column("version", sa.Integer(), server_default="0", nullable=False))
    op.execute(f"UPDATE reply_address SET version = {VERSION}")
    op.add_column("match", sa.Column("practice_form", sa.String(length=64), nullable=True))
    op.create_index(op.f("ix_match_practice_form"), "match", ["practice_form"], unique=True)


def downgrade() -> None:
    op.drop_index(op.f("ix_match_practice_form"), table_name="match")
    op.drop_column("match", "practice_form")
    op.drop_column("reply_address", "version")
