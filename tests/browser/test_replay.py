"""The replay in a browser: stepped in place, by keys, by the slider, played forward; and all of it without script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from server import clock, links, views
from server.rules import GAMES
from server.store.models import PLAYING, Match
from tests.browser.conftest import Site
from tests.browser.moments import ends
from tests.browser.test_axe import assert_easy, play, table
from tests.browser.test_table import look_again
from tests.cast import NAMES, again, open_table, seal_for_everybody, seat
from tests.each import some_games


def a_while(game: str, windows: int, seats: int = 3) -> Match:
    """A match after so many windows."""
    match = open_table(*NAMES[:seats], game=game, at=clock.now())
    for _ in range(windows):
        seal_for_everybody(match, clock.now())
    return again(match)


def replay(site: Site, match: Match, name: str = "Ada", ply: int | None = None) -> str:
    """The address of a seat's replay."""
    return f"{site.seat(seat(match, name))}/replay" + ("" if ply is None else f"?ply={ply}")


def at(page: Page, ply: int) -> None:
    """The page shows this ply, and its address says so."""
    expect(page.locator(f'#ply[data-ply="{ply}"]')).to_be_attached()
    page.wait_for_url(f"**?ply={ply}")


def test_a_step_changes_the_table_without_loading_the_page_again(page: Page, site: Site) -> None:
    match = a_while("scarto", 6)
    page.goto(replay(site, match, ply=1))
    page.evaluate("window.same = true")
    page.get_by_role("link", name="One step on").click()
    at(page, 2)
    expect(page.get_by_role("link", name="One step on")).to_be_focused()
    page.get_by_role("link", name="One step back").click()
    at(page, 1)
    assert page.evaluate("window.same")
    page.reload()
    at(page, 1)


def test_everything_can_be_stepped_by_the_keyboard(page: Page, site: Site) -> None:
    match = a_while("scarto", 9)
    page.goto(replay(site, match))
    page.get_by_role("button", name="Play forward").focus()
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press(".")
    at(page, 4)
    page.keyboard.press("ArrowRight")
    at(page, 5)
    page.keyboard.press(",")
    at(page, 4)
    page.keyboard.press("ArrowLeft")
    at(page, 3)
    page.keyboard.press("End")
    at(page, match.ply)


def test_the_slider_goes_anywhere_in_the_deal(page: Page, site: Site) -> None:
    match = a_while("scarto", 9)
    page.goto(replay(site, match, ply=2))
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    at(page, 3)
    slider.fill(str(match.ply))
    at(page, match.ply)
    expect(slider).to_have_attribute("aria-valuetext", f"deal 1 of 3 · trick 3 of 25, step {match.ply}")


def just_after_a_deal() -> Match:
    """A match of which one deal has ended, and nobody has answered in the next."""
    _, match = next(ends("scarto", 3))
    return match


def test_the_arrows_of_the_slider_lead_on_into_the_deal_before_and_after(page: Page, site: Site) -> None:
    match = just_after_a_deal()
    page.goto(replay(site, match, ply=match.ply))
    slider = page.get_by_role("slider")
    slider.focus()
    began = int(slider.get_attribute("min") or 0)
    page.keyboard.press("Home")
    at(page, began)
    page.keyboard.press("ArrowLeft")
    at(page, began - 1)
    expect(slider).to_have_attribute("min", "0")
    expect(slider).to_be_focused()
    page.keyboard.press("ArrowRight")
    at(page, began)
    expect(slider).to_have_attribute("min", str(began))
    for _ in range(4):  # faster than they load, and beyond the end
        page.keyboard.press("ArrowUp")
    at(page, min(began + 4, match.ply))
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    at(page, min(began + 4, match.ply) - 3)
    page.goto(replay(site, match, ply=0))
    slider.press("ArrowLeft")
    slider.press("ArrowRight")
    at(page, 1)


def test_the_slider_of_a_table_leads_on_into_the_deal_before(page: Page, site: Site) -> None:
    match = just_after_a_deal()
    name = match.chairs[views.spectator_page(match).waiting[0]].name
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(site.seat(seat(match, name)))
    slider = page.get_by_role("slider", name="Steps")
    with page.expect_response("**/replay?*"):
        slider.focus()
    expect(slider).to_have_attribute("min", re.compile(r"\d"))
    began = int(slider.get_attribute("min") or 0)
    assert began > 0
    back = match.ply - began + 2
    for _ in range(back):
        slider.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(rf"^deal 1 .* step {match.ply - back}$"))
    expect(slider).to_have_attribute("min", "0")
    for _ in range(back):
        slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "now")
    expect(slider).to_be_focused()


