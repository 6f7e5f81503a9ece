"""Answers that come by mail: how many a second are taken in, and acted on; memory under slow senders.

    python -m tests.bench.mails --mails 1000 --database SQLite
    python -m tests.bench.mails /path/to/samples

The inbox runs as it is shipped, in one process and, on PostgreSQL, in three that share the port. Each mail answers a
letter as a mail program does, with the letter quoted below; it is accepted when it is kept, and acted on when its
answer is sealed and the receipt written. Both go on at once, as they do when everybody answers in the evening. A folder
of samples (see `tests.bench.readings`) is read afterwards: what is understood, asked back, refused and misread.
"""

from __future__ import annotations

import argparse
import smtplib
import socket
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from sqlalchemy import func, select

from server import clock
from server.post import message, writing
from server.store.models import CHAIRS, MATCHES, Chair, InboundMail, Letter, db
from server.store.one_match import chairs_of
from tests.cast import reply_address
from tests.services import Stack, wait_for

from . import readings
from .machine import header, load_average
from .memory import memory
from .processes import processor
from .tables import DATABASES, Tables, inside, lay, server
from .windows import until_none

LINES = 4
"""Connections of the mail server that relays to the inbox, for each of its processes."""
PROCESSES = {"SQLite": (1,), "PostgreSQL": (1, 3)}
SLOW, UNFINISHED = 200, 500_000
"""Slow senders, and how many bytes each of them sends of a mail that it does not end."""


def written(tables: Tables, mails: int) -> list[tuple[str, str, bytes]]:
    """Sender, recipient and text of so many mails: the first answer of every seat. Call it within the application."""
    now = clock.now()
    first = {move.seat: move.answer for move in reversed(tables.course) if move.ply == 0}
    asked = (
        select(CHAIRS.c.id)
        .join(MATCHES)
        .where(MATCHES.c.closes_at.is_not(None), CHAIRS.c.seat.in_(first))
        .order_by(CHAIRS.c.id)
    )
    chairs = chairs_of(db.session.scalars(asked.limit(mails)).all())
    addresses = [reply_address(chair.id, 0, now) for chair in chairs]
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


def inboxes(stack: Stack, processes: int) -> list[int]:
    """Start more inbox processes beside the one that runs; the process ids of all, once they listen."""
    for number in range(2, processes + 1):
        stack.processes[f"inbox {number}"] = stack.processes.pop("inbox")
        stack.start_one("inbox")
    wait_for(lambda: stack.read_log().count("inbox.listening") == processes, "the inbox to listen")
    return [process.pid for process in stack.processes.values()]


def measure(kind: str, processes: int, mails: int, limits: str) -> None:
    """Print both rates on one kind of database, and the processor time that the inbox takes for a mail."""
    with server(kind, "inbox", LIMITS=limits, SWEEP_SECONDS="1") as (stack, _):
        pids = inboxes(stack, processes)
        with inside(stack):
            relayed = written(lay(mails // 2 + 1, clock.now() - timedelta(hours=1)), mails)
            db.session.rollback()  # what is looked at from now on is not that moment any more
            lines = LINES * processes
            print(f"\n{kind}, {processes} inbox process{'es' * (processes > 1)}, {len(relayed):,} answers by mail, "
                  f"{lines} connections, {load_average()}", flush=True)  # fmt: skip
            used = sum(map(processor, pids))
            started = time.monotonic()
            with ThreadPoolExecutor(lines) as senders:
                list(senders.map(lambda line: relay(stack.inbox_port, relayed[line::lines]), range(lines)))
            accepted = time.monotonic() - started
            rest, done = until_none(waiting, started, 600)
            used = sum(map(processor, pids)) - used
            outcomes = db.session.execute(select(InboundMail.outcome, func.count()).group_by(InboundMail.outcome)).all()
        print(f"  accepted: {len(relayed) / accepted:,.0f} a second")
        print(f"  accepted and acted on: {(len(relayed) - rest) / done:,.0f} a second; "
              f"{', '.join(f'{count:,} {outcome}' for outcome, count in outcomes)}")  # fmt: skip
        print(f"  processor time of the inbox: {1000 * used / len(relayed):.1f} ms a mail", flush=True)


def slow_senders(kind: str) -> None:
    """Print the memory of the inbox before, while and after slow senders leave it with mails that have not ended."""
    with server(kind, "inbox") as (stack, _), ExitStack() as connected:
        (pid,) = inboxes(stack, 1)
        with inside(stack):
            lay(1)
            chair = db.session.scalars(select(func.max(CHAIRS.c.id))).one()
            address = reply_address(chair, 0, clock.now())
            db.session.commit()
        before = memory(pid)[1]
        words = b"Subject: slow\r\n\r\n" + b"words and words\r\n" * (UNFINISHED // 17)
        for _ in range(SLOW):
            connection = connected.enter_context(socket.create_connection(("127.0.0.1", stack.inbox_port), timeout=60))
            for said in ("HELO x", "MAIL FROM:<slow@example.org>", f"RCPT TO:<{address}>", "DATA"):
                connection.recv(1000)
                connection.sendall(f"{said}\r\n".encode())
            connection.recv(1000)
            connection.sendall(words)
        time.sleep(2)
        during = memory(pid)[1]
        connected.close()
        time.sleep(5)
        after = memory(pid)[1]
        print(f"\n{SLOW} slow senders, each with {UNFINISHED / 1000:.0f} kB of a mail; memory (RSS) of the inbox: "
              f"{before:.0f} MB before, {during:.0f} MB meanwhile, {after:.0f} MB after", flush=True)  # fmt: skip


def main() -> None:
    """Print how many answers by mail are taken in and acted on a second."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.mails", description=main.__doc__)
    parser.add_argument("--mails", type=int, default=1500, help="mails that come (1,500)")
    parser.add_argument("--database", action="append", choices=DATABASES, help="one kind; both by default")
    parser.add_argument("--limits", choices=("on", "off"), default="on", help="LIMITS of the server (on, as shipped)")
    parser.add_argument("--processes", action="append", type=int, help="of the inbox; 1, and 3 on PostgreSQL")
    parser.add_argument("folder", type=Path, nargs="?", help="a folder of samples to be read as well")
    chosen = parser.parse_args()
    header()
    for kind in chosen.database or DATABASES:
        for processes in chosen.processes or PROCESSES[kind]:
            measure(kind, processes, chosen.mails, chosen.limits)
    slow_senders((chosen.database or DATABASES)[-1])
    if chosen.folder is not None:
        sys.argv = ["python -m tests.bench.readings", str(chosen.folder)]
        readings.main()


if __name__ == "__main__":
    main()
