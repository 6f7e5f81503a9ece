"""Mail out: a letter as a message with all its headers, and the two ways it travels, a Maildir and SMTP."""

from __future__ import annotations

import binascii
import hashlib
import os
import re
import secrets
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import format_datetime, parseaddr
from pathlib import Path
from typing import Any, Protocol, Self
from urllib.parse import parse_qs, unquote, urlsplit

from ..config import Misconfigured


class Policy(policy.EmailPolicy):
    """Keeps a header of plain ASCII as it was given.

    To take each apart and to put it together again costs more than all the rest of a letter.
    """

    def header_store_parse(self, name: str, value: Any) -> tuple[str, Any]:
        """A header as it is kept in a message."""
        plain = isinstance(value, str) and value.isascii() and value.isprintable() and not hasattr(value, "name")
        return (name, value) if plain else super().header_store_parse(name, value)


POLICY = Policy(linesep="\r\n", max_line_length=998)
"""Python folds longer header values without a space into encoded words, which kills links and Message-IDs."""
SEVEN_BIT = POLICY.clone(cte_type="7bit")
FILED = policy.default.clone(max_line_length=998)

ENCRYPTED_PORTS = {465: "tls", 587: "starttls"}
TIMEOUT = 15
"""Seconds that one answer of a mail server may take."""


class Deferred(Exception):
    """Not now: the letter is to be tried again later."""


class Down(Deferred):
    """No mail server to talk to: no other letter will get through either."""


class Refused(Exception):
    """Never: the server will not have this letter, or not for this address."""


@dataclass(frozen=True)
class Mail:
    """One letter, ready to be posted.

    ``thread``: Message-IDs of what it follows, oldest first. ``match_id`` and ``ply`` are ``None`` in a letter
    without a match. ``return_path`` is where bounces go, empty to send none.
    """

    sender: str
    name: str
    address: str
    subject: str
    text: str
    html: str
    message_id: str
    at: datetime
    kind: str
    stop: str
    thread: tuple[str, ...] = ()
    match_id: str | None = None
    ply: int | None = None
    reply_to: str = ""
    return_path: str = ""


def message_of(mail: Mail) -> EmailMessage:
    """The message, with every header that a letter of ours carries. Raises `Refused` for an address that is none."""
    message = EmailMessage(policy=POLICY)
    message["From"] = mail.sender
    message["To"] = _addressee(mail)
    message["Subject"] = one_line(mail.subject)
    message["Date"] = format_datetime(mail.at.astimezone(UTC))
    message["Message-ID"] = mail.message_id
    for name, value in _headers(mail):
        if value:
            message[name] = value
    message["MIME-Version"] = "1.0"
    message["Content-Type"] = _header("Content-Type", f'multipart/alternative; boundary="=_{secrets.token_hex(12)}"')
    message.set_payload([_part(PLAIN, mail.text, _way_of(mail.text)), _part(HTML, mail.html, QUOTED)])
    return message


def _header(name: str, value: str) -> Any:
    """A header that is looked into while a letter is put together, taken apart once."""
    return POLICY.header_factory(name, value)


PLAIN, HTML = (_header("Content-Type", f'text/{kind}; charset="utf-8"') for kind in ("plain", "html"))
SEVEN, EIGHT, QUOTED = (_header("Content-Transfer-Encoding", way) for way in ("7bit", "8bit", "quoted-printable"))


def _way_of(text: str) -> Any:
    """How a text travels best."""
    if any(len(line.encode()) > 998 for line in text.splitlines()):
        return QUOTED
    return SEVEN if text.isascii() else EIGHT


def _part(kind: Any, text: str, way: Any) -> EmailMessage:
    """One form of the letter."""
    part = EmailMessage(policy=POLICY)
    part["Content-Type"], part["Content-Transfer-Encoding"] = kind, way
    content = text.encode()
    part.set_payload((binascii.b2a_qp(content) if way is QUOTED else content).decode("ascii", "surrogateescape"))
    return part


def _headers(mail: Mail) -> Iterator[tuple[str, str]]:
    yield "In-Reply-To", mail.thread[-1] if mail.thread else ""
    yield "References", " ".join(mail.thread)
    yield "Reply-To", mail.reply_to
    yield "List-Unsubscribe", f"<{mail.stop}>" if mail.stop else ""
    yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click" if mail.stop else ""
    yield "Auto-Submitted", "auto-generated"
    yield "X-Auto-Response-Suppress", "All"
    yield "X-Poste-Kind", mail.kind
    yield "X-Poste-Match", mail.match_id or ""
    yield "X-Poste-Ply", "" if mail.match_id is None or mail.ply is None else str(mail.ply)


def _addressee(mail: Mail) -> Address | str:
    try:
        address = Address(one_line(mail.name), addr_spec=mail.address)
        return str(address) if str(address).isascii() else address
    except (ValueError, IndexError) as bad:  # email.errors are ValueErrors; an empty local part an IndexError
        raise Refused("this is no address that mail can be sent to") from bad


