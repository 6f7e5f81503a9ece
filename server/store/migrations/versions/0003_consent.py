"""Who agreed to letters: seats that are offered, what is counted of strangers, and addresses that are never written to.

Whoever has taken a seat before has agreed. Seats that changed hands under the old rules stay with their players.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True))
    op.execute(
        "UPDATE player SET accepted_at = (SELECT min(chair.accepted_at) FROM chair WHERE chair.player_id = player.id)"
    )
    op.create_table(
        "offer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("chair_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("by_seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("declined_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("trouble", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_offer_match_id_match")),
        sa.ForeignKeyConstraint(["chair_id"], ["chair.id"], name=op.f("fk_offer_chair_id_chair")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_offer_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offer")),
    )
    op.create_index(op.f("ix_offer_match_id"), "offer", ["match_id"])
    op.create_index(op.f("ix_offer_player_id"), "offer", ["player_id"])
    op.create_table(
        "tally",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("moments", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("forget_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_tally")),
    )
    op.create_index(op.f("ix_tally_forget_at"), "tally", ["forget_at"])
    op.create_table(
        "never_write",
        sa.Column("address_hash", sa.String(length=64), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("address_hash", name=op.f("pk_never_write")),
    )
    op.create_table(
        "secret",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("value", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secret")),
    )


def downgrade() -> None:
    op.drop_table("secret")
    op.drop_table("never_write")
    op.drop_table("tally")
    op.drop_table("offer")
    op.drop_column("player", "accepted_at")