def test_what_is_new_is_played_forward_and_marked_by_a_tap_alone(page: Page, site: Site) -> None:
    match = a_while("scarto", 5)
    chiara = seat(match, "Chiara")
    news = match.ply - chiara.seen_ply
    assert news > 0
    page.goto(site.seat(chiara))
    look_again(page)
    page.keyboard.press("Escape")
    page.locator(".since summary").click()
    page.get_by_role("link", name="Play forward").click()
    at(page, match.ply)
    expect(page.get_by_role("button", name="Play forward")).to_be_visible()
    assert seat(match, "Chiara").seen_ply == chiara.seen_ply
    page.get_by_role("button", name="Back to the table").click()
    page.wait_for_url(site.seat(chiara))
    expect(page.get_by_role("main").get_by_text("since you were last here")).to_have_count(0)
    assert seat(match, "Chiara").seen_ply == match.ply


def test_what_is_new_plays_forward_on_the_table_once(page: Page, site: Site) -> None:
    match = a_while("scarto", 5)
    chiara = seat(match, "Chiara")
    page.goto(site.seat(chiara))
    expect(page.locator(".desk.earlier")).to_have_count(1)
    expect(page.locator(".told")).not_to_be_empty()
    expect(page.locator(".desk.earlier")).to_have_count(0)
    expect(page.locator(".desk:visible")).to_have_count(1)
    page.reload()
    page.wait_for_timeout(400)
    expect(page.locator(".desk.earlier")).to_have_count(0)
    assert seat(match, "Chiara").seen_ply == chiara.seen_ply


def test_a_tap_skips_to_the_table_as_it_is_and_chooses(page: Page, site: Site) -> None:
    match = a_while("scarto", 9)
    name = match.chairs[views.spectator_page(match).waiting[0]].name
    page.goto(site.seat(seat(match, name)))
    expect(page.locator(".desk.earlier")).to_have_count(1)
    page.locator(".hand label.pick").first.click(position={"x": 10, "y": 14})
    expect(page.locator(".desk.earlier")).to_have_count(0)
    expect(page.locator("button.main")).to_contain_text("Play")
    assert page.locator(".hand :checked").count() == 1


def test_earlier_tricks_are_stepped_through_beside_the_hand(page: Page, site: Site) -> None:
    match = a_while("scarto", 12)
    name = match.chairs[views.spectator_page(match).waiting[0]].name
    page.emulate_media(reduced_motion="reduce")
    page.goto(site.seat(seat(match, name)))
    stand_at(page)
    page.keyboard.press(",")
    expect(page.locator(".desk.earlier")).to_have_count(1)
    before = page.locator(".desk.earlier").text_content() or ""
    page.keyboard.press(",")
    expect(page.locator(".desk.earlier")).not_to_have_text(before)
    slider = page.get_by_role("slider", name="Steps")
    slider.press("ArrowLeft")
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "deal 1 of 3, step 0")
    slider.press("End")
    expect(page.locator(".desk.earlier")).to_have_count(0)
    page.keyboard.press(",")
    page.get_by_role("button", name="Back to the present").click()
    expect(page.locator(".desk.earlier")).to_have_count(0)
    page.get_by_role("link", name="Look at the trick before").click()
    expect(page.locator(".desk.earlier")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".desk.earlier")).to_have_count(0)


def stand_at(page: Page) -> None:
    """Come to the hand: keys that are signs act only there."""
    page.locator("form.answer :is([type=radio], [type=checkbox])").first.focus()


@contextmanager
def loading(page: Page) -> Iterator[None]:
    """The page from its beginning, on its way to the trick before: the answer comes when all is tapped."""
    held: list[Route] = []
    page.reload()
    stand_at(page)
    page.route("**/replay?*", lambda route: held.append(route), times=1)
    with page.expect_request("**/replay?*"):
        page.keyboard.press(",")
    yield
    held[0].continue_()


def test_a_tap_while_a_step_is_loading_goes_on_from_it(page: Page, site: Site) -> None:
    match = a_while("scarto", 12)
    name = match.chairs[views.spectator_page(match).waiting[0]].name
    page.emulate_media(reduced_motion="reduce")
    page.goto(site.seat(seat(match, name)))
    earlier, told = page.locator(".desk.earlier"), page.locator(".told")
    stand_at(page)
    page.keyboard.press(",")
    expect(earlier).to_have_count(1)
    once = told.text_content() or ""
    page.keyboard.press(",")
    expect(told).not_to_have_text(once)
    twice = told.text_content() or ""

    with loading(page):
        page.keyboard.press(",")
    expect(told).to_have_text(twice)
    with loading(page):
        page.keyboard.press(",")
        page.keyboard.press(">")
    page.get_by_role("link", name="Look at the trick before").click()
    expect(told).to_have_text(once)


