"""Signing letters with DKIM (RFC 6376): it shows receivers that a letter comes from our domain unchanged."""

from __future__ import annotations

from collections.abc import Callable
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


def signer(settings: Settings) -> Callable[[bytes], bytes] | None:
    """What signs with DKIM_KEY, whose public part is in the DNS under the selector; ``None`` if it is not set.

    It puts a signature on top of a message, which must be in wire form: CRLF, and no byte above 127.
    """
    key = settings.dkim_key
    if not key:
        return None
    selector, domain = settings.dkim_selector.encode(), settings.sender_domain.encode("idna")

    def sign(wire: bytes) -> bytes:
        import dkim  # a few megabytes, loaded only on use

        headers = BytesHeaderParser().parsebytes(wire.partition(b"\r\n\r\n")[0])
        covered = [name.encode() for name in (*(name for name in SIGNED if name in headers), *ONCE)]
        signature = dkim.sign(wire, selector, domain, key, canonicalize=RELAXED, include_headers=covered)
        return bytes(signature) + wire

    return sign
