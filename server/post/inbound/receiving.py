"""The protocols by which mail servers deliver to us: SMTP (RFC 5321) and LMTP (RFC 2033).

aiosmtpd implements them, with some limits. This module adds others: how many clients connect at once, for how long, and
how many mails arrive at a time; and a client that greets with LHLO gets a reply for each recipient.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
import threading
import traceback
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, AnyStr

from aiosmtpd.smtp import SMTP, syntax

from .mail import LARGEST, LINES

BACKLOG = 256
"""Connections that may wait to be accepted."""
COMMANDS = {"*": 1000, "EHLO": 10, "HELO": 10, "LHLO": 10, "STARTTLS": 1, "NOOP": 100, "VRFY": 10, "HELP": 10}
"""How often a command may be given in one connection."""
READY = 30.0
"""Seconds within which the server must be listening."""


@dataclass(frozen=True)
class Limits:
    """Limits of one process at a time; in seconds or bytes."""

    connections: int = 200
    from_one_address: int = 100
    """Keeps a stranger from taking all connections. The mail server that relays to us is on this machine or network."""
    mails: int = 10
    """Mails arriving at the same time."""
    size: int = LARGEST
    lines: int = 2 * LINES
    """Beyond this many, the connection is closed within a mail: each line takes memory, even an empty one."""
    command: float = 300
    """The time limit for a command, and for a whole mail."""
    life: float = 1800
    """The time limit for a connection, whatever it does."""


class Receiver(SMTP):
    """A connection. ``others``: the set of open connections, to which it adds itself."""

    line_length_limit = 100_000
    """Bytes. RFC 5321 allows 1000, but programs write longer lines."""

    def __init__(self, handler: Any, others: set[Receiver], limits: Limits, **options: Any):
        self.others, self.limits = others, limits
        self.says_lhlo = False
        self.lines, self.answers = 0, 1
        """Lines that came since the last recipient, and how often a mail that cannot be taken is refused."""
        self.command_size_limits = defaultdict(lambda: self.command_size_limit)  # aiosmtpd shares one among all
        super().__init__(
            handler, data_size_limit=limits.size, timeout=limits.command, ident="Poste Restante",
            enable_SMTPUTF8=True, command_call_limit=COMMANDS, **options,
        )  # fmt: skip
        self._end: asyncio.TimerHandle | None = None

    # Limits -----------------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A connection begins, or continues encrypted."""
        assert isinstance(transport, asyncio.Transport)
        if self not in self.others:
            if not self._has_room(str((transport.get_extra_info("peername") or [""])[0])):
                transport.write(b"421 4.7.0 too many connections, try again later\r\n")
                transport.close()
                return
            self.others.add(self)
            self._end = self.loop.call_later(self.limits.life, transport.abort)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """A connection has ended."""
        if self in self.others:
            self.others.discard(self)
            if self._end is not None:
                self._end.cancel()
            super().connection_lost(error)

    def eof_received(self) -> bool | None:
        """The client has finished sending."""
        return super().eof_received() if self in self.others else None

    def _has_room(self, address: str) -> bool:
        here = [other.session.peer for other in self.others if other.session is not None]
        same = sum(bool(peer and peer[0] == address) for peer in here)
        return len(here) < self.limits.connections and (same < self.limits.from_one_address or _is_near(address))

    def data_received(self, data: bytes) -> None:
        """Some bytes have arrived."""
        self.lines += data.count(b"\n")
        if self.lines > self.limits.lines and isinstance(self.transport, asyncio.Transport):
            self.transport.write(b"552 5.3.4 too many lines\r\n")
            self.transport.close()
        elif self in self.others:
            super().data_received(data)

    def takes_another(self) -> bool:
        """Whether there is room for another mail; called at its first recipient."""
        self.lines = 0
        busy = sum(bool(other.envelope and other.envelope.rcpt_tos) for other in self.others if other is not self)
        return busy < self.limits.mails

    # Commands --------------------------------------------------------------------------------------------------------

    async def smtp_HELO(self, hostname: str) -> None:
        """A client speaks SMTP."""
        self.says_lhlo = False
        await super().smtp_HELO(hostname)

    async def smtp_EHLO(self, hostname: str) -> None:
        """A client speaks SMTP with extensions."""
        self.says_lhlo = False
        await super().smtp_EHLO(hostname)

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, hostname: str) -> None:
        """A client speaks LMTP."""
        await super().smtp_EHLO(hostname)
        self.says_lhlo = True

    async def smtp_AUTH(self, arg: str) -> None:
        """Refuse logins: nobody has an account here."""
        await self.push("502 5.5.1 there are no accounts here")

    async def smtp_MAIL(self, arg: str | None) -> None:
        """Begin a mail. aiosmtpd fails on the size if its digits are no decimal ones, such as ²."""
        try:
            await self._unless_cut_off(super().smtp_MAIL(arg))
        except ValueError:
            await self.push("501 5.5.4 SIZE is a number of bytes")

    async def smtp_RCPT(self, arg: str | None) -> None:
        """Take a recipient."""
        await self._unless_cut_off(super().smtp_RCPT(arg))

    async def smtp_VRFY(self, arg: str) -> None:
        """Tell nobody whether an address is known."""
        await self._unless_cut_off(super().smtp_VRFY(arg))

    async def _unless_cut_off(self, command: Awaitable[None]) -> None:
        """Carry out a command with an address. Python's parser fails on some that end too soon, as ``<ada@`` does."""
        try:
            await command
        except IndexError:
            await self.push("501 5.1.3 that is no address")

    async def smtp_DATA(self, arg: str) -> None:
        """Take a mail. LMTP expects a reply for each recipient, also if aiosmtpd refuses the mail."""
        self.answers = len(self.envelope.rcpt_tos) if self.envelope and self.says_lhlo else 1
        try:
            await super().smtp_DATA(arg)
        except asyncio.CancelledError as left:
            traceback.clear_frames(left.__traceback__)  # it is kept, and would keep the received lines
            raise
        finally:
            self.answers = 1

    async def push(self, status: AnyStr) -> None:
        """Send a reply to the client."""
        if isinstance(status, str) and status[:1] in "45" and "\r\n" not in status and self.answers > 1:
            await super().push("\r\n".join([status] * self.answers))
        else:
            await super().push(status)


