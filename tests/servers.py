"""A real mail server to send to, which answers as it is told to."""

from __future__ import annotations

import socket
from collections import Counter, defaultdict
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class MailServer:
    """Takes mail on a port of 127.0.0.1 until the block ends.

    ``answers``: a command (``RCPT``, ``DATA``, ``MAIL``) -> the replies it gives next, before it accepts again.
    ``takes_from_one``: how many letters it takes on one connection before it has enough.
    """

    def __init__(self, port: int = 0, takes_from_one: int = 1000):
        self.port = port or free_port()
        self.answers: dict[str, list[str]] = defaultdict(list)
        self.takes_from_one = takes_from_one
        self.received: list[tuple[str, str, EmailMessage]] = []
        self.taken: Counter[object] = Counter()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def letters(self) -> list[EmailMessage]:
        return [message for _, _, message in self.received]

    def to(self, address: str) -> list[EmailMessage]:
        return [message for _, reader, message in self.received if reader == address]

    def __enter__(self) -> Self:
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, ready_timeout=10)
        self._controller.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._controller.stop()

    def _answer(self, command: str, default: str) -> str:
        return self.answers[command].pop(0) if self.answers[command] else default

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        enough = self.taken[session.peer] >= self.takes_from_one
        answer = "421 enough of you" if enough else self._answer("MAIL", "250 ok")
        if answer.startswith("250"):
            envelope.mail_from = address
            envelope.mail_options.extend(options)
        return answer

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answer = self._answer("RCPT", "250 ok")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        answer = self._answer("DATA", "250 ok")
        if answer.startswith("250"):
            assert isinstance(envelope.content, bytes)
            message = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(message, EmailMessage)
            self.received += [(envelope.mail_from or "", reader, message) for reader in envelope.rcpt_tos]
            self.taken[session.peer] += 1
        return answer
