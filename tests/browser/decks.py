"""Pictures of whole decks, to be looked at: ``make decks`` writes them to build/decks/, in light and in dark."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

from server.config import Settings
from server.paths import ROOT
from server.rules import GAMES
from server.web import create_web
from server.web.assets import asset
from server.web.drawing import card
from tests.decks import DECKS
from tests.services import free_port

from .conftest import launched

OUT = ROOT / "build" / "decks"
WIDTHS = (24, 50, 100)
"""Pixels: a card of the trick before, one of a hand, one on the table of a desktop."""
SHOWN = {"french": "titro", "italian": "ottocento", "dominoes": "texas-42", "fates": "tottarot"}
"""A game of each deck."""
PAGE = """<!doctype html><title>Deck</title><link rel="stylesheet" href="{style}"><style>
main {{ display: flex; flex-wrap: wrap; align-items: start; gap: 8px; max-width: none }}
.card {{ width: {width}px }}</style>
<main>{cards}</main>"""
BACK = '<svg class="card back" viewBox="0 0 100 160"><use href="{signs}#back"/></svg>'


def contact_sheet(app: Flask, game: str, width: int) -> str:
    """A page with all cards of a game's deck side by side, and a back."""
    with app.test_request_context():
        cards = [str(card(GAMES[game], code, "table")) for code in DECKS[game]]
    return PAGE.format(
        style=asset("style.css"), width=width, cards="".join([*cards, BACK.format(signs=asset("signs.svg"))])
    )


def photograph(browser: Browser, address: str, html: str, out: Path, scheme: str) -> None:
    """Write the picture of a page that is shown as if it came from the site."""
    page = browser.new_page(color_scheme=scheme, viewport={"width": 1200, "height": 200}, device_scale_factor=2)  # type: ignore[arg-type]
    page.route("**/deck", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"{address}/deck")
    page.screenshot(path=out, full_page=True)
    page.close()


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """The address of the application while it runs."""
    server = make_server("127.0.0.1", free_port(), app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


def main() -> None:
    """Write a picture of each deck in each width, in light and in dark."""
    logging.getLogger("werkzeug").disabled = True  # the names of the pictures say enough
    OUT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright, launched(playwright) as browser:
        app = create_web(Settings({"STATE_DIR": folder}))
        with served(app) as address:
            for deck, game in SHOWN.items():
                for width in WIDTHS:
                    html = contact_sheet(app, game, width)
                    for scheme in ("light", "dark"):
                        out = OUT / f"{deck}-{width}-{scheme}.png"
                        photograph(browser, address, html, out, scheme)
                        print(out.relative_to(ROOT))


if __name__ == "__main__":
    main()
