"""Transports: sending by an SMTP server, or into a Maildir on this machine.

The outbox passes messages to the transport given by ``MAIL_URL``. Transports deal with messages and addresses only, and
use neither the database nor the clock.
"""

from __future__ import annotations

from ...config import mail_route
from .maildir import Maildir
from .smtp import Sign, Smtp

Transport = Maildir | Smtp
"""Sends messages, each by `send`. It is a context manager: letters sent within one context share a connection."""


def transport(url: str, sign: Sign | None = None) -> Transport:
    """The transport given by ``MAIL_URL``; ``sign`` signs what leaves this machine (DKIM). Raises `Misconfigured`."""
    route = mail_route(url)
    if route.folder is not None:
        return Maildir(route.folder)
    return Smtp(route.host, route.port, user=route.user, password=route.password, tls=route.tls, sign=sign)
