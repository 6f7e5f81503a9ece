"""No mail costs more than its length: four times as much of the worst is four times as many steps of Python.

What is done in C has no steps to count: `tests.bench.costs` measures it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from server.post.inbound.html import lines_of_html
from server.post.inbound.mail import LARGEST, LINES, body, header, parsed, too_much
from server.post.inbound.new_lines import new_lines
from server.post.inbound.parts import NESTED, PARTS, VALUE
from server.post.inbound.robots import robot
from server.post.inbound.writers import writers
from tests.steps import steps

HEAD = b"From: ada@example.org\r\n"


def read(raw: bytes) -> None:
    mail = parsed(raw)
    writers(mail)
    robot(mail, "x")
    new_lines(body(mail))


WORST: dict[str, Callable[[int], bytes]] = {
    "headers": lambda n: HEAD + b"A: b\r\n" * n + b"\r\nKH\r\n",
    "folded": lambda n: HEAD + b" c\r\n" * n + b"\r\nKH\r\n",
    "one header": lambda n: b"From: " + b"a," * n + b" <ada@example.org>\r\n\r\nKH\r\n",
    "comments": lambda n: b"From: " + b"((" * n + b" <ada@example.org>\r\n\r\nKH\r\n",
    "parts": lambda n: HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * n,
    "lines": lambda n: HEAD + b"\r\n" + b"wrote 10:10 a@b\r\n" * n,
    "attributions": lambda n: HEAD + b"\r\n" + b"a@b 12 12\r\n> q\r\n" * n,
    "base64": lambda n: HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + b"QQ==\r\n" * n,
    "page": lambda n: HEAD + b"Content-Type: text/html\r\n\r\n" + b"<div>" * n + b"</p>" * n,
}


def test_four_times_as_much_is_at_most_four_times_as_many_steps(subtests: pytest.Subtests) -> None:
    for name, worst in WORST.items():
        with subtests.test(name):
            few, many = (steps(partial(read, worst(n))) for n in (100, 400))
            assert many < 4.5 * few


def test_a_page_that_no_browser_would_finish_is_read() -> None:
    assert "KH centre" in lines_of_html("<div>" * 40_000 + "KH centre" + "</p>" * 40_000)


def test_the_limits_of_a_mail_hold_one_over_and_not_at_it() -> None:
    assert not too_much(HEAD + b"\r\n" + b"x" * (LARGEST - len(HEAD) - 2))
    assert "MB" in too_much(HEAD + b"\r\n" + b"x" * (LARGEST - len(HEAD) - 1))
    assert not too_much(HEAD + b"\r\n" * (LINES - 1))
    assert "lines" in too_much(HEAD + b"\r\n" * LINES)
    multipart = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    assert not too_much(multipart + b"--b\r\n\r\nx\r\n" * (PARTS - 2))
    assert "parts" in too_much(multipart + b"--b\r\n\r\nx\r\n" * PARTS)
    level = "Content-Type: multipart/mixed; boundary=b{0}\r\n\r\n--b{0}\r\n"
    assert not too_much(HEAD + "".join(map(level.format, range(NESTED - 1))).encode() + b"\r\nx")
    assert "parts" in too_much(HEAD + "".join(map(level.format, range(NESTED))).encode() + b"\r\nx")


def test_a_header_is_read_up_to_its_length() -> None:
    for more in (0, 1):
        mail = parsed(b"Subject: " + b"x" * (VALUE - 9 + more) + b"\r\n\r\n")
        assert len(header(mail, "Subject")) == VALUE - 9
