"""A request names one host: what could be read as another is refused, before any page."""

from __future__ import annotations

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from werkzeug.test import EnvironBuilder, run_wsgi_app

from server.web.serving import guarded
from tests.each import each


def page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """A page that is always there, and says from where it is asked."""
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [environ["REMOTE_ADDR"].encode()]


def status(host: str, **environ: str) -> str:
    """The status of an answer to whoever asks this host."""
    asked = EnvironBuilder("/", environ_overrides={"HTTP_HOST": host, "REMOTE_ADDR": "192.0.2.1", **environ})
    return run_wsgi_app(guarded(page), asked.get_environ())[1]


@each(
    "host",
    [
        "ada.example, bruno.example", "ada.example, ada.example", ", x", "ada.example bruno.example",
        "ada@bruno.example", "ada.example/x", "[::1", "ada:80:81", "ad\u00e4.example", "a#b", "a?b", "a\0",
    ],
)  # fmt: skip
def test_two_hosts_or_none_that_is_clear_are_refused(host: str) -> None:
    """Of two headers the server makes one, with a comma."""
    assert status(host) == "400 Bad Request"


@each("host", ["ada.example", "ada.example:8000", "127.0.0.1:80", "[::1]:8000", "xn--bcher-kva.example", "a_b", ""])
def test_one_host_is_fine(host: str) -> None:
    assert status(host) == "200 OK"


def test_a_body_in_chunks_that_were_not_put_together_is_refused() -> None:
    assert status("ada.example", HTTP_TRANSFER_ENCODING="chunked") == "400 Bad Request"


def test_an_address_of_ipv4_is_one_whichever_socket_it_came_through() -> None:
    asked = EnvironBuilder("/", environ_overrides={"REMOTE_ADDR": "::ffff:192.0.2.1"}).get_environ()
    assert b"".join(run_wsgi_app(guarded(page), asked)[0]) == b"192.0.2.1"
