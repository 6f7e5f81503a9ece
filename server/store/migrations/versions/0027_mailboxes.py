"""People are compared by the mailbox behind their address. Of several who share one, the first has it; the others keep
the mailbox that their own address is, as it is written.
"""

import sqlalchemy as sa
from alembic import op

from server.store.mailboxes import mailbox

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

PLAYER = sa.table("player", sa.column("id"), sa.column("email"), sa.column("mailbox"))
OWN = sa.table("own_address", sa.column("id"), sa.column("player_id"), sa.column("email"), sa.column("mailbox"))


def upgrade() -> None:
    op.add_column("player", sa.Column("mailbox", sa.String(length=254), server_default="", nullable=False))
    rows = op.get_bind().execute(sa.select(PLAYER.c.id, PLAYER.c.email).order_by(PLAYER.c.id)).all()
    taken: set[str] = set()
    for number, email in sorted(rows, key=lambda row: (mailbox(row.email) != row.email, row.id)):
        form = email if mailbox(email) in taken else mailbox(email)
        taken.add(form)
        op.get_bind().execute(sa.update(PLAYER).where(PLAYER.c.id == number).values(mailbox=form))
    op.create_index(op.f("ix_player_mailbox"), "player", ["mailbox"], unique=True)
    _own_addresses()


def _own_addresses() -> None:
    """Domains of other scripts are those of their A-labels."""
    rows = op.get_bind().execute(sa.select(OWN).order_by(OWN.c.id)).all()
    known = {(row.player_id, row.mailbox) for row in rows}
    for row in rows:
        if (row.player_id, form := mailbox(row.email)) not in known:
            known.add((row.player_id, form))
            op.get_bind().execute(sa.update(OWN).where(OWN.c.id == row.id).values(mailbox=form))


def downgrade() -> None:
    op.drop_index(op.f("ix_player_mailbox"), table_name="player")
    op.drop_column("player", "mailbox")
