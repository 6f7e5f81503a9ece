"""The health check of a container: it asks /healthz of the server beside it, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from server.paths import ROOT
from tests.services import free_port


class Stub(BaseHTTPRequestHandler):
    """A server whose pages are there; ``/healthz`` says what it is told to."""

    health = 200

    def do_GET(self) -> None:
        self.send_response(self.health if self.path == "/healthz" else 200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing is written down."""


@pytest.fixture
def port() -> Iterator[int]:
    """Where the stub listens."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def status(port: int, **environ: str) -> int:
    """The exit status of the check, as a container asks."""
    command = [sys.executable, "-S", "-m", "server.hosting.healthy", str(port)]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, timeout=60).returncode


def test_a_server_is_well_that_says_so(port: int) -> None:
    assert status(port) == 0


def test_a_server_that_only_shows_its_pages_is_not_well(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stub, "health", 503)
    assert status(port) == 1


def test_the_server_itself_is_asked_and_no_proxy(port: int) -> None:
    assert status(port, http_proxy=f"http://127.0.0.1:{free_port()}") == 0


def test_where_nobody_listens_nothing_is_well() -> None:
    assert status(free_port()) == 1
