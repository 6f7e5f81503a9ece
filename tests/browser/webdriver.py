"""Firefox and WebKitGTK, driven by what W3C has them speak: WebDriver BiDi, and WebDriver.

A browser goes to an address, has a size, evaluates script, and takes taps and keys. What is to be tapped is named by a
selector and by words of it; it is waited for, and nothing may lie on it. See https://w3c.github.io/webdriver-bidi/ and
https://w3c.github.io/webdriver/.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import subprocess
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from aiohttp import ClientSession

from tests.services import answers, ended, free_port, wait_for
from tests.stack.install import found

ANSWERS_WITHIN = 120.0
"""Seconds that a browser may take for one command, on a busy machine."""
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.ipc.processPrelaunch.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,
}
"""Firefox alone with our pages, and still: it asks nobody for news. Scroll bars lie over the page, as on a phone."""
GTK = {
    "settings.ini": "[Settings]\ngtk-enable-animations = 0\n",
    "gtk.css": "window * { min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0; font-size: 1px }\n",
}
"""WebKitGTK without motion, in a window whose buttons may be narrower than a phone."""
PLACE = """(selector, words) => {
  const seen = (one) => one.checkVisibility({ opacityProperty: false, visibilityProperty: true });
  const said = (one) => `${one.ariaLabel || one.value || ""} ${one.textContent}`.replace(/\\s+/g, " ");
  const one = [...document.querySelectorAll(selector)].find((one) => seen(one) && said(one).includes(words));
  if (document.readyState !== "complete" || !one) return null;
  one.scrollIntoView({ block: "center", behavior: "instant" });
  const [{ left, top, width, height }] = one.getClientRects();
  const [x, y] = [left + width / 2, top + height / 2].map(Math.round), there = document.elementFromPoint(x, y);
  return one.contains(there) || there?.contains(one) ? [x, y] : null;
}"""
"""Where the middle of the first element lies that can be seen and says these words, once nothing lies on it."""


class Failed(Exception):
    """A browser could not do what it was told."""


class Browser(ABC):
    """A browser with one page open."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address, and wait until all of it is there."""

    @abstractmethod
    def size(self, width: int, height: int) -> None:
        """Give the page this size."""

    @abstractmethod
    def picture(self) -> bytes:
        """What is on the screen, as PNG."""

    @abstractmethod
    def _evaluate(self, expression: str) -> str:
        """What an expression comes to, which is text."""

    @abstractmethod
    def _perform(self, *sources: dict[str, Any]) -> None:
        """Perform actions of pointers and keys."""

    def evaluate(self, function: str, *given: object) -> Any:
        """What a function of the page returns, if JSON has it."""
        return json.loads(self._evaluate(f"JSON.stringify(({function})(...{json.dumps(given)}) ?? null)"))

    def until(self, function: str, *given: object) -> Any:
        """Wait until a function returns something true, maybe on a page that is still to come."""

        def now() -> Any:
            with suppress(Failed):
                return self.evaluate(function, *given)

        try:
            return wait_for(now, f"{function} of {given}", 60)
        except AssertionError as in_vain:
            in_vain.add_note(self.evaluate("() => `${location}: ${document.body.innerText}`"))
            raise

    def until_said(self, words: str) -> None:
        """Wait until the page says this."""
        self.until("(words) => document.body.innerText.replace(/\\s+/g, ' ').includes(words)", words)

    def tap(self, selector: str, words: str = "") -> None:
        """Tap the first element that can be seen and says these words, with its label or in its text."""
        x, y = self.until(PLACE, selector, words)
        moved = {"type": "pointerMove", "x": x, "y": y}
        pressed = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self._perform({"type": "pointer", "id": "finger", "actions": [moved, *pressed]})

    def write(self, text: str) -> None:
        """Press the keys of a text, where the focus is."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keys", "actions": keys})


class Firefox(Browser):
    """Firefox, at the other end of a web socket."""

    def __init__(self, run: Callable[[Coroutine[Any, Any, Any]], Any], socket: Any):
        self._run, self._socket, self._numbers = run, socket, count(1)
        self.call("session.new", capabilities={})
        self._page = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method: str, **given: Any) -> Any:
        """Send a command, and return what it comes to."""
        return self._run(self._answer(next(self._numbers), method, given))

    async def _answer(self, number: int, method: str, given: dict[str, Any]) -> Any:
        await self._socket.send_json({"id": number, "method": method, "params": given})
        while (answer := await self._socket.receive_json()).get("id") != number:
            pass
        if "result" not in answer:
            raise Failed(answer["error"], answer["message"])
        return answer["result"]

    def go(self, address: str) -> None:
        """Open an address, and wait until all of it is there."""
        self.call("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def size(self, width: int, height: int) -> None:
        """Give the page this size."""
        self.call("browsingContext.setViewport", context=self._page, viewport={"width": width, "height": height})

    def picture(self) -> bytes:
        """What is on the screen, as PNG."""
        return base64.b64decode(self.call("browsingContext.captureScreenshot", context=self._page)["data"])

    def _evaluate(self, expression: str) -> str:
        given = {"expression": expression, "target": {"context": self._page}, "awaitPromise": False}
        answer = self.call("script.evaluate", **given)
        if answer["type"] != "success":
            raise Failed(answer["exceptionDetails"]["text"])
        return str(answer["result"]["value"])

    def _perform(self, *sources: dict[str, Any]) -> None:
        self.call("input.performActions", context=self._page, actions=sources)


class WebKit(Browser):
    """WebKitGTK, at the other end of a driver that speaks HTTP."""

    def __init__(self, driver: str, *options: str):
        self._driver = driver
        browser = {"webkitgtk:browserOptions": {"args": ["--automation", *options]}}
        started = self.call("POST", "/session", capabilities={"alwaysMatch": browser})
        self._session = f"/session/{started['sessionId']}"
        self._resize(400, 600)
        self._above = 600 - self.until("() => innerWidth === 400 && innerHeight")
        """What the buttons of the window take of its height."""

    def call(self, method: str, path: str, **given: Any) -> Any:
        """Send a command, and return what it comes to."""
        body = json.dumps(given).encode() if method == "POST" else None
        try:
            with urlopen(Request(self._driver + path, body, method=method), timeout=ANSWERS_WITHIN) as answer:
                return json.load(answer)["value"]
        except HTTPError as refused:
            with refused:
                raise Failed(refused.read().decode()) from None

    def go(self, address: str) -> None:
        """Open an address, and wait until all of it is there."""
        self.call("POST", f"{self._session}/url", url=address)

    def size(self, width: int, height: int) -> None:
        """Give the page this size, and wait until it is drawn so: the window is resized when it gets to it, and what
        depends on its width only when the next picture is made.
        """
        self._resize(width, height + self._above)
        self.until("(width, height) => innerWidth === width && innerHeight === height", width, height)
        self.evaluate(
            "() => (window.drawn = 0, requestAnimationFrame(() => requestAnimationFrame(() => (window.drawn = 1))), 1)"
        )
        self.until("() => window.drawn")

    def _resize(self, width: int, height: int) -> None:
        self.call("POST", f"{self._session}/window/rect", x=0, y=0, width=width, height=height)

    def picture(self) -> bytes:
        """What is on the screen, as PNG."""
        return base64.b64decode(self.call("GET", f"{self._session}/screenshot"))

    def close(self) -> None:
        """End it."""
        self.call("DELETE", self._session)

    def _evaluate(self, expression: str) -> str:
        return str(self.call("POST", f"{self._session}/execute/sync", script=f"return {expression}", args=[]))

    def _perform(self, *sources: dict[str, Any]) -> None:
        self.call("POST", f"{self._session}/actions", actions=sources)


@contextmanager
def firefox(folder: Path, script: bool = True) -> Iterator[Browser]:
    """Firefox, in a folder of its own; without ``script``, what pages bring does not run."""
    preferences = PREFERENCES | {"javascript.enabled": script}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()]
    (folder / "user.js").write_text("".join(lines))
    port = free_port()
    command = [program("firefox-esr"), "--headless", "--remote-debugging-port", str(port), "--profile", str(folder)]

    async def begin() -> ClientSession:
        return ClientSession()

    with started(folder, *command), beside() as run:
        wait_for(lambda: answers(port), "Firefox to listen")
        client = run(begin())
        try:
            browser = Firefox(run, run(client.ws_connect(f"ws://127.0.0.1:{port}/session", max_msg_size=0)))
            yield browser
            browser.call("browser.close")
        finally:
            run(client.close())


@contextmanager
def beside() -> Iterator[Callable[[Coroutine[Any, Any, Any]], Any]]:
    """Run coroutines in a thread beside that of the tests, where Playwright may run some of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield lambda to_do: asyncio.run_coroutine_threadsafe(to_do, loop).result(ANSWERS_WITHIN)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@contextmanager
