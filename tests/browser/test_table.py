"""The seat's page on a phone: with a finger, with the keyboard, with script and without."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from server import clock
from server.store.models import Match
from tests.browser.conftest import Site
from tests.cast import open_table, seals, seat
from tests.cast import page as seen


def table() -> Match:
    return open_table("Ada", "Bruno", at=clock.now())


def name(match: Match, card: str) -> str:
    """What the card is called."""
    return seen(match, "Ada").game.words[card][0]


def in_short(card: str) -> str:
    """``7★``, ``K♥``: what the button calls the card."""
    if card == "F":
        return "the Fool"
    return f"{card[1:]}★" if card[0] == "T" else card[:-1] + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[card[-1]]


def bid_of_the_clock(match: Match, who: str) -> str:
    ask = seen(match, who).ask
    assert ask is not None
    return ask.absent


def look_again(page: Page) -> None:
    """The reader comes back to the page: it asks at once whether the table moved on."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))")


def hand(page: Page, match: Match, card: str):  # type: ignore[no-untyped-def]
    return page.get_by_role("group", name="Your hand").get_by_role("radio", name=name(match, card), exact=True)


def test_the_button_says_exactly_what_it_will_do(page: Page, site: Site) -> None:
    match = table()
    card = seen(match, "Ada").view["hand"][1]
    page.goto(site.seat(seat(match, "Ada")))
    button = page.locator("button.main")
    expect(button).to_have_text("Choose a card and a place")
    expect(button).to_contain_class("quiet")
    hand(page, match, card).check()
    expect(button).to_have_text("Choose a place")
    page.get_by_role("radio", name=re.compile("cloak")).check()
    expect(button).to_have_text(f"Seal {in_short(card)} on your cloak")
    expect(button).not_to_contain_class("quiet")
    button.click()
    expect(page.get_by_role("main").get_by_text("You may change it until Bruno has answered")).to_be_visible()
    assert seen(match, "Ada").sealed == f"{card} cloak"


def test_a_bid_is_made_with_the_keyboard_alone(page: Page, site: Site) -> None:
    match = table()
    first = seen(match, "Ada").view["hand"][0]
    page.goto(site.seat(seat(match, "Ada")))
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.locator("button.main")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="You sealed")).to_be_attached()
    sealed = seen(match, "Ada").sealed
    assert sealed is not None
    assert sealed.split()[0] == first


def test_without_script_the_same_page_seals_the_same_bid(phone_without_script: Page, site: Site) -> None:
    page, match = phone_without_script, table()
    card = seen(match, "Ada").view["hand"][4]
    page.goto(site.seat(seat(match, "Ada")))
    hand(page, match, card).check(force=True)
    page.get_by_role("radio", name=re.compile("centre")).check(force=True)
    page.get_by_role("button", name="Seal this bid").click()
    expect(page.get_by_role("main").get_by_text("You may change it until Bruno has answered")).to_be_visible()
    assert seen(match, "Ada").sealed == f"{card} centre"


def test_a_page_on_which_nothing_is_chosen_renews_itself_and_the_bids_turn_over(page: Page, site: Site) -> None:
    match = table()
    seals(match, "Ada", bid_of_the_clock(match, "Ada"), clock.now())
    page.goto(site.seat(seat(match, "Ada")))
    seals(match, "Bruno", bid_of_the_clock(match, "Bruno"), clock.now())
    look_again(page)
    expect(page.locator(".ask", has_text="Your second bid")).to_be_visible()
    expect(page.locator("main.opened .bid")).to_have_count(2)


def test_what_is_half_chosen_is_not_thrown_away_when_the_table_moves_on(page: Page, site: Site) -> None:
    match = table()
    seals(match, "Ada", bid_of_the_clock(match, "Ada"), clock.now())
    page.goto(site.seat(seat(match, "Ada")))
    hand(page, match, seen(match, "Ada").view["hand"][3]).check()
    seals(match, "Bruno", bid_of_the_clock(match, "Bruno"), clock.now())
    look_again(page)
    expect(page.locator(".moved", has_text="The table moved on.")).to_be_visible()
    expect(page.get_by_role("main").get_by_text("Your first bid")).to_be_visible()
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".ask", has_text="Your second bid")).to_be_visible()


def test_nothing_on_the_page_is_smaller_than_a_thumb(page: Page, site: Site) -> None:
    page.goto(site.seat(seat(table(), "Ada")))
    for target in page.locator("label.pick, label.choice, button:visible, summary").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, target.inner_html()


def test_what_matters_stands_on_the_first_screen(page: Page, site: Site) -> None:
    page.goto(site.seat(seat(table(), "Ada")))
    expect(page.locator("button.main")).to_be_in_viewport()
    expect(page.locator(".closes time")).to_be_in_viewport()


def test_the_browser_says_in_which_zone_its_reader_lives(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/new?game=titro")
    expect(page.locator("input[name=zone]")).to_have_value("Europe/Paris")


def test_times_are_told_in_the_zone_of_the_browser_where_none_is_known(page: Page, site: Site) -> None:
    match = table()
    ada, closes = seat(match, "Ada"), match.closes_at
    assert closes
    page.goto(site.seat(ada))
    local, date = clock.told(closes, "Europe/Paris", clock.now()), clock.in_full(closes, "Europe/Paris")
    expect(page.locator(".closes time")).to_have_text(local)
    expect(page.locator(".closes time")).to_have_attribute("title", date)
    page.goto(f"{site.seat(ada)}?show=about")
    expect(page.locator("input[name=place]")).to_have_value("Europe/Paris")
    page.goto(site.seat(ada))
    hand(page, match, seen(match, "Ada").view["hand"][1]).check()
    page.get_by_role("radio", name=re.compile("cloak")).check()
    page.locator("button.main").click()
    expect(page.get_by_role("main").get_by_text("You may change it until Bruno has answered")).to_be_visible()
    assert seen(match, "Ada").times.zone == "Europe/Paris"
    assert local in page.content()


def test_no_page_breaks_its_own_content_security_policy(page: Page, site: Site) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for path in ("/", "/new?game=titro", "/rules/titro"):
        page.goto(site.address + path)
    page.goto(site.seat(seat(table(), "Ada")))
    page.locator("label.pick").first.click()
    look_again(page)
    assert complaints == []


def test_a_new_match_says_how_long_it_will_take_as_choices_change(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/new?game=scarto")
    told = page.locator("#length")
    assert "The match is one deal." in told.inner_text()
    assert not page.get_by_role("button", name="How long will it take?").is_visible()
    page.get_by_label("Deals").select_option("3")
    expect(told).to_contain_text("The match has 3 deals")
    page.get_by_role("main").get_by_text("Another time for each answer").click()
    page.get_by_role("combobox", name="Time for each answer").select_option("PT5M")
    expect(told).to_contain_text("as an answer may take 5 minutes")
