"""Reply addresses of letters that ask "did you mean …?" know their letter, which keeps what was suggested."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reply_address", sa.Column("letter_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("reply_address", "letter_id")
