"""A letter as a MIME message, with all headers of our letters."""

from __future__ import annotations

import base64
import binascii
import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import policy
from email.header import Header
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, formataddr, parseaddr
from functools import lru_cache
from typing import Any

from ..rules.text import lines_of
from ..store.mailboxes import in_ascii
from .failures import Rejected

FOLD = "\n "
WIDTH, OF_WORD, LONG_WORD = 78, 75, 60
"""The widest header line, unless it cannot be folded; the longest encoded word (RFC 2047, 2); and the longest word in a
text that is not encoded."""


class Policy(policy.EmailPolicy):
    """Stores a plain ASCII header unparsed: parsing and folding take longer than all else in building a message."""

    def header_store_parse(self, name: str, value: Any) -> tuple[str, Any]:
        """The name and value of a header to store in the message. A value that we folded stays as it is."""
        written = isinstance(value, str) and value.isascii() and not hasattr(value, "name")
        plain = written and value.replace(FOLD, " ").isprintable()
        return (name, value) if plain else super().header_store_parse(name, value)

    def header_max_count(self, name: str) -> None:
        """No limit: we set each header once, and looking up the limit parses it."""


PICTURE = "picture@poste-restante"
"""The Content-ID by which the HTML of a letter shows the picture that comes with it (RFC 2392)."""
POLICY = Policy(linesep="\r\n", max_line_length=998)
"""Python folds longer values without a space into encoded words (RFC 2047), which breaks links and Message-IDs."""


@dataclass(frozen=True)
class Mail:
    """A letter, ready to be sent.

    ``thread``: the Message-IDs it follows, oldest first (References). ``match_id`` and ``ply`` are ``None`` in a letter
    without a match. ``stop`` is the unsubscribe link. ``return_path`` is the address for bounces; empty: the sender's
    own address. ``answering``: whether it answers a mail of its reader (RFC 3834). ``picture``: a JPEG that the HTML
    shows (`PICTURE`). ``attached``: a whole mail, which replaces the HTML.
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
    answering: bool = False
    picture: bytes = b""
    attached: bytes = b""


def message_of(mail: Mail) -> EmailMessage:
    """The MIME message with all its headers. Raises `Rejected` if the recipient's address is not valid."""
    message = EmailMessage(policy=POLICY)
    message["From"] = _sender(mail.sender)
    message["To"] = _addressee(mail)
    message["Subject"] = _worded("Subject", one_line(mail.subject))
    message["Date"] = format_datetime(mail.at.astimezone(UTC))
    message["Message-ID"] = mail.message_id
    for name, value in _headers(mail):
        if value:
            message[name] = value
    message["MIME-Version"] = "1.0"
    text = _part(PLAIN, mail.text, _way_of(mail.text))
    if not mail.attached:
        return _of_parts(message, "alternative", text, _html(mail))
    # as a file, for a part of type message/rfc822 could not be recoded (RFC 2046, 5.2.1)
    whole = _file("application/octet-stream", mail.attached, 'attachment; filename="mail.eml"')
    return _of_parts(message, "mixed", text, whole)


def _of_parts(message: EmailMessage, kind: str, *parts: EmailMessage) -> EmailMessage:
    message["Content-Type"] = f'multipart/{kind}; boundary="=_{secrets.token_hex(12)}"'
    message.set_payload(list(parts))
    return message


def _html(mail: Mail) -> EmailMessage:
    """The letter in HTML, with its picture if it has one: nothing is fetched to show it (RFC 2387)."""
    html = _part(HTML, mail.html, QUOTED)
    if not mail.picture:
        return html
    picture = _file("image/jpeg", mail.picture, 'inline; filename="postcard.jpg"')
    picture["Content-ID"] = f"<{PICTURE}>"
    return _of_parts(EmailMessage(policy=POLICY), 'related; type="text/html"', html, picture)


def _header(name: str, value: str) -> Any:
    """A header that the email package reads while building messages, parsed only once."""
    return POLICY.header_factory(name, value)


PLAIN, HTML = (_header("Content-Type", f'text/{kind}; charset="utf-8"') for kind in ("plain", "html"))
SEVEN, EIGHT, QUOTED = (_header("Content-Transfer-Encoding", way) for way in ("7bit", "8bit", "quoted-printable"))


def _way_of(text: str) -> Any:
    """The Content-Transfer-Encoding for a text; SMTP allows at most 998 bytes a line (RFC 5322, 2.1.1)."""
    if any(len(line.encode()) > 998 for line in lines_of(text)):
        return QUOTED
    return SEVEN if text.isascii() else EIGHT


def _part(kind: Any, text: str, way: Any) -> EmailMessage:
    """One alternative of the letter, as plain text or HTML."""
    part = EmailMessage(policy=POLICY)
    part["Content-Type"], part["Content-Transfer-Encoding"] = kind, way
    content = text.encode()
    part.set_payload((_quoted(content) if way is QUOTED else content).decode("ascii", "surrogateescape"))
    return part


def _file(kind: str, content: bytes, disposition: str) -> EmailMessage:
    part = EmailMessage(policy=POLICY)
    part["Content-Type"], part["Content-Transfer-Encoding"] = kind, "base64"
    part["Content-Disposition"] = disposition
    part.set_payload(base64.encodebytes(content).decode())
    return part


def _quoted(content: bytes) -> bytes:
    """The content as quoted-printable, line by line, cached: most lines of HTML are the same in all letters."""
    return b"\n".join([_quoted_line(line) for line in content.split(b"\n")])


_quoted_line = lru_cache(maxsize=1024)(binascii.b2a_qp)


