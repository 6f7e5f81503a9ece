"""What keeps letters from being lost: the state of the mail server, when a letter was refused, and long identities.

Letters that were sent, failed or wait already stay as they are, and their identities too.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
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
    op.add_column("letter", sa.Column("refused_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("letter", sa.Column("again_at", sa.DateTime(timezone=True), nullable=True))
    if op.get_bind().dialect.name == "postgresql":  # SQLite holds no text to a length
        op.alter_column("letter", "identity", type_=sa.Text(), existing_nullable=False)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("letter", "identity", type_=sa.String(length=100), existing_nullable=False)
    op.drop_column("letter", "again_at")
    op.drop_column("letter", "refused_at")
    op.drop_table("relay")
