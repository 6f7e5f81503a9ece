"""What goes over the wire as it is, to either port: requests byte by byte, garbage, half of something."""

# ruff: noqa: E501 (a table of malformed requests is read as a table)

from __future__ import annotations

import re
import socket
import time
from contextlib import suppress
from random import Random

from .odd import bent_bytes
from .requests import Asked, one_line

STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ")


def request(asked: Asked, close: bool = True) -> bytes:
    """The bytes of a request. Spaces and control characters of an address are encoded, as any client does."""
    path = re.sub(rb"[\x00-\x20\x7f]", lambda found: b"%%%02X" % found[0][0], asked.path) or b"/"
    given = {"Host": "localhost", **dict(asked.headers)}
    if asked.body:
        given.setdefault("Content-Length", str(len(asked.body)))
    if close:
        given["Connection"] = "close"
    head = "".join(f"{name}: {one_line(value)}\r\n" for name, value in given.items())
    method = asked.method.encode("latin-1")
    return method + b" " + path + b" HTTP/1.1\r\n" + head.encode("latin-1", "replace") + b"\r\n" + asked.body


def answer(port: int, sent: bytes, patience: float) -> tuple[list[int], bytes]:
    """Send bytes, and read until the other side has had enough or nothing came for so long: statuses, and all bytes."""
    got = bytearray()
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=patience) as line:
        with suppress(OSError):
            line.sendall(sent)
        until = time.monotonic() + 4 * patience
        while time.monotonic() < until and (chunk := line.recv(65536)):
            got += chunk
    head = bytes(got[:200]) if sent.count(b" HTTP/1.") < 2 else bytes(got)
    return [int(status) for status in STATUS.findall(head)], bytes(got)


MALFORMED = (
    b"", b"\r\n\r\n", b"GET\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET / HTTP/1.1\nHost: a\n\n",
    b"GET / HTTP/1.1\r\n Host: a\r\n\r\n", b"GET / HTTP/1.1\r\nHost : a\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nX\x00: b\r\n\r\n",
    b"GET " + b"/a" * 40_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 9000 + b"\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"y" * 300_000 + b"\r\n\r\n", b"GET http://evil.example/ HTTP/1.1\r\nHost: a\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    b"CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n", b"POST /lost HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    b"POST /lost HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx", b"POST /lost HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
    b"POST /lost HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", b"POST /lost HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 9\r\n\r\nabc",
    b"POST /lost HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999999\r\n\r\n", b"POST /lost HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
    b"POST /lost HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 5000, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 50,
)  # fmt: skip
SMTP = (
    b"HELO\r\n", b"EHLO " + b"a" * 5000 + b"\r\n", b"MAIL FROM:<a@b>\r\n" * 50, b"RCPT TO:<a@b>\r\n", b"DATA\r\n", b"HELO a\r\nMAIL FROM:<>\r\nRCPT TO:<>\r\n",
    b"HELO a\r\nMAIL FROM:<a@b> SIZE=99999999999\r\n", b"HELO a\r\nMAIL FROM:<a@b> SIZE=-1 BODY=x SMTPUTF8\r\n", b"EHLO a\r\nAUTH PLAIN ////\r\n", b"STARTTLS\r\n",
    b"HELO a\r\nMAIL FROM:<\xff\xfe@\x00>\r\nRCPT TO:<\xff>\r\n", b"VRFY ada\r\nEXPN list\r\nHELP x\r\nNOOP " + b"x" * 900 + b"\r\nRSET\r\nQUIT\r\n", b"\r\n" * 900,
    b"HELO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<reply-" + b"0" * 32 + b"@cards.example.org>\r\nDATA\r\nx\r\n.\r\n", b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"HELO a" * 9000,
    b"HELO a\r\nMAIL FROM:<a@b>\r\n" + b"RCPT TO:<bounce-1-0000000000000000@cards.example.org>\r\n" * 90, b"LHLO a\r\n", b"HELO a\nMAIL FROM:<a@b>\nDATA\n.\n",
    "HELO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<bounce-١-0000000000000000@cards.example.org>\r\n".encode(),
)  # fmt: skip


def garbage(random: Random, known: tuple[bytes, ...]) -> bytes:
    """Something malformed, or that with bytes changed, or noise."""
    return random.choice(
        (random.choice(known), bent_bytes(random, random.choice(known)), random.randbytes(random.randrange(3000)))
    )


def drip(port: int, sent: bytes, seconds: float, until: float) -> None:
    """Send bytes one by one, with so many seconds between them."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        for at in range(len(sent)):
            line.sendall(sent[at : at + 1])
            if time.monotonic() > until:
                return
            time.sleep(min(seconds, max(0.0, until - time.monotonic())))
