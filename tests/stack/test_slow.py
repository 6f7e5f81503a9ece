"""A thousand clients that are slow on purpose: pages come all the same, and whoever is silent is sent away.

That a client may take only so long for a header or a body is up to the proxy.
"""

from __future__ import annotations

import resource
import selectors
import shutil
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from itertools import product
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Self

import pytest

from tests.services import Stack, wait_for

CROWD = 1000
SECONDS = {"IDLE_SECONDS": "2"}
"""How long a client may be silent here; as shipped it is more."""
PATIENCE = 2 + 20
"""Seconds within which all who are silent have gone: those, and a busy machine's."""
SILENT = {"idle", "keep-alive"}
PAGES = 20
SLOWEST = 1.0
"""Seconds that a page may take, half of the times; without the crowd it is a hundredth. A blocked server sends none."""

GET = b"GET / HTTP/1.1\r\nHost: ada.example\r\n"
POST = b"POST /api/matches HTTP/1.1\r\nHost: ada.example\r\nContent-Type: application/json\r\n"
BEGINNINGS = {
    "idle": (b"", b""),
    "header": (GET + b"X-Slow: ", b"a"),
    "body": (POST + b"Content-Length: 100000\r\n\r\n", b" "),
    "blank lines": (b"", b"\r\n"),
    "keep-alive": (GET + b"\r\n", b""),
}
"""What a client sends at first, and then again every half second, and seems busy."""


class Crowd:
    """Clients that connect all at once, send a beginning, and then a little now and then, and read what comes."""

    def __init__(self, port: int):
        self.port = port
        self.clients = selectors.DefaultSelector()
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.be_slow, name="crowd")

    def __enter__(self) -> Self:
        for kind, _ in product(BEGINNINGS, range(CROWD // len(BEGINNINGS))):
            client = socket.create_connection(("127.0.0.1", self.port))
            client.sendall(BEGINNINGS[kind][0])
            client.setblocking(False)
            self.clients.register(client, selectors.EVENT_READ, kind)
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        self.thread.join()
        for client, _ in self.here():
            client.close()
        self.clients.close()

    def here(self) -> list[tuple[socket.socket, str]]:
        """Those on whom the server has not hung up, and the kind of each."""
        return [(key.fileobj, key.data) for key in list(self.clients.get_map().values())]  # type: ignore[misc]

    def kinds(self) -> Counter[str]:
        """How many of each kind are there."""
        return Counter(kind for _, kind in self.here())

    def be_slow(self) -> None:
        """Send a byte each, every half second, and note who was sent away."""
        while not self.over.wait(0.5):
            for client, kind in self.here():
                with suppress(BlockingIOError, ConnectionError):
                    client.sendall(BEGINNINGS[kind][1])
            for key, _ in self.clients.select(0):
                client = key.fileobj
                try:
                    gone = not client.recv(65536)  # type: ignore[union-attr]
                except ConnectionError:
                    gone = True
                if gone:
                    self.clients.unregister(client)
                    client.close()  # type: ignore[union-attr]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Iterator[Stack]:
    """A web server."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2 * CROWD)), hard))
    folder: Path = tmp_path_factory.mktemp("slow")
    shutil.copy(migrated_sqlite, folder / "poste.sqlite")
    started = Stack(folder, ("web",), migrated=True, **SECONDS)
    try:
        started.start()
        for _ in range(PAGES):
            page(started)  # the first page of each process takes longer
        yield started
    finally:
        started.stop()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def page(stack: Stack) -> float:
    """Open a page; the seconds that it took."""
    began = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", stack.port, timeout=60)
    connection.request("GET", "/")
    response = connection.getresponse()
    assert (response.status, b"</html>" in response.read()) == (200, True)
    connection.close()
    return time.perf_counter() - began


@pytest.mark.wide
def test_a_thousand_slow_clients_of_all_kinds_delay_no_page_and_the_silent_are_sent_away(stack: Stack) -> None:
    with Crowd(stack.port) as crowd:
        took = median(page(stack) for _ in range(PAGES))
        print(f"a page takes {1000 * took:.0f} ms, there are {dict(crowd.kinds())}")
        assert took < SLOWEST
        wait_for(lambda: not SILENT & {*crowd.kinds()}, "the silent to have been sent away", PATIENCE)


def test_a_client_that_takes_no_answer_is_sent_away_in_time(stack: Stack) -> None:
    """It asks and asks: once the lines are full, answers pile up in the server, which reads no more from it."""
    with socket.create_connection(("127.0.0.1", stack.port)) as client:

        def was_sent_away() -> bool:
            try:
                client.sendall(b"GET /static/french.svg HTTP/1.1\r\nHost: ada.example\r\n\r\n")
            except ConnectionError:
                return True
            return False

        wait_for(was_sent_away, "to be sent away", 15 + PATIENCE)
    assert page(stack) < SLOWEST


def test_nothing_of_a_slow_client_is_logged(stack: Stack) -> None:
    assert "ada.example" not in stack.read_log()
    assert "Traceback" not in stack.read_log()
