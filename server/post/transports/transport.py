"""The interface of all transports."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Protocol, Self


class Transport(Protocol):
    """Sends messages. It is a context manager: letters sent within one context share a connection."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *failure: object) -> None: ...

    def send(self, message: EmailMessage, sender: str, address: str) -> None:
        """Send one message. Raises `Deferred`, `Down` or `Rejected`."""

    def check(self) -> None:
        """Check that letters could be sent now. Raises `Down` otherwise."""
