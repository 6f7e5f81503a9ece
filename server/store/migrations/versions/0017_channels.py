"""Ways besides mail on which people are told that something waits, and what is told on them."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "channel",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("facts", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("letters_too", sa.Boolean(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.Column("failing_since", MOMENT, nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_channel_match_id_match")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_channel_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channel")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_channel_player_id"), "channel", ["player_id"])
    op.create_index(op.f("ix_channel_match_id"), "channel", ["match_id"])
    op.create_table(
        "notice",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("identity", sa.String(length=80), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("due_at", MOMENT, nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", MOMENT, nullable=True),
        sa.Column("dropped_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["channel_id"], ["channel.id"], name=op.f("fk_notice_channel_id_channel")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_notice_match_id_match")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_notice_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
        sa.UniqueConstraint("identity", name=op.f("uq_notice_identity")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_notice_due_at", "notice", ["due_at"])
    for column in ("channel_id", "player_id", "letter_id"):
        op.create_index(op.f(f"ix_notice_{column}"), "notice", [column])


def downgrade() -> None:
    op.drop_table("notice")
    op.drop_table("channel")
