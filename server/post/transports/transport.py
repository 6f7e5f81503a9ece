"""What every way out can do."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Protocol, Self


class Transport(Protocol):
    """A way out. Used as a context: what it opens is shared by all letters of a run."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *failure: object) -> None: ...

    def send(self, message: EmailMessage, sender: str, address: str) -> None:
        """Hand the message over. Raises `Deferred`, `Down` or `Refused`."""

    def check(self) -> None:
        """See whether letters could be sent now. Raises `Down`."""
