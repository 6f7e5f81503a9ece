"""Answers that come by mail: how many a second are taken in, and acted on.

    python -m tests.bench.mails --mails 1000 --database SQLite

The inbox runs as it is shipped, one process. Each mail answers a letter as a mail program does, with the letter quoted
below; it is accepted when it is kept, and acted on when its answer is sealed and the receipt written. Both go on at
once in that process, as they do when everybody answers in the evening.
"""

from __future__ import annotations

import argparse
import smtplib
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP

from sqlalchemy import func, select

from server import clock
from server.post import message, reply_addresses, writing
from server.store.models import Chair, InboundMail, Letter, Match, db
from tests.services import answers, wait_for

from .machine import header, load_average
from .tables import DATABASES, Tables, inside, lay, server
from .windows import until_none

LINES = 4
"""Connections of the mail server that relays to the inbox."""


def written(tables: Tables, mails: int) -> list[tuple[str, str, bytes]]:
    """Sender, recipient and text of so many mails: the first answer of every seat. Call it within the application."""
    now = clock.now()
    first = {move.seat: move.answer for move in reversed(tables.course) if move.ply == 0}
    asked = select(Chair).join(Match).where(Match.closes_at.is_not(None), Chair.seat.in_(first)).order_by(Chair.id)
    chairs = db.session.scalars(asked.limit(mails)).all()
    addresses = [reply_addresses.open_address(chair.id, 0, now) for chair in chairs]
    db.session.commit()
    quoted = _letter(chairs[0])
    return [
        (chair.player.email, address, _reply(chair.player.email, address, number, first[chair.seat], quoted))
        for number, (chair, address) in enumerate(zip(chairs, addresses, strict=True))
        if chair.player is not None
    ]


def _letter(chair: Chair) -> str:
    """The letter that is answered, quoted."""
    letter = db.session.scalars(select(Letter).where(Letter.kind == "turn").limit(1)).one()
    turn = Letter(
        id=letter.id, identity="quoted", kind="turn", match_id=chair.match_id, chair_id=chair.id, ply=0, facts={}
    )
    said = writing.write(turn, clock.now())
    assert said is not None
    return "".join(
        f"> {line}\n" for line in message.message_of(said.mail).get_body(("plain",)).get_content().splitlines()
    )


def _reply(sender: str, address: str, number: int, answer: str, quoted: str) -> bytes:
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Subject"] = sender, address, "Re: Titro: your turn"
    reply["Message-ID"], reply["In-Reply-To"] = f"<{number}@mail.example.org>", "<1@poste.localhost>"
    reply.set_content(f"{answer}\n\nOn Mon, 23 Nov 2026 at 10:00, Poste Restante wrote:\n\n{quoted}")
    return reply.as_bytes(policy=SMTP)


def relay(port: int, mails: Sequence[tuple[str, str, bytes]]) -> None:
    """Send mails over one connection, one after the other."""
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as server:
        for sender, address, text in mails:
            server.sendmail(sender, [address], text)


def waiting() -> int:
    """Mails that have not been acted on."""
    left = db.session.scalar(select(func.count()).where(InboundMail.due_at.is_not(None))) or 0
    db.session.rollback()
    return left


def measure(kind: str, mails: int, limits: str) -> None:
    """Print both rates on one kind of database."""
    with server(kind, "inbox", LIMITS=limits, SWEEP_SECONDS="10") as (stack, _):
        wait_for(lambda: answers(stack.inbox_port), "the inbox to listen")
        with inside(stack):
            relayed = written(lay(mails // 2 + 1, clock.now() - timedelta(hours=1)), mails)
            db.session.rollback()  # what is looked at from now on is not that moment any more
            print(f"\n{kind}, {len(relayed):,} answers by mail, {LINES} connections, {load_average()}", flush=True)
            started = time.monotonic()
            with ThreadPoolExecutor(LINES) as senders:
                list(senders.map(lambda line: relay(stack.inbox_port, relayed[line::LINES]), range(LINES)))
            accepted = time.monotonic() - started
            rest, done = until_none(waiting, started, 600)
            outcomes = db.session.execute(select(InboundMail.outcome, func.count()).group_by(InboundMail.outcome)).all()
        print(f"  accepted: {len(relayed) / accepted:,.0f} a second")
        print(f"  accepted and acted on: {(len(relayed) - rest) / done:,.0f} a second; "
              f"{', '.join(f'{count:,} {outcome}' for outcome, count in outcomes)}", flush=True)  # fmt: skip


def main() -> None:
    """Print how many answers by mail are taken in and acted on a second."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.mails", description=main.__doc__)
    parser.add_argument("--mails", type=int, default=1500, help="mails that come (1,500)")
    parser.add_argument("--database", action="append", choices=DATABASES, help="one kind; both by default")
    parser.add_argument("--limits", choices=("on", "off"), default="on", help="LIMITS of the server (on, as shipped)")
    chosen = parser.parse_args()
    header()
    for kind in chosen.database or DATABASES:
        measure(kind, chosen.mails, chosen.limits)


if __name__ == "__main__":
    main()
