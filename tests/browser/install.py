"""See to a Chromium for the browser tests: an installed one, else Playwright's download, else Debian's package.

Where none can be had it says so; the browser tests then fail.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

WHOLE = ("chromium", "chromium-browser", "google-chrome")
SHELL = "chromium-headless-shell"
"""Chromium without what is around a page: it takes a fifth of the time to open one, and can do all but notify."""


def installed(*names: str) -> str | None:
    """The first of these programs that the machine has."""
    return next(filter(None, map(shutil.which, names)), None)


def playwrights_own() -> str | None:
    """Playwright's Chromium, once it has been downloaded."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def attempts() -> Iterator[list[str]]:
    """What may bring a Chromium."""
    yield [sys.executable, "-m", "playwright", "install", "chromium"]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        yield ["apt-get", "update", "-qq"]
        for packages in (["chromium", SHELL], ["chromium"]):
            yield ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]


def main() -> None:
    """Install a Chromium if there is none, and its shell with it."""
    to_try = attempts()
    while not (installed(*WHOLE) or playwrights_own()):
        attempt = next(to_try, None)
        if attempt is None:
            print(
                f"No Chromium could be had: install one of {', '.join(WHOLE)}. The browser tests will fail.",
                file=sys.stderr,
            )
            return
        print(f"No Chromium yet: {' '.join(attempt)}", file=sys.stderr)
        subprocess.run(attempt, check=False, stdout=subprocess.DEVNULL, timeout=900)


if __name__ == "__main__":
    main()