def test_the_slider_goes_on_by_arrows_from_where_it_stands_though_steps_are_still_loading(
    page: Page, site: Site
) -> None:
    match = a_while("scarto", 12)
    name = match.chairs[views.spectator_page(match).waiting[0]].name
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(site.seat(seat(match, name)))
    expect(page.locator(".since summary")).to_be_visible()
    slider, held = page.get_by_role("slider", name="Steps"), list[Route]()
    slider.focus()
    expect(slider).to_have_attribute("min", "0")
    page.route("**/replay?*", lambda route: held.append(route))
    with page.expect_request("**/replay?*"):
        slider.press("ArrowLeft")
    slider.press("ArrowLeft")
    with page.expect_request("**/replay?*"):
        held[0].continue_()
    expect(page.locator(".desk.earlier")).to_have_count(1)
    slider.press("ArrowLeft")
    page.unroute("**/replay?*")  # which lets go on what is held
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"step {match.ply - 3}$"))


def test_playing_stops_at_any_touch(page: Page, site: Site) -> None:
    match = a_while("scarto", 9)
    page.goto(replay(site, match, ply=0))
    page.get_by_role("button", name="Play forward").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    at(page, 1)
    page.get_by_role("link", name="One step back").click()
    at(page, 0)
    page.wait_for_timeout(1500)
    at(page, 0)


def test_with_reduced_motion_it_is_a_list(page: Page, site: Site) -> None:
    match = a_while("scarto", 5)
    page.emulate_media(reduced_motion="reduce")
    page.goto(site.seat(seat(match, "Chiara")))
    expect(page.locator(".earlier")).to_have_count(0)
    page.locator(".since summary").click()
    expect(page.get_by_role("link", name="Play forward")).to_be_hidden()
    assert page.locator(".since li:visible").count() > 0
    page.goto(f"{replay(site, match, 'Chiara', 1)}&play=1")
    page.wait_for_timeout(1500)
    expect(page.locator('#ply[data-ply="1"]')).to_be_attached()
    expect(page.get_by_role("button", name="Play forward")).to_be_hidden()


def test_without_script_the_same_buttons_are_pages(phone_without_script: Page, site: Site) -> None:
    page, match = phone_without_script, a_while("scarto", 9)
    page.goto(replay(site, match, ply=1))
    page.get_by_role("link", name="One step on").click()
    at(page, 2)
    page.get_by_role("link", name="To the next trick").click()
    at(page, 4)
    page.get_by_role("link", name="To trick 1").click()
    at(page, 4)
    page.get_by_role("slider").fill("6")
    page.get_by_role("button", name="Go").click()
    at(page, 6)
    expect(page.get_by_role("button", name="Play forward")).to_be_hidden()


@pytest.mark.parametrize("early", [False, pytest.param(True, marks=pytest.mark.long)], ids=["late", "early"])
@some_games("dementlieu")
def test_the_replay_of_every_game_is_easy(page: Page, site: Site, key: str, early: bool) -> None:
    match = play(table(GAMES[key]), lambda now: now.ply >= 25)
    assert_easy(page, replay(site, match, ply=2 if early else match.ply))
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(replay(site, match, ply=match.ply // 2))
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_replay_of_a_record_is_easy_and_fits_its_policy(page: Page, site: Site) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    match = play(table(GAMES["titro"]), lambda now: now.status != PLAYING)
    page.goto(f"{site.address}/records/{match.id}?ply=1")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.keyboard.press("ArrowRight")
    at(page, 2)
    assert_easy(page, f"{site.address}/records/{match.id}?ply=2", 1280)
    assert links.seat_token(match.chairs[0]) not in page.content()
    assert complaints == [], json.dumps(complaints)


def test_the_steps_stay_on_the_first_screen_and_fit_a_thumb(page: Page, site: Site) -> None:
    page.goto(replay(site, a_while("french-tarot", 9, 4), ply=3))
    expect(page.get_by_role("link", name="One step on")).to_be_in_viewport()
    for target in page.locator(".controls a, .controls button:visible, .controls input").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, target.inner_html()