def one_line(text: str) -> str:
    """The text without line breaks and control characters, fit for a header."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


class Transport(Protocol):
    """A way out. Used as a context: what it opens is shared by all letters of a run."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *failure: object) -> None: ...

    def send(self, message: EmailMessage, sender: str, address: str) -> None:
        """Hand the message over. Raises `Deferred`, `Down` or `Refused`."""

    def check(self) -> None:
        """See whether letters could be sent now. Raises `Down`."""


def transport(url: str) -> Transport:
    """The way out that ``MAIL_URL`` names. Raises `Misconfigured`."""
    if url.startswith("maildir:") and url != "maildir:":
        return Maildir(Path(url.removeprefix("maildir:")))
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or 25
    except ValueError:
        parts, host, port = urlsplit(""), None, 0
    tls = parse_qs(parts.query).get("tls", [""])[0]
    if parts.scheme != "smtp" or not host or tls not in ("", "starttls", "tls", "none"):
        raise Misconfigured("MAIL_URL is maildir:PATH or smtp://[user:password@]host:port[?tls=starttls|tls|none].")
    return Smtp(
        host,
        port,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        tls=tls or ENCRYPTED_PORTS.get(port, "none"),
    )


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
        """Hand over one message. Raises `Down`, `Deferred` (4xx, the network) or `Refused` (5xx)."""
        try:
            server = self._begun(sender)
            _accepted(server.rcpt(address))
            _accepted(server.data(self._wire(server, message)))
        except UnicodeError as bad:
            raise Refused("this address has letters that our mail server cannot carry") from bad
        except smtplib.SMTPDataError as error:
            self._hang_up()
            raise _failure(error.smtp_code, error.smtp_error) from error
        except (Deferred, Refused):
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


def _failure(code: int, reply: bytes | str) -> Deferred | Refused:
    """4xx is not now, 5xx is never (RFC 5321, 4.2.1)."""
    return Refused(_reply(code, reply)) if 500 <= code < 600 else Deferred(_reply(code, reply))


def _reply(code: int, reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return one_line(f"{code} {text}")[:200]


def _described(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply(error.smtp_code, error.smtp_error)
    return one_line(f"the mail server could not be reached ({type(error).__name__})")


@dataclass(frozen=True)
class Filed:
    """A letter in the Maildir, as a list of letters shows it. ``name`` and ``address`` are the reader's."""

    key: str
    name: str
    address: str
    subject: str
    at: datetime
    kind: str


class Maildir:
    """All local mailboxes in one Maildir; a letter is filed under its Message-ID, so twice is once."""

    def __init__(self, path: Path):
        self.path = path

    def __enter__(self) -> Self:
        for folder in ("tmp", "new", "cur"):
            (self.path / folder).mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, *failure: object) -> None:
        pass

    def send(self, message: EmailMessage, sender: str, address: str) -> None:
        """File the message, on disk before this returns. Raises `Down` where the folder cannot be written."""
        key = _key(message["Message-ID"])
        envelope = f"Return-Path: <{sender}>\nDelivered-To: {address}\n".encode()
        try:
            if self._file(key) is None:
                self._add(key, envelope + message.as_bytes(policy=FILED))
        except OSError as error:
            raise Down(f"the Maildir could not be written ({type(error).__name__})") from error

    def check(self) -> None:
        """See whether the folder can be written. Raises `Down`."""
        try:
            self.__enter__()
        except OSError as error:
            raise Down(f"the Maildir could not be written ({type(error).__name__})") from error
        if not os.access(self.path / "new", os.W_OK):
            raise Down("the Maildir could not be written")

    def letters(self, most: int = 500) -> list[Filed]:
        """What was filed, newest first."""
        files = [file for folder in ("new", "cur") for file in (self.path / folder).glob("*")]
        files.sort(key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)
        return [_filed(file) for file in files[:most]]

    def read(self, key: str) -> EmailMessage | None:
        """One letter in full, or ``None`` where there is none of that key."""
        file = self._file(key) if re.fullmatch(r"[0-9a-f]{32}", key) else None
        if file is None:
            return None
        message = message_from_bytes(file.read_bytes(), policy=policy.default)
        assert isinstance(message, EmailMessage)
        return message

    def _file(self, key: str) -> Path | None:
        """Where a letter lies: in new, or in cur with the flags of a mail program."""
        new = self.path / "new" / key
        return new if new.exists() else next((self.path / "cur").glob(f"{key}*"), None)

    def _add(self, key: str, content: bytes) -> None:
        draft = self.path / "tmp" / f"{key}.{os.getpid()}.{secrets.token_hex(4)}"
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        try:
            (self.path / "new" / key).hardlink_to(draft)
        except FileExistsError:
            pass  # somebody else filed the same letter a moment ago
        finally:
            draft.unlink()


def _key(message_id: str) -> str:
    return hashlib.sha256(message_id.encode()).hexdigest()[:32]


def _filed(file: Path) -> Filed:
    with file.open("rb") as opened:
        headers = BytesHeaderParser(policy=policy.default).parse(opened)
    name, address = parseaddr(str(headers["To"]))
    return Filed(
        key=file.name.partition(":")[0],
        name=name,
        address=str(headers["Delivered-To"] or address),
        subject=str(headers["Subject"]),
        at=datetime.fromtimestamp(file.stat().st_mtime, UTC),
        kind=str(headers["X-Poste-Kind"] or ""),
    )
