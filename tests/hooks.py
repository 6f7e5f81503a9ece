"""A server on a thread that stands in for chats and push services, and a browser that takes what is pushed to it."""

from __future__ import annotations

import base64
import json
import os
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import http_ece
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


@dataclass(frozen=True)
class Got:
    """A request that came."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Hooks:
    """Takes requests, and answers with ``status`` after ``takes`` seconds; a drop of the answer every ``drips``."""

    status: int = 200
    takes: float = 0.0
    drips: float = 0.0
    answers: Mapping[str, str] = field(default_factory=dict)
    tls: ssl.SSLContext | None = None
    got: list[Got] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._stopped = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads, self._server.block_on_close = True, False
        if self.tls:
            self._server.socket = self.tls.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        hooks = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                hooks.got.append(Got(self.command, self.path, dict(self.headers.items()), body))
                hooks._stopped.wait(hooks.takes)
                try:
                    self._answer()
                except OSError:
                    return  # whoever called has hung up

            do_PUT = do_POST

            def _answer(self) -> None:
                if hooks.drips:
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
                while hooks.drips and not hooks._stopped.wait(hooks.drips):
                    self.wfile.write(b".")
                self.send_response(hooks.status)
                for name, value in hooks.answers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"ok")

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        return Handler


class Browser:
    """A browser: what it hands over when it subscribes, and how it decrypts what is pushed to it."""

    def __init__(self) -> None:
        self._key, self._auth = generate_private_key(SECP256R1()), os.urandom(16)

    def subscription(self, endpoint: str) -> dict[str, str]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": endpoint, "p256dh": _text(point), "auth": _text(self._auth)}

    def reads(self, got: Got) -> Any:
        plain = http_ece.decrypt(got.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return json.loads(plain)


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
