"""Pictures of every page and of every ask of every game: ``make screens`` writes them to build/screens/index.html."""

from __future__ import annotations

import argparse
import logging
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from playwright.sync_api import Page, sync_playwright

from server import deal, views
from server.config import Settings
from server.paths import ROOT
from server.store import schema
from server.store.models import db
from server.web import create_web
from tests.cast import seat
from tests.services import link_key

from .conftest import Site, launched
from .decks import served
from .moments import TABLES, choose_some, ends, moments
from .pages import every_page

OUT = ROOT / "build" / "screens"
SIZES = ((320, 568), (360, 740), (375, 553), (390, 844), (768, 1024), (912, 600), (1280, 800), (1920, 1080))
"""From a small phone to a wide screen."""


@contextmanager
def application() -> Iterator[Flask]:
    """A server with an empty database; the cards are the same each time."""
    deal.new_seed = lambda: bytes(32)
    with TemporaryDirectory() as folder:
        app = create_web(Settings({"STATE_DIR": folder, "LIMITS": "off", "LINK_KEYS": link_key("k")}))
        with app.app_context():
            schema.upgrade()
            yield app
            db.session.remove()
            db.engine.dispose()


def shoot(page: Page, out: Path, size: tuple[int, int], scheme: str, whole: bool) -> None:
    """Write the picture of a page."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.wait_for_timeout(60)
    page.screenshot(path=out, full_page=whole)
    print(out.relative_to(ROOT) if out.is_relative_to(ROOT) else out, flush=True)


def ends_of(key: str, seats: int, most: int) -> Iterator[tuple[str, str]]:
    """Pages of a match whose deals end, with what they show: of one who is asked, all of the story, pictures."""
    for number, (when, match) in enumerate(ends(key, seats)):
        what, over = when.replace(" ", "-"), when == "end"
        if number >= most and not over:
            continue
        waiting = views.spectator_page(match).waiting
        path = Site("").seat(match.chairs[waiting[0] if waiting else 0])
        yield what, path
        yield f"{what}-story", f"{path}?story=all" + ("" if over else "&deal=1")
        yield f"{what}-picture", f"/records/{match.id}/picture.svg" if over else f"{path}/deals/1.svg"
        if over:
            yield f"{what}-record", f"/records/{match.id}"


def contact_sheets() -> None:
    """An index of all pictures: those of one page or ask in a row."""
    rows: dict[str, list[str]] = {}
    for picture in sorted(OUT.glob("*.png")):
        rows.setdefault(re.sub(r"-\d+(-\w+)?$", "", picture.stem), []).append(picture.name)
    link = "<a href={0}><img src={0} height=320 loading=lazy></a> "
    shown = [f"<h2>{what}</h2><p>{''.join(map(link.format, names))}</p>" for what, names in rows.items()]
    (OUT / "index.html").write_text("<!doctype html><meta charset=utf-8><title>Screens</title>" + "\n".join(shown))


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(prog="make screens", description=__doc__)
    parser.add_argument("games", nargs="*", help="of these games only, such as titro or french-tarot:5")
    parser.add_argument(
        "--sizes", default=",".join(str(width) for width, _ in SIZES), help="widths in pixels (default: %(default)s)"
    )
    parser.add_argument("--schemes", default="light,dark", help="default: %(default)s")
    parser.add_argument("--whole", action="store_true", help="the whole page, not only its first screen")
    parser.add_argument("--moments", type=int, default=99, help="at most so many of a game")
    parser.add_argument("--ends", action="store_true", help="instead, the end of each deal and of the match")
    given = parser.parse_args()
    logging.getLogger("werkzeug").disabled = True
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    sizes = [size for size in SIZES if str(size[0]) in given.sizes.split(",")]
    wanted = [one for one in TABLES if not given.games or one[0] in given.games or f"{one[0]}:{one[1]}" in given.games]
    with application() as app, sync_playwright() as playwright, served(app) as address, launched(playwright) as browser:
        page = browser.new_page(device_scale_factor=2, has_touch=True)
        for key, seats in wanted:
            if given.ends:
                for what, path in ends_of(key, seats, given.moments):
                    if "picture" in what:
                        page.set_content(f"<img src='{address}{path}'>")
                        page.locator("img").evaluate("image => image.decode()")
                        page.locator("img").screenshot(path=OUT / f"{key}-{seats}-{what}.png")
                        continue
                    page.goto(address + path)
                    for size in sizes:
                        for scheme in given.schemes.split(","):
                            name = f"{key}-{seats}-{what}-{size[0]}-{scheme}.png"
                            shoot(page, OUT / name, size, scheme, given.whole)
                continue
            for number, (moment, match, name) in enumerate(moments(key, seats)):
                if number >= given.moments:
                    break
                page.goto(Site(address).seat(seat(match, name)))
                for chosen in (False, True):
                    if chosen:
                        choose_some(page)
                    for size in sizes:
                        for scheme in given.schemes.split(","):
                            what = f"{key}-{seats}-{number}-{moment.replace(' ', '-').replace(',', '')}"
                            more = "-chosen" if chosen else ""
                            shoot(page, OUT / f"{what}{more}-{size[0]}-{scheme}.png", size, scheme, given.whole)

        for what, path in every_page() if not (given.games or given.ends) else ():
            page.goto(address + path)
            called = re.sub("[^a-z0-9]+", "-", what.lower()).strip("-") or "front"
            for size in sizes:
                for scheme in given.schemes.split(","):
                    name = f"page-{called}-{size[0]}-{scheme}.png"
                    shoot(page, OUT / name, size, scheme, given.whole)
    contact_sheets()


if __name__ == "__main__":
    main()
