"""Links to take an open seat by, and to watch by; seats that are kept for who asked for them."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shared_link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("purpose", sa.String(length=5), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=True),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_shared_link_match_id_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shared_link")),
        sa.UniqueConstraint("match_id", "purpose", name=op.f("uq_shared_link_match_id_purpose")),
    )
    op.create_table(
        "reservation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("chair_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("link_version", sa.Integer(), nullable=False),
        sa.Column("form", sa.String(length=64), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("taken_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("chair_version", sa.Integer(), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["chair_id"], ["chair.id"], name=op.f("fk_reservation_chair_id_chair")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_reservation_match_id_match")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_reservation_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reservation")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_reservation_match_id"), "reservation", ["match_id"])
    op.create_index(op.f("ix_reservation_player_id"), "reservation", ["player_id"])


def downgrade() -> None:
    op.drop_table("reservation")
    op.drop_table("shared_link")
