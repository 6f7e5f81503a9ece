"""A claim on a small phone, without script."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from server import clock
from server.matches.claiming import ASKED_AFTER, examine_claims
from server.views import spectator_page
from tests.browser.conftest import Site
from tests.cast import again, open_table, seals, seat, some_answer
from tests.cast import page as seen


@pytest.mark.wide
def test_the_rest_are_claimed_and_declined_by_tapping(phone_without_script: Page, site: Site) -> None:
    page, match = phone_without_script, open_table("Ada", "Bruno", "Chiara", game="scarto", at=clock.now())
    while again(match).snapshot["phase"] != "play":
        name = again(match).chairs[spectator_page(again(match)).waiting[0]].name
        seals(match, name, some_answer(match, name, Random(1)), at=clock.now())
    page.goto(site.seat(seat(match, "Ada")))
    page.get_by_role("main").get_by_text("The rest are mine").click()
    page.get_by_role("checkbox", name="My cards will be shown to all").check()
    page.get_by_role("button", name="Claim the rest").click()
    expect(page.get_by_role("main").get_by_text("Your cards lie face up for all")).to_be_visible()
    while examine_claims(clock.now() + 2 * ASKED_AFTER):
        pass  # a sweep ends after some seconds, and the next goes on
    page.goto(site.seat(seat(match, "Bruno")) + "#claim")
    expect(page.get_by_role("button", name="I agree")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="I decline").click()
    expect(page.get_by_role("main").get_by_text("with the cards of Ada open").first).to_be_attached()
    expect(page.get_by_role("main").get_by_text("The cards of Ada lie face up for all")).to_be_visible()
    assert seen(match, "Bruno").claims.open is None
