"""Mail out by SMTP: one connection for a run of letters, and what each reply of the server means."""

from __future__ import annotations

import smtplib
import ssl
from contextlib import suppress
from email.message import EmailMessage
from typing import Self

from ..failures import Deferred, Down, Rejected
from ..message import POLICY, one_line

SEVEN_BIT = POLICY.clone(cte_type="7bit")
TIMEOUT = 15
"""Seconds that one answer of a mail server may take."""


class Smtp:
    """A mail server. One connection carries a run of letters; it is made anew when the server has hung up."""

    def __init__(self, host: str, port: int, user: str = "", password: str = "", tls: str = "none"):
        self.host, self.port, self.user, self.password, self.tls = host, port, user, password, tls
        self._server: smtplib.SMTP | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        if self._server is not None and not any(failure):
            with suppress(OSError, smtplib.SMTPException):  # every letter has its answer; a farewell needs none
                self._server.quit()
        self._hang_up()

    def send(self, message: EmailMessage, sender: str, address: str) -> None:
        """Hand over one message. Raises `Down`, `Deferred` (4xx, the network) or `Rejected` (5xx)."""
        try:
            server = self._begun(sender)
            _accepted(server.rcpt(address))
            _accepted(server.data(self._wire(server, message)))
        except UnicodeError as bad:
            raise Rejected("this address has letters that our mail server cannot carry") from bad
        except smtplib.SMTPDataError as error:
            self._hang_up()
            raise _failure(error.smtp_code, error.smtp_error) from error
        except (Deferred, Rejected):
            self._hang_up()  # a fresh connection is the surest reset
            raise
        except (OSError, smtplib.SMTPException) as error:
            self._hang_up()
            raise Deferred(_described(error)) from error

    def check(self) -> None:
        """See whether the server answers and lets us in. Raises `Down`."""
        self._connected()
        self._hang_up()

    def _begun(self, sender: str) -> smtplib.SMTP:
        """A connection on which MAIL FROM has been accepted. A stale one shows here, where trying again is safe."""
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
        if stale:  # some servers end a connection after so many letters
            return self._begun(sender)
        # A sender that is refused is a fault of ours or of the server, never of the reader's address.
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
        return message.as_bytes(policy=POLICY if server.has_extn("8bitmime") else SEVEN_BIT)

    def _hang_up(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None


def _accepted(answer: tuple[int, bytes]) -> None:
    code, reply = answer
    if not 200 <= code < 300:
        raise _failure(code, reply)


def _failure(code: int, reply: bytes | str) -> Deferred | Rejected:
    """4xx is not now, 5xx is never (RFC 5321, 4.2.1)."""
    return Rejected(_reply(code, reply)) if 500 <= code < 600 else Deferred(_reply(code, reply))


def _reply(code: int, reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return one_line(f"{code} {text}")[:200]


def _described(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply(error.smtp_code, error.smtp_error)
    return one_line(f"the mail server could not be reached ({type(error).__name__})")
