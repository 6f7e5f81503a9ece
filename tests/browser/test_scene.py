"""The table of every game on a phone, a small phone and a desktop: what must be seen, and can be tapped."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from server import clock, views
from server.rules import GAMES
from tests.browser.conftest import Site
from tests.browser.ear import Ear
from tests.browser.moments import FAR, LIKE_NO_OTHER, SIZES, TABLES, answer, choose_some, moments, near
from tests.browser.sizes import wrong
from tests.browser.test_axe import in_both_schemes
from tests.browser.test_words import TABLE as FEW
from tests.browser.test_words import assert_few, few
from tests.cast import NAMES, again, open_table, seals, seat, some_answer

PHONE, SMALL_PHONE, DESKTOP = SIZES
UNCHOSEN, CHOSEN = (PHONE, DESKTOP), (SMALL_PHONE,)
"""On what an ask is looked at each time; the smallest screen has most to show once something is chosen."""
TOO_SMALL = """() => {
  const wrong = [];
  const fits = (box) => box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
  scrollTo(0, 0);
  const button = document.querySelector("form.answer button.main");
  if (!fits(button.getBoundingClientRect())) wrong.push("the button is not on the first screen");
  for (const pick of document.querySelectorAll(".hand .pick")) {
    pick.scrollIntoView({ block: "center" });
    const own = pick.getBoundingClientRect(), card = pick.querySelector(".card").getBoundingClientRect();
    const name = pick.querySelector(".card").getAttribute("aria-label");
    if (Math.max(own.width, own.height) < 44) wrong.push(`${name} is smaller than a thumb`);
    for (const x of [0.06, 0.25, 0.46]) for (const y of [0.08, 0.3, 0.55]) {
      const hit = document.elementFromPoint(card.left + x * card.width, card.top + y * card.width);
      if (hit?.closest(".pick") !== pick) wrong.push(`the index of ${name} is covered at ${x}, ${y}`);
    }
  }
  for (const one of document.querySelectorAll("label.choice, button, summary")) {
    const box = one.getBoundingClientRect();
    if (box.width && Math.min(box.width, box.height) < 44) wrong.push(`too small: ${one.textContent.trim()}`);
  }
  scrollTo(0, 0);
  return wrong;
}"""


@pytest.mark.parametrize("far", [False, pytest.param(True, marks=pytest.mark.long)], ids=["near", "far"])
@pytest.mark.parametrize(
    ("key", "seats"),
    [pytest.param(*table, marks=() if table in LIKE_NO_OTHER else pytest.mark.wide) for table in TABLES],
)
def test_every_ask_can_be_seen_and_tapped_at_every_size(
    page: Page, site: Site, subtests: pytest.Subtests, key: str, seats: int, far: bool
) -> None:
    """Every index of the hand, chosen or not; the button on the first screen; nothing sideways; room for a thumb; and
    few words, also for somebody who waits, and by ear.
    """
    page.emulate_media(reduced_motion="reduce")
    ear = Ear(page)
    met = []
    for moment, match, name in moments(key, seats, FAR if far else near(key)):
        met.append(moment)
        waiting = views.spectator_page(match).waiting
        for waits in [chair for chair in match.chairs if chair.seat not in waiting][:1]:
            with subtests.test(f"{moment}: who waits"):
                few(page, site.seat(waits), FEW)
        page.goto(site.seat(seat(match, name)))
        if "tricks taken" in moment:
            led = 0 if moment.endswith(" 0 cards lie") else 1
            assert page.locator(".sitting li", has_text="led").count() == led, moment
        for chosen, sizes in ((False, SIZES if far else UNCHOSEN), (True, SIZES if far else CHOSEN)):
            if chosen:
                with subtests.test(f"{moment}: by ear"):
                    ear.assert_short()
                page.locator("form.answer").evaluate(
                    "form => { form.reset(); form.dispatchEvent(new Event('input')); }"
                )
                choose_some(page)
            for width, height in sizes:
                with subtests.test(f"{moment}, {width} wide{', chosen' * chosen}"):
                    assert wrong(page, width, height) == []
                    assert page.evaluate(TOO_SMALL) == []
                    if (width, height) == PHONE and not chosen:
                        assert_few(page)
        if moment[0] == "3" and (far or not moment.endswith("0 cards lie")):
            with subtests.test(f"{moment}: everybody can read it"):
                assert in_both_schemes(page) == {}
    assert len(met) >= (5 if GAMES[key].trick_game else 2), met


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_longest_contract_has_room_beside_the_hour(page: Page, site: Site, seats: int) -> None:
    match = open_table(*NAMES[:seats], game="french-tarot", at=clock.now())
    bids = {"Ada": "guard without"}
    while len(views.spectator_page(again(match)).view["core"]["tricks"] or ()) < 2:
        name = again(match).chairs[views.spectator_page(again(match)).waiting[0]].name
        bidding = views.spectator_page(again(match)).view["core"]["phase"] == "bid"
        seals(match, name, bids.get(name, "pass") if bidding else some_answer(match, name, Random(seats)), clock.now())
    page.emulate_media(reduced_motion="reduce")
    page.goto(site.seat(seat(match, "Ada")))
    expect(page.locator(".at-b .badge.wax")).to_have_text("Guard without ×4")
    for width, height in SIZES:
        assert wrong(page, width, height) == [], width


def dealer_of_scarto(page: Page, site: Site) -> Locator:
    """The page of a dealer who lays three cards away; the cards that may go."""
    match = open_table(*NAMES[:3], game="scarto", at=clock.now())
    page.goto(site.seat(seat(match, match.chairs[views.spectator_page(match).waiting[0]].name)))
    return page.locator(".hand label.pick")


def tap(cards: Locator, number: int) -> None:
    cards.nth(number).click(position={"x": 10, "y": 14})


def test_laying_away_counts_in_the_tray_and_on_the_button(page: Page, site: Site) -> None:
    cards = dealer_of_scarto(page, site)
    tap(cards, 0)
    tap(cards, 5)
    expect(page.locator(".tray")).to_contain_text("2 of 3")
    expect(page.locator(".tray svg")).to_have_count(2)
    expect(page.locator("button.main")).to_have_text("1 more to lay away")
    tap(cards, 9)
    expect(page.locator(".tray")).to_contain_text("3 of 3 · they count")
    expect(page.locator("button.main")).to_have_text(re.compile(r"^Lay away \S+, \S+ and \S+$"))


def test_one_tap_more_than_allowed_changes_nothing_and_says_so(page: Page, site: Site) -> None:
    cards = dealer_of_scarto(page, site)
    for number in (0, 5, 9):
        tap(cards, number)
    before = page.locator("button.main").inner_text()
    tap(cards, 3)
    expect(page.locator(".warn")).to_have_text("3 are chosen already: tap one of them to put it back.")
    assert page.locator(".hand :checked").count() == 3
    assert page.locator("button.main").inner_text() == before
    tap(cards, 5)
    expect(page.locator(".warn")).to_have_count(0)
    assert page.locator(".hand :checked").count() == 2


def test_the_trick_is_a_table_to_a_screen_reader_and_its_change_is_told_once(page: Page, site: Site) -> None:
    table = open_table(*NAMES[:3], game="scarto", at=clock.now())
    [dealer] = views.spectator_page(table).waiting
    name = table.chairs[(dealer + 1) % 3].name
    page.goto(site.seat(seat(table, name)))
    for _ in range(3):
        [turn] = views.spectator_page(again(table)).waiting
        who = table.chairs[turn].name
        seals(table, who, some_answer(table, who, Random(3)), clock.now(), again(table).ply)
    page.reload()
    rows = page.get_by_role("table", name="The trick").get_by_role("row")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("You led")
    expect(page.locator("#news")).to_contain_text("played")
    page.reload()
    expect(page.locator("#news")).to_have_text("")


ENOUGH_KEYS = 5
"""A bid, a trump and tiles, each in turn by one of the two ways to choose."""


def test_a_hand_of_dominoes_is_played_with_the_keyboard_alone(page: Page, site: Site) -> None:
    match = open_table(*NAMES[:4], game="texas-42", at=clock.now())
    page.set_viewport_size({"width": 1280, "height": 900})
    random, first = Random(2), views.spectator_page(match).view["deal"]
    keys = 0
    while keys < ENOUGH_KEYS and views.spectator_page(match := again(match)).view["deal"] == first:
        [turn] = views.spectator_page(match).waiting
        name, ply = match.chairs[turn].name, match.ply
        if name != "Ada":
            seals(match, name, answer(match, name, random), clock.now(), ply)
            continue
        page.goto(site.seat(seat(match, name)))
        if keys % 2:
            page.locator(".hand input, .bids input").first.focus()
            page.keyboard.press("1")
        else:
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Space")
        page.keyboard.press("Enter")
        expect(page.locator("main")).not_to_have_attribute("data-ply", str(ply))
        keys += 1
    assert keys == ENOUGH_KEYS


def test_the_keys_are_told_by_a_question_mark(page: Page, site: Site) -> None:
    match = open_table(*NAMES[:4], game="texas-42", at=clock.now())
    page.goto(site.seat(seat(match, match.chairs[views.spectator_page(match).waiting[0]].name)))
    page.locator("form.answer :is([type=radio], [type=checkbox])").first.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("through the hand")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)


@pytest.mark.parametrize("key", sorted(key for key in GAMES if GAMES[key].trick_game))
def test_the_next_to_play_sits_where_the_game_says(page: Page, site: Site, key: str) -> None:
    seats = 4 if 4 in GAMES[key].seats else 3
    match = open_table(*NAMES[:seats], game=key, at=clock.now())
    page.goto(site.seat(seat(match, "Ada")))
    mine, next_one, last = (
        page.locator(".sitting li", has_text=name).bounding_box() for name in ("You", NAMES[1], NAMES[seats - 1])
    )
    assert mine
    assert next_one
    assert last
    right = next_one["x"] > last["x"]
    assert right == (GAMES[key].direction == "right")


def test_a_tap_on_a_bid_says_what_it_means(page: Page, site: Site) -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="french-tarot")
    for chair in match.chairs:
        if views.spectator_page(again(match)).waiting[0] == chair.seat:
            seals(match, chair.name, "guard")
            break
    page.goto(site.seat(seat(match, "Ada")))
    meaning = page.get_by_role("main").get_by_text("lays as many cards away; all counts ×2.").first
    expect(meaning).to_be_hidden()
    page.get_by_role("button", name="Guard ×2").press("Enter")
    expect(meaning).to_be_visible()
    page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()
