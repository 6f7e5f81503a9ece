"""The ways out: an SMTP server, or a Maildir on this machine.

The outbox hands a message to the one that ``MAIL_URL`` names. They know messages and addresses, and no match, no
database and no clock.
"""

from __future__ import annotations

from ...config import mail_route
from .maildir import Maildir
from .smtp import Smtp
from .transport import Transport

__all__ = ["Maildir", "Smtp", "Transport", "transport"]


def transport(url: str) -> Transport:
    """The way out that ``MAIL_URL`` names. Raises `Misconfigured`."""
    route = mail_route(url)
    if route.folder is not None:
        return Maildir(route.folder)
    return Smtp(route.host, route.port, user=route.user, password=route.password, tls=route.tls)
