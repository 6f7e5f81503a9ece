"""See to a Chromium for the browser tests: an installed one, else Playwright's download, else Debian's package.

Where none can be had it says so; the browser tests then fail.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

INSTALLED = ("chromium", "chromium-browser", "google-chrome")


def playwrights_own() -> Path:
    """Where Playwright keeps its Chromium, once it has downloaded it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path)


def found() -> str | None:
    """The Chromium to use, if there is one."""
    return next(filter(None, map(shutil.which, INSTALLED)), None) or (
        str(own) if (own := playwrights_own()).exists() else None
    )


def main() -> None:
    """Install a Chromium if there is none."""
    if found():
        return
    attempts = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        attempts += [
            ["apt-get", "update", "-qq"],
            ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"],
        ]
    for attempt in attempts:
        print(f"No Chromium yet: {' '.join(attempt)}", file=sys.stderr)
        subprocess.run(attempt, check=False, stdout=subprocess.DEVNULL, timeout=900)
        if found():
            return
    print(
        f"No Chromium could be had: install one of {', '.join(INSTALLED)}. The browser tests will fail.",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
