"""The tables of version 1.0."""

import sqlalchemy as sa
from alembic import op

revision = "1001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "erased",
        sa.Column("address_hash", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("address_hash", name=op.f("pk_erased")),
    )
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
        sa.Column("seen", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("unanswered", sa.Integer(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("counts_from", sa.DateTime(timezone=True), nullable=True),
        sa.Column("grace", sa.Integer(), nullable=False),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("moved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("gaps", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("settled", sa.Integer(), nullable=False),
        sa.Column("examined", sa.Integer(), nullable=False),
        sa.Column("decided", sa.String(length=20), nullable=True),
        sa.Column("appointment", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("meets_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("meets_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("call_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("claims", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("claim_at", sa.DateTime(timezone=True), nullable=True),
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
        sa.Column("same_deals", sa.String(length=16), nullable=True),
        sa.Column("table_number", sa.Integer(), nullable=True),
        sa.Column("turned", sa.Boolean(), nullable=False),
        sa.Column("words", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("shut", sa.Boolean(), nullable=False),
        sa.Column("tidied_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("desk_version", sa.Integer(), nullable=False),
        sa.Column("motion", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("judgement", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("paused_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_days", sa.Integer(), nullable=False),
        sa.Column("practice_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("practice_form", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["rematch_of"], ["match.id"], name=op.f("fk_match_rematch_of_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("rematch_of", name=op.f("uq_match_rematch_of")),
    )
    op.create_index(op.f("ix_match_call_at"), "match", ["call_at"], unique=False)
    op.create_index(op.f("ix_match_claim_at"), "match", ["claim_at"], unique=False)
    op.create_index(
        "ix_match_over_at",
        "match",
        ["over_at"],
        unique=False,
        postgresql_where=sa.text("over_at IS NOT NULL AND archived_at IS NULL"),
        sqlite_where=sa.text("over_at IS NOT NULL AND archived_at IS NULL"),
    )
    op.create_index(op.f("ix_match_practice_form"), "match", ["practice_form"], unique=True)
    op.create_index(op.f("ix_match_practice_until"), "match", ["practice_until"], unique=False)
    op.create_index(op.f("ix_match_same_deals"), "match", ["same_deals"], unique=False)
    op.create_index("ix_match_status_closes_at", "match", ["status", "closes_at"], unique=False)
    op.create_index("ix_match_status_remind_at", "match", ["status", "remind_at"], unique=False)
    op.create_index(
        "ix_match_unexamined",
        "match",
        ["opened_at"],
        unique=False,
        postgresql_where=sa.text("status = 'playing' AND asleep_at IS NULL AND examined < ply"),
        sqlite_where=sa.text("status = 'playing' AND asleep_at IS NULL AND examined < ply"),
    )
    op.create_table(
        "metric",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("labels", sa.String(length=200), nullable=False),
        sa.Column("value", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("name", "labels", name=op.f("pk_metric")),
    )
    op.create_table(
        "never_write",
        sa.Column("address_hash", sa.String(length=64), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("address_hash", name=op.f("pk_never_write")),
    )
    op.create_table(
        "outage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outage")),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("mailbox", sa.String(length=254), nullable=False),
        sa.Column("zone", sa.Text(), nullable=True),
        sa.Column("stopped_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("quiet_from", sa.String(length=5), nullable=True),
        sa.Column("quiet_until", sa.String(length=5), nullable=True),
        sa.Column("vacations", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("remind_before", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("reminders", sa.Boolean(), nullable=False),
        sa.Column("digest", sa.String(length=10), nullable=False),
        sa.Column("daily_at", sa.String(length=5), nullable=True),
        sa.Column("link_version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("email", name=op.f("uq_player_email")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_player_mailbox"), "player", ["mailbox"], unique=True)
    op.create_table(
        "process",
        sa.Column("id", sa.String(length=100), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("skew", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_process")),
    )
    op.create_table(
        "relay",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("passed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("refused", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=True),
        sa.Column("down_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("retry_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("pause", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relay")),
    )
    op.create_table(
        "secret",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("value", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secret")),
    )
    op.create_table(
        "service",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("beat_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("back_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("why", sa.String(length=200), nullable=True),
        sa.Column("tidied_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_service")),
    )
    op.create_table(
        "tally",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("moments", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("forget_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_tally")),
    )
    op.create_index(op.f("ix_tally_forget_at"), "tally", ["forget_at"], unique=False)
    op.create_table(
        "archived",
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_archived_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "kind", "number", name=op.f("pk_archived")),
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
        sa.Column("trouble", sa.Text(), nullable=True),
        sa.Column("standing", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("order_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("thinks_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("think_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("here_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("muted", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("heard", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_chair_match_id_match")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_chair_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chair")),
        sa.UniqueConstraint("match_id", "seat", name=op.f("uq_chair_match_id_seat")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_chair_match_id"), "chair", ["match_id"], unique=False)
    op.create_index(op.f("ix_chair_order_at"), "chair", ["order_at"], unique=False)
    op.create_index(op.f("ix_chair_player_id"), "chair", ["player_id"], unique=False)
    op.create_index(op.f("ix_chair_think_at"), "chair", ["think_at"], unique=False)
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
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failing_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_channel_match_id_match")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_channel_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channel")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_channel_match_id"), "channel", ["match_id"], unique=False)
    op.create_index(op.f("ix_channel_player_id"), "channel", ["player_id"], unique=False)
    op.create_table(
        "considered",
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("opinion", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_considered_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "ply", "seat", name=op.f("pk_considered")),
    )
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
        sa.Column("tables", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_person_address_player_id_player")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_person_address")),
    )
    op.create_table(
        "review",
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_review_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_review")),
    )
    op.create_index(op.f("ix_review_due_at"), "review", ["due_at"], unique=False)
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
        "snapshot",
        sa.Column("match_id", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("shuffles", sa.Integer(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=True),
        sa.Column("state", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("ended", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("after", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_snapshot_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "ply", name=op.f("pk_snapshot")),
    )
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
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("match_id", sa.String(length=16), nullable=True),
        sa.Column("chair_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.Column("facts", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("held_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("refused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("again_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("dropped_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("gathered_in", sa.Integer(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("message_id", sa.Text(), nullable=True),
        sa.Column("restored_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["chair_id"], ["chair.id"], name=op.f("fk_letter_chair_id_chair")),
        sa.ForeignKeyConstraint(["gathered_in"], ["letter.id"], name=op.f("fk_letter_gathered_in_letter")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_letter_match_id_match")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_letter_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
        sa.UniqueConstraint("identity", name=op.f("uq_letter_identity")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_letter_chair_id_sent_at", "letter", ["chair_id", "sent_at"], unique=False)
    op.create_index(
        "ix_letter_due_at",
        "letter",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("due_at IS NOT NULL"),
        sqlite_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_index(
        "ix_letter_gathered_in",
        "letter",
        ["gathered_in"],
        unique=False,
        postgresql_where=sa.text("gathered_in IS NOT NULL"),
        sqlite_where=sa.text("gathered_in IS NOT NULL"),
    )
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
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("dropped_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["channel_id"], ["channel.id"], name=op.f("fk_notice_channel_id_channel")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_notice_match_id_match")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_notice_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
        sa.UniqueConstraint("identity", name=op.f("uq_notice_identity")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_notice_channel_id"), "notice", ["channel_id"], unique=False)
    op.create_index("ix_notice_due_at", "notice", ["due_at"], unique=False)
    op.create_index(op.f("ix_notice_letter_id"), "notice", ["letter_id"], unique=False)
    op.create_index(op.f("ix_notice_player_id"), "notice", ["player_id"], unique=False)
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
        sa.ForeignKeyConstraint(["chair_id"], ["chair.id"], name=op.f("fk_offer_chair_id_chair")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_offer_match_id_match")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_offer_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offer")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_offer_match_id"), "offer", ["match_id"], unique=False)
    op.create_index(op.f("ix_offer_player_id"), "offer", ["player_id"], unique=False)
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
    op.create_index("ix_remark_match_id_kind", "remark", ["match_id", "kind"], unique=False)
    op.create_table(
        "reply_address",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("chair_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["chair_id"], ["chair.id"], name=op.f("fk_reply_address_chair_id_chair")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_reply_address")),
    )
    op.create_index(op.f("ix_reply_address_chair_id"), "reply_address", ["chair_id"], unique=False)
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
    op.create_index(op.f("ix_reservation_match_id"), "reservation", ["match_id"], unique=False)
    op.create_index(op.f("ix_reservation_player_id"), "reservation", ["player_id"], unique=False)
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
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("tables", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("claimed", sa.String(length=254), nullable=True),
        sa.Column("held", sa.String(length=10), nullable=True),
        sa.Column("vouched_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["chair_id"], ["chair.id"], name=op.f("fk_inbound_mail_chair_id_chair")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_inbound_mail_letter_id_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbound_mail")),
        sa.UniqueConstraint("identity", name=op.f("uq_inbound_mail_identity")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_inbound_mail_chair_id_received_at", "inbound_mail", ["chair_id", "received_at"], unique=False)
    op.create_index("ix_inbound_mail_due_at", "inbound_mail", ["due_at"], unique=False)
    op.create_index(op.f("ix_inbound_mail_letter_id"), "inbound_mail", ["letter_id"], unique=False)
