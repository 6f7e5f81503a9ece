"""The configurations of nginx and Caddy that `poste hosting` prints, run as they are before a real server."""

from __future__ import annotations

import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from http.client import HTTPSConnection, IncompleteRead
from pathlib import Path

import pytest

from server import clock, links
from server.paths import HOSTING
from tests.cast import open_table
from tests.services import Stack, answers, ended, free_port, wait_for

from .conftest import inside
from .install import found

pytestmark = pytest.mark.system

NAME = "cards.example.org"
SLOW = 100
"""Clients that send half a header and wait; eight were enough for a server with eight threads."""


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with what only this machine has: ports, certificates, folders. Each is there to be changed."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def nginx(folder: Path, port: int, to: int) -> list[str]:
    """The command of nginx with its configuration."""
    certificates = "/etc/letsencrypt/live/cards.example.org"
    server = changed(
        (HOSTING / "nginx.conf").read_text(),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        (f"{certificates}/fullchain.pem", f"{folder}/cert.pem"),
        (f"{certificates}/privkey.pem", f"{folder}/key.pem"),
        ("/var/log/nginx", str(folder)),
        ("127.0.0.1:8000", f"127.0.0.1:{to}"),
    )
    kept = "".join(
        f"{what}_temp_path {folder}/{what};\n" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/nginx.pid; user root;\nevents {{}}\nhttp {{\n{kept}{server}}}\n"
        if _is_root()
        else f"daemon off; pid {folder}/nginx.pid;\nevents {{}}\nhttp {{\n{kept}{server}}}\n"
    )
    return ["-c", f"{folder}/nginx.conf", "-e", f"{folder}/start.log"]


def _is_root() -> bool:
    return subprocess.run(["id", "-u"], capture_output=True, text=True, check=True).stdout.strip() == "0"


def caddy(folder: Path, port: int, to: int) -> list[str]:
    """The command of Caddy with its configuration."""
    server = changed(
        (HOSTING / "Caddyfile").read_text(),
        ("# Caddy: /etc/caddy/Caddyfile\n{", "{\n    admin off\n    auto_https disable_redirects"),
        (f"{NAME} {{", f"https://{NAME}:{port} {{\n    bind 127.0.0.1\n    tls {folder}/cert.pem {folder}/key.pem"),
        ("/var/log/caddy", str(folder)),
        ("127.0.0.1:8000", f"127.0.0.1:{to}"),
    )
    (folder / "Caddyfile").write_text(server)
    return ["run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]


PROXIES: dict[str, Callable[[Path, int, int], list[str]]] = {"nginx": nginx, "caddy": caddy}


@dataclass
class Site:
    """A server behind a proxy."""

    stack: Stack
    port: int
    folder: Path
    seat: str
    player: str

    def ask(
        self, method: str, path: str, body: bytes | None = None, of: str = "127.0.0.1", **headers: str
    ) -> tuple[int, str, str]:
        """Status, headers and body of an answer to somebody at an address."""
        connection = HTTPSConnection(NAME, self.port, timeout=60, context=ssl._create_unverified_context())
        connection.sock = connection._context.wrap_socket(  # type: ignore[attr-defined]
            socket.create_connection(("127.0.0.1", self.port), 60, (of, 0)), server_hostname=NAME
        )
        with closing(connection):
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            try:
                read = answer.read()
            except IncompleteRead as cut_off:  # a proxy that learns of a refusal while it still sends may do that
                read = cut_off.partial
            return answer.status, str(answer.headers), read.decode()

    def logs(self) -> str:
        """All that the proxy has written."""
        return "".join(path.read_text(errors="replace") for path in self.folder.glob("*.log"))


@pytest.fixture(scope="module", params=PROXIES)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server on one process, so that what it counts is counted once, and the proxy before it."""
    program = found(request.param)
    assert program, f"{request.param} is not installed: `{sys.executable} -m tests.stack.install` as root installs it."
    folder = tmp_path_factory.mktemp(request.param)
    settings = {"BASE_URL": f"https://{NAME}", "PROXIES": "1", "LIMITS": "on", "WEB_WORKERS": "1"}
    with ExitStack() as running:
        stack = Stack(tmp_path_factory.mktemp("behind"), ("web",), **settings)
        running.callback(stack.stop)
        stack.start()
        port = free_port()
        certify(folder)
        command = [str(program), *PROXIES[request.param](folder, port, stack.port)]
        output = running.enter_context((folder / "output.log").open("wb"))
        environ = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
        proxy = subprocess.Popen(command, stdout=output, stderr=output, env=environ)
        running.callback(ended, proxy)
        wait_for(lambda: answers(port) or proxy.poll() is not None, "the proxy to listen")
        assert proxy.poll() is None, (folder / "output.log").read_text()
        with inside(stack):
            chair = open_table(at=clock.now()).chairs[0]
            seat, player = links.seat(chair), links.me(chair.player)
        yield Site(stack, port, folder, *(link.removeprefix(f"https://{NAME}") for link in (seat, player)))


def certify(folder: Path) -> None:
    """Make a certificate that nobody trusts."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-keyout", folder / "key.pem", "-out", folder / "cert.pem", "-subj", f"/CN={NAME}",
         "-addext", f"subjectAltName=DNS:{NAME}"],
        check=True, capture_output=True,
    )  # fmt: skip


