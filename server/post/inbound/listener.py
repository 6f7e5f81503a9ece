"""Receiving mail: an SMTP and LMTP server to which a mail server relays, and a mailbox polled by IMAP.

A mail is committed before its sender gets a 250 reply; it is processed later.
"""

from __future__ import annotations

import asyncio
import ctypes
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial

import structlog
from aiosmtpd.smtp import SMTP, Envelope, Session
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from ... import clock, counts
from ...config import Settings
from ...logs import DATABASE, described
from ...metrics import keep_now
from ...store import faults, heartbeat
from ...store.models import db
from ...store.schema import insist_or_stop
from . import processing, to_nobody
from .certificate import Certificate
from .mail import forget_last, too_much
from .mailbox import Polling
from .new_lines import new_lines
from .queue import TooMany, forget, keep, recipient
from .receiving import Limits, Receiver, Server

RECIPIENTS = 20
NULL_SENDER = "<>"
"""The null reverse-path of bounces and robots; such mail is never answered."""
POLL = 30
"""Seconds between two polls of the mailbox."""
TIDY = timedelta(hours=6)
LARGE = 128 * 1024
"""Bytes of a block of memory that goes back to the system as soon as it is free."""
_MMAP_THRESHOLD = -3  # of <malloc.h>

log = structlog.get_logger()


class Handler:
    """Hooks of the SMTP server: whether to accept a recipient, and storing a mail."""

    def __init__(self, app: Flask, kept: Callable[[], None]):
        self.app, self.kept = app, kept

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept a recipient, or refuse it temporarily (4xx) or permanently (5xx)."""
        if len(envelope.rcpt_tos) >= RECIPIENTS:
            return "452 4.5.3 that is enough recipients for one mail"
        if not envelope.rcpt_tos and isinstance(server, Receiver) and not server.takes_another():
            return "452 4.3.1 too much mail at once, try again later"
        refusal = await asyncio.to_thread(self._refusal, address)
        if refusal:
            _count(refusal)
        else:
            envelope.rcpt_tos.append(address)
        return refusal or "250 2.1.5 ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Store a mail. Replies 250 only after it is committed; to LMTP once for each recipient."""
        sender = "" if envelope.mail_from in (None, NULL_SENDER) else str(envelope.mail_from)
        raw = envelope.original_content or b""
        replies = await asyncio.to_thread(self._keep, envelope.rcpt_tos, cleaned(sender), raw)
        return "\r\n".join(replies) if isinstance(server, Receiver) and server.says_lhlo else common(replies)

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, extensions: list[str]
    ) -> list[str]:
        """Greet, and offer no login: nobody has an account here."""
        session.host_name = hostname
        return [extension for extension in extensions if not extension.startswith("250-AUTH")]

    async def handle_exception(self, error: Exception) -> str:
        """Reply to an unexpected error: the other server tries again, and learns nothing."""
        log.error("inbox.broken", **described(error))
        return "451 4.3.0 try again later"

    def _refusal(self, address: str) -> str:
        with self.app.app_context():
            return _or_later(
                lambda: "" if recipient(address, clock.now()) else "550 5.1.1 there is no such mailbox here"
            )

    def _keep(self, addresses: list[str], sender: str, raw: bytes) -> list[str]:
        if why := too_much(raw):
            refusal = f"552 5.3.4 {why}: a letter is answered in a line"
            _count(refusal)
            return [refusal] * len(addresses)
        with self.app.app_context():
            replies = {one: _or_later(partial(_keep_for, one, sender, raw)) for one in dict.fromkeys(addresses)}
        self.kept()
        return [replies[address] for address in addresses]


def _keep_for(address: str, sender: str, raw: bytes) -> str:
    target = recipient(address, clock.now())
    if target is None:
        return "550 5.1.1 there is no such mailbox here any more"
    refusal = to_nobody.refusal(target, sender, raw)
    if refusal:
        _count(refusal)
        return refusal
    keep(target, sender, raw, clock.now())
    return "250 2.0.0 kept"


def _or_later(reply: Callable[[], str]) -> str:
    """This reply; while there is too much mail or no database, one to try again later."""
    try:
        return reply()
    except TooMany as many:
        return f"452 4.2.1 too much mail for {many.recipient} just now, try again later"
    except SQLAlchemyError as error:
        DATABASE.goes_on(reason=faults.fault(error).sentence)
        return "451 4.3.0 try again later"


def _count(refusal: str) -> None:
    counts.count("mails_in", "put off" if refusal.startswith("4") else "turned away")


def common(replies: list[str]) -> str:
    """The single reply for SMTP: try again if that may help anybody, accepted if anybody got it."""
    return min(replies, key=lambda reply: "425".find(reply[0]))


def cleaned(address: str) -> str:
    """An address fit for a database column: undecodable bytes become question marks."""
    return address.encode("utf-8", "replace").decode().replace("\x00", "?")


def smtp_server(app: Flask, host: str, port: int, kept: Callable[[], None], limits: Limits | None = None) -> Server:
    """The SMTP and LMTP server, not yet started. ``kept`` is called after each mail stored.

    Raises `Misconfigured` if its certificate cannot be used.
    """
    certificate = Certificate(app.extensions["poste"])
    return Server(Handler(app, kept), host, port, limits or Limits(), certificate.context)


@contextmanager
def listening(server: Server) -> Iterator[None]:
    """Run the server within this context. Its event loop is closed afterwards, even if starting failed (`OSError`)."""
    try:
        server.start()
        yield
    finally:
        server.stop()


# The process -----------------------------------------------------------------------------------------------------


def run(app: Flask) -> None:
    """Listen, poll and process mail until the process gets SIGTERM or SIGINT."""
    _keep_no_large_blocks()
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
            _work(app, processing.process_due)
            if clock.now() >= tidy_at:
                _work(app, lambda: forget(clock.now()))
                tidy_at = clock.now() + TIDY
            woken.wait(settings.sweep_seconds)
        keep_now(app)


def _keep_no_large_blocks() -> None:
    """Set the threshold of mallopt(3), which glibc otherwise raises to the largest block that was freed: each thread
    would keep what large mails once took, some 50 MB in all.
    """
    if sys.platform == "linux":
        with suppress(AttributeError):  # other C libraries have no such function
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, LARGE)


def _work(app: Flask, use_case: Callable[[], object]) -> None:
    with app.app_context():
        try:
            use_case()
        except SQLAlchemyError as error:
            DATABASE.goes_on(reason=faults.fault(error).sentence)
        finally:
            forget_last()
            new_lines.cache_clear()
            db.session.remove()


def _keep_polling(app: Flask, settings: Settings, stopped: threading.Event, kept: Callable[[], None]) -> None:
    polling = Polling(settings.text("INBOX_URL"))
    while not stopped.is_set():
        with app.app_context():
            try:
                if polling.poll():
                    kept()
            except Exception as error:  # a failing mailbox is polled again after `POLL` seconds
                log.error("inbox.mailbox", error=type(error).__name__)
        stopped.wait(POLL)
