"""The protocols by which mail servers hand us mail: SMTP (RFC 5321) and LMTP (RFC 2033), with limits on all of it.

aiosmtpd speaks them, but for what takes memory or time: here a mail is cut while it comes in, what all connections hold
together is bounded, whoever is too slow is sent away, and a client that greets with LHLO gets an answer for each
recipient.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import ipaddress
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, syntax

from . import incoming
from .incoming import Incoming

SMALL, LARGE = 1_000_000, 4_000_000
"""Memory is given back when mails hold less than the one, after they have held more than the other."""
END = b"\r\n.\r\n"
OPENING = 1000
"""Bytes at the beginning of a mail that may be nothing but dots and line breaks."""
GRACE = 5.0
"""Seconds that a client has to read why it is sent away."""
AGAIN = "452 4.3.1 too much mail at once, try again later"
REFUSALS = {
    incoming.TOO_LARGE: "552 5.3.4 too much text: a letter is answered in a line; attachments may be 40 MB",
    incoming.TOO_NESTED: "554 5.6.0 too many parts within parts",
}


@dataclass(frozen=True)
class Limits:
    """What one process takes at a time; times in seconds, sizes in bytes."""

    connections: int = 200
    from_one_address: int = 100
    """So no stranger takes all connections. The mail server that relays to us is on this machine or in this network."""
    held: int = 32_000_000
    """Of mails that have not been stored yet."""
    size: int = 40_000_000
    """Of a mail as it is sent, of which at most `incoming.KEPT` are kept."""
    command: float = 60
    """For a whole command, or until the next one."""
    mail: float = 300
    """For a whole mail, however its bytes are spread."""
    life: float = 900
    """For a connection since its beginning, or since its last mail."""


@dataclass
class Load:
    """What all connections of a process take together."""

    limits: Limits
    addresses: Counter[str] = field(default_factory=Counter)
    held: int = 0
    most: int = 0
    """The most that was held since memory was last given back."""

    @contextmanager
    def connection(self, address: str) -> Iterator[bool]:
        """Count a connection; whether there is room for it."""
        here = self.addresses.total() < self.limits.connections and (
            self.addresses[address] < self.limits.from_one_address or _is_near(address)
        )
        self.addresses[address] += here
        try:
            yield here
        finally:
            self.addresses[address] -= here
            if not self.addresses[address]:
                del self.addresses[address]

    @contextmanager
    def mail(self) -> Iterator[Mail]:
        """Count what a mail takes until the block ends."""
        mail = Mail(self)
        try:
            yield mail
        finally:
            self.held -= mail.counted
            self._give_back()

    def _give_back(self) -> None:
        if self.held < SMALL < LARGE < self.most:
            self.most = self.held
            with suppress(RuntimeError):  # no loop runs any more: the process ends
                asyncio.get_running_loop().call_later(1, give_memory_back)


class Mail:
    """A mail that is being sent to us. ``refusal``: the reply if it cannot be taken."""

    def __init__(self, load: Load):
        self.load, self.counted = load, 0
        self.refusal: str | None = None
        self._incoming = Incoming(dotted=True)

    def add(self, content: bytes) -> None:
        """Take the next bytes."""
        if self.refusal is None:
            self._incoming.add(content)
            self._look()

    def finish(self) -> bytes:
        """What is kept of the mail, which has come to its end."""
        if self.refusal is None:
            self._incoming.finish()
            self._look()
        return self._incoming.raw

    def _look(self) -> None:
        self.load.held += self._incoming.held - self.counted
        self.load.most = max(self.load.most, self.load.held)
        self.counted = self._incoming.held
        if self._incoming.refusal:
            self.refusal = REFUSALS[self._incoming.refusal]
        elif self._incoming.seen > self.load.limits.size:
            self.refusal = "552 5.3.4 too large a mail"
        elif self.load.held > self.load.limits.held:
            self.refusal = AGAIN
        if self.refusal:
            self.load.held -= self.counted
            self.counted, self._incoming = 0, Incoming()


def give_memory_back() -> None:
    """Free what closed connections left, and give it back to the system: the C library would keep it, and more with
    every storm.
    """
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # malloc_trim(3) of glibc; others need none
    if trim is not None:
        trim(0)


def _is_near(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_private
    except ValueError:
        return False


class Receiver(SMTP):
    """A connection. The handler has ``handle_RCPT`` of aiosmtpd, and ``taken``, which stores a mail."""

    def __init__(self, handler: Any, load: Load, **options: Any):
        self.load, self.limits = load, load.limits
        self.says_lhlo = False
        super().__init__(handler, data_size_limit=self.limits.size, timeout=self.limits.command, **options)
        self._until = self.loop.time() + self.limits.life

    # Time ------------------------------------------------------------------------------------------------------------

    async def _handle_client(self) -> None:
        assert self.session is not None
        peer = self.session.peer
        with self.load.connection(peer[0] if peer else "") as has_room:
            if has_room:
                await super()._handle_client()
            else:
                self._send_away("421 4.7.0 too many connections, try again later")

    def _reset_timeout(self, duration: float | None = None) -> None:
        left = max(self._until - self.loop.time(), 0.01) if duration is None else duration
        super()._reset_timeout(min(left, duration or self.limits.command))

    def _timeout_cb(self) -> None:
        self._send_away("421 4.4.2 that took too long")

    def _send_away(self, why: str) -> None:
        """Say why, and close the connection; if the client does not listen, a little later without a word."""
        connection, task = self._original_transport or self.transport, self._handler_coroutine
        if isinstance(self.transport, asyncio.WriteTransport) and not self.transport.is_closing():
            self.transport.write(f"{why}\r\n".encode())
            self.transport.close()

        def end() -> None:
            if isinstance(connection, asyncio.WriteTransport):
                connection.abort()
            if task is not None:
                task.cancel()

        self.loop.call_later(GRACE, end)

    # Commands --------------------------------------------------------------------------------------------------------

    async def smtp_HELO(self, hostname: str) -> None:
        """A client that speaks SMTP."""
        self.says_lhlo = False
        await super().smtp_HELO(hostname)

    async def smtp_EHLO(self, hostname: str) -> None:
        """A client that speaks SMTP with extensions."""
        self.says_lhlo = False
        await super().smtp_EHLO(hostname)

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, hostname: str) -> None:
        """A client that speaks LMTP."""
        await super().smtp_EHLO(hostname)
        self.says_lhlo = True

    async def smtp_AUTH(self, arg: str) -> None:
        """Nobody has an account here."""
        await self.push("502 5.5.1 there are no accounts here")

    @syntax("DATA")
    async def smtp_DATA(self, arg: str) -> None:
        """Take a mail. Its reply says what became of it; LMTP wants one for each recipient."""
        if await self.check_helo_needed():
            return
        assert self.envelope is not None
        if arg or not self.envelope.rcpt_tos:
            await self.push("501 5.5.4 DATA stands alone" if arg else "503 5.5.1 RCPT comes first")
            return
        self._reset_timeout(self.limits.mail)
        await self.push("354 go on; a lone dot ends it")
        with self.load.mail() as mail:
            replies = await self._received(mail, self.envelope)
        self.envelope = self._create_envelope()
        self._until = self.loop.time() + self.limits.life
        self._reset_timeout()
        for reply in replies if self.says_lhlo else [common(replies)]:
            await self.push(reply)

    async def _received(self, mail: Mail, envelope: Envelope) -> Sequence[str]:
        """Read a mail and have it stored. Returns a reply for each recipient."""
        ended = await self._open(mail)
        while not ended:
            ended = await self._go_on(mail)
        raw = mail.finish()
        if mail.refusal:
            return [mail.refusal] * len(envelope.rcpt_tos)
        replies: Sequence[str] = await self.event_handler.taken(envelope, raw)
        return replies

    async def _open(self, mail: Mail) -> bool:
        """Read up to the first byte that is neither dot nor line break: whether the mail has ended already."""
        start = b""
        while not start.strip(b".\r\n"):
            start += await self._reader.readexactly(1)
            if start == END[2:] or start.endswith(END):
                return True
            if len(start) > OPENING:
                self._send_away("554 5.6.0 that is no mail")
                await asyncio.sleep(GRACE)  # which ends this task
        mail.add(start)
        return False

    async def _go_on(self, mail: Mail) -> bool:
        """Read all that has come: whether the mail has ended."""
        try:
            last = await self._reader.readuntil(END)
        except asyncio.LimitOverrunError as more:
            mail.add(await self._reader.read(more.consumed))
            return False
        mail.add(last[: -len(END) + 2])
        return True


def common(replies: Sequence[str]) -> str:
    """The one reply of SMTP: try again if that may help anybody, taken if anybody got it."""
    return min(replies, key=lambda reply: "425".find(reply[0]))
