"""A letter as a mail message, with every header that a letter of ours carries."""

from __future__ import annotations

import binascii
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any

from .failures import Rejected


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
    """The message, with every header that a letter of ours carries. Raises `Rejected` for an address that is none."""
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
        raise Rejected("this is no address that mail can be sent to") from bad


def one_line(text: str) -> str:
    """The text without line breaks and control characters, fit for a header."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