def wire_of(message: EmailMessage) -> bytes:
    """A message of `message_of` in the form in which it is sent. `EmailMessage.as_bytes` writes the same, but takes as
    long as rendering the letter.
    """
    parts: Any = message.get_payload()
    if isinstance(parts, str):
        lines = parts.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")
        return b"\r\n".join((_head(message), lines.encode()))
    kind = dict(message.raw_items())["Content-Type"]  # as `_of_parts` has written it: parsing it takes long
    between = f"--{kind.rpartition('boundary=')[2][1:-1]}".encode()
    return b"\r\n".join((_head(message), *(between + b"\r\n" + wire_of(part) for part in parts), between + b"--\r\n"))


def _head(message: EmailMessage) -> bytes:
    return b"".join(_folded(name, value) for name, value in message.raw_items())


@lru_cache(maxsize=128)  # most headers are the same in all letters
def _folded(name: str, value: str) -> bytes:
    return POLICY.fold_binary(name, value)


def in_seven_bits(message: EmailMessage) -> EmailMessage:
    """The same message without bytes above 127: parts with any become quoted-printable, which stays legible."""
    for part in message.iter_parts():
        if part["Content-Transfer-Encoding"] == "8bit":
            part.set_payload(binascii.b2a_qp(part.get_payload(decode=True)).decode("ascii"))  # type: ignore[arg-type]
            part.replace_header("Content-Transfer-Encoding", "quoted-printable")
    return message


def _headers(mail: Mail) -> Iterator[tuple[str, str]]:
    yield "In-Reply-To", mail.thread[-1] if mail.thread else ""
    yield "References", " ".join(mail.thread)
    yield "Thread-Topic", _worded("Thread-Topic", one_line(mail.subject)) if mail.thread else ""
    yield "Thread-Index", thread_index(mail.thread[0], mail.at) if mail.thread else ""
    named = "" if mail.attached else _parsed(mail.sender)[0]
    yield "Reply-To", _named("Reply-To", named, mail.reply_to) if mail.reply_to else ""
    yield "List-Unsubscribe", f"<{mail.stop}>" if mail.stop else ""
    yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click" if mail.stop else ""
    yield "List-Id", f"<letters.{_domain(mail)}>"
    # the sender in Gmail's feedback loop, 5 to 15 characters; the same for all letters of this server
    yield "Feedback-ID", f"{mail.kind}:poste-{hashlib.sha256(_domain(mail).encode()).hexdigest()[:8]}"
    yield "Auto-Submitted", "auto-replied" if mail.answering else "auto-generated"
    yield "X-Auto-Response-Suppress", "All"
    yield "X-Poste-Kind", mail.kind
    yield "X-Poste-Match", mail.match_id or ""
    yield "X-Poste-Ply", "" if mail.match_id is None or mail.ply is None else str(mail.ply)


INDEXED_FROM = datetime(2026, 1, 1, tzinfo=UTC)
"""The time at the head of every Thread-Index; letters are counted from it."""
_FILETIME = datetime(1601, 1, 1, tzinfo=UTC)


def thread_index(root: str, at: datetime) -> str:
    """The place of a letter in the thread of this root, for Outlook, which ignores References (MS-OXOMSG, 2.2.1.3).

    The head has 6 bytes of time and 16 that name the thread; then follow 5 for the letter: when it was sent, in steps
    of 26 ms, or of 0.8 s from 20 months on.
    """
    ticks, since = _ticks(INDEXED_FROM - _FILETIME), max(_ticks(at - INDEXED_FROM), 0)
    head = (ticks >> 16).to_bytes(6) + hashlib.sha256(root.encode()).digest()[:16]
    late = since >> 49 > 0
    own = late << 31 | (since >> (23 if late else 18)) & 0x7FFFFFFF
    return base64.b64encode(head + own.to_bytes(4) + b"\0").decode()


def _ticks(span: timedelta) -> int:
    """The span in units of 100 ns."""
    return int(span / timedelta(microseconds=1)) * 10


_parsed = lru_cache(parseaddr)  # the sender is always the same


@lru_cache
def _sender(sender: str) -> str:
    return _named("From", *_parsed(sender))


def _named(header: str, name: str, address: str) -> str:
    """The address with a name, which programs show instead of a token of 32 characters."""
    if not (name and address.isascii()):
        return address
    whole = formataddr((name, address))
    if name.isascii() and len(f"{header}: {whole}") <= WIDTH:
        return whole
    worded = _worded(header, name, always=True)
    fits = FOLD not in worded and len(f"{header}: {worded} <{address}>") <= WIDTH
    return f"{worded}{' ' if fits else FOLD}<{address}>"


@lru_cache(maxsize=1024)  # names and subjects are few
def _worded(header: str, text: str, always: bool = False) -> str:
    """The text of a header, folded; in encoded words if needed, or ``always``."""
    if text.isascii() and len(f"{header}: {text}") <= WIDTH and not always:
        return text
    as_it_is = text.isascii() and max(map(len, text.split())) <= LONG_WORD and not always
    return Header(text, "us-ascii" if as_it_is else "utf-8", OF_WORD, header).encode()


def _domain(mail: Mail) -> str:
    return mail.message_id.strip("<>").rpartition("@")[2]


def _addressee(mail: Mail) -> str:
    try:
        address = Address(one_line(mail.name), addr_spec=mail.address)
        written = in_ascii(address.addr_spec)
        written.encode("ascii")  # an encoded word cannot be part of an address (RFC 2047, 5)
    except (ValueError, IndexError) as bad:  # email.errors are ValueErrors; an empty local part is an IndexError
        raise Rejected("this is no address that mail can be sent to") from bad
    return _named("To", address.display_name, written)


def one_line(text: str) -> str:
    """The text without line breaks, control characters and encoded words (RFC 2047), safe in a header."""
    shown = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return " ".join(shown.replace("=?", "= ?").split())
