"""A friend joins by a link on a phone of their own; somebody watches, and sees no hidden card."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from server import clock, links, matches
from server.config import Settings, settings
from server.matches import Guest, joining
from server.post import outbox
from server.post.transports.maildir import Maildir
from server.rules import GAMES
from server.store.models import PLAYING, Match, SharedLink, db
from server.views.tables import table_of
from tests.cast import again, guests, open_match, seat

from .conftest import Site
from .pages import yes_or_no
from .test_axe import assert_easy


def with_an_open_seat(*names: str, game: str = "titro", **more) -> Match:
    """A match whose host has confirmed it, and that waits for one more."""
    match = open_match(game, {}, [*guests(*names), Guest("", open=True)], **more)
    matches.accept(match.chairs[0].id)
    return again(match)


def link_of(match: Match, purpose: str, site: Site) -> str:
    again(match)
    found = db.session.query(SharedLink).filter_by(match_id=match.id, purpose=purpose).one()
    return links.shared(found).replace("http://localhost", site.address)


def test_a_friend_joins_by_the_link_on_a_second_phone(page: Page, browser: Browser, site: Site) -> None:
    match = with_an_open_seat("Ada")
    page.goto(site.seat(seat(match, "Ada")))
    link = page.get_by_label("The link").input_value().replace("http://localhost", site.address)
    phone = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False).new_page()
    phone.goto(link)
    button = phone.get_by_role("button", name="Keep me a seat")
    expect(button).to_be_in_viewport(ratio=1)
    phone.get_by_label("Your name").fill("Edda")
    phone.get_by_label("Your mail address").fill("edda@example.org")
    button.click()
    expect(phone.get_by_role("heading", name="Look into your mail")).to_be_visible()
    outbox.deliver()
    box = Maildir(settings().local_mail)
    [letter] = [box.read(one.key) for one in box.letters() if one.name == "Edda"]
    found = re.search(r"http://localhost(/kept/\S+)", letter.get_body(("plain",)).get_content())
    assert found is not None
    phone.goto(site.address + found[1])
    phone.get_by_role("button", name="Take the seat").click()
    phone.get_by_label("Yes, I take the seat.").check()
    phone.get_by_role("button", name="Take the seat").click()
    expect(phone.get_by_role("heading", name="You have taken your seat")).to_be_visible()
    assert again(match).status == PLAYING
    page.reload()
    expect(page.get_by_role("main").get_by_text("Edda").first).to_be_visible()
    phone.context.close()


def test_where_yes_or_no_is_asked_each_is_a_button_that_a_person_presses_once(
    page: Page, site: Site, subtests: pytest.Subtests
) -> None:
    for name, path in yes_or_no():
        with subtests.test(name):
            page.goto(site.address + path)
            form, yes = page.locator("form.invitation"), page.locator("form.invitation .act button.main")
            expect(form.locator(".act button")).to_have_count(2)
            expect(form.locator("[type=radio], select")).to_have_count(0)
            for button in form.locator(".act button").all():  # as a program presses it
                with page.expect_navigation():
                    button.evaluate("button => button.click()")
                expect(form.get_by_role("checkbox")).to_be_focused()
                expect(form.get_by_text("One more tap")).to_be_visible()
                page.goto(site.address + path)
            yes.focus()
            with page.expect_navigation():
                page.keyboard.press("Enter")
            expect(page.locator("form.invitation")).to_have_count(0)


def test_where_yes_or_no_is_asked_a_person_without_script_ticks_first(
    phone_without_script: Page, site: Site, subtests: pytest.Subtests
) -> None:
    page = phone_without_script
    for name, path in yes_or_no():
        with subtests.test(name):
            page.goto(site.address + path)
            page.locator("form.invitation .act button.quiet").click()
            page.get_by_role("checkbox", name="No, ").check()
            page.locator("form.invitation .act button.quiet").click()
            expect(page.locator("form.invitation")).to_have_count(0)


def test_the_pages_are_easy(page: Page, site: Site, app: Flask) -> None:
    app.extensions["poste"] = Settings(app.extensions["poste"].environ | {"OPEN_TABLES": "on"})
    match = with_an_open_seat("Ada", "Bruno", game="scarto", listed=True, terms={"spectators": "live"})
    link = link_of(match, "join", site)
    assert_easy(page, link)
    assert_easy(page, f"{link}/asked")
    assert_easy(page, f"{site.address}/open-tables")
    assert_easy(page, site.seat(seat(match, "Ada")))
    found = joining.join_link(match.id)
    assert found is not None
    matches.ask_for_seat(found.id, found.version, "Edda", "edda@example.org")
    assert_easy(page, link)
    kept = joining.seats_of(found, clock.now()).kept[0]
    assert_easy(page, links.kept(kept).replace("http://localhost", site.address))


def test_a_spectator_sees_no_hidden_card(page: Page, site: Site) -> None:
    match = open_match("scarto", {}, guests("Ada", "Bruno", "Chiara"), terms={"spectators": "live"})
    for chair in match.chairs:
        matches.accept(chair.id)
    assert_easy(page, link_of(match, "watch", site))
    state = table_of(again(match)).state
    game = GAMES["scarto"]
    seen = game.view(state, None)["core"]
    hidden = {card for there in range(3) for card in game.view(state, there)["core"]["hand"]}
    assert len(hidden) > 60
    assert hidden.isdisjoint(seen["hand"] or ())
    assert hidden.isdisjoint(drawn_on(page))
    assert page.locator("main form").count() == 0
    page.goto(site.seat(seat(match, "Ada")))
    assert len(hidden & drawn_on(page)) > 20  # so they would have been found


def drawn_on(page: Page) -> set[str]:
    """The codes of all that is drawn."""
    drawings = page.locator("main use")
    return set(drawings.evaluate_all("found => found.map(one => one.getAttribute('href').split('#')[1])"))
