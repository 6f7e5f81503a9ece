"""A client that costs little: requests made in advance, on few connections, from one thread that never waits for one.

Client, server and database share the processors of the machine; what the client takes is missing to the others.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from random import Random


@dataclass
class Outcome:
    """What came back: the seconds each request took, and how many answers had which status."""

    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    spent: dict[str, float] = field(default_factory=dict)
    """Seconds of a processor that each process took for it, where that was looked at."""

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.waits) / self.seconds

    def add(self, other: Outcome) -> None:
        """Count what came back another time along with this."""
        self.seconds += other.seconds
        self.waits += other.waits
        self.statuses += other.statuses
        self.spent = {name: self.spent.get(name, 0.0) + seconds for name, seconds in other.spent.items()}

    def percentile(self, share: float) -> float:
        """The time within which that share of the answers came, in milliseconds."""
        ordered = sorted(self.waits)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


PATIENCE = 30
"""Seconds without any answer, after which the server is taken to be broken."""
A_CONNECTION = 10
"""Requests on one connection, before another is opened: people come and go, and whichever process is free takes them.

Connections that stay for good are shared out once and by chance: one process may get all of them.
"""


class Line:
    """A client that sends its requests one after the other, on a connection that it opens anew now and then."""

    def __init__(self, port: int, requests: Iterator[bytes], answers: selectors.BaseSelector):
        self._port, self._requests, self._answers = port, requests, answers
        self._socket: socket.socket | None = None
        self._sent, self._got, self.since = 0, b"", 0.0

    def ask(self, since: float) -> bool:
        """Send the next request, which has been due ``since``. False: there are no more."""
        request = next(self._requests, None)
        if request is None:
            return False
        self.since = since
        if self._sent % A_CONNECTION == 0:
            self.close()
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self._port), timeout=30)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._answers.register(self._socket, selectors.EVENT_READ, self)
        self._sent += 1
        self._socket.sendall(request)
        return True

    def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            self._answers.unregister(self._socket)
            self._socket.close()
            self._socket = None

    def hear(self) -> int | None:
        """Read what has come; the status of the answer once it is whole."""
        assert self._socket is not None
        got = self._socket.recv(65536)
        if not got:
            raise ConnectionError("the server closed a connection that was in use")
        self._got += got
        head, found, body = self._got.partition(b"\r\n\r\n")
        if not found or len(body) < _length(head):
            return None
        self._got = b""
        return int(head[9:12])


def _length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])


def drive(
    ports: int | Sequence[int], streams: Sequence[Iterator[bytes]], seconds: float, rate: float | None = None
) -> Outcome:
    """Send requests for some seconds, each stream over connections of its own and in its order, the ports in turn.

    Without a ``rate`` each connection asks again as soon as it has its answer. With one, requests fall due at random
    (Poisson) so many times a second, whether answers come or not, and waiting for a free connection counts as waiting.
    """
    with selectors.DefaultSelector() as answers:
        in_turn = cycle([ports] if isinstance(ports, int) else ports)
        lines = [Line(port, stream, answers) for port, stream in zip(in_turn, streams, strict=False)]
        try:
            return _drive(lines, answers, seconds, _arrivals(rate, seconds) if rate else None)
        finally:
            for line in lines:
                line.close()


def _arrivals(rate: float, seconds: float) -> deque[float]:
    random, at, due = Random(1), 0.0, deque[float]()
    while (at := at + random.expovariate(rate)) < seconds:
        due.append(at)
    return due


def _drive(lines: Sequence[Line], answers: selectors.BaseSelector, seconds: float, due: deque[float] | None) -> Outcome:
    outcome, free, busy = Outcome(), deque(lines), 0
    started = heard = time.perf_counter()
    while (now := time.perf_counter() - started) < seconds or busy:
        open_for_more = now < seconds if due is None else bool(due)
        while free and open_for_more and (due is None or due[0] <= now):
            busy += free.popleft().ask(started + (now if due is None else due.popleft()))
            open_for_more = due is None or bool(due)
        pause = max(0.0, due[0] - now) if due and free else 0.5
        for key, _ in answers.select(pause if busy or due else 0.01):
            status = key.data.hear()
            heard = time.perf_counter()
            if status is not None:
                outcome.waits.append(time.perf_counter() - key.data.since)
                outcome.statuses[status] += 1
                free.append(key.data)
                busy -= 1
        if not busy and not due and not free:
            break
        if busy and time.perf_counter() - heard > PATIENCE:
            raise TimeoutError(f"{busy} requests, and no answer for {PATIENCE} s: look into the server's log.")
    outcome.seconds = time.perf_counter() - started
    return outcome


def post(path: str, body: bytes, content_type: str = "application/json") -> bytes:
    """A request as it goes over the line."""
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {content_type}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def get(path: str) -> bytes:
    """A request for a page."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
