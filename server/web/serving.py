"""Serving the pages to browsers: waitress, which reads in an event loop and takes a thread only for a whole request.

Slow clients hold no thread, then, and here they also run out of time: waitress itself ends silence alone, and a byte
every two seconds is no silence. Nothing that a client sends comes into a log: an address may hold a link.
"""

from __future__ import annotations

import gc
import logging
import os
import re
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import IntEnum
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import structlog
from flask import Flask
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask
from waitress.utilities import RequestEntityTooLarge
from waitress.wasyncore import dispatcher

from ..config import Settings
from ..logs import described
from ..metrics import keep_now
from ..store import heartbeat
from ..store.schema import insist_or_stop
from . import HEADERS
from .fields import LONGEST
from .metrics import alone

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

THREADS = 4
"""Requests that one process answers at the same time."""
CONNECTIONS = 4000
"""Connections of one process. Whoever comes when all are taken gets the place of the one that has waited longest."""
PIPELINED = 8
"""Requests that one connection may send before it has read the answers; then it is closed."""
LONGEST_HEADER = 16 * 1024
"""Bytes of all headers of a request."""
IN_MEMORY = 16 * 1024
"""Bytes of an unfinished body that are kept in memory; the rest of it waits in a file."""
GRACE = 10.0
"""Seconds that requests have to finish when the server stops."""
QUIET = 10.0
"""Seconds until it looks for its parent again while nobody is connected; where the kernel tells, that comes first."""
HOST = re.compile(r"(?:\[[\w.:]+\]|[\w.~%-]*)(?::\d*)?", re.ASCII)
"""What a Host header may be: one name or address, and perhaps a port (RFC 9112, 3.2)."""
TOLD = "This request cannot be read. Nothing was changed.\n"

log = structlog.get_logger()


class Stage(IntEnum):
    """What is expected of a client next."""

    IDLE = 0  # its first or next request; or that it takes the rest of an answer
    HEADER = 1
    BODY = 2  # or what else it sends although its answer has been given


class Request(HTTPRequestParser):
    """A request as it comes in."""

    error: Any
    body_rcv: Any

    def parse_header(self, header_plus: bytes) -> None:
        """Raises `ParsingError`, also for a length or a host that two readers could understand in two ways."""
        if b"\0" in header_plus:
            raise ParsingError("No part of a header is NUL")
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # such as http://[
            raise ParsingError("The address cannot be read") from error
        if "TRANSFER_ENCODING" in self.headers or (self.chunked and "CONTENT_LENGTH" in self.headers):
            raise ParsingError("The length of the body is not clear")
        if not HOST.fullmatch(self.headers.get("HOST", "")):  # of several, waitress makes one with commas
            raise ParsingError("The host is not clear")

    def received(self, data: bytes) -> int:
        """Take what has come, and say how much of it belongs to this request.

        A body that is too long is not kept; the application says so, as it does for every client and server.
        """
        taken: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.close()
            self.error = self.body_rcv = None
            self.headers |= {"CONNECTION": "close", "CONTENT_LENGTH": str(max(self.content_length, LONGEST + 1))}
            self.expect_continue = False
        elif self.error:
            self.expect_continue = False  # it has its answer
        return taken


class Refusal(ErrorTask):
    """The answer to what is no request."""

    def execute(self) -> None:
        """Say that it cannot be read, and hang up."""
        code = self.request.error.code
        self.status, body = f"{code} {HTTPStatus(code).phrase}", TOLD.encode()
        self.response_headers += [("Content-Type", "text/plain; charset=utf-8"), *HEADERS.items()]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Connection(HTTPChannel):
    """A connection, and since when it has waited for what."""

    parser_class = Request
    error_task_class = Refusal
    will_close: bool

    def __init__(self, server: Server, *more: Any, **named: Any):
        self.stage, self.since, self.has_hung_up = Stage.IDLE, time.monotonic(), False
        super().__init__(server, *more, **named)

    def received(self, data: bytes) -> bool:
        """Take what has come."""
        if self.has_hung_up:
            return False
        taken: bool = super().received(data)
        self._close_after(PIPELINED)
        request = self.request
        if request is not None and not self.requests:
            self._wait_for(Stage.BODY if request.headers_finished else Stage.HEADER)
        return taken

    def readable(self) -> bool:
        """Whether to look for data. Not once it is closed: its number may already be that of the next connection, which
        would be told what is said of this one.
        """
        return bool(self.connected and super().readable())

    def writable(self) -> bool:
        """Whether to look for room for data."""
        return bool(self.connected and super().writable())

    def _close_after(self, count: int) -> None:
        """Drop the requests beyond so many: their answers would pile up unread."""
        with self.requests_lock:
            if len(self.requests) > count:
                del self.requests[count:]
                self.requests[-1].headers["CONNECTION"] = "close"

    def _wait_for(self, stage: Stage) -> None:
        """Begin to wait for something that comes later in a request, never again for what came before."""
        if stage > self.stage:
            self.stage, self.since = stage, time.monotonic()

    def service(self) -> None:
        """Answer a request."""
        super().service()
        if not self.requests:
            self.stage, self.since = Stage.IDLE, time.monotonic()

    def is_late(self, now: float) -> bool:
        """Whether its time is over. ``now``: seconds of `time.monotonic`."""
        stage = Stage.BODY if self.total_outbufs_len else self.stage  # the body of the answer has the same time
        return not self.requests and now - self.since > self.server.patience[stage]

    def handle_close(self) -> None:
        """Close the line; after a last answer not before the client has done so: if it still sends, closing at once
        would take that answer from it (RFC 9112, 9.6).
        """
        if self.will_close and not self.has_hung_up and self.socket is not None:
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                self.stage, self.since = Stage.BODY, time.monotonic()
                self.has_hung_up, self.will_close = True, False
                return
        super().handle_close()

    def handle_expt(self) -> None:
        """Urgent data (TCP) is no part of HTTP, and would wake us until somebody reads it."""
        self.handle_close()


