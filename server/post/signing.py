"""Signing letters with DKIM (RFC 6376): receivers then know that a letter comes from our domain as it left us."""

from __future__ import annotations

from dataclasses import dataclass
from email.parser import BytesHeaderParser

from ..config import Settings

ONCE = (
    "From", "To", "Cc", "Subject", "Reply-To", "List-Unsubscribe", "List-Unsubscribe-Post", "MIME-Version",
    "Content-Type",
)  # fmt: skip
"""Headers that are signed one time more often than they occur, so that nobody can add another one on the way."""
SIGNED = (*ONCE, "In-Reply-To", "References", "List-Id", "Auto-Submitted")
"""The headers that a signature covers, as far as a letter has them (RFC 6376, 5.4.1; RFC 8058, 4). Date, Message-ID,
Feedback-ID, Sender, Return-Path, Thread-Topic and Thread-Index are left out: relays write them anew.
"""
RELAXED = (b"relaxed", b"relaxed")
"""Servers on the way may fold headers again and drop spaces at the end of lines."""


@dataclass(frozen=True)
class Signer:
    """Signs for a domain, with the key (PEM) whose public part is in the DNS under the selector."""

    domain: str
    selector: str
    key: bytes

    def __call__(self, wire: bytes) -> bytes:
        """The message with a signature on top. It must be as it is sent: CRLF, and no byte above 127."""
        import dkim  # a few megabytes, only where letters are signed

        covered = [name.encode() for name in _covered(wire)]
        selector, domain = self.selector.encode(), self.domain.encode("idna")
        signature = dkim.sign(wire, selector, domain, self.key, canonicalize=RELAXED, include_headers=covered)
        return bytes(signature) + wire


def signer(settings: Settings) -> Signer | None:
    """What signs letters with DKIM_KEY; ``None`` if it is not set."""
    key = settings.dkim_key
    return Signer(settings.sender_domain, settings.dkim_selector, key) if key else None


def _covered(wire: bytes) -> list[str]:
    headers = BytesHeaderParser().parsebytes(wire.partition(b"\r\n\r\n")[0])
    return [name for name in SIGNED if name in headers] + list(ONCE)
