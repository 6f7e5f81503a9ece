"""The end of a deal and of a match in a browser: the button stays on the first screen, and everybody can read it."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from server import clock, views
from server.store.models import PLAYING, Match
from tests.browser.conftest import Site
from tests.browser.moments import ends
from tests.browser.test_axe import assert_easy
from tests.cast import NAMES, again, open_table, play_out, seat

PHONES = ((360, 740), (320, 568))


def just_after_a_deal(key: str, seats: int) -> tuple[Match, str]:
    """A match of which the first deal has ended, and who is asked first in the second."""
    _, match = next(ends(key, seats))
    assert again(match).status == PLAYING
    return match, match.chairs[views.spectator_page(match).waiting[0]].name


@pytest.mark.parametrize(("key", "seats"), [("french-tarot", 4), pytest.param("titro", 2, marks=pytest.mark.long)])
@pytest.mark.wide
def test_the_end_of_a_deal_leaves_the_button_on_the_first_screen_and_leads_there(
    page: Page, site: Site, key: str, seats: int
) -> None:
    match, name = just_after_a_deal(key, seats)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(site.seat(seat(match, name)))
        button = page.locator(".act button").bounding_box()
        assert button is not None
        assert button["y"] + button["height"] <= height
        headline = page.locator(".moment a")
        line = headline.bounding_box()
        assert line is not None
        assert 44 <= line["height"] <= 90
        headline.click()
        expect(page.get_by_role("main").get_by_text("Standing after")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 360, "height": 740})
    assert_easy(page, site.seat(seat(match, name)))
    assert_easy(page, f"{site.seat(seat(match, name))}?story=all&deal=1")


@pytest.mark.parametrize(("key", "seats"), [("french-tarot", 5)])
def test_the_end_of_a_match_is_whole_and_fits_a_phone(page: Page, site: Site, key: str, seats: int) -> None:
    match = play_out(open_table(*NAMES[:seats], game=key, deals=2, at=clock.now()), Random(3), clock.now())
    page.set_viewport_size({"width": 360, "height": 740})
    for path in (site.seat(seat(match, "Ada")), f"{site.address}/records/{match.id}"):
        assert_easy(page, path)
        expect(page.get_by_role("img", name="Scores from deal to deal")).to_be_visible()
        page.set_viewport_size({"width": 320, "height": 568})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_picture_is_drawn_as_an_image_of_its_size(page: Page, site: Site) -> None:
    match = play_out(open_table(*NAMES[:2], rounds=2, at=clock.now()), Random(3), clock.now())
    page.goto(site.address)
    size = page.evaluate(
        """async (path) => {
          const image = new Image(); image.src = path; await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        }""",
        f"/records/{match.id}/picture.svg",
    )
    assert size == [1200, 630]
