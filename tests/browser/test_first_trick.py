"""A first trick on a small phone: one tap a step, and on to a match against the house."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from server.rules import GAMES
from tests.browser.conftest import Site
from tests.browser.sizes import wrong
from tests.browser.test_axe import assert_easy
from tests.each import some_games


@some_games()
def test_one_tap_a_step_to_the_end(page: Page, site: Site, key: str) -> None:
    address = f"{site.address}/rules/{key}/first-trick"
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 740})
    assert_easy(page, address)
    while page.locator("form.answer").count():
        assert wrong(page, 360, 740) == []
        before = page.url
        page.locator("button.main").click()
        expect(page).not_to_have_url(before)
    assert_easy(page, page.url)
    page.get_by_role("button", name="Play against the house").click()
    expect(page.locator("main")).to_have_attribute("data-practice", GAMES[key].name)


def test_the_first_screen_of_a_small_phone_shows_the_table_why_and_some_of_what_is_offered(
    page: Page, site: Site, subtests: pytest.Subtests
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    for key in GAMES:
        with subtests.test(key):
            page.goto(f"{site.address}/rules/{key}/first-trick")
            bar = page.locator(".act").bounding_box()
            note = page.locator(".why").bounding_box()
            assert bar is not None
            assert note is not None
            assert note["y"] + note["height"] + 20 < bar["y"]
