"""Signing letters with DKIM (RFC 6376): it shows receivers that a letter comes from our domain unchanged."""

from __future__ import annotations

from dataclasses import dataclass
from email.parser import BytesHeaderParser

from ..config import Settings

ONCE = (
    "From", "To", "Cc", "Subject", "Reply-To", "List-Unsubscribe", "List-Unsubscribe-Post", "MIME-Version",
    "Content-Type",
)  # fmt: skip
"""Headers that are signed once more than they occur, so that nobody can add another one on the way."""
SIGNED = (*ONCE, "In-Reply-To", "References", "List-Id", "Auto-Submitted")
"""The headers covered by a signature, if present (RFC 6376, 5.4.1; RFC 8058, 4). Date, Message-ID, Feedback-ID, Sender,
Return-Path, Thread-Topic and Thread-Index are left out, because relays rewrite them.
"""
RELAXED = (b"relaxed", b"relaxed")
"""Relays may refold headers and drop trailing spaces."""


@dataclass(frozen=True)
class Signer:
    """Signs for a domain, with the key (PEM) whose public part is in the DNS under the selector."""

    domain: str
    selector: str
    key: bytes

    def __call__(self, wire: bytes) -> bytes:
        """The message with a signature on top. It must be in wire form: CRLF, and no byte above 127."""
        import dkim  # a few megabytes, loaded only on use

        covered = [name.encode() for name in _covered(wire)]
        selector, domain = self.selector.encode(), self.domain.encode("idna")
        signature = dkim.sign(wire, selector, domain, self.key, canonicalize=RELAXED, include_headers=covered)
        return bytes(signature) + wire


def signer(settings: Settings) -> Signer | None:
    """The signer for DKIM_KEY; ``None`` if it is not set."""
    key = settings.dkim_key
    return Signer(settings.sender_domain, settings.dkim_selector, key) if key else None


def _covered(wire: bytes) -> list[str]:
    headers = BytesHeaderParser().parsebytes(wire.partition(b"\r\n\r\n")[0])
    return [name for name in SIGNED if name in headers] + list(ONCE)
