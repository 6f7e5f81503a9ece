"""A player may want no cards of the hand in letters."""

import sqlalchemy as sa
from alembic import op

revision = "1002"
down_revision = "1001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("hand_in_letters", sa.Boolean(), server_default=sa.true(), nullable=False))
    with op.batch_alter_table("player", table_kwargs={"sqlite_autoincrement": True}) as player:
        player.alter_column("hand_in_letters", server_default=None)
