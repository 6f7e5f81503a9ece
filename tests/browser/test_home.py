"""Home on a small phone, and from one table to the next."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, expect

from server import clock, links
from server.store.models import Match
from tests.browser.conftest import Site
from tests.browser.test_axe import assert_easy
from tests.cast import open_table, play_out, seat


def tables() -> list[Match]:
    now = clock.now()
    return [open_table("Ada", other, game="titro", at=now) for other in ("Bruno", "Chiara", "Dmitri")]


def home_of(site: Site, match: Match) -> str:
    player = seat(match, "Ada").player
    assert player is not None
    return f"{site.address}/me/{links.me(player).rpartition('/')[2]}"


def test_home_is_easy_to_use(page: Page, site: Site) -> None:
    first, *_ = tables()
    assert_easy(page, home_of(site, first))
    assert_easy(page, f"{home_of(site, first)}/statistics")


def test_each_answer_leads_to_the_next_table_that_waits(page: Page, site: Site) -> None:
    first, *_ = tables()
    page.goto(home_of(site, first))
    expect(page.get_by_role("heading", name="3 tables wait for you")).to_be_visible()
    page.goto(site.seat(seat(first, "Ada")))
    for left in ("2", "1"):
        page.locator("form.answer .hand label.pick").first.click()
        page.locator("form.answer label.pick:has(input[name=target])").first.click()
        page.locator("form.answer button.main").click()
        expect(page.get_by_role("status").filter(has_text="You sealed")).to_be_attached()
        expect(page.get_by_role("main").get_by_text(f"Next table ({left})")).to_be_in_viewport()
        href = page.get_by_role("main").get_by_text("Next table").get_attribute("href") or ""
        page.goto(f"{site.address}/s/{href.rpartition('/')[2]}")
    page.locator("form.answer .hand label.pick").first.click()
    page.locator("form.answer label.pick:has(input[name=target])").first.click()
    page.locator("form.answer button.main").click()
    expect(page.get_by_role("link", name="My tables")).to_be_visible()
    expect(page.get_by_role("main").get_by_text("Next table")).to_have_count(0)


def test_on_a_wide_screen_my_other_tables_stand_beside_this_one_until_they_are_forgotten(
    page: Page, site: Site
) -> None:
    first, *_ = tables()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(home_of(site, first))
    expect(page.get_by_role("heading", name="Letters")).to_be_in_viewport()  # the settings stand beside the tables
    page.goto(site.seat(seat(first, "Ada")))
    mine = page.get_by_role("navigation", name="My tables")
    expect(mine.get_by_role("link")).to_have_count(2)
    expect(mine).to_contain_text("with Chiara")
    page.get_by_role("button", name="Forget my tables here").click()
    expect(mine).to_have_count(0)
    page.reload()
    expect(mine).to_have_count(0)


def test_a_browser_that_has_not_seen_home_is_told_of_no_other_table(page: Page, site: Site) -> None:
    first, *_ = tables()
    page.goto(site.seat(seat(first, "Ada")))
    page.get_by_role("link", name="About this match").click()
    expect(page.get_by_role("button", name="Mail me all my tables")).to_be_visible()
    expect(page.get_by_role("main").get_by_text("Next table")).to_have_count(0)


def test_the_circle_is_easy_to_use_and_leads_to_a_match_with_these_people(page: Page, site: Site) -> None:
    match = play_out(
        open_table("Ada", "Bruno", "Chiara", game="scarto", deals=1, at=clock.now()), Random(1), clock.now()
    )
    page.set_viewport_size({"width": 320, "height": 568})
    assert_easy(page, f"{home_of(site, match)}/circle")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.get_by_role("button", name="A match with these two").click()
    expect(page.get_by_role("link", name="Scarto with Bruno, Chiara")).to_be_visible()
