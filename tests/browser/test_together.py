"""Sitting together on a phone: one tap each, and the page follows at the speed of people."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from playwright.sync_api import Browser, Page, expect

from server import clock, matches
from server.store.models import Match
from tests.browser.conftest import PHONE, Site
from tests.cast import again, open_table, seals, seat, some_answer
from tests.cast import page as seen

SOON = 8_000
"""Milliseconds in which a page follows where all sit together; elsewhere it asks every twenty seconds."""


def table() -> Match:
    return open_table("Ada", "Bruno", at=clock.now())


def comes(match: Match, name: str) -> None:
    matches.arrive(seat(match, name).id)


def test_a_page_follows_at_once_where_all_sit_together(page: Page, site: Site) -> None:
    match = table()
    comes(match, "Bruno")
    page.goto(site.seat(seat(match, "Ada")))
    page.get_by_role("button", name="I am here").click()
    expect(page.get_by_text("All are here")).to_be_visible()
    for name in ("Ada", "Bruno"):
        seals(match, name, some_answer(match, name, Random(3)), clock.now())
    expect(page.locator("main")).to_have_attribute("data-ply", "1", timeout=SOON)
    matches.depart(seat(match, "Bruno").id)
    expect(page.get_by_text("Bruno is not yet.")).to_be_visible(timeout=SOON)


def test_a_line_that_is_being_written_is_not_lost(page: Page, site: Site) -> None:
    match = table()
    for name in ("Ada", "Bruno"):
        comes(match, name)
    page.goto(site.seat(seat(match, "Ada")))
    page.get_by_text("Talk and notes").click()
    line = page.get_by_label("A line", exact=True)
    line.fill("What a card!")
    for name in ("Ada", "Bruno"):
        seals(match, name, some_answer(match, name, Random(3)), clock.now())
    expect(page.get_by_text("The table moved on.")).to_be_visible(timeout=SOON)
    expect(line).to_have_value("What a card!")


def test_an_hour_is_proposed_and_agreed_without_script(browser: Browser, site: Site) -> None:
    match = table()
    context = browser.new_context(**PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(site.seat(seat(match, "Ada")))
    page.get_by_text("Agree on an hour").click()
    tomorrow = (clock.now() + timedelta(days=1)).date().isoformat()
    page.get_by_label("Day", exact=True).fill(tomorrow)
    page.get_by_role("button", name="Propose it to all").click()
    expect(page.locator("#together")).to_contain_text("Bruno has not said yes yet.")
    page.goto(site.seat(seat(match, "Bruno")))
    page.get_by_role("button", name="I will be there").first.click()
    expect(page.locator("#together")).to_contain_text("All sit together")
    assert again(match).meets_at is not None
    context.close()


def test_it_is_one_small_line_on_the_desk(page: Page, site: Site) -> None:
    match = open_table("Ada", "Bruno", "Chiara", "Dmitri", game="french-tarot", at=clock.now())
    turn = next(name for name in ("Ada", "Bruno", "Chiara", "Dmitri") if seen(match, name).ask)
    page.goto(site.seat(seat(match, turn)))
    box = page.locator("#together").bounding_box()
    assert box is not None
    assert box["height"] < 60
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    matches.propose_appointment(seat(match, turn).id, clock.now() + timedelta(hours=3), timedelta(minutes=40))
    other = next(name for name in ("Ada", "Bruno", "Chiara", "Dmitri") if name != turn)
    page.goto(site.seat(seat(match, other)))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
