"""The web server as it is started: what it makes of odd requests, how it stops, and what is left where it is killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread

import pytest

from server import links
from server.views import seat_page
from tests.bench.memory import children
from tests.cast import open_table
from tests.services import Stack, answers, free_port, status_of, wait_for

from .conftest import inside

CLOSE = b"Connection: close\r\n"
HOST = b"Host: zoraide.example\r\n"
POST = b"POST /api/matches HTTP/1.1\r\n"
LENGTH = b"Content-Type: application/json\r\nContent-Length: "
CHUNKED = b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
ODD: dict[str, tuple[bytes, int]] = {
    "no request": (b"ADA\r\n\r\n", 400),
    "a method in small letters": (b"get / HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "a NUL in the address": (b"GET /s/zoraide\0 HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n", 404),
    "two hosts": (b"GET / HTTP/1.1\r\n" + HOST + HOST + b"Connection: close\r\n\r\n", 400),
    "a NUL in a header": (b"GET / HTTP/1.1\r\nHost: zoraide\0\r\nConnection: close\r\n\r\n", 400),
    "a header without a name": (b"GET / HTTP/1.1\r\n: zoraide\r\n\r\n", 400),
    "TLS": (b"\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03\r\n\r\n", 400),
    "a header that is too long": (b"GET / HTTP/1.1\r\nX-Ada: " + b"a" * 20_000 + b"\r\n\r\n", 431),
    "an address that is too long": (b"GET /s/" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n", 431),
    "a length below nothing": (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    "two lengths": (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
    "chunks in HTTP/1.0": (b"POST / HTTP/1.0\r\nConnection: keep-alive\r\n" + CHUNKED + b"0\r\n\r\n", 400),
    "chunks that are none": (b"POST / HTTP/1.1\r\n" + CHUNKED + b"xyz\r\n\r\n", 400),
    "another encoding": (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    "a body that is too long": (POST + CLOSE + LENGTH + b"300000\r\n\r\n" + b" " * 300_000, 413),
    "one that is not even read": (POST + LENGTH + b"3000000\r\n\r\n", 413),
    "chunks that are too many": (
        POST + CLOSE + CHUNKED + (b"10000\r\n" + b" " * 0x10000 + b"\r\n") * 5 + b"0\r\n\r\n", 413,
    ),
}  # fmt: skip


UNANSWERED = {
    "an address that is none": b"GET http://[zoraide HTTP/1.1\r\n" + HOST + b"\r\n",
    "a length of far too many digits": b"POST /s/zoraide HTTP/1.1\r\nContent-Length: " + b"9" * 6000 + b"\r\n\r\n",
}

Started = Callable[..., AbstractContextManager[Stack]]


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Started:
    """Run a web server."""

    @contextmanager
    def one(**environ: str) -> Iterator[Stack]:
        folder = tmp_path_factory.mktemp("serving")
        shutil.copy(migrated_sqlite, folder / "poste.sqlite")
        stack = Stack(folder, ("web",), migrated=True, **environ)
        try:
            stack.start()
            yield stack
        finally:
            stack.stop()

    return one


@pytest.fixture(scope="module")
def kept(started: Started) -> Iterator[Stack]:
    """A web server with two processes that all tests ask."""
    with started() as stack:
        yield stack


@pytest.fixture
def stack(kept: Stack) -> Stack:
    """That web server; it runs again if a test has stopped it."""
    kept.keep_running()
    wait_for(lambda: answers(kept.port) and len(processes(kept)) == 2, "it to listen")
    return kept


def told(stack: Stack, raw: bytes) -> bytes:
    """What comes for these bytes until the server hangs up."""
    with socket.create_connection(("127.0.0.1", stack.port), timeout=30) as client:
        client.sendall(raw)
        got = b""
        with suppress(ConnectionResetError):  # what had not been read, when it hung up
            while part := client.recv(65536):
                got += part
        return got


def asked(
    stack: Stack, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[HTTPResponse, bytes]:
    """An answer and its body."""
    connection = HTTPConnection("127.0.0.1", stack.port, timeout=60)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    got = response.read()
    connection.close()
    return response, got


def test_what_cannot_be_read_is_refused_and_the_line_is_closed(stack: Stack, subtests: pytest.Subtests) -> None:
    for what, (raw, status) in ODD.items():
        with subtests.test(what):
            head, _, body = told(stack, raw).partition(b"\r\n\r\n")
            assert head.split()[1] == str(status).encode()
            assert b"connection: close" in head.lower()
            assert b"zoraide" not in body
            assert status_of(f"{stack.url}/") == 200
            logged = stack.read_log()
            assert "Traceback" not in logged
            assert "zoraide" not in logged


def test_on_what_nobody_sends_by_mistake_it_may_hang_up(stack: Stack, subtests: pytest.Subtests) -> None:
    for what, raw in UNANSWERED.items():
        with subtests.test(what):
            assert told(stack, raw) == b""
            assert "zoraide" not in stack.read_log()


def test_a_body_as_long_as_it_may_be_is_read(stack: Stack) -> None:
    assert asked(stack, "POST", "/api/matches", b" " * 256 * 1024, Content_Type="application/json")[0].status == 422


def test_a_client_that_waits_for_a_word_gets_it_and_then_its_answer(stack: Stack) -> None:
    raw = b"POST /api/matches HTTP/1.1\r\nExpect: 100-continue\r\nConnection: close\r\n" + LENGTH + b"2\r\n\r\n"
    with socket.create_connection(("127.0.0.1", stack.port), timeout=30) as client:
        client.sendall(raw)
        assert client.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(b"{}")
        assert client.recv(1000).startswith(b"HTTP/1.1 422 ")


def test_requests_that_come_together_are_answered_in_their_order(stack: Stack) -> None:
    raw = b"".join(f"GET /static/{name} HTTP/1.1\r\n".encode() + b"\r\n" for name in ("style.css", "table.js"))
    got = told(stack, raw + b"GET /static/icon.svg HTTP/1.1\r\nConnection: close\r\n\r\n")
    kinds = [line for line in got.split(b"\r\n") if line.startswith(b"Content-Type: ")]
    assert [kind.split(b"/")[1][:3] for kind in kinds] == [b"css", b"jav", b"svg"]


def test_heads_etags_and_gzip_are_as_the_application_says(stack: Stack) -> None:
    whole, page = asked(stack, "GET", "/")
    head, nothing = asked(stack, "HEAD", "/")
    assert (head.status, nothing, head.headers["Content-Length"]) == (200, b"", str(len(page)))
    assert "Server" not in whole.headers
    style, _ = asked(stack, "GET", "/static/style.css")
    again, nothing = asked(stack, "GET", "/static/style.css", If_None_Match=style.headers["ETag"])
    assert (again.status, nothing) == (304, b"")
    small, packed = asked(stack, "GET", "/", Accept_Encoding="gzip")
    assert (small.headers["Content-Encoding"], len(packed) < len(page)) == ("gzip", True)


def test_an_urgent_byte_hinders_nobody(stack: Stack) -> None:
    with socket.create_connection(("127.0.0.1", stack.port), timeout=30) as client:
        client.send(b"!", socket.MSG_OOB)
        assert status_of(f"{stack.url}/") == 200


# Stopped and killed --------------------------------------------------------------------------------------------------


def processes(stack: Stack) -> list[int]:
    """The processes that answer; the one that has started them is not among them."""
    return [pid for pid in children(stack.processes["web"].pid) if pid != stack.processes["web"].pid]


def runs(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False


@contextmanager
def sealing(stack: Stack) -> Iterator[list[int]]:
    """A seal that has begun while the database is locked, and may go on afterwards; the status that then came."""
    with inside(stack):
        match = open_table()
        chair = match.chairs[0]
        path = f"/api/seat/{links.seat_token(chair)}/answer"
        answer = json.dumps({"answer": f"{seat_page(chair).view['hand'][0]} centre", "ply": 0}).encode()
    got: list[int] = []

    def seal() -> None:
        got.append(asked(stack, "POST", path, answer, Content_Type="application/json")[0].status)

    with closing(sqlite3.connect(stack.folder / "poste.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        begun = Thread(target=seal)
        begun.start()
        with pytest.raises(AssertionError):
            wait_for(lambda: got, "an answer, while the database is locked", 1)
        yield got
        other.execute("COMMIT")
    begun.join()


def test_a_seal_that_has_begun_is_finished_when_the_server_stops(stack: Stack) -> None:
    with sealing(stack) as got:
        stack.processes["web"].terminate()
        wait_for(lambda: "stopping" in stack.read_log(), "it to stop")
    assert got == [200]
    assert stack.processes["web"].wait(timeout=30) == 0
    assert not answers(stack.port)


@pytest.mark.wide
def test_the_next_server_listens_while_what_is_left_of_a_killed_one_finishes(started: Started) -> None:
    """It listens on all addresses, and shows its metrics on a port of their own."""
    with started(BIND="::", METRICS_BIND=f"127.0.0.1:{free_port()}") as stack:
        assert status_of(f"http://[::1]:{stack.port}/") == 200
        with sealing(stack) as got:
            os.kill(stack.processes["web"].pid, signal.SIGKILL)
            stack.processes["web"].wait()
            stack.start_one("web")
            after = stack.processes["web"]
            wait_for(lambda: after.poll() is not None or len(processes(stack)) == 2, "the next one to start")
            wait_for(lambda: after.poll() is not None or answers(stack.port), "it to listen")
            assert status_of(f"{stack.url}/") == 200
        assert got in ([200], [503])  # on a slow machine the next one starts later than a page waits for the database


def test_a_process_that_dies_is_started_again_and_the_port_stays_open(stack: Stack) -> None:
    before = processes(stack)
    assert len(before) == 2
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    assert status_of(f"{stack.url}/") == 200  # it waits at the socket until one of them is back
    wait_for(lambda: len(processes(stack)) == 2 and not set(before) & set(processes(stack)), "both to be back")


def test_nothing_is_left_of_a_server_whose_first_process_is_killed(stack: Stack) -> None:
    left = processes(stack)
    with socket.create_connection(("127.0.0.1", stack.port)):
        os.kill(stack.processes["web"].pid, signal.SIGKILL)
        wait_for(lambda: not any(map(runs, left)), "the others to end")
    wait_for(lambda: not answers(stack.port), "the last of their threads to end")
    stack.processes["web"].wait()
    stack.start_one("web")
    wait_for(lambda: answers(stack.port), "the port to be free for the next")
