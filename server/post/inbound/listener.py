"""Receiving mail: a server of SMTP and LMTP that a mail server relays to, and a mailbox polled by IMAP.

A mail is committed before its sender gets a 250 reply, or before it is marked as read; it is processed afterwards.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from email.utils import getaddresses, parseaddr
from urllib.parse import unquote, urlsplit

import structlog
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from flask import Flask
from imap_tools import AND, OR, BaseMailBox, MailBox, MailBoxUnencrypted, MailMessage
from sqlalchemy.exc import SQLAlchemyError

from ... import clock, counts
from ...config import Misconfigured, Settings
from ...logs import DATABASE, described
from ...metrics import keep_now
from ...store import faults, heartbeat
from ...store.models import db
from ...store.schema import insist_or_stop
from . import acting, door
from .certificate import Certificate
from .incoming import TOO_LARGE, Incoming
from .mail import header, heading
from .queue import TooMany, keep, recipient
from .receiving import Limits, Load, Receiver

IDLE = 60
"""Seconds to wait for the server of the mailbox."""
BACKLOG = 256
"""Connections that may wait to be accepted."""
RECIPIENTS = 20
NULL_SENDER = "<>"
"""The null reverse-path of bounces and robots; such mail is never replied to."""
PIECE = 256_000
"""Bytes that are fetched at a time of a mail in the mailbox."""
POLL = 30
"""Seconds between two polls of the mailbox."""
TIDY = timedelta(hours=6)
TO_HEADERS = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")

log = structlog.get_logger()


class Handler:
    """The hooks of the SMTP server: whether to accept a recipient, and storing a mail."""

    def __init__(self, app: Flask, kept: Callable[[], None]):
        self.app, self.kept = app, kept

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept a recipient, or refuse it temporarily (4xx) or permanently (5xx)."""
        if len(envelope.rcpt_tos) >= RECIPIENTS:
            return "452 4.5.3 that is enough recipients for one mail"
        refusal = await asyncio.to_thread(self._refusal, address)
        if refusal is None:
            envelope.rcpt_tos.append(address)
        else:
            _count(refusal)
        return refusal or "250 2.1.5 ok"

    async def taken(self, envelope: Envelope, raw: bytes) -> list[str]:
        """Store a mail. Returns a reply for each recipient in turn: 250 only after it is committed."""
        sender = "" if envelope.mail_from in (None, NULL_SENDER) else envelope.mail_from
        return await asyncio.to_thread(self._keep, envelope.rcpt_tos, sender, raw)

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, extensions: list[str]
    ) -> list[str]:
        """Greet. Nobody has an account here, so none is offered."""
        session.host_name = hostname
        return [extension for extension in extensions if not extension.startswith("250-AUTH")]

    async def handle_exception(self, error: Exception) -> str:
        """Something that we did not foresee: the other server tries again, and learns nothing."""
        log.error("inbox.broken", **described(error))
        return "451 4.3.0 try again later"

    def _refusal(self, address: str) -> str | None:
        with self.app.app_context():
            try:
                known = recipient(address, clock.now())
            except TooMany as many:
                return f"452 4.2.1 too much mail for {many.whose} just now, try again later"
            except SQLAlchemyError as error:
                DATABASE.goes_on(reason=faults.fault(error).sentence)
                return "451 4.3.0 try again later"
            return None if known else "550 5.1.1 there is no such mailbox here"

    def _keep(self, addresses: list[str], sender: str, raw: bytes) -> list[str]:
        with self.app.app_context():
            replies = {address: self._keep_for(address, sender, raw) for address in dict.fromkeys(addresses)}
        self.kept()
        return [replies[address] for address in addresses]

    def _keep_for(self, address: str, sender: str, raw: bytes) -> str:
        try:
            target = recipient(address, clock.now())
            if target is None:
                return "550 5.1.1 there is no such mailbox here any more"
            refusal = door.refusal(target, sender, raw)
            if refusal:
                _count(refusal)
                return refusal
            keep(target, sender, raw, clock.now())
        except TooMany as many:
            return f"452 4.2.1 too much mail for {many.whose} just now, try again later"
        except SQLAlchemyError as error:
            DATABASE.goes_on(reason=faults.fault(error).sentence)
            return "451 4.3.0 try again later"
        return "250 2.0.0 kept"


def _count(refusal: str) -> None:
    counts.count("mails_in", "put off" if refusal.startswith("4") else "turned away")


class Server(Controller):
    """The server in a thread of its own. Several processes may share the port: each takes some of the connections."""

    def __init__(self, handler: Handler, host: str, port: int, limits: Limits, certificate: Certificate):
        super().__init__(handler, hostname=host, port=port, ready_timeout=30, ident="Poste Restante")
        self.load, self.certificate = Load(limits), certificate

    def factory(self) -> Receiver:
        """A connection."""
        tls = self.certificate.context()
        return Receiver(self.handler, self.load, loop=self.loop, tls_context=tls, **self.SMTP_kwargs)

    def _trigger_server(self) -> None:
        """Whether a connection can be made; aiosmtpd would connect to the port, where another process may answer."""
        self.smtpd = self._factory_invoker()

    def _create_server(self) -> Awaitable[asyncio.AbstractServer]:
        return self.loop.create_server(
            self._factory_invoker, host=self.hostname, port=self.port, reuse_port=True, backlog=BACKLOG
        )


