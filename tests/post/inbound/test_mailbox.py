"""A mailbox that people read as well: each mail to us is taken once, and the password is told to nobody else."""

# ruff: noqa: E501 (a table of heads is read as a table)
from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from server.config import Settings
from server.post import inbound
from server.post.inbound.mailbox import Polling, mailbox
from server.store.models import InboundMail, Match, db

from .imap_server import Mailbox
from .tables import address_of, table_with_the_king_of_hearts
from .test_receiving import certificate


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with Mailbox("cards", "secret") as box:
        yield box


@pytest.fixture
def settings(settings: Settings, box: Mailbox) -> Settings:
    return Settings(settings.environ | {"INBOX_URL": box.url, "MAIL_FROM": "Cards <cards@example.com>"})


@pytest.fixture
def match(app: Flask) -> Match:
    return table_with_the_king_of_hearts(pace="P30D")


def kept() -> int:
    db.session.rollback()
    return db.session.scalar(db.select(db.func.count()).select_from(InboundMail)) or 0


def mail(number: int, head: str) -> bytes:
    return f"{head}\r\nFrom: ada@example.org\r\nMessage-ID: <{number}@x.example>\r\n\r\nKH centre {number}\r\n".encode()


def test_our_address_may_stand_in_any_header_that_says_for_whom_a_mail_is(match: Match, box: Mailbox) -> None:
    ours = address_of(match, "Ada")
    heads = (
        f"To: {ours}", f"To: Cards <{ours.upper()}>", f"Cc: Bruno <bruno@example.org>, {ours}", f"Delivered-To: {ours}",
        f"To: undisclosed:;\r\nX-Original-To: {ours}", f"Received: from a by b\r\n\tfor <{ours}>; Monday", f"Bcc: {ours}",
        f"X-Forwarded-To: {ours}", f"X-Envelope-To: <{ours}>", f"X-Of-Some-House: rcpt={ours}",
    )  # fmt: skip
    for number, head in enumerate(heads):
        box.put(mail(number, head))
    others = (
        "To: cards@example.com",
        f"Reply-To: {ours}",
        f"To: {ours}\r\nX-Poste-Kind: turn",
        "To: x-reply-0@example.com",
    )
    left = [box.put(mail(100, head)) for head in others]
    assert inbound.Polling(box.url).poll() == kept() == len(heads)
    assert box.seen.isdisjoint(left)


def test_a_mail_is_taken_once_whoever_has_read_it_and_whatever_is_marked(match: Match, box: Mailbox) -> None:
    ours = address_of(match, "Ada")
    read, unread, old_and_read, old = (box.put(mail(number, f"To: {ours}")) for number in range(4))
    box.seen |= {read, old_and_read}
    box.old |= {old_and_read, old}
    polling = Polling(box.url)
    assert polling.poll() == kept() == 3
    fetched = box.fetched
    assert polling.poll() == 0
    assert box.fetched == fetched  # nothing is looked at twice
    box.seen -= {read, unread}
    assert Polling(box.url).poll() == 0  # a process that has just begun
    box.put(mail(9, f"To: {ours}"))
    assert (polling.poll(), kept()) == (1, 4)


def test_a_password_is_told_to_no_server_that_does_not_prove_its_name(tmp_path: Path) -> None:
    files, heard = certificate(tmp_path, "localhost"), list[bytes]()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*files)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            connection, _ = listening.accept()
            try:
                with context.wrap_socket(connection, server_side=True) as encrypted:
                    encrypted.sendall(b"* OK ready\r\n")
                    heard.append(encrypted.recv(1000))
            except OSError:
                heard.append(b"")

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        with pytest.raises(ssl.SSLError):
            mailbox(f"imaps://cards:secret@localhost:{listening.getsockname()[1]}/INBOX", timeout=20)
        thread.join(20)
    assert heard == [b""]
