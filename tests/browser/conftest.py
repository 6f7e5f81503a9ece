"""A phone, and a site for it to look at."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from werkzeug.exceptions import NotFound
from werkzeug.serving import make_server
from werkzeug.wsgi import ClosingIterator

from server import deal, links, matches
from server.store.models import Chair, Match, db
from tests.services import free_port

from .install import SHELL, WHOLE, installed

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
)
"""The last two let all pages of a phone share a process, in which scripts, styles and pictures are known already."""
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


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    """A browser for programs that are no tests."""
    browser = playwright.chromium.launch(executable_path=installed(SHELL, *WHOLE), args=launch_args())
    yield browser
    browser.close()


def launch_args() -> list[str]:
    """How Chromium is started; as root it has no sandbox."""
    return [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


KEPT = "cookies,local_storage,indexeddb,service_workers,cache_storage"
"""What a site may keep on a phone."""


class Site:
    """The application, as it is served."""

    def __init__(self, address: str):
        self.address = address

    def seat(self, chair: Chair) -> str:
        """The address of a seat's page."""
        return f"{self.address}/s/{links.seat_token(chair)}"


class Stand:
    """What is served at one address, test after test, so that a browser fetches styles and pictures once."""

    def __init__(self) -> None:
        self._app: Flask | None = None
        self._idle, self._answering = threading.Condition(), 0

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        """Answer as the application of the running test does; between tests nothing is found."""
        with self._idle:
            app = self._app or NotFound()
            self._answering += 1
        try:
            answer = app(environ, start_response)
            with closing(ClosingIterator(answer)) as parts:
                return list(parts)
        finally:
            with self._idle:
                self._answering -= 1
                self._idle.notify_all()

    @contextmanager
    def shows(self, app: Flask) -> Iterator[None]:
        """Serve an application for a while, and wait for its last answer."""
        self._app = app
        yield
        with self._idle:
            self._app = None
            assert self._idle.wait_for(lambda: not self._answering, timeout=60)


@pytest.fixture(scope="session")
def stand() -> Iterator[tuple[Stand, str]]:
    """A server for all tests, and its address."""
    shown = Stand()
    server = make_server("127.0.0.1", free_port(), shown, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield shown, f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def site(app: Flask, stand: tuple[Stand, str]) -> Iterator[Site]:
    """The site while a test runs."""
    shown, address = stand
    with shown.shows(app):
        yield Site(address)


@contextmanager
def forgetful(phone: BrowserContext, address: str) -> Iterator[BrowserContext]:
    """A phone that knows nothing of what was done with it before, but for styles and pictures.

    Its first page stays open, so that the process of its pages stays, too.
    """
    first = phone.pages[0] if phone.pages else phone.new_page()
    yield phone
    _, *opened = phone.pages
    for page in opened:
        page.close()
    session = phone.new_cdp_session(first)
    session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": KEPT})
    session.detach()
    phone.clear_cookies()


@pytest.fixture(scope="session")
def phone(browser: Browser, browser_context_args: dict[str, object]) -> Iterator[BrowserContext]:
    """A phone that is passed on from test to test."""
    context = browser.new_context(**browser_context_args)  # type: ignore[arg-type]
    yield context
    context.close()


@pytest.fixture(scope="session")
def scriptless(browser: Browser, browser_context_args: dict[str, object]) -> Iterator[BrowserContext]:
    """The same phone with script switched off."""
    context = browser.new_context(**{**browser_context_args, "java_script_enabled": False})  # type: ignore[arg-type]
    yield context
    context.close()


@pytest.fixture
def context(phone: BrowserContext, stand: tuple[Stand, str]) -> Iterator[BrowserContext]:
    """The phone for one test. Who stops its clock or cuts its network takes `own_phone`."""
    with forgetful(phone, stand[1]) as cleaned:
        yield cleaned


@pytest.fixture
def own_phone(browser: Browser, browser_context_args: dict[str, object]) -> Iterator[Page]:
    """A phone that nobody else is given."""
    context = browser.new_context(**browser_context_args)  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


class Worlds:
    """Tables at which somebody has played: each is played at once, and stands so again for all who ask for it."""

    def __init__(self, database: Path, folder: Path):
        self._database, self._folder, self._kept = database, folder, dict[str, tuple[str, Path]]()

    def match(self, name: str, play: Callable[[], Match]) -> Match:
        """The match of a world, as it stood when it had just been played, and nothing else."""
        if name not in self._kept:
            chance = Random(name)  # whichever test comes first
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(deal, "new_seed", lambda: chance.randbytes(32))
                number = play().id
            db.session.rollback()
            self._kept[name] = number, self._folder / f"{len(self._kept)}.sqlite"
            _copy(self._database, self._kept[name][1])
        number, kept = self._kept[name]
        db.session.rollback()
        db.session.expunge_all()
        _copy(kept, self._database)
        return matches.match_by_id(number)


def _copy(one: Path, other: Path) -> None:
    with closing(sqlite3.connect(one)) as source, closing(sqlite3.connect(other)) as target:
        source.backup(target)


@pytest.fixture(scope="session")
def played(sqlite_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    """What was played on the database of the tests."""
    return Worlds(sqlite_file, tmp_path_factory.mktemp("worlds"))


@pytest.fixture
def worlds(played: Worlds, app: Flask) -> Worlds:
    """The same, at the application of a test."""
    return played


@pytest.fixture
def phone_without_script(scriptless: BrowserContext, stand: tuple[Stand, str]) -> Iterator[Page]:
    """The phone for one test, with script switched off."""
    with forgetful(scriptless, stand[1]) as cleaned:
        yield cleaned.new_page()
