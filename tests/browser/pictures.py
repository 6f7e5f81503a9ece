"""The pictures of the README and of /help: ``make pictures`` takes them of stacked matches, into the static files."""

from __future__ import annotations

import base64
import logging
from random import Random

from flask import Flask
from playwright.sync_api import Browser, Page, sync_playwright

from server import clock, deal, matches, views
from server.house import choose
from server.paths import STATIC
from server.rules import GAMES
from server.store.models import Match
from tests.cast import NAMES, again, open_table, seals, seat
from tests.cast import page as seen

from .conftest import Site, launched
from .decks import served
from .moments import choose_some
from .screens import application

OUT = STATIC / "pictures"
MOST = 300_000
"""Bytes of all pictures together."""
PHONE, DESKTOP = (360, 740), (1280, 760)
TALK = (("Dmitri", "There goes the 21 at last."), ("Chiara", "It was getting heavy."))


def played_by_the_house(match: Match, random: Random) -> Match:
    """The match after everybody who is asked has answered as a house player would."""
    page = views.spectator_page(match)
    assert page.table is not None
    for there in page.waiting:
        answer = choose(GAMES[match.game], page.table, there, random)
        seals(match, match.chairs[there].name, answer, clock.now(), match.ply)
    return again(match)


def worth_a_picture(match: Match) -> bool:
    """In the second deal Chiara plays a contract, a suit was led and trumped, and Ada has a choice among its cards."""
    core = views.spectator_page(match).view["core"]
    if core["contract"] is None or core["trick"] is None:
        return False
    lies = [code for _, code in core["trick"]]
    ask = seen(match, "Ada").ask
    return (
        core["progress"][0]["number"] == 2
        and core["contract"]["taker"] == NAMES.index("Chiara")
        and len(core["tricks"]) in (4, 5, 6)
        and len(lies) == 2
        and lies[0][0] not in "TF"
        and lies[1][0] == "T"
        and ask is not None
        and sum(code[-1] == lies[0][-1] for code in ask.slots[0].options) > 1
    )


def stacked() -> Match:
    """A match of French Tarot at such a moment: the first that the house players come to."""
    for number in range(1, 400):
        deal.new_seed = lambda number=number: bytes([number]) * 32
        match, random = open_table(*NAMES[:4], game="french-tarot", at=clock.now()), Random(number)
        while match.ply < 180:
            match = played_by_the_house(match, random)
            if worth_a_picture(match):
                return match
    raise LookupError("No match came to a moment worth a picture: loosen what worth_a_picture asks for.")


def photograph(page: Page, address: str, size: tuple[int, int], name: str) -> int:
    """Write a picture of the page with a card chosen; its bytes."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address)
    choose_some(page)
    page.wait_for_timeout(300)
    wire = page.context.new_cdp_session(page)
    taken = wire.send("Page.captureScreenshot", {"format": "webp", "quality": 82})
    picture = base64.b64decode(taken["data"])
    (OUT / name).write_bytes(picture)
    print(f"{name}: {len(picture) / 1000:.0f} kB")
    return len(picture)


def opened(browser: Browser) -> Page:
    """A page without motion, as sharp as that of a phone."""
    return browser.new_page(device_scale_factor=2, reduced_motion="reduce", timezone_id="Europe/Paris")


def take(app: Flask, address: str, browser: Browser) -> int:
    """Take all pictures; their bytes."""
    match, duel = stacked(), open_table(game="titro", at=clock.now())
    for name, line in TALK:
        matches.say(seat(match, name).id, line)
    for name in NAMES[:4]:
        matches.mark_seen(seat(match, name).id, match.ply)
    page, ada = opened(browser), Site(address).seat(seat(match, "Ada"))
    sizes = [
        photograph(page, ada, PHONE, "trick.webp"),
        photograph(page, ada, DESKTOP, "desktop.webp"),
        photograph(page, Site(address).seat(seat(duel, "Ada")), PHONE, "bid.webp"),
    ]
    return sum(sizes)


def main() -> None:
    """Take them, and say what they weigh."""
    logging.getLogger("werkzeug").disabled = True
    OUT.mkdir(exist_ok=True)
    with application() as app, sync_playwright() as playwright, served(app) as address, launched(playwright) as browser:
        weight = take(app, address, browser)
    assert weight <= MOST, f"The pictures weigh {weight} bytes together; {MOST} are enough."


if __name__ == "__main__":
    main()
