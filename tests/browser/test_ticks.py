"""What cannot be taken back asks for a tick, or a choice, before it is pressed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from server import clock, links, matches
from tests.cast import again, guests, open_match, open_table, seat

from .conftest import Site

WAITING = "form:has([type=checkbox]:required:invalid)"
LOOK = "one => { const { backgroundColor, color } = getComputedStyle(one); return backgroundColor + color; }"


def pages() -> dict[str, int]:
    """The links of pages on which a button waits, and how many of them do."""
    running = open_table("Ada", "Bruno", at=clock.now())
    invited = open_match("scarto", {}, guests("Ada", "Bruno", "Chiara"))
    matches.accept(seat(invited, "Ada").id)
    ada = seat(running, "Ada")
    assert ada.player is not None
    return {
        links.stop(ada): 1,
        f"{links.seat(ada)}?show=about": 3,
        links.me(ada.player): 1,
        links.desk(again(invited)): 2,
        links.seat(seat(invited, "Bruno")): 1,
    }


def assert_waits(phone: Page, address: str, count: int) -> None:
    phone.goto(address)
    phone.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    assert phone.locator(WAITING).count() == count
    for _ in range(count):
        form = phone.locator(WAITING).first
        box, button = form.get_by_role("checkbox").element_handle(), form.get_by_role("button").element_handle()
        quiet = button.evaluate(LOOK)
        button.click()
        assert phone.url == address
        assert box.evaluate("one => one === document.activeElement && Boolean(one.validationMessage)")
        box.check()
        assert button.evaluate(LOOK) != quiet


def test_a_button_is_quiet_until_its_box_is_ticked_and_leads_there(
    page: Page, phone_without_script: Page, site: Site, subtests: pytest.Subtests
) -> None:
    for link, count in pages().items():
        with subtests.test(link):
            assert_waits(page, link.replace("http://localhost", site.address), count)
    assert_waits(phone_without_script, page.url, 1)  # the invitation
