"""The host's desk on a small phone."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from sqlalchemy import select

from server import clock, links, matches
from server.matches import desk
from server.post import outbox
from server.store.models import Letter, db
from tests.browser.conftest import Site
from tests.browser.test_axe import assert_easy
from tests.cast import again, guests, open_match, open_table, seat


def test_the_desk_repairs_a_mistyped_address(page: Page, site: Site) -> None:
    match = open_match("scarto", {}, guests("Ada", "Bruno", "Chiara"))
    matches.accept(match.chairs[0].id)
    address = f"{site.address}/host/{links.desk(again(match)).rpartition('/')[2]}"
    assert_easy(page, address)
    page.get_by_label("Mail address").first.fill("bruno@right.example")
    page.get_by_role("button", name="Correct the address").first.click()
    expect(page.locator(".note[role=status]")).to_contain_text("The address is corrected.")
    player = seat(match, "Bruno").player
    assert player is not None
    assert player.email == "bruno@right.example"


def test_one_tap_sends_the_letter_to_the_address_that_was_meant(page: Page, site: Site) -> None:
    named = [*guests("Ada"), matches.Guest("Bruno", "bruno@exmaple.org"), *guests("Chiara")]
    match = open_match("scarto", {}, named)
    matches.accept(match.chairs[0].id)
    letter = db.session.scalars(select(Letter).where(Letter.chair_id == seat(match, "Bruno").id)).one()
    outbox.bounced(letter.id, clock.now(), "550 5.1.2 no such domain")
    page.set_viewport_size({"width": 320, "height": 568})
    assert_easy(page, f"{site.address}/host/{links.desk(again(match)).rpartition('/')[2]}")
    page.get_by_role("button", name="Send it to bruno@example.org").click()
    expect(page.locator(".note[role=status]")).to_contain_text("The address is corrected.")
    player = seat(match, "Bruno").player
    assert player is not None
    assert player.email == "bruno@example.org"


def test_a_paused_table_is_still_a_table_and_whoever_plays_may_ask_to_go_on(page: Page, site: Site) -> None:
    match = open_table("Ada", "Bruno", at=clock.now())
    desk.pause(match.id, 14)
    page.set_viewport_size({"width": 375, "height": 553})
    assert_easy(page, site.seat(seat(match, "Bruno")), 375)
    page.reload()
    expect(page.locator("form.answer .hand label.pick").first).to_be_in_viewport()
    page.locator("summary", has_text="Ask to go on").click()
    page.get_by_role("button", name="Ask to go on").click()
    expect(page.locator("summary", has_text="Ask to go on")).to_have_count(0)