class Server(TcpWSGIServer):
    """One process that answers on a listening socket."""

    channel_class = Connection

    def __init__(self, app: WSGIApplication, listener: socket.socket, settings: Settings):
        self.patience = {
            Stage.IDLE: settings.idle_seconds,
            Stage.HEADER: settings.header_seconds,
            Stage.BODY: settings.body_seconds,
        }
        self.most, self.parent, self.left = _most_connections(), os.getppid(), 0.0
        given = Adjustments(
            sockets=[listener], threads=THREADS, ident=None, connection_limit=2 * CONNECTIONS, cleanup_interval=1,
            clear_untrusted_proxy_headers=False, log_socket_errors=False, asyncore_use_poll=True,
            inbuf_overflow=IN_MEMORY, max_request_header_size=LONGEST_HEADER, max_request_body_size=LONGEST + 1,
        )  # fmt: skip
        at = (listener.family, listener.type, listener.proto, listener.getsockname())
        super().__init__(sound(app), _sock=listener, adj=given, sockinfo=at, bind_socket=False)

    def fix_addr(self, addr: tuple[Any, ...]) -> tuple[Any, ...]:
        """The address of a client: one of IPv4 is one, whichever socket it came through."""
        return (addr[0].removeprefix("::ffff:"), *addr[1:])

    def handle_accept(self) -> None:
        """Take a connection, and the place of another where there is no more."""
        super().handle_accept()
        if len(self.active_channels) > self.most:
            waiting = [one for one in self.active_channels.values() if not one.requests]
            min(waiting, key=lambda one: one.since).handle_close()

    def maintenance(self, now: float) -> None:
        """Hang up on those whose time is over, once a second if there are any; and stop when the parent is gone."""
        moment = time.monotonic()
        for connection in list(self.active_channels.values()):
            if connection.is_late(moment):
                connection.handle_close()
        if os.getppid() != self.parent:
            self.stop()

    def stop(self, *_: object) -> None:
        """Take no more connections, and finish what has begun."""
        self.accepting, self.left = False, self.left or time.monotonic()
        self.pull_trigger()

    def run(self) -> None:
        """Serve until `stop`. The next server may have the address while this one finishes what has begun."""
        while not self.left:
            self._look(1 if self.active_channels else QUIET)
        dispatcher.close(self)  # the listening socket alone
        while self._is_busy() and time.monotonic() - self.left < GRACE:
            self._look(0.1)
        self.task_dispatcher.shutdown(timeout=1)

    def _look(self, longest: float) -> None:
        """Do what is to be done for all connections, or wait so many seconds for something to do."""
        self.asyncore.loop(timeout=longest, use_poll=True, map=self._map, count=1)

    def _is_busy(self) -> bool:
        return any(one.requests or one.total_outbufs_len for one in list(self.active_channels.values()))


def _most_connections() -> int:
    """As many as the process may have open, for each may need a file as well; the limit is raised as far as we may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * CONNECTIONS + 200
    if soft not in (resource.RLIM_INFINITY,) and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return CONNECTIONS if soft == resource.RLIM_INFINITY else min(CONNECTIONS, max(50, (soft - 200) // 2))


def sound(app: WSGIApplication) -> WSGIApplication:
    """Let no error of the application come to waitress, which would log the address; and no ``Connection`` header,
    which a server sets itself (PEP 3333): ours has read the whole request, or hangs up.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start_response(status, [item for item in headers if item[0].lower() != "connection"], *error)

        try:
            return app(environ, start)
        except Exception as error:
            log.error("request.broken", **described(error))
            plain = [("Content-Type", "text/plain; charset=utf-8"), *HEADERS.items()]
            start_response("500 Internal Server Error", plain, sys.exc_info())
            return [b"Something went wrong here. Please try again.\n"]

    return answer


class Nameless(logging.Filter):
    """What waitress says of an error, without the address that was asked for and without values."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take both from the record."""
        error = record.exc_info[0] if record.exc_info else None
        record.msg = record.getMessage().partition(" while serving ")[0] + (f": {error.__name__}" if error else "")
        record.args = record.exc_info = record.exc_text = None
        return True


def serve(app: Flask, listener: socket.socket, watched: socket.socket | None = None) -> None:
    """Answer on the socket until SIGTERM or SIGINT, then finish what has begun (`GRACE`).

    ``watched``: where the metrics are shown, if they have an address of their own.
    """
    insist_or_stop(app)
    heartbeat.keep_reporting(app, "web")
    answer_on(listener, app, [] if watched is None else [_show_metrics(app, watched)])
    keep_now(app)


def answer_on(listener: socket.socket, app: Flask, beside: Sequence[Server] = ()) -> None:
    """Answer on the socket until SIGTERM or SIGINT, whatever the application is. Servers ``beside`` it stop with it."""
    logging.getLogger("waitress").addFilter(Nameless())
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it counts every request that has to wait
    spare_collections()
    server = Server(app, listener, app.extensions["poste"])

    def stop(*_: object) -> None:
        for one in (server, *beside):
            one.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    server.run()


def _show_metrics(app: Flask, listener: socket.socket) -> Server:
    """Show the metrics on this socket, in a thread, until it is stopped."""
    server = Server(alone(app), listener, app.extensions["poste"])
    threading.Thread(target=server.run, daemon=True, name="metrics").start()
    return server


def spare_collections() -> None:
    """Requests leave next to no cycles behind: a collection every 700 objects, through everything that was loaded, is
    waste.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
