"""Who wrote a mail: other addresses of a person, mail that waits for its player's word, letters about several tables.

Reply addresses of before belong to whoever has the seat now: others were deleted when the seat changed hands.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "own_address",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("mailbox", sa.String(length=254), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_own_address_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_own_address")),
        sa.UniqueConstraint("player_id", "mailbox", name=op.f("uq_own_address_player_id_mailbox")),
    )
    op.create_table(
        "person_address",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("tables", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_person_address_player_id_player")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_person_address")),
    )
    op.add_column("reply_address", sa.Column("player_id", sa.Integer(), nullable=True))
    op.execute(
        "UPDATE reply_address SET player_id ="
        " (SELECT chair.player_id FROM chair WHERE chair.id = reply_address.chair_id)"
    )
    op.add_column("inbound_mail", sa.Column("player_id", sa.Integer(), nullable=True))
    op.add_column("inbound_mail", sa.Column("tables", sa.JSON(), nullable=True))
    op.add_column("inbound_mail", sa.Column("claimed", sa.String(length=254), nullable=True))
    op.add_column("inbound_mail", sa.Column("held", sa.String(length=10), nullable=True))
    op.add_column("inbound_mail", sa.Column("vouched_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    for column in ("vouched_at", "held", "claimed", "tables", "player_id"):
        op.drop_column("inbound_mail", column)
    op.drop_column("reply_address", "player_id")
    op.drop_table("person_address")
    op.drop_table("own_address")
