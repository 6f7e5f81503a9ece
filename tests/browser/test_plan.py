"""My plan on a small phone: by taps, with script and without."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from server import clock
from server.store.models import Match
from server.views import spectator_page
from tests.browser.conftest import Site
from tests.browser.test_axe import assert_easy
from tests.cast import again, open_table, seals, seat, some_answer
from tests.cast import page as seen


def up_to_the_play(*names: str, game: str) -> Match:
    match = open_table(*names, game=game, at=clock.now())
    while again(match).snapshot["phase"] != "play":
        name = again(match).chairs[spectator_page(again(match)).waiting[0]].name
        seals(match, name, some_answer(match, name, Random(1)), at=clock.now())
    return again(match)


def planned(match: Match, name: str = "Ada") -> str:
    plan = seen(match, name).plan
    return plan.text if plan else ""


def test_a_plan_is_laid_out_by_taps_without_script(phone_without_script: Page, site: Site) -> None:
    page, match = phone_without_script, up_to_the_play("Ada", "Bruno", "Chiara", game="scarto")
    page.goto(site.seat(seat(match, "Ada")))
    page.get_by_role("link", name="Plan", exact=False).first.click()
    for suit in ("hearts are led", "spades are led"):
        page.get_by_role("checkbox", name=suit).check()
    page.get_by_role("button", name="My lowest of the suit led").click()
    expect(
        page.get_by_role("main").get_by_text("If spades or hearts are led: my lowest of the suit led.")
    ).to_be_visible()
    page.get_by_role("main").get_by_text("or another line, in my own words").click()
    page.get_by_label("In my own words").fill("lowest card")
    page.get_by_role("button", name="Add this line").click()
    page.get_by_role("button", name="Line 2 up").click()
    page.get_by_role("button", name="Line 2 up").click()
    expect(page.get_by_role("heading", name="What would happen now")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("radio", name="a trump falls", exact=True).check()
    page.get_by_role("button", name="Seal this plan").click()
    expect(page.get_by_role("link", name="My plan If spades or hearts are led")).to_be_visible()
    assert planned(match) == "spades or hearts low, else low, until a trump falls"


def test_cards_are_led_in_the_order_in_which_they_are_tapped(page: Page, site: Site) -> None:
    match = up_to_the_play("Ada", "Bruno", "Chiara", game="scarto")
    first, second = seen(match, "Ada").view["core"]["hand"][:2]
    page.goto(f"{site.seat(seat(match, 'Ada'))}/plan")
    for card in (second, first):
        page.locator(f"input[name=card][value='{card}']").check(force=True)
    page.get_by_role("button", name="Lead these in this order").click()
    expect(page.get_by_role("radio", name="I lose the lead")).to_be_checked()
    page.get_by_role("button", name="Seal this plan").click()
    page.wait_for_url(site.seat(seat(match, "Ada")))
    assert planned(match) == f"lead {second} {first}, until I lose the lead"
    assert_easy(page, f"{site.seat(seat(match, 'Ada'))}/plan")


@pytest.mark.parametrize(
    ("button", "text"),
    [("Pass whatever happens", "pass"), ("guard", "guard if nobody has bid more")],
)
def test_a_bid_is_planned_with_one_tap(page: Page, site: Site, button: str, text: str) -> None:
    match = open_table("Ada", "Bruno", "Chiara", "Dmitri", game="french-tarot", at=clock.now())
    second = match.chairs[(next(iter(spectator_page(match).waiting)) + 1) % 4].name
    page.goto(f"{site.seat(seat(match, second))}/plan")
    page.get_by_role("button", name=button, exact=True).click()
    page.get_by_role("button", name="Seal this plan").click()
    page.wait_for_url(site.seat(seat(match, second)))
    assert planned(match, second) == text
