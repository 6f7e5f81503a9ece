"""The front page on a small phone: its letter is answered with three taps."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .conftest import Site
from .test_axe import assert_easy


def test_the_letter_is_answered_where_it_lies(page: Page, site: Site) -> None:
    page.goto(site.address)
    letter = page.get_by_role("region", name="A letter from Bruno")
    expect(letter.get_by_role("button", name="Seal trump 6 on your cloak")).to_be_in_viewport()
    letter.locator("label.pick:has(input[value=KS])").click()
    letter.locator("label.pick:has(input[value=centre])").click()
    letter.get_by_role("button", name="Seal king of spades on the centre").click()
    letter.locator("label.pick:has(input[value='10D'])").click()
    letter.locator("label.pick:has(input[value=blind])").click()
    letter.get_by_role("button", name="Seal 10 of diamonds on your blind").click()
    expect(letter.get_by_role("status")).to_contain_text("You 2, I 4. Again?")
    letter.get_by_role("link", name="Once more").click()
    expect(letter.get_by_role("status")).to_contain_text("Three cards lie between us")


def test_the_front_page_is_easy_to_use(page: Page, site: Site) -> None:
    for bids in ("", "?first=T6+cloak", "?first=T6+cloak&second=10D+blind"):
        assert_easy(page, f"{site.address}/{bids}")
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(site.address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
