"""Firefox and WebKitGTK show every page as Chromium does, and what people come for can be done in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

from server import clock, deal, matches
from server.rules import GAMES
from server.store.models import Match
from tests.browser.conftest import Site
from tests.browser.pages import every_page
from tests.browser.sizes import WRONG
from tests.browser.test_home import home_of
from tests.browser.test_plan import planned, up_to_the_play
from tests.browser.webdriver import Browser, firefox, webkit
from tests.cast import again, guests, open_match, open_table, seat

pytestmark = pytest.mark.system

SIZES = ((320, 568), (390, 844), (1280, 800))
"""A small phone, a phone, a desktop."""
KEEPS_RULES = "after a deal"
"""Where WebKit keeps the rules of a wide and low window in one that became narrow in one step, until it is scrolled."""
SCROLLED = "() => { scrollTo(0, 40); scrollTo(0, 0); }"
OF_WIDE_PAGES = "off the middle"
"""WebKit leaves some pages narrow in a window that has become wide, and to load them at each size makes it crash."""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Browser]]:
    """Start a browser, or return the one that runs already."""
    with ExitStack() as running:
        known: dict[object, Browser] = {}

        def one(kind: Callable[[Path, bool], AbstractContextManager[Browser]], script: bool = True) -> Browser:
            if (kind, script) not in known:
                folder = tmp_path_factory.mktemp(kind.__name__)
                known[kind, script] = running.enter_context(kind(folder, script))
            return known[kind, script]

        yield one


@pytest.fixture(params=[firefox, webkit])
def other(request: pytest.FixtureRequest, started: Callable[..., Browser]) -> Browser:
    """One browser and the other, as wide as a phone."""
    browser = started(request.param)
    browser.size(*SIZES[1])
    return browser


@pytest.fixture(params=[firefox, webkit])
def other_without_script(request: pytest.FixtureRequest, started: Callable[..., Browser]) -> Browser:
    """The same without script."""
    browser = started(request.param, script=False)
    browser.size(*SIZES[1])
    return browser


@pytest.mark.timeout(1000)
def test_every_page_is_right_at_three_sizes(
    started: Callable[..., Browser], site: Site, subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal, "new_seed", lambda: bytes(32))  # the same scores each time
    browsers = {kind.__name__: started(kind) for kind in (firefox, webkit)}
    for name, path in every_page():
        for called, browser in browsers.items():
            browser.size(*SIZES[-1])  # as a tablet that is turned: narrow in one step
            browser.go(site.address + path)
            found: dict[str, list[tuple[int, int]]] = {}
            for size in SIZES:
                browser.size(*size)
                if called == "webkit" and name.endswith(KEEPS_RULES):
                    browser.evaluate(SCROLLED)
                for one in browser.evaluate(WRONG):
                    if called != "webkit" or not one.startswith(OF_WIDE_PAGES):
                        found.setdefault(one, []).append(size)
            with subtests.test(f"{name} in {called}"):
                assert found == {}


def invited() -> Match:
    """A match of two that waits for Ada alone."""
    match = open_match("titro", {}, guests("Bruno", "Ada"), at=clock.now())
    matches.accept(match.chairs[0].id, at=clock.now())
    return again(match)


def seal_a_first_card(browser: Browser, site: Site, script: bool = True) -> None:
    """From the invitation to a sealed card, tap by tap; without script, a program that presses buttons is kept out."""
    match = invited()
    browser.go(site.seat(seat(match, "Ada")))
    browser.tap("button", "Take the seat")
    if not script:
        browser.tap("label.tick", "Yes, I take the seat")
        browser.tap("button", "Take the seat")
    browser.tap("form.answer .hand label.pick")
    browser.tap("form.answer label.pick:has(input[name=target])")
    browser.tap("form.answer button.main")
    browser.until_said("You sealed")
    assert set(again(match).sealed) == {seat(match, "Ada").seat}


def test_a_seat_is_taken_and_a_first_card_sealed(other: Browser, site: Site) -> None:
    seal_a_first_card(other, site)


def test_a_seat_is_taken_and_a_first_card_sealed_without_script(other_without_script: Browser, site: Site) -> None:
    seal_a_first_card(other_without_script, site, script=False)


def test_a_first_trick_is_played_from_the_page_of_practice(other: Browser, site: Site) -> None:
    other.go(f"{site.address}/practice")
    other.tap("a.button", "A first trick of Scarto")
    step = "() => document.querySelector('form.answer [name=step]')?.value ?? 'over'"
    for before in map(str, range(len(GAMES["scarto"].lesson.steps))):
        other.until(f"(before) => ({step})() === before", before)
        other.tap("form.answer button.main")
    other.until_said("Play against the house")


def test_a_plan_is_made(other: Browser, site: Site) -> None:
    match = up_to_the_play("Ada", "Bruno", "Chiara", game="scarto")
    other.go(site.seat(seat(match, "Ada")))
    other.tap("a", "Plan")
    other.tap("label:has([aria-label='hearts are led'])")
    other.tap("button", "My lowest of the suit led")
    other.until_said("If hearts are led: my lowest of the suit led.")
    other.tap("button", "Seal this plan")
    other.until("(seat) => location.href === seat", site.seat(seat(match, "Ada")))
    assert planned(match).startswith("hearts low")


def test_a_table_is_given_a_name_of_its_own(other: Browser, site: Site) -> None:
    match = open_table("Ada", "Bruno", at=clock.now())
    other.go(home_of(site, match))
    other.tap("summary", "Names of my tables")
    other.tap("input[name=name]")
    other.write("Lake Tarot")
    other.tap("button", "Keep this name")
    other.until_said("Lake Tarot")
    assert seat(match, "Ada").table_name == "Lake Tarot"
