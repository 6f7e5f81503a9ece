"""Whether replies can come in: the listener greets, and the mailbox accepts our login."""

from __future__ import annotations

import smtplib
import socket
import ssl
from datetime import datetime
from urllib.parse import urlsplit

from imap_tools.errors import MailboxFolderSelectError, MailboxLoginError
from sqlalchemy.exc import SQLAlchemyError

from ...config import Settings
from ...store import heartbeat
from ...store.models import db
from .mailbox import mailbox

GREETING = 3.0
"""Seconds to wait for the listener's greeting."""


class Unreachable(Exception):
    """Replies cannot come in; the message says why, without the password, and what to do."""


def check_listener(settings: Settings) -> None:
    """Check that our listener greets at INBOX_PORT. Raises `Unreachable`."""
    bind = settings.text("BIND")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(bind, bind)
    try:
        with smtplib.SMTP(host, settings.inbox_port, timeout=GREETING) as server:
            code = server.ehlo()[0]
    except (OSError, smtplib.SMTPException) as error:
        raise Unreachable(
            f"nothing greets at INBOX_PORT {settings.inbox_port}: start `poste inbox`, which takes replies"
        ) from error
    if code != 250:
        raise Unreachable(f"something else greets at INBOX_PORT {settings.inbox_port}: choose another port")


def check_inbox(settings: Settings, at: datetime) -> str:
    """Check that a process takes replies: on this machine, or on another one that reported lately. Returns where.

    Raises `Unreachable`.
    """
    try:
        check_listener(settings)
    except Unreachable:
        others = _elsewhere(at)
        if not others:
            raise
        return f"on {' and '.join(others)}"
    return f"at port {settings.inbox_port}"


def _elsewhere(at: datetime) -> list[str]:
    """Other machines with an inbox process."""
    try:
        hosts = {one.machine for one in heartbeat.present(at) if one.kind == "inbox"}
    except SQLAlchemyError:
        db.session.rollback()
        return []  # the check of the database says so
    return sorted(hosts - {heartbeat.machine()})


def check_mailbox(settings: Settings) -> None:
    """Check that the mailbox of INBOX_URL can be opened. Raises `Unreachable`."""
    host = urlsplit(settings.inbox_url).hostname
    try:
        with mailbox(settings.inbox_url, timeout=10):
            pass
    except MailboxLoginError as error:
        raise Unreachable(f"INBOX_URL: {host} refuses the user or the password") from error
    except MailboxFolderSelectError as error:
        raise Unreachable(f"INBOX_URL: {host} has no such folder for this user") from error
    except socket.gaierror as error:
        raise Unreachable(f"INBOX_URL: there is no host {host}") from error
    except ssl.SSLError as error:
        raise Unreachable(f"INBOX_URL: {host} speaks no TLS there, or shows a wrong certificate") from error
    except Exception as error:
        raise Unreachable(f"INBOX_URL: {host} cannot be reached ({type(error).__name__})") from error
