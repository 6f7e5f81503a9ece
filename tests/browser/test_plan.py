"""My plan on a small phone, without script."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, expect

from server import clock
from server.views import spectator_page
from tests.browser.conftest import Site
from tests.browser.test_axe import assert_easy
from tests.cast import again, open_table, seals, seat, some_answer
from tests.cast import page as seen


def test_a_plan_is_laid_out_by_choosing_and_sealed(phone_without_script: Page, site: Site) -> None:
    page, match = phone_without_script, open_table("Ada", "Bruno", "Chiara", game="scarto", at=clock.now())
    while again(match).snapshot["phase"] != "play":
        name = again(match).chairs[spectator_page(again(match)).waiting[0]].name
        seals(match, name, some_answer(match, name, Random(1)), at=clock.now())
    page.goto(site.seat(seat(match, "Ada")))
    page.get_by_role("link", name="Plan", exact=False).first.click()
    page.get_by_label("When").select_option("H")
    page.get_by_label("Then").select_option("low")
    page.get_by_role("button", name="Add this line").click()
    expect(page.get_by_text("If hearts are led: my lowest of the suit led.")).to_be_visible()
    page.get_by_text("One more line").click()
    page.get_by_label("or in my own words").fill("lowest card")
    page.get_by_role("button", name="Add this line").click()
    page.get_by_role("button", name="Line 2 up").click()
    page.get_by_role("button", name="Line 2 up").click()
    expect(page.get_by_role("heading", name="What would happen now")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("radio", name="a trump falls", exact=True).check()
    page.get_by_role("button", name="Seal this plan").click()
    expect(page.get_by_text("hearts low, else lowest card").first).to_be_attached()
    assert seen(match, "Ada").plan.text == "hearts low, else lowest card, until a trump falls"
    assert_easy(page, f"{site.seat(seat(match, 'Ada'))}/plan")
