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
    expect(page.get_by_role("main").get_by_text("All are here")).to_be_visible()
    for name in ("Ada", "Bruno"):
        seals(match, name, some_answer(match, name, Random(3)), clock.now())
    expect(page.locator("main")).to_have_attribute("data-ply", "1", timeout=SOON)
    matches.depart(seat(match, "Bruno").id)
    expect(page.get_by_role("main").get_by_text("Bruno is not yet.")).to_be_visible(timeout=SOON)


def test_an_hour_is_proposed_and_agreed_without_script(browser: Browser, site: Site) -> None:
    match = table()
    context = browser.new_context(**PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(site.seat(seat(match, "Ada")))
    page.get_by_role("main").get_by_text("Agree on an hour").click()
    tomorrow = (clock.now() + timedelta(days=1)).date().isoformat()
    page.get_by_label("Day", exact=True).fill(tomorrow)
    page.get_by_role("button", name="Propose it to all").click()
    expect(page.locator("#together")).to_contain_text("Bruno has not said yes yet.")
    page.goto(site.seat(seat(match, "Bruno")))
    page.get_by_role("button", name="I will be there").first.click()
    expect(page.locator("#together")).to_contain_text("You sit together")
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


def test_the_page_renews_itself_in_place_and_leaves_what_its_reader_does(page: Page, site: Site) -> None:
    match = table()
    for name in ("Ada", "Bruno"):
        comes(match, name)
    page.goto(site.seat(seat(match, "Ada")))
    page.evaluate("window.before = true")
    page.get_by_role("main").get_by_text("Talk and notes").click()
    line = page.get_by_label("Message", exact=True)
    line.fill("What a card!")
    page.get_by_text("Agree on an hour").click()
    page.evaluate("scrollTo(0, 300)")
    line.focus()
    before = line.bounding_box()
    assert before is not None
    for name in ("Ada", "Bruno"):
        seals(match, name, some_answer(match, name, Random(3)), clock.now())
    expect(page.locator("main")).to_have_attribute("data-ply", "1", timeout=SOON)
    expect(line).to_have_value("What a card!")
    expect(line).to_be_focused()
    expect(page.get_by_role("button", name="Propose it to all")).to_be_visible()
    assert page.evaluate("window.before")
    expect(page.locator(".since.playing")).to_have_count(0)  # what plays forward takes more or less room
    after = line.bounding_box()
    assert after is not None
    assert abs(after["y"] - before["y"]) < 2
    expect(page.locator("#news")).to_contain_text("second bid")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("main").get_by_text("What a card!").first).to_be_visible()


def test_what_is_chosen_for_one_turn_is_never_sealed_for_the_next(page: Page, site: Site) -> None:
    match = table()
    for name in ("Ada", "Bruno"):
        comes(match, name)
    page.goto(site.seat(seat(match, "Ada")))
    page.locator(".hand label.pick").first.click()
    page.get_by_role("radio", name="centre").check(force=True)
    for name in ("Ada", "Bruno"):
        seals(match, name, some_answer(match, name, Random(3)), clock.now())
    expect(page.locator(".moved")).to_be_visible(timeout=SOON)
    expect(page.locator("main")).to_have_attribute("data-ply", "0")
    fields = page.locator("form.answer").evaluate("form => Object.fromEntries(new FormData(form))")
    assert page.request.post(page.url, form=fields).status == 409
    assert seen(match, "Ada").sealed is None


def test_nothing_under_a_finger_is_replaced(page: Page, site: Site) -> None:
    match = table()
    for name in ("Ada", "Bruno"):
        comes(match, name)
    page.goto(site.seat(seat(match, "Ada")))
    page.mouse.move(5, 300)
    page.mouse.down()
    for name in ("Ada", "Bruno"):
        seals(match, name, some_answer(match, name, Random(3)), clock.now())
    expect(page.locator(".moved")).to_be_visible(timeout=SOON)
    expect(page.locator("main")).to_have_attribute("data-ply", "0")
    page.mouse.up()
    expect(page.locator("main")).to_have_attribute("data-ply", "1", timeout=SOON)


def test_a_page_that_cannot_be_fetched_leaves_the_one_of_before_and_says_so(page: Page, site: Site) -> None:
    match = table()
    for name in ("Ada", "Bruno"):
        comes(match, name)
    page.goto(site.seat(seat(match, "Ada")))
    page.route("**/s/*", lambda route: route.fulfill(status=503, body="paused"))
    for name in ("Ada", "Bruno"):
        seals(match, name, some_answer(match, name, Random(3)), clock.now())
    expect(page.locator(".moved", has_text="cannot be fetched")).to_be_visible(timeout=SOON)
    expect(page.locator("form.answer")).to_be_visible()
    page.unroute("**/s/*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("main")).to_have_attribute("data-ply", "1")
