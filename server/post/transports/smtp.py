"""Sending mail by SMTP: one connection for many letters, and the meaning of the server's replies."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from typing import Self

from ..failures import Deferred, Down, Fault, Rejected, fault_of
from ..message import in_seven_bits, one_line, wire_of

Sign = Callable[[bytes], bytes]
TIMEOUT = 15
"""Seconds to wait for one reply of the mail server."""


class Smtp:
    """A mail server. One connection is used for many letters and reopened if the server has closed it.

    ``sign``: puts a signature on top of a message, which then is sent in seven bits: a server that recoded it on the
    way would break the signature (RFC 6376, 5.3).
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
            with suppress(OSError, smtplib.SMTPException):  # every letter is acknowledged already
                self._server.quit()
        self._hang_up()

    def send(self, message: EmailMessage, sender: str, address: str) -> None:
        """Send one message. Raises `Down`, `Deferred` (4xx replies, network errors) or `Rejected` (5xx replies)."""
        try:
            server = self._begun(sender)
            _accepted(server.rcpt(address))
            _accepted(server.data(self._wire(server, message)))
        except UnicodeError as bad:
            raise Rejected("this address has letters that our mail server cannot carry", Fault.CERTAIN) from bad
        except smtplib.SMTPDataError as error:
            self._hang_up()
            raise _failure(error.smtp_code, error.smtp_error) from error
        except (Deferred, Rejected):
            self._hang_up()  # a new connection is more reliable than RSET
            raise
        except (OSError, smtplib.SMTPException) as error:
            self._hang_up()
            raise Deferred(_described(error)) from error

    def check(self) -> None:
        """Check that the server answers and accepts our login. Raises `Down` otherwise."""
        self._connected()
        self._hang_up()

    def _begun(self, sender: str) -> smtplib.SMTP:
        """A connection on which MAIL FROM has been accepted. If an old connection fails here, a new one is tried."""
        stale = self._server is not None
        server = self._connected()
        try:
            code, reply = server.mail(sender, ["BODY=8BITMIME"] if server.has_extn("8bitmime") else [])
        except (OSError, smtplib.SMTPException) as error:
            self._hang_up()
            if stale:
                return self._begun(sender)
            raise Down(_described(error)) from error
        if code == 250:
            return server
        self._hang_up()
        if stale:  # some servers end a connection after a number of letters
            return self._begun(sender)
        # A refused sender is a fault of our settings or of the server, never of the recipient's address.
        raise Down(_reply(code, reply))

    def _connected(self) -> smtplib.SMTP:
        if self._server is None:
            try:
                self._server = self._connect()
            except (OSError, smtplib.SMTPException) as error:
                raise Down(_described(error)) from error
        return self._server

    def _connect(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.tls == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=TIMEOUT)
        try:
            if self.tls == "starttls":
                server.starttls(context=context)
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


def _accepted(answer: tuple[int, bytes]) -> None:
    code, reply = answer
    if not 200 <= code < 300:
        raise _failure(code, reply)


def _failure(code: int, reply: bytes | str) -> Deferred | Rejected:
    """The failure for a reply code: 4xx is temporary, 5xx permanent (RFC 5321, 4.2.1)."""
    said = _reply(code, reply)
    return Rejected(said, fault_of(said)) if 500 <= code < 600 else Deferred(said)


def _reply(code: int, reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return one_line(f"{code} {text}")[:200]


def _described(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply(error.smtp_code, error.smtp_error)
    return one_line(f"the mail server could not be reached ({type(error).__name__})")
