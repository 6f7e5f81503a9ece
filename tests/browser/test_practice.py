"""Somebody tries a game alone: from the front page to the end of a deal, without a name and without mail."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from sqlalchemy import select

from server import matches
from server.rules import GAMES, all_asks
from server.store.models import PLAYING, Letter, Match, db
from server.views import table_of
from tests.cast import all_matches
from tests.people import chosen

from .conftest import Site
from .test_axe import assert_easy

BY_HAND, ANSWERS = 2, 200
"""How many answers are typed; and more than the person gives in any deal."""


def the_match() -> Match:
    db.session.rollback()
    db.session.expire_all()
    return all_matches()[-1]


def would_be(match: Match) -> str:
    """What a house player would answer in the place of the person."""
    return chosen(GAMES[match.game], table_of(match), 0, match.ply)


def answer(page: Page, match: Match) -> None:
    """Type what a house player would give, which the page takes from anybody."""
    given = would_be(match)
    page.locator("details.write > summary").click()
    page.get_by_label("Your answer in words").fill(given)
    with page.expect_navigation():
        page.get_by_label("Your answer in words").press("Enter")


def test_from_the_front_page_to_the_end_of_a_deal_without_mail(page: Page, site: Site) -> None:
    page.goto(site.address)
    page.get_by_role("link", name="Try a game now").click()
    page.get_by_role("button", name="Try Texas 42").click()
    expect(page.locator("main[data-practice] form.answer button.main")).to_be_visible()
    expect(page.get_by_role("main").get_by_text("bookmark it")).to_be_visible()
    seat = page.url
    for number in range(ANSWERS):
        match = the_match()
        if match.status != PLAYING:
            break
        assert 0 in all_asks(GAMES[match.game], table_of(match)), "the person waits for nobody"
        if number < BY_HAND:
            answer(page, match)
        else:
            matches.seal(match.chairs[0].id, would_be(match), match.ply)
    page.reload()
    another = page.get_by_role("button", name="Another game")
    expect(another).to_be_visible()
    assert_easy(page, seat)
    another.click()
    expect(page.locator("main[data-practice] form.answer")).to_be_visible()
    assert page.url != seat
    page.goto(f"{site.address}/practice")
    expect(page.locator("#practices a")).to_have_count(1)
    page.locator("#practices a").click()
    expect(page.locator("main[data-practice] form.answer")).to_be_visible()
    assert db.session.scalars(select(Letter)).first() is None


def test_the_page_of_practice_is_easy(page: Page, site: Site) -> None:
    assert_easy(page, f"{site.address}/practice")


def test_without_script_one_tap_begins_as_well(phone_without_script: Page, site: Site) -> None:
    phone_without_script.goto(f"{site.address}/practice")
    phone_without_script.get_by_role("button", name="Try Titro").click()
    expect(phone_without_script.get_by_role("main").get_by_text("bookmark it")).to_be_visible()
