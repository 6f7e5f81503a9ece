"""What tests of replies share."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator

import pytest
from flask import Flask

from server.post.inbound.listener import listening, smtp_server

from ...services import free_port


@pytest.fixture
def client(app: Flask) -> Iterator[smtplib.SMTP]:
    """A connection to a listener that takes replies."""
    port = free_port()
    listener = listening(smtp_server(app, "127.0.0.1", port, kept=lambda: None))
    with listener, smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
        yield client
