"""A request names one host: what could be read as another is refused, before any page."""

from __future__ import annotations

import pytest
from waitress.adjustments import Adjustments
from waitress.parser import ParsingError

from server.web.serving import Request


def parsed(*headers: str) -> Request:
    request = Request(Adjustments())
    request.parse_header("\r\n".join(["GET / HTTP/1.1", *headers, "", ""]).encode("latin-1"))
    return request


@pytest.mark.parametrize(
    "headers",
    [
        ("Host: ada.example", "Host: bruno.example"), ("Host: ada.example", "Host: ada.example"), ("Host: ", "host: x"),
        ("Host: ada.example, bruno.example",), ("Host: ada.example bruno.example",), ("Host: ada@bruno.example",),
        ("Host: ada.example/x",), ("Host: ada.example", "X: y", "HOST: b"), ("Host: [::1",), ("Host: ada:80:81",),
        ("Host: ada.example\t",  " bruno.example"), ("Host: ad\u00e4.example",), ("Host: a#b",), ("Host: a?b",),
    ],
)  # fmt: skip
def test_two_hosts_or_none_that_is_clear_are_refused(headers: tuple[str, ...]) -> None:
    with pytest.raises(ParsingError):
        parsed(*headers)


@pytest.mark.parametrize(
    "host", ["ada.example", "ada.example:8000", "127.0.0.1:80", "[::1]:8000", "xn--bcher-kva.example", "a_b", ""]
)
def test_one_host_is_fine(host: str) -> None:
    assert parsed(f"Host: {host}").headers["HOST"] == host
