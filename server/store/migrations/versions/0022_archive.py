"""The archive: rows of matches that were over long ago, packed."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

BEFORE, NOW = (sa.text(f"over_at IS NOT NULL AND {done} IS NULL") for done in ("tidied_at", "archived_at"))


def upgrade() -> None:
    op.create_table(
        "archived",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_archived_match_id_match"),
        sa.PrimaryKeyConstraint("match_id", "kind", "number", name="pk_archived"),
    )
    op.add_column("match", sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True))
    _index(NOW)


def downgrade() -> None:
    if op.get_bind().scalar(sa.text("SELECT count(*) FROM archived")):
        raise RuntimeError("There are archived matches: the schema of before cannot hold them.")
    _index(BEFORE)
    op.drop_column("match", "archived_at")
    op.drop_table("archived")


def _index(where: sa.TextClause) -> None:
    op.drop_index("ix_match_over_at", "match")
    op.create_index("ix_match_over_at", "match", ["over_at"], postgresql_where=where, sqlite_where=where)
