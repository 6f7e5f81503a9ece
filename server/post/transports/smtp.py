"""Sending mail by SMTP: one connection for many letters, and the meaning of the server's replies."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.message import EmailMessage
from functools import cache
from typing import Self

from ..failures import Deferred, Down, Fault, Rejected, fault_of
from ..message import in_seven_bits, one_line, wire_of

SmtpReply = tuple[int, bytes]
Sign = Callable[[bytes], bytes]
TIMEOUT = 15
"""Seconds to wait for one reply of the mail server."""
UNCARRIED = "this address has letters that our mail server cannot carry"


class Smtp:
    """A mail server. One connection is used for many letters and reopened if the server has closed it.

    ``sign``: puts a signature on top of a message, which is then sent in seven bits: recoding on the way would break
    the signature (RFC 6376, 5.3).
    """

    def __init__(
        self, host: str, port: int, user: str = "", password: str = "", tls: str = "none", sign: Sign | None = None
    ):
        self.host, self.port, self.user, self.password, self.tls, self.sign = host, port, user, password, tls, sign
        self._server: smtplib.SMTP | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        if self._server is not None and not any(failure):
            with suppress(OSError, smtplib.SMTPException):  # every letter is already acknowledged
                self._server.quit()
        self._hang_up()

    def send(self, message: EmailMessage, sender: str, address: str) -> None:
        """Send one message. Raises `Down`, `Deferred` (4xx replies, network errors) or `Rejected` (5xx replies, and an
        address with a line break, which would begin another command).
        """
        if not address.isprintable():
            raise Rejected(UNCARRIED, Fault.CERTAIN)
        try:
            self._send(message, sender, address)
        except BaseException as error:
            self._hang_up()  # a new connection is more reliable than RSET
            if isinstance(error, UnicodeError):
                raise Rejected(UNCARRIED, Fault.CERTAIN) from error
            if isinstance(error, (OSError, smtplib.SMTPException)):
                raise Deferred(_described(error)) from error
            raise

    def _send(self, message: EmailMessage, sender: str, address: str) -> None:
        server, replies = self._begun(sender, address)
        _expect(2, next(replies))
        _expect(3, next(replies))
        server.send(_ended(self._wire(server, message)))
        _expect(2, server.getreply())

    def check(self) -> None:
        """Check that the server answers and accepts our login. Raises `Down` otherwise."""
        self._connected()
        self._hang_up()

    def _begun(self, sender: str, address: str) -> tuple[smtplib.SMTP, Iterator[SmtpReply]]:
        """A connection on which MAIL was accepted, and the replies to RCPT and DATA. If an old one fails, try anew."""
        stale = self._server is not None
        server = self._connected()
        replies = _replies(server, sender, address)
        try:
            code, reply = next(replies)
        except (OSError, smtplib.SMTPException) as error:
            self._hang_up()
            if stale:
                return self._begun(sender, address)
            raise Down(_described(error)) from error
        if code == 250:
            return server, replies
        self._hang_up()
        if stale:  # some servers close a connection after some letters
            return self._begun(sender, address)
        # A refused sender is the fault of our settings or of the server, never of the recipient's address.
        raise Down(_reply(code, reply))

    def _connected(self) -> smtplib.SMTP:
        if self._server is None:
            try:
                self._server = self._connect()
            except (OSError, smtplib.SMTPException) as error:
                raise Down(_described(error)) from error
        return self._server

    def _connect(self) -> smtplib.SMTP:
        if self.tls == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT, context=_trust())
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=TIMEOUT)
        try:
            if self.tls == "starttls":
                server.starttls(context=_trust())
            server.ehlo_or_helo_if_needed()
            if self.user:
                server.login(self.user, self.password)
        except BaseException:
            server.close()
            raise
        return server

    def _wire(self, server: smtplib.SMTP, message: EmailMessage) -> bytes:
        if self.sign is None and server.has_extn("8bitmime"):
            return wire_of(message)
        wire = wire_of(in_seven_bits(message))
        return self.sign(wire) if self.sign else wire

    def _hang_up(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None


@cache
def _trust() -> ssl.SSLContext:
    """The trusted certificates, read once: that takes ten times as long as a letter."""
    return ssl.create_default_context()


def _replies(server: smtplib.SMTP, sender: str, address: str) -> Iterator[SmtpReply]:
    """The replies to MAIL, RCPT and DATA. If the server supports pipelining, they cost one round trip instead of three
    (RFC 2920). Raises `UnicodeError`.
    """
    eight_bits = " BODY=8BITMIME" if server.has_extn("8bitmime") else ""
    commands = (f"MAIL FROM:{smtplib.quoteaddr(sender)}{eight_bits}", f"RCPT TO:{smtplib.quoteaddr(address)}", "DATA")
    together = server.has_extn("pipelining")
    if together:
        server.send("".join(f"{command}\r\n" for command in commands))
    for command in commands:
        if not together:
            server.putcmd(command)
        yield server.getreply()


def _ended(wire: bytes) -> bytes:
    """A message of `wire_of` with its end marked, and dots at line beginnings escaped (RFC 5321, 4.5.2)."""
    return wire.replace(b"\r\n.", b"\r\n..") + b".\r\n"


def _expect(kind: int, answer: SmtpReply) -> None:
    """Raises `Rejected` (5xx) or `Deferred` if a reply's code does not begin with this digit (RFC 5321, 4.2.1)."""
    code, reply = answer
    if code // 100 != kind:
        said = _reply(code, reply)
        raise Rejected(said, fault_of(said)) if 500 <= code < 600 else Deferred(said)


def _reply(code: int, reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return one_line(f"{code} {text}")[:200]


def _described(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply(error.smtp_code, error.smtp_error)
    return one_line(f"the mail server could not be reached ({type(error).__name__})")
