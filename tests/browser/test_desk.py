"""The host's desk on a small phone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from server import links, matches
from tests.browser.conftest import Site
from tests.browser.test_axe import assert_easy
from tests.cast import again, guests, seat


def test_the_desk_repairs_a_mistyped_address(page: Page, site: Site) -> None:
    match = matches.open_match("scarto", {}, guests("Ada", "Bruno", "Chiara"))
    matches.accept(match.chairs[0].id)
    address = f"{site.address}/host/{links.desk(again(match)).rpartition('/')[2]}"
    assert_easy(page, address)
    page.get_by_label("Mail address").first.fill("bruno@right.example")
    page.get_by_role("button", name="Correct the address").first.click()
    expect(page.get_by_role("status")).to_contain_text("The address is corrected.")
    player = seat(match, "Bruno").player
    assert player is not None
    assert player.email == "bruno@right.example"
