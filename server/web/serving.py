"""Serving the pages to browsers: waitress, which reads in an event loop and takes a thread only for a whole request.

So slow clients hold no thread. An idle connection is closed after `IDLE_SECONDS`; how long a client may take over a
header or a body is for the proxy to limit. Nothing that a client sends is logged: an address may hold a link.
"""

from __future__ import annotations

import gc
import logging
import re
import resource
import signal
import socket
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NoReturn
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import structlog
import waitress
from flask import Flask

from ..config import Settings
from ..logs import described
from ..metrics import keep_now
from ..store import heartbeat
from ..store.schema import insist_or_stop
from . import HEADERS
from .fields import LONGEST
from .metrics import metrics_alone

THREADS = 4
"""Requests that one process answers at the same time."""
CONNECTIONS = 4000
"""Connections of one process. Whoever comes when all are taken waits until one is closed."""
LOOKS = 10
"""Seconds between two looks for connections that are silent, where nothing else happens."""
LONGEST_HEADER = 16 * 1024
"""Bytes of all headers of a request."""
LONGEST_READ = 4 * LONGEST
"""Bytes of a body that is read although it is too long, so that the application can say so in its own words."""
IN_MEMORY = 16 * 1024
"""Bytes of an unfinished body that are kept in memory; the rest of it waits in a file."""
UNTAKEN = 64 * 1024 * 1024
"""Bytes of answers that one connection may leave untaken before a thread waits for it: more than the requests that are
read at a time can ask for. What is more than a megabyte waits in a file.
"""
HOST = re.compile(r"(?:\[[\w.:]+\]|[\w.~%-]*)(?::\d*)?", re.ASCII)
"""What a Host header may be: one name or address, and perhaps a port (RFC 9112, 3.2). Of several, waitress makes one
with commas.
"""
GRACE = 15
"""Seconds until a process that is to stop is ended by the kernel, whatever it waits for."""
STOPS = (signal.SIGTERM, signal.SIGINT)
CLOSED = "unhandled close event"
"""What waitress says of a listening socket that is closed when the server stops."""
SAID = re.compile(" while serving |, closing channel ")
"""What waitress says of an error before it comes to the address or the values."""
TOLD = b"This request cannot be read. Nothing was changed.\n"
BROKEN = b"Something went wrong here. Please try again.\n"
PLAIN = [("Content-Type", "text/plain; charset=utf-8"), *HEADERS.items()]

log = structlog.get_logger()


def _server(listener: socket.socket, app: WSGIApplication, settings: Settings) -> Any:
    """A server with its threads, which answers on a listening socket once it is run, until `SystemExit` is raised."""
    if sys.platform == "linux":  # the kernel ends a connection that takes no answer; waitress waits for ever
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * settings.idle_seconds)
    return waitress.create_server(
        guarded(app), sockets=[listener], threads=THREADS, ident=None, connection_limit=most_connections(),
        channel_timeout=settings.idle_seconds, cleanup_interval=1, asyncore_loop_timeout=LOOKS, asyncore_use_poll=True,
        clear_untrusted_proxy_headers=False, log_socket_errors=False, inbuf_overflow=IN_MEMORY,
        outbuf_high_watermark=UNTAKEN, max_request_header_size=LONGEST_HEADER, max_request_body_size=LONGEST_READ,
    )  # fmt: skip


def most_connections() -> int:
    """As many as the process may have open, for each may need a file as well; the limit is raised as far as we may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * CONNECTIONS + 200
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return CONNECTIONS if soft == resource.RLIM_INFINITY else min(CONNECTIONS, max(50, (soft - 200) // 2))


def guarded(app: WSGIApplication) -> WSGIApplication:
    """Refuse requests that a proxy and this server could read differently (request smuggling), and keep errors of the
    application from waitress, which would log the address. An IPv4 address on an IPv6 socket is told as such.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if "HTTP_TRANSFER_ENCODING" in environ or not HOST.fullmatch(environ.get("HTTP_HOST", "")):
            start_response("400 Bad Request", PLAIN)
            return iter([TOLD])  # of a length that is not told, so that HTTP/1.0 hangs up: what follows is no request
        environ["REMOTE_ADDR"] = environ["REMOTE_ADDR"].removeprefix("::ffff:")

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:  # the connection is waitress's
            return start_response(status, [item for item in headers if item[0].lower() != "connection"], *error)

        try:
            return app(environ, start)
        except Exception as error:
            log.error("request.broken", **described(error))
            start_response("500 Internal Server Error", PLAIN, sys.exc_info())
            return [BROKEN]

    return answer


class Nameless(logging.Filter):
    """What waitress says of an error, without the address that was asked for and without values."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take both from the record, and drop what is said of a socket that we have closed."""
        error = record.exc_info[0] if record.exc_info else None
        record.msg = SAID.split(record.getMessage())[0] + (f": {error.__name__}" if error else "")
        record.args = record.exc_info = record.exc_text = None
        return record.msg != CLOSED


def serve(app: Flask, listener: socket.socket, watched: socket.socket | None = None) -> None:
    """Answer on the socket until SIGTERM or SIGINT, then finish what has begun.

    ``watched``: where the metrics are shown, if they have an address of their own.
    """
    insist_or_stop(app)
    heartbeat.keep_reporting(app, "web")
    if watched is not None:
        beside = _server(watched, metrics_alone(app), app.extensions["poste"])
        threading.Thread(target=beside.run, daemon=True, name="metrics").start()
    answer_on(listener, app, watched)
    keep_now(app)


def answer_on(listener: socket.socket, app: Flask, *others: socket.socket | None) -> None:
    """Answer on the socket until SIGTERM or SIGINT, whatever the application is. The sockets are then closed at once:
    the next server may have their addresses while this one finishes what has begun, for which it takes some seconds.
    """
    logging.getLogger("waitress").addFilter(Nameless())
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it counts every request that has to wait
    spare_collections()

    def stop(*_: object) -> NoReturn:
        for number in STOPS:
            signal.signal(number, signal.SIG_IGN)
        for one in (listener, *others):
            if one is not None:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)  # whoever waits at it looks up
                one.close()
        signal.alarm(GRACE)
        raise SystemExit

    for number in STOPS:
        signal.signal(number, stop)
    others_threads = {*threading.enumerate()}
    server = _server(listener, app, app.extensions["poste"])
    own = {*threading.enumerate()} - others_threads
    server.run()
    for thread in own:  # waitress gives its threads five seconds, which a busy machine may exceed
        thread.join(GRACE)


def spare_collections() -> None:
    """Collect garbage less often: requests leave next to no cycles behind, and by default Python would look through
    everything that was loaded every 700 objects.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
