"""DKIM keys, looked up in the DNS and cached.

If the DNS does not answer, it is asked again only after a minute; mail does not wait for it.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

import dns.exception
import dns.resolver

from .authentication import NoKeys

REMEMBERED, NO_ANSWER = 600.0, 60.0
"""Seconds for which a record is cached, and for which nothing is asked after the DNS failed to answer."""
MOST, LONGEST = 500, 1000
"""How many records are cached, and the longest record in bytes; a 4096-bit key has 750. Verifying a signature with the
longest possible record would take an hour, and could not be interrupted.
"""


class DnsKeys:
    """TXT records by name. Thread-safe."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[float, bytes | None]] = OrderedDict()
        self._ask_again_at = 0.0
        self._lock = threading.Lock()

    def __call__(self, name: str, seconds: float) -> bytes | None:
        """The record of a name, or ``None``. Raises `NoKeys` if it cannot be looked up within this many seconds."""
        now = time.monotonic()
        with self._lock:
            since, record = self._known.get(name, (0.0, None))
            if since and now - since < REMEMBERED:
                return record
            if now < self._ask_again_at:
                raise NoKeys
        try:
            record = _txt(name, seconds)
        except (dns.exception.DNSException, OSError, ValueError) as away:
            if not isinstance(away, (dns.resolver.NoNameservers, dns.exception.SyntaxError, ValueError)):
                self._ask_again_at = time.monotonic() + NO_ANSWER
            raise NoKeys from away
        self._remember(name, record)
        return record

    def _remember(self, name: str, record: bytes | None) -> None:
        with self._lock:
            self._known[name] = time.monotonic(), record
            while len(self._known) > MOST:
                self._known.popitem(last=False)


def _txt(name: str, seconds: float) -> bytes | None:
    try:
        answer = dns.resolver.resolve(f"{name}.", "TXT", lifetime=seconds)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    record = next((b"".join(record.strings) for record in answer), None)
    if record is not None and len(record) > LONGEST:
        raise ValueError(f"a record of more than {LONGEST} bytes is no key")
    return record


keys = DnsKeys()
"""The cache of this process."""
