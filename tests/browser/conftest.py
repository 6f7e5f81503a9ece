"""A phone, and a site for it to look at."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from werkzeug.serving import make_server

from server import links
from server.store.models import Chair
from tests.services import free_port

from .install import SHELL, WHOLE, installed

QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
expect.set_options(timeout=60_000)  # milliseconds: on a busy machine a page takes its time
PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "has_touch": True}


@pytest.fixture(scope="session")
def whole_chromium(playwright: Playwright) -> str:
    """Where Chromium is: an installed one, else Playwright's own. Without one the tests fail and say so."""
    for found in (installed(*WHOLE), playwright.chromium.executable_path):
        if found and Path(found).exists():
            return found
    pytest.fail(f"No Chromium: install one of {', '.join(WHOLE)}, or run `playwright install chromium`.")


@pytest.fixture(scope="session")
def browser_type_launch_args(whole_chromium: str) -> dict[str, object]:
    """What Playwright starts: the shell, where there is one."""
    return {"executable_path": installed(SHELL) or whole_chromium, "args": launch_args()}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """A small phone in Paris."""
    return {**browser_context_args, **PHONE, "timezone_id": "Europe/Paris"}


@pytest.fixture
def database_url(tmp_path: Path, migrated_sqlite: Path) -> str:
    """Pages look the same on every database: SQLite will do."""
    shutil.copy(migrated_sqlite, tmp_path / "poste.sqlite")
    return f"sqlite:///{tmp_path / 'poste.sqlite'}"


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    """A browser for programs that are no tests."""
    browser = playwright.chromium.launch(executable_path=installed(SHELL, *WHOLE), args=launch_args())
    yield browser
    browser.close()


def launch_args() -> list[str]:
    """How Chromium is started; as root it has no sandbox."""
    return [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


class Site:
    """The application, served on a port of its own."""

    def __init__(self, address: str):
        self.address = address

    def seat(self, chair: Chair) -> str:
        """The address of a seat's page."""
        return f"{self.address}/s/{links.seat_token(chair)}"


@pytest.fixture
def site(app: Flask) -> Iterator[Site]:
    """The site while a test runs."""
    server = make_server("127.0.0.1", free_port(), app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Site(f"http://127.0.0.1:{server.port}")
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def phone_without_script(browser: Browser, browser_context_args: dict[str, object]) -> Iterator[Page]:
    """The same phone with script switched off."""
    context: BrowserContext = browser.new_context(**{**browser_context_args, "java_script_enabled": False})
    yield context.new_page()
    context.close()
