"""The ways in: the SMTP server as a mail server sees it, and a mailbox that is polled."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage

import pytest
from flask import Flask

from server import clock
from server.config import Settings
from server.post import inbound, outbox, reply_addresses
from server.post.inbound import queue
from server.post.inbound.listener import listening, smtp_server
from server.post.inbound.mail import LARGEST, LINES
from server.store.models import InboundMail, Match, db
from server.views import seat_page

from ...cast import seat
from ...services import free_port
from .corpus_files import mail
from .imap_server import Mailbox
from .photos import with_photo
from .tables import address_of, table_with_the_king_of_hearts

NOBODY = f"reply-{'0' * 32}@poste.localhost"


@pytest.fixture
def match(app: Flask) -> Match:
    return table_with_the_king_of_hearts(pace="P30D")


@pytest.fixture
def server(app: Flask, match: Match) -> Iterator[Callable[[], smtplib.SMTP]]:
    """A way to connect to the listener of the application."""
    port = free_port()
    with listening(smtp_server(app, "127.0.0.1", port, kept=lambda: None)):
        yield lambda: smtplib.SMTP("127.0.0.1", port, timeout=60)


def waiting() -> int:
    db.session.rollback()
    return db.session.scalar(db.select(db.func.count()).select_from(InboundMail)) or 0


def test_a_server_that_cannot_listen_leaves_nothing_open(app: Flask) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        server = smtp_server(app, "127.0.0.1", taken.getsockname()[1], kept=lambda: None)
        with pytest.raises(OSError, match="address already in use"), listening(server):
            pass
    assert server.loop.is_closed()


class TestSmtp:
    def test_a_mail_is_kept_before_its_sender_is_told_so_and_acted_on_later(self, server, match):
        with server() as client:
            client.sendmail("ada@example.org", address_of(match, "Ada"), mail("plain"))
        assert waiting() == 1
        assert seat_page(seat(match, "Ada")).sealed is None
        inbound.process_due()
        assert seat_page(seat(match, "Ada")).sealed == "KH centre"

    def test_unknown_recipients_are_refused_at_once(self, server, subtests: pytest.Subtests):
        for address in [NOBODY, "office@poste.localhost", "ada@example.org", "reply-12@poste.localhost"]:
            with subtests.test(address=address), server() as client:
                client.ehlo()
                client.mail("ada@example.org")
                assert client.rcpt(address)[0] == 550

    def test_a_mail_to_two_addresses_is_kept_for_both(self, server, match):
        with server() as client:
            client.sendmail("x@example.org", [address_of(match, "Ada"), address_of(match, "Bruno")], mail("plain"))
        assert waiting() == 2

    def test_the_same_mail_again_is_taken_and_changes_nothing(self, server, match):
        address = address_of(match, "Ada")
        with server() as client:
            for _ in range(3):
                client.sendmail("ada@example.org", address, mail("plain"))
        assert waiting() == 1

    def test_a_mail_that_nobody_sent_is_not_acted_on(self, server, match):
        with server() as client:
            client.sendmail("", address_of(match, "Ada"), mail("plain"))
        inbound.process_due()
        assert waiting() == 1
        assert seat_page(seat(match, "Ada")).sealed is None

    def test_a_mail_of_more_lines_than_anybody_writes_is_refused(self, server, match):
        with server() as client, pytest.raises(smtplib.SMTPResponseException) as refused:
            client.sendmail("ada@example.org", address_of(match, "Ada"), mail("plain") + b"\r\n" * LINES)
        assert refused.value.smtp_code == 552
        assert waiting() == 0

    def test_a_bounce_has_no_sender(self, server, match):
        outbox.deliver()
        with server() as client:
            client.sendmail("", reply_addresses.return_path(3), mail("bounce"))
        inbound.process_due()
        assert db.session.scalar(db.select(InboundMail.outcome)) == "bounced"


class TestTooMuch:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return Settings(settings.environ | {"LIMITS": "on"})

    def test_a_flood_to_one_seat_leaves_the_others_served(self, server, match):
        address = address_of(match, "Ada")
        with server() as client:
            client.ehlo()
            answers = [self._send(client, address, n) for n in range(queue.WAITING_PER_SEAT + 5)]
            assert answers.count(250) == queue.WAITING_PER_SEAT
            assert set(answers[queue.WAITING_PER_SEAT :]) == {452}
            assert self._send(client, address_of(match, "Bruno"), 0) == 250

    def test_a_seat_that_was_flooded_is_served_again_an_hour_later(self, match):
        target = inbound.recipient(address_of(match, "Ada"), clock.now())
        now = clock.now()
        for n in range(queue.PER_SEAT_AND_HOUR):
            inbound.keep(target, "ada@example.org", b"From: ada@example.org\r\n\r\n" + str(n).encode(), now)
            inbound.process_due(now)
        with pytest.raises(inbound.TooMany):
            inbound.recipient(address_of(match, "Ada"), now + timedelta(minutes=59))
        assert inbound.recipient(address_of(match, "Ada"), now + timedelta(minutes=61)) == replace(target)

    @staticmethod
    def _send(client: smtplib.SMTP, address: str, n: int) -> int:
        client.mail("ada@example.org")
        code, _ = client.rcpt(address)
        if code != 250:
            client.rset()
            return code
        return client.data(f"From: ada@example.org\r\nMessage-ID: <{n}@x>\r\n\r\nnonsense\r\n".encode())[0]


class TestMailbox:
    @pytest.fixture
    def mailbox(self) -> Iterator[Mailbox]:
        with Mailbox("cards", "secret") as mailbox:
            yield mailbox

    @pytest.fixture
    def settings(self, settings: Settings, mailbox: Mailbox) -> Settings:
        own = {"INBOX_URL": mailbox.url, "MAIL_FROM": "Cards <cards@example.com>"}
        return Settings(settings.environ | own)

    def test_reply_addresses_follow_a_plus_sign(self, match):
        assert address_of(match, "Ada").startswith("cards+reply-")
        assert reply_addresses.return_path(3).startswith("cards+bounce-")

    def test_replies_are_taken_in_and_marked_as_read(self, match, mailbox: Mailbox, settings: Settings):
        uid = mailbox.put(self._reply(address_of(match, "Ada"), "KH centre"))
        assert inbound.Polling(settings.text("INBOX_URL")).poll() == 1
        assert mailbox.seen == {uid}
        assert inbound.Polling(settings.text("INBOX_URL")).poll() == 0
        inbound.process_due()
        assert seat_page(seat(match, "Ada")).sealed == "KH centre"

    def test_other_mail_in_the_mailbox_is_left_alone(self, match, mailbox: Mailbox, settings: Settings):
        mailbox.put(self._reply("cards@example.com", "Would you like to buy a boat?"))
        assert inbound.Polling(settings.text("INBOX_URL")).poll() == 0
        assert mailbox.seen == set()

    def test_a_reply_with_a_photo_is_read(self, match, mailbox: Mailbox, settings: Settings):
        mailbox.put(f"To: {address_of(match, 'Ada')}\r\n".encode() + with_photo(3, text_first=False))
        assert inbound.Polling(settings.text("INBOX_URL")).poll() == 1
        inbound.process_due()
        assert seat_page(seat(match, "Ada")).sealed == "KH centre"

    def test_a_reply_comes_whole_and_other_mail_is_not_fetched(self, match, mailbox, settings):
        raw = self._reply(address_of(match, "Ada"), "KH centre\n\n" + "more\n" * 100)
        mailbox.put(raw)
        mailbox.put(self._reply("cards+reply-nobody@example.com", "words " * 1000))
        assert inbound.Polling(settings.text("INBOX_URL")).poll() == 1
        assert db.session.scalar(db.select(InboundMail.raw)) == raw
        assert mailbox.fetched < len(raw) + 1000

    def test_a_mail_that_is_too_large_is_not_fetched_and_not_looked_at_again(self, match, mailbox, settings):
        uid = mailbox.put(self._reply(address_of(match, "Ada"), "word" * 10) + b"word and word\r\n" * (LARGEST // 15))
        assert inbound.Polling(settings.text("INBOX_URL")).poll() == 0
        assert (mailbox.seen, waiting()) == ({uid}, 0)
        assert mailbox.fetched < 1000

    @staticmethod
    def _reply(address: str, text: str) -> bytes:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = "Ada <ada@example.org>", address, "Re: your turn"
        message["Message-ID"] = "<1@mail.example.org>"
        message.set_content(text)
        return message.as_bytes().replace(b"\n", b"\r\n")
