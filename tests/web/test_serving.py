"""The event loop of the web server, turn by turn."""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from typing import Any

import pytest

from server.config import Settings
from server.web.serving import Server, Stage

TURNS = 50


def page(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """A page that is always there."""
    start_response("200 OK", [("Content-Length", "5")])
    return [b"cards"]


@pytest.fixture
def few_files() -> Iterator[None]:
    """The process may open few files, unless it asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (400, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def server() -> Iterator[Server]:
    """A server whose event loop the test turns."""
    made = Server(page, socket.create_server(("127.0.0.1", 0)), Settings({}))
    yield made
    made.task_dispatcher.shutdown()
    made.asyncore.close_all(map=made._map)


def connect(server: Server) -> socket.socket:
    """A client that has connected, whether or not the server knows it already."""
    client = socket.create_connection(server.socket.getsockname())
    client.settimeout(0.1)
    return client


def turn(server: Server) -> None:
    """One turn of the event loop."""
    server.asyncore.loop(timeout=0.1, use_poll=True, map=server._map, count=1)


def test_who_connects_while_another_is_sent_away_is_answered(server: Server) -> None:
    with closing(connect(server)) as slow:
        slow.sendall(b"GET / HT")
        while not server.active_channels:
            turn(server)
        server.patience = dict.fromkeys(Stage, -1.0)
        server.next_channel_cleanup = 0
        with closing(connect(server)) as client:  # it gets the number of the connection that is closed in this turn
            turn(server)
            server.patience = dict.fromkeys(Stage, 60.0)
            client.sendall(b"GET / HTTP/1.1\r\nHost: ada.example\r\n\r\n")
            got = b""
            for _ in range(TURNS):
                turn(server)
                with suppress(TimeoutError):
                    got += client.recv(65536)
                if b"cards" in got:
                    break
            assert got.endswith(b"cards")


def test_there_may_be_two_files_for_each_connection(few_files: None, server: Server) -> None:
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 2 * server.most
