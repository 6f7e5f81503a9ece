"""A visit to a seat's page by a phone: bytes of a first and of a repeated one, layout shift, time until it can be used.

    python -m tests.bench.visits french-tarot titro

Chromium at 360×740, its processor slowed four times, behind 400 kbit/s with 150 ms of latency. Weights count all that
came over the wire, heads included. A page can be used once its scripts have run and no task keeps it busy any more.
"""

from __future__ import annotations

import argparse
import logging
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from server.rules import GAMES
from tests.browser.conftest import PHONE, Site, launched
from tests.browser.decks import served
from tests.browser.moments import TABLES, moments
from tests.browser.screens import application
from tests.cast import seat

from .machine import header, load_average

SLOWED = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
WATCH = """
  window.seen = { shift: 0, busy: 0 };
  const observe = (type, seeing) => new PerformanceObserver((list) => list.getEntries().forEach(seeing))
    .observe({ type, buffered: true });
  observe("layout-shift", (one) => { if (!one.hadRecentInput) seen.shift += one.value; });
  observe("longtask", (one) => { seen.busy = one.startTime + one.duration; });
"""
USABLE = "() => Math.max(performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd, seen.busy)"


@dataclass
class Visit:
    """What one visit took: bytes, milliseconds, and the sum of layout shifts."""

    weight: int
    usable: float
    shift: float


def weighing(wire: CDPSession) -> list[int]:
    """A list that grows by the bytes of all that is loaded from now on."""
    wire.send("Network.enable")
    weights: list[int] = []
    wire.on("Network.loadingFinished", lambda event: weights.append(round(event["encodedDataLength"])))
    return weights


def visit(page: Page, wire: CDPSession, weights: list[int], address: str) -> Visit:
    """Open the page, and wait until nothing moves any more."""
    weights.clear()
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    wire.send("Network.emulateNetworkConditions", LINE)
    page.goto(address, wait_until="networkidle")
    page.wait_for_timeout(1500)
    return Visit(sum(weights), page.evaluate(USABLE), page.evaluate("seen.shift"))


def visits(browser: Browser, address: str) -> tuple[Visit, Visit]:
    """A first visit with an empty cache, and a second one."""
    context: BrowserContext = browser.new_context(**PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    context.add_init_script(WATCH)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    weights = weighing(wire)
    both = visit(page, wire, weights, address), visit(page, wire, weights, address)
    context.close()
    return both


def main() -> None:
    """Print a line a game."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench visits", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=sorted(GAMES), help="default: all")
    given = parser.parse_args()
    logging.getLogger("werkzeug").disabled = True
    header()
    print(f"{'':14}{'first kB':>10}{'again kB':>10}{'usable ms':>11}{'again ms':>10}{'shift':>8}{'again':>8}  load")
    with application() as app, sync_playwright() as playwright, served(app) as site, launched(playwright) as browser:
        for key in given.games:
            seats = next(seats for game, seats in TABLES if game == key)
            *_, (_, match, name) = moments(key, seats)
            first, again = visits(browser, Site(site).seat(seat(match, name)))
            print(
                f"{key:14}{first.weight / 1000:10.1f}{again.weight / 1000:10.1f}"
                f"{first.usable:11.0f}{again.usable:10.0f}{first.shift:8.3f}{again.shift:8.3f}  {load_average()}",
                flush=True,
            )


if __name__ == "__main__":
    main()
