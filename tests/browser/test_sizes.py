"""A page is right at every width from 320 to 2560 and every height from 480: some each time, all in ``make long``."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from playwright.sync_api import Page

from server import clock, views
from tests.browser.conftest import Site
from tests.browser.moments import answer, choose_longest, choose_some, ends, moments
from tests.browser.pages import (
    every_ask,
    every_page,
    halted_tables,
    later_deals,
    long_names,
    longest_names,
    questions,
    talk,
)
from tests.browser.sizes import HEIGHTS, SAMPLE, WIDTHS, hard_to_read, wrong
from tests.cast import NAMES, again, open_table, seals, seat

ALL = [(width, height) for width in WIDTHS for height in HEIGHTS]
LENGTHY = (
    "under the bar", "below the screen", "the bar is not", "a column under", "a word broken", "paper above",
    "a trick on", "one answer below",
)  # fmt: skip
"""What is only long or empty: all is reached by scrolling."""
FITTED = ("a word broken", "a short name cut", "a table scrolls", "cut off")
"""What becomes of names where there is too little room for them."""
PHONES = ((320, 480), (320, 568), (340, 740), (360, 640), (375, 553), (390, 844))
"""Where the button of a long answer has little room."""
COVERED = """(all) => all.filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, top + height - 2));
}).map((one) => one.textContent)"""
"""What something lies on, or what is below the screen."""
PLACES = "() => [...document.querySelectorAll('.hand .pick')].map((one) => Math.round(one.getBoundingClientRect().top))"
"""How far down each card of the hand is."""
USUAL_SIZES = (
    (320, 480),
    (320, 568),
    (375, 553),
    (390, 844),
    (768, 480),
    (853, 480),
    (912, 600),
    (1024, 768),
    (1280, 800),
)
SIX = ((320, 480), (375, 553), (390, 844), (768, 1024), (912, 600), (1280, 800))


def assert_right(
    page: Page,
    site: Site,
    subtests: pytest.Subtests,
    name: str,
    path: str,
    sizes: Iterable[tuple[int, int]],
    large: bool = False,
    chosen: bool = False,
) -> None:
    """Nothing is wrong with a page at these sizes; where text is ``large``, a page may be long and its words broken.
    ``chosen``: the longest answer is.
    """
    page.goto(site.address + path)
    if chosen:
        choose_longest(page)
    with subtests.test(name):
        found: dict[str, list[tuple[int, int]]] = {}
        for size in sizes:
            for one in wrong(page, *size):
                if not (large and one.startswith(LENGTHY)):
                    found.setdefault(one, []).append(size)
        assert found == {}


@pytest.fixture(autouse=True)
def still(page: Page) -> None:
    """What is new does not play forward first."""
    page.emulate_media(reduced_motion="reduce")


def test_the_front_page_and_some_tables_are_right_at_a_sample_of_sizes(
    page: Page, site: Site, subtests: pytest.Subtests
) -> None:
    for path in ("/", "/practice"):
        assert_right(page, site, subtests, path, path, SAMPLE)
    moment, match, name = next(one for one in moments("scarto", 3) if one[0] == "0 tricks taken, 2 cards lie")
    assert_right(page, site, subtests, moment, site.seat(seat(match, name)).removeprefix(site.address), SAMPLE)
    for halted, path in halted_tables():
        assert_right(page, site, subtests, halted, path, SAMPLE)
    for asked, path in questions():
        assert_right(page, site, subtests, asked, path, SAMPLE)
        assert_right(page, site, subtests, f"{asked}, and has chosen", path, SAMPLE, chosen=True)


def test_the_letter_of_the_front_page_can_be_read_at_a_phone_and_beside_the_words(page: Page, site: Site) -> None:
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(site.address)
        assert hard_to_read(page) == []


@pytest.mark.wide
def test_what_six_may_choose_at_tottarot_is_on_the_first_screen(page: Page, site: Site) -> None:
    match, random = open_table(*NAMES[:6], game="tottarot", at=clock.now()), Random(4)
    while (match := again(match)).ply < 12:  # the first turn of the second round, which says how the first one ended
        waiting = [match.chairs[there].name for there in views.spectator_page(match).waiting]
        page.goto(site.seat(seat(match, waiting[0])))
        for width, height in ((360, 480), (390, 553), (360, 700), (900, 700), (912, 641), (1280, 553)):
            page.set_viewport_size({"width": width, "height": height})
            covered = page.locator("form.answer label.choice").evaluate_all(COVERED)
            assert covered == [], (match.ply, width, height)
        for name in waiting:
            seals(match, name, answer(match, name, random), clock.now(), match.ply)


@pytest.mark.wide
def test_nothing_moves_under_a_thumb_that_chooses_cards(page: Page, site: Site, subtests: pytest.Subtests) -> None:
    for name, path in every_ask():
        for width, height in ((320, 568), (360, 553), (390, 664), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(site.address + path)
            before = page.evaluate(PLACES)
            choose_some(page)
            with subtests.test(f"{name} at {width} by {height}"):
                assert page.evaluate(PLACES) == before


@pytest.mark.wide
def test_what_is_said_at_a_table_covers_nothing(page: Page, site: Site, subtests: pytest.Subtests) -> None:
    for name, path in talk():
        page.goto(site.address + path)
        with subtests.test(name):
            found = {one for size in SAMPLE for one in wrong(page, *size)}
            assert {one for one in found if "There goes" in one} == set()


@pytest.mark.long
def test_later_deals_between_usual_names_are_right(page: Page, site: Site, subtests: pytest.Subtests) -> None:
    for name, path in later_deals():
        assert_right(page, site, subtests, name, path, USUAL_SIZES)


@pytest.mark.wide
def test_long_names_are_not_broken_and_leave_tables_whole(page: Page, site: Site, subtests: pytest.Subtests) -> None:
    for names, faults in ((long_names(), FITTED), (longest_names(), ("cut off", "beyond", "it scrolls"))):
        for name, path in names:
            page.goto(site.address + path)
            with subtests.test(name):
                found = {one for size in SIX for one in wrong(page, *size)}
                assert {one for one in found if one.startswith(faults)} == set()


@pytest.mark.wide
def test_a_round_of_titro_is_a_table_wherever_it_has_room(page: Page, site: Site) -> None:
    _, match = next(ends("titro", 2))
    page.goto(site.seat(match.chairs[0]))
    table = page.locator(".panel table")
    for width in (320, 390, 912, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert table.locator("tbody tr").first.evaluate("row => getComputedStyle(row).display") == "table-row", width


@pytest.mark.long
def test_every_page_is_right_at_every_size(page: Page, site: Site, subtests: pytest.Subtests) -> None:
    for name, path in every_page():
        assert_right(page, site, subtests, name, path, ALL)


@pytest.mark.long
def test_every_ask_is_right_at_every_size(page: Page, site: Site, subtests: pytest.Subtests) -> None:
    for name, path in every_ask():
        assert_right(page, site, subtests, name, path, ALL)


@pytest.mark.long
def test_every_ask_is_right_on_phones_with_its_longest_answer_chosen(
    page: Page, site: Site, subtests: pytest.Subtests
) -> None:
    for name, path in every_ask():
        assert_right(page, site, subtests, name, path, PHONES, chosen=True)


@pytest.mark.long
@pytest.mark.parametrize("look", ["dark", "forced colours", "twice the text"])
def test_every_page_and_ask_is_right_however_it_is_shown(
    page: Page, site: Site, subtests: pytest.Subtests, look: str
) -> None:
    page.emulate_media(
        color_scheme="dark" if look == "dark" else "light",
        forced_colors="active" if look == "forced colours" else "none",
    )
    if look == "twice the text":
        browser = page.context.new_cdp_session(page)
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 32}})
    for find in (every_page, every_ask):
        for name, path in find():
            assert_right(page, site, subtests, f"{look}: {name}", path, SIX, large=look == "twice the text")
            if look == "dark":
                with subtests.test(f"{look}: everybody can read {name}"):
                    assert hard_to_read(page) == []