def test_the_page_comes_and_its_links_begin_as_the_settings_say(site: Site) -> None:
    status, headers, page = site.ask("GET", site.seat)
    assert (status, "Strict-Transport-Security" in headers) == (200, True)
    assert "</html>" in page
    links_of_it = re.findall(r"https?://[^/\s\"<]*", page + site.ask("GET", site.player)[2])
    assert f"https://{NAME}" in links_of_it
    assert not [link for link in links_of_it if (link.startswith("http:") and NAME in link) or "127.0.0.1" in link]


def test_the_address_of_the_client_counts_whatever_it_says_of_itself(site: Site) -> None:
    def ask(number: int, of: str) -> int:
        return site.ask("POST", "/api/matches", b"{}", of, X_Forwarded_For=f"192.0.2.{number}", **TYPE)[0]

    asked = [ask(number, "127.0.0.1") for number in range(31)]
    assert (set(asked[:30]), asked[30]) == ({422}, 429)
    assert ask(1, "127.0.0.2") == 422


TYPE = {"Content_Type": "application/json"}


def test_a_body_that_is_too_long_stays_outside(site: Site) -> None:
    status = site.ask("POST", "/api/matches", b" " * 300_000, "127.0.0.3", **TYPE)[0]
    assert status in (413, 502)  # Caddy says the latter if it learns that we refuse while it still sends


def test_slow_clients_stop_nothing(site: Site) -> None:
    with ExitStack() as lines:
        for _ in range(SLOW):
            line = lines.enter_context(socket.create_connection(("127.0.0.1", site.port)))
            line.sendall(b"\x16\x03")
        for _ in range(SLOW):
            line = lines.enter_context(socket.create_connection(("127.0.0.1", site.stack.port)))
            line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert site.ask("GET", "/")[0] == 200


def test_no_log_of_the_proxy_holds_a_link(site: Site) -> None:
    tokens = [path.rpartition("/")[2] for path in (site.seat, site.player)]
    paths = [site.seat, site.player, f"/api/seat/{tokens[0]}", f"/stop/{tokens[0]}?again={tokens[1]}"]
    for path in paths:
        site.ask("GET", path, Referer=f"https://{NAME}{site.seat}")
    site.ask("POST", site.seat, b"x" * 300_000)
    site.stack.processes["web"].terminate()
    site.stack.processes["web"].wait()
    assert {site.ask("GET", path)[0] for path in paths} == {502}
    written = wait_for(lambda: site.logs() if site.logs().count("502") >= len(paths) else "", "the log to be written")
    assert [token for token in tokens if token in written] == []
    assert "127.0.0.1" in written
