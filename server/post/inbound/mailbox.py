"""A mailbox that is polled by IMAP for mail to our addresses.

People read this mailbox too, so its read flags mean nothing: mails examined are remembered by their UID, and after a
restart stored mails are recognised by their contents.
"""

from __future__ import annotations

import re
import ssl
from collections.abc import Mapping
from datetime import timedelta
from urllib.parse import unquote, urlsplit

import structlog
from imap_tools import AND, OR, BaseMailBox, MailBox, MailBoxUnencrypted

from ... import clock
from ...config import Misconfigured
from .mail import LARGEST, header, parsed, too_much
from .parts import VALUE
from .queue import keep, recipient
from .writers import first_address

IDLE = 60
"""Seconds to wait for the mailbox's server."""
LOOKED_AT = timedelta(days=12)
"""How far back mail that somebody has read is examined; stored mails are known for longer (`queue.MAILS_KNOWN`)."""
AT_ONCE = 100
"""How many mails' headers are fetched together."""
_SIGN = r"[^\s<>()\[\],;:\"'@]"
OWN = re.compile(rf"(?<!{_SIGN}){_SIGN}*(?:reply|bounce)-[0-9a-z-]+@[\w.-]+", re.I)
"""An address of ours, in any header."""
FROM_THERE = frozenset("from sender reply-to return-path references in-reply-to message-id dkim-signature".split())
"""Headers that do not say for whom a mail is."""

Headers = Mapping[str, tuple[str, ...]]
"""Raw values by name in lower case."""

log = structlog.get_logger()


class Polling:
    """A mailbox, and the mails already examined."""

    def __init__(self, url: str):
        self.url = url
        self._seen: set[tuple[str, str]] = set()
        """The mails by the validity of their numbers, and their numbers (RFC 3501, 2.3.1.1)."""

    def poll(self) -> int:
        """Store new replies found in the mailbox; other mail is left alone. Returns how many were stored."""
        taken = 0
        with mailbox(self.url) as box:
            validity = str(box.client.response("UIDVALIDITY")[1])
            found = [(validity, uid) for uid in box.uids(OR(date_gte=(clock.now() - LOOKED_AT).date(), seen=False))]
            new = [uid for validity, uid in found if (validity, uid) not in self._seen]
            self._seen &= set(found)
            for at in range(0, len(new), AT_ONCE):
                wanted = AND(uid=new[at : at + AT_ONCE])
                for message in box.fetch(wanted, mark_seen=False, headers_only=True, bulk=True):
                    uid = message.uid or ""
                    try:
                        taken += _kept(box, uid, message.headers, message.size_rfc822)
                    except Exception as error:  # it is examined again, and does not block the others
                        log.warning("inbox.left", error=type(error).__name__)
                        continue
                    self._seen.add((validity, uid))
        return taken


def mailbox(url: str, timeout: float = IDLE) -> BaseMailBox:
    """The mailbox of an INBOX_URL, opened; for ``imaps`` the server's certificate is verified.

    Raises `Misconfigured`, and the errors of imap_tools and the network.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("imap", "imaps") or not (parts.hostname and parts.username):
        raise Misconfigured("INBOX_URL is imaps://user:password@host/INBOX.")
    box: BaseMailBox
    if parts.scheme == "imaps":
        known = ssl.create_default_context()
        box = MailBox(parts.hostname, parts.port or 993, timeout=timeout, ssl_context=known)
    else:
        box = MailBoxUnencrypted(parts.hostname, parts.port or 143, timeout=timeout)
    folder = unquote(parts.path.strip("/")) or "INBOX"
    return box.login(unquote(parts.username), unquote(parts.password or ""), folder)


def _kept(box: BaseMailBox, uid: str, headers: Headers, size: int) -> int:
    """Store a mail, given its headers, if it is for us; only then is the rest of it fetched."""
    for address in _ours_in(headers):
        target = recipient(address, clock.now())
        if target is None:
            continue
        _, answer = box.client.uid("fetch", uid, "(BODY.PEEK[])") if size <= LARGEST else ("", [])
        raw = next((part[1] for part in answer if isinstance(part, tuple)), b"")
        new, why = False, too_much(raw) if raw else "it is too large"
        if why:
            log.warning("inbox.refused", reason=why)
        else:
            mail = parsed(raw)
            new = keep(target, first_address(header(mail, "Return-Path") or header(mail, "From")), raw, clock.now())
        box.flag(uid, r"\Seen", True)
        return int(new)
    return 0


def _ours_in(headers: Headers) -> list[str]:
    """Possible addresses of ours, in header order. Our own letters do not count."""
    if "x-poste-kind" in headers:
        return []
    values = (value[:VALUE] for name in headers if name not in FROM_THERE for value in headers[name])
    return list(dict.fromkeys(address for value in values for address in OWN.findall(value)))
