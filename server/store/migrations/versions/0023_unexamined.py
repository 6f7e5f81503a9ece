"""The index of the windows of which nobody has looked yet whether anything is left to decide."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

UNEXAMINED = sa.text("status = 'playing' AND asleep_at IS NULL AND examined < ply")


def upgrade() -> None:
    op.create_index("ix_match_unexamined", "match", ["opened_at"], postgresql_where=UNEXAMINED, sqlite_where=UNEXAMINED)


def downgrade() -> None:
    op.drop_index("ix_match_unexamined", "match")