def smtp_server(app: Flask, host: str, port: int, kept: Callable[[], None], limits: Limits | None = None) -> Server:
    """The server of SMTP and LMTP, not yet started. ``kept`` is called after each mail that was stored.

    Raises `Misconfigured` if its certificate cannot be used.
    """
    return Server(Handler(app, kept), host, port, limits or Limits(), Certificate(app.extensions["poste"]))


@contextmanager
def listening(server: Server) -> Iterator[None]:
    """Run the server within this context. Its event loop is closed afterwards, even if listening failed (`OSError`)."""
    try:
        server.start()
        yield
    finally:
        server.stop()
        server.loop.close()  # has no effect unless the start failed


# A mailbox -------------------------------------------------------------------------------------------------------


def poll(url: str) -> int:
    """Store the new replies found in a mailbox; other mail is left alone. Returns how many were stored."""
    taken = 0
    with mailbox(url) as box:
        new = AND(OR(to=["reply-", "bounce-"]), seen=False)
        for message in box.fetch(new, mark_seen=False, limit=200, headers_only=True):
            try:
                taken += _keep_from_mailbox(box, message)
            except Exception as error:  # the mail stays unread and does not block the others
                log.warning("inbox.left", error=type(error).__name__)
                continue
            box.flag(message.uid or "", r"\Seen", True)
    return taken


def mailbox(url: str, timeout: float = IDLE) -> BaseMailBox:
    """The mailbox of an INBOX_URL, opened. Raises `Misconfigured`, and what imap_tools and the network raise."""
    parts = urlsplit(url)
    if parts.scheme not in ("imap", "imaps") or not (parts.hostname and parts.username):
        raise Misconfigured("INBOX_URL is imaps://user:password@host/INBOX.")
    kind, port = (MailBox, 993) if parts.scheme == "imaps" else (MailBoxUnencrypted, 143)
    box = kind(parts.hostname, parts.port or port, timeout=timeout)
    folder = unquote(parts.path.strip("/")) or "INBOX"
    return box.login(unquote(parts.username), unquote(parts.password or ""), folder)


def _keep_from_mailbox(box: BaseMailBox, message: MailMessage) -> int:
    """Store a mail of which the headers are known, if it is for us; the rest of it is fetched only then."""
    listed = [str(value) for name in TO_HEADERS for value in message.obj.get_all(name, [])]
    for _, address in getaddresses(listed):
        target = recipient(address, clock.now())
        if target is not None:
            mail = _fetched(box, message)
            if mail.refusal:
                log.warning("inbox.refused", reason=mail.refusal)
                return 0
            keep(target, _sender(mail.raw), mail.raw, clock.now())
            return 1
    return 0


def _sender(raw: bytes) -> str:
    mail = heading(raw)
    return parseaddr(header(mail, "Return-Path") or header(mail, "From"))[1]


def _fetched(box: BaseMailBox, message: MailMessage) -> Incoming:
    """A mail, fetched piece by piece, so that a large one is never held as a whole."""
    mail, piece, size = Incoming(), b"-", message.size_rfc822
    while piece and not mail.refusal and (mail.seen < size or len(piece) == PIECE or not mail.seen):
        if max(mail.seen, size) > Limits.size:
            mail.refusal = TOO_LARGE
            break
        _, answer = box.client.uid("fetch", message.uid or "", f"(BODY.PEEK[]<{mail.seen}.{PIECE}>)")
        piece = next((part[1] for part in answer if isinstance(part, tuple)), b"")
        mail.add(piece)
    mail.finish()
    return mail


# The process -----------------------------------------------------------------------------------------------------


def run(app: Flask) -> None:
    """Listen, poll and process mail until the process gets SIGTERM or SIGINT."""
    insist_or_stop(app)
    settings: Settings = app.extensions["poste"]
    stopped, woken = threading.Event(), threading.Event()

    def stop(*_: object) -> None:
        stopped.set()
        woken.set()

    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, stop)
    server = smtp_server(app, settings.text("BIND"), settings.inbox_port, woken.set)
    with listening(server):
        heartbeat.keep_reporting(app, "inbox")
        log.info("inbox.listening", port=settings.inbox_port)
        if settings.given("INBOX_URL"):
            threading.Thread(target=_keep_polling, args=(app, settings, stopped, woken.set), daemon=True).start()
        tidy_at = clock.now()
        while not stopped.is_set():
            woken.clear()
            _work(app, acting.act_on_due)
            if clock.now() >= tidy_at:
                _work(app, lambda: acting.forget(clock.now()))
                tidy_at = clock.now() + TIDY
            woken.wait(settings.sweep_seconds)
        keep_now(app)


def _work(app: Flask, use_case: Callable[[], object]) -> None:
    with app.app_context():
        try:
            use_case()
        except SQLAlchemyError as error:
            DATABASE.goes_on(reason=faults.fault(error).sentence)
        finally:
            db.session.remove()


def _keep_polling(app: Flask, settings: Settings, stopped: threading.Event, kept: Callable[[], None]) -> None:
    while not stopped.is_set():
        with app.app_context():
            try:
                if poll(settings.text("INBOX_URL")):
                    kept()
            except Exception as error:  # a failing mailbox is simply polled again after `POLL` seconds
                log.error("inbox.mailbox", error=type(error).__name__)
        stopped.wait(POLL)