def webkit(folder: Path, script: bool = True) -> Iterator[Browser]:
    """WebKitGTK's MiniBrowser, in a folder and on a screen of its own; without ``script``, as above."""
    (folder / "gtk-3.0").mkdir()
    for name, written in GTK.items():
        (folder / "gtk-3.0" / name).write_text(written)
    port, (told, telling) = free_port(), os.pipe()
    screen = [program("Xvfb"), "-displayfd", str(telling), "-nolisten", "tcp", "-screen", "0", "1600x1200x24"]
    with started(folder, *screen, pass_fds=(telling,)):
        os.close(telling)
        with os.fdopen(told) as display:
            here = {"DISPLAY": f":{display.readline().strip()}", "GDK_BACKEND": "x11", "XDG_CONFIG_HOME": str(folder)}
        with started(folder, program("WebKitWebDriver"), f"--port={port}", **here):
            wait_for(lambda: answers(port), "WebKitWebDriver to listen")
            browser = WebKit(f"http://127.0.0.1:{port}", *([] if script else ["--enable-javascript-markup=false"]))
            try:
                yield browser
            finally:
                browser.close()


def program(name: str) -> str:
    """Where a program is. Without it the tests fail and say so."""
    if path := found(name):
        return str(path)
    raise Failed(f"There is no {name} here: `make system` installs it, as root on Debian.")


@contextmanager
def started(folder: Path, *command: str, pass_fds: tuple[int, ...] = (), **environ: str) -> Iterator[None]:
    """A process with its home in the folder, and a log there; what it has started ends with it."""
    own = {"HOME": str(folder), "TZ": "Europe/Paris", "NO_AT_BRIDGE": "1", **environ}
    with (folder / f"{Path(command[0]).name}.log").open("wb") as log:
        process = subprocess.Popen(command, env=os.environ | own, stdout=log, stderr=log, pass_fds=pass_fds)
    try:
        yield
    finally:
        ended(process)
