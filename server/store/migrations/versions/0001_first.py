"""The tables of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("terms", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("snapshot", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("sealed", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("shuffles", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("unanswered", sa.Integer(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("counts_from", sa.DateTime(timezone=True), nullable=True),
        sa.Column("grace", sa.Integer(), nullable=False),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("moved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("remind_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("retry_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("asleep_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("over_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ending", sa.Text(), nullable=True),
        sa.Column("scores", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("winners", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("rematch_of", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["rematch_of"], ["match.id"], name=op.f("fk_match_rematch_of_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("rematch_of", name=op.f("uq_match_rematch_of")),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.create_index("ix_match_status_closes_at", ["status", "closes_at"], unique=False)
        batch_op.create_index("ix_match_status_remind_at", ["status", "remind_at"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("zone", sa.Text(), nullable=True),
        sa.Column("stopped_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("quiet_from", sa.String(length=5), nullable=True),
        sa.Column("quiet_until", sa.String(length=5), nullable=True),
        sa.Column("vacations", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("remind_before", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("reminders", sa.Boolean(), nullable=False),
        sa.Column("measure", sa.String(length=10), nullable=False),
        sa.Column("daily_at", sa.String(length=5), nullable=True),
        sa.Column("link_version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("email", name=op.f("uq_player_email")),
    )
    op.create_table(
        "chair",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("link_version", sa.Integer(), nullable=False),
        sa.Column("word", sa.String(length=100), nullable=True),
        sa.Column("invited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("declined_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("resigned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("house", sa.Boolean(), nullable=False),
        sa.Column("stopped_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("told_ply", sa.Integer(), nullable=False),
        sa.Column("own_hours", sa.Boolean(), nullable=False),
        sa.Column("bank", sa.Integer(), nullable=True),
        sa.Column("excuses", sa.Integer(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.String(length=10), nullable=True),
        sa.Column("trouble", sa.Text(), nullable=True),
        sa.Column("standing", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("order_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("heard", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_chair_match_id_match")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_chair_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chair")),
        sa.UniqueConstraint("match_id", "seat", name=op.f("uq_chair_match_id_seat")),
    )
    with op.batch_alter_table("chair", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_chair_match_id"), ["match_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_chair_order_at"), ["order_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_chair_player_id"), ["player_id"], unique=False)

    op.create_table(
        "turn",
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("phase", sa.String(length=32), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answers", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("said", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_turn_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "ply", name=op.f("pk_turn")),
    )
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("identity", sa.String(length=100), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=True),
        sa.Column("chair_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.Column("facts", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("dropped_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("gathered_in", sa.Integer(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("message_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["chair_id"], ["chair.id"], name=op.f("fk_letter_chair_id_chair")),
        sa.ForeignKeyConstraint(["gathered_in"], ["letter.id"], name=op.f("fk_letter_gathered_in_letter")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_letter_match_id_match")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_letter_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
        sa.UniqueConstraint("identity", name=op.f("uq_letter_identity")),
    )
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.create_index("ix_letter_chair_id_sent_at", ["chair_id", "sent_at"], unique=False)
        batch_op.create_index("ix_letter_due_at", ["due_at"], unique=False)
        batch_op.create_index(
            "ix_letter_gathered_in",
            ["gathered_in"],
            unique=False,
            postgresql_where=sa.text("gathered_in IS NOT NULL"),
            sqlite_where=sa.text("gathered_in IS NOT NULL"),
        )

    op.create_table(
        "remark",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("chair_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.ForeignKeyConstraint(["chair_id"], ["chair.id"], name=op.f("fk_remark_chair_id_chair")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_remark_match_id_match")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_remark_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_remark")),
    )
    with op.batch_alter_table("remark", schema=None) as batch_op:
        batch_op.create_index("ix_remark_match_id_kind", ["match_id", "kind"], unique=False)

    op.create_table(
        "reply_address",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("chair_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["chair_id"], ["chair.id"], name=op.f("fk_reply_address_chair_id_chair")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_reply_address")),
    )
    with op.batch_alter_table("reply_address", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_reply_address_chair_id"), ["chair_id"], unique=False)

    op.create_table(
        "inbound_mail",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("identity", sa.String(length=64), nullable=False),
        sa.Column("chair_id", sa.Integer(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=True),
        sa.ForeignKeyConstraint(["chair_id"], ["chair.id"], name=op.f("fk_inbound_mail_chair_id_chair")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_inbound_mail_letter_id_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbound_mail")),
        sa.UniqueConstraint("identity", name=op.f("uq_inbound_mail_identity")),
    )
    with op.batch_alter_table("inbound_mail", schema=None) as batch_op:
        batch_op.create_index("ix_inbound_mail_chair_id_received_at", ["chair_id", "received_at"], unique=False)
        batch_op.create_index("ix_inbound_mail_due_at", ["due_at"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("inbound_mail", schema=None) as batch_op:
        batch_op.drop_index("ix_inbound_mail_due_at")
        batch_op.drop_index("ix_inbound_mail_chair_id_received_at")

    op.drop_table("inbound_mail")
    with op.batch_alter_table("reply_address", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_reply_address_chair_id"))

    op.drop_table("reply_address")
    with op.batch_alter_table("remark", schema=None) as batch_op:
        batch_op.drop_index("ix_remark_match_id_kind")

    op.drop_table("remark")
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_letter_gathered_in",
            postgresql_where=sa.text("gathered_in IS NOT NULL"),
            sqlite_where=sa.text("gathered_in IS NOT NULL"),
        )
        batch_op.drop_index("ix_letter_due_at")
        batch_op.drop_index("ix_letter_chair_id_sent_at")

    op.drop_table("letter")
    op.drop_table("turn")
    with op.batch_alter_table("chair", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_chair_player_id"))
        batch_op.drop_index(batch_op.f("ix_chair_order_at"))
        batch_op.drop_index(batch_op.f("ix_chair_match_id"))

    op.drop_table("chair")
    op.drop_table("player")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_index("ix_match_status_remind_at")
        batch_op.drop_index("ix_match_status_closes_at")

    op.drop_table("match")