def _is_near(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_private
    except ValueError:
        return False


class Server:
    """The server in a thread of its own. Several processes may share the port: each takes some of the connections.

    ``tls``: the TLS context of a new connection, or ``None``.
    """

    def __init__(self, handler: Any, host: str, port: int, limits: Limits, tls: Callable[[], ssl.SSLContext | None]):
        self.handler, self.host, self.port, self.limits, self.tls = handler, host, port, limits, tls
        self.connections: set[Receiver] = set()
        """Those that are open."""
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._name = socket.getfqdn()  # looked up once, since it may ask the DNS
        self._server: asyncio.Server | None = None

    def start(self) -> None:
        """Listen. Raises `OSError` if that is not possible."""
        listening = self.loop.create_server(
            lambda: Receiver(
                self.handler, self.connections, self.limits, hostname=self._name, tls_context=self.tls(), loop=self.loop
            ),
            host=self.host, port=self.port, reuse_port=True, backlog=BACKLOG,
        )  # fmt: skip
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(asyncio.wait_for(listening, READY), self.loop).result()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        self.loop.run_until_complete(self._ended())
        self.loop.close()

    def stop(self) -> None:
        """Stop listening. Open connections are closed; a mail that was not acknowledged will be sent again."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()

    async def _ended(self) -> None:
        """Break off all connections, those that begin meanwhile too, and wait until they have ended."""
        if self._server is not None:
            self._server.close()
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            for connection in list(self.connections):
                if isinstance(connection.transport, asyncio.Transport):
                    connection.transport.abort()
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
