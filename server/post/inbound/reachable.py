"""Whether replies can come in: the listener greets, and the mailbox accepts our login."""

from __future__ import annotations

import smtplib
import socket
import ssl
from collections.abc import Mapping
from datetime import datetime
from urllib.parse import urlsplit

from imap_tools.errors import MailboxFolderSelectError, MailboxLoginError
from sqlalchemy.exc import SQLAlchemyError

from ...config import Settings
from ...store import heartbeat
from ...store.models import db
from ..dns_checks import Inconclusive, hosts_for
from ..message import one_line
from ..reply_addresses import trial_address, trial_number
from .mailbox import mailbox

EXCHANGER = 25
"""The port at which mail servers take mail from others."""
RELAYED = "`poste hosting postfix` prints how, and OPERATOR says who reads mail to postmaster@"
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
        why = f"nothing greets at INBOX_PORT {settings.inbox_port}: start `poste inbox`, which takes replies"
        raise Unreachable(why) from error
    if code != 250:
        raise Unreachable(f"something else greets at INBOX_PORT {settings.inbox_port}: choose another port")


def check_inbox(settings: Settings, at: datetime) -> str:
    """Check that a process takes replies, here or on a machine heard of lately. Returns where. Raises `Unreachable`."""
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


def check_exchangers(settings: Settings, at: datetime) -> str:
    """Check that the mail servers of our domain take mail to a reply address, and to postmaster. Nothing is sent.

    Raises `Unreachable` if one refuses, and `Inconclusive`.
    """
    domain, postmaster = settings.mail_domain, f"postmaster@{settings.mail_domain}"
    if settings.inbox_url:
        raise Inconclusive("mail comes in through the mailbox of INBOX_URL, whose server is not ours to ask")
    recipients = {"our reply addresses": trial_address(trial_number(at)), postmaster: postmaster}
    taken = [host for host, addresses in hosts_for(domain) if any(_takes(host, one, recipients) for one in addresses)]
    if not taken:
        raise Inconclusive(
            f"the mail server of {domain} does not answer at port {EXCHANGER} from here, as in many networks: look "
            "from another machine"
        )
    return f"{' and '.join(taken)} would take mail to {' and '.join(recipients)}"


def _takes(host: str, address: str, recipients: Mapping[str, str]) -> bool:
    """Whether a mail server takes mail to these; False if it does not answer. Raises `Unreachable`, `Inconclusive`."""
    domain = recipients["our reply addresses"].partition("@")[2]
    try:
        with smtplib.SMTP(address, EXCHANGER, local_hostname=domain, timeout=GREETING) as server:
            server.ehlo_or_helo_if_needed()
            server.mail("")
            for what, recipient in recipients.items():
                code, words = server.rcpt(recipient)
                said = f"{host} says to mail for {what}: “{code} {one_line(words.decode(errors='replace'))}”"
                if code >= 500:
                    raise Unreachable(f"{said}; let it relay everything for {domain} to INBOX_PORT: {RELAYED}")
                if code >= 400:
                    raise Inconclusive(f"{said}, for now: ask again in some minutes")
    except (OSError, smtplib.SMTPException):
        return False
    return True


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
