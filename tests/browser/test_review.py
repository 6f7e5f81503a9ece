"""What the house would have played, on a phone: in sight, one tap from decision to decision, without script too."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from server import clock, views
from server.store.models import PLAYING, Match
from tests.browser.conftest import Site, Worlds
from tests.browser.test_axe import assert_easy
from tests.cast import NAMES, again, open_table, play_out, seat
from worker import house as thinker


@pytest.fixture
def match(worlds: Worlds) -> Match:
    """A match of two rounds that is over, and was considered."""
    return worlds.match("a match that was considered", considered)


def considered() -> Match:
    over = play_out(open_table(*NAMES[:2], rounds=2, at=clock.now()), Random(5), clock.now())
    assert over.status != PLAYING
    while thinker.consider_one(seconds=0.2):
        pass
    return again(over)


def costliest(match: Match) -> int:
    """The ply of Ada's costliest decision."""
    review = views.reviewed(seat(match, "Ada"))
    assert review
    return review.costliest[0].ply


@pytest.mark.wide
def test_one_tap_leads_to_the_costliest_decision(page: Page, site: Site, match: Match) -> None:
    page.goto(f"{site.seat(seat(match, 'Ada'))}/replay")
    page.evaluate("window.same = true")
    page.locator(".costliest a").first.click()
    expect(page.locator(f'#ply[data-ply="{costliest(match)}"]')).to_be_attached()
    expect(page.locator("p.house")).to_contain_text("The house would have")
    assert page.evaluate("window.same")


def test_without_script_too(phone_without_script: Page, site: Site, match: Match) -> None:
    page = phone_without_script
    page.goto(f"{site.seat(seat(match, 'Ada'))}/replay")
    page.locator(".costliest a").first.click()
    page.wait_for_url(f"**?ply={costliest(match)}")
    expect(page.locator("p.house")).to_contain_text("The house would have")


def test_it_is_easy_and_fits_a_small_phone(page: Page, site: Site, match: Match) -> None:
    address = f"{site.seat(seat(match, 'Ada'))}/replay?ply={costliest(match)}"
    assert_easy(page, address)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for link in page.locator(".costliest a").all():
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 44
