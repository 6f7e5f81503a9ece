"""The page of a player is easy to use on a phone, light and dark, whatever stands on it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from server import clock, links, matches
from server.post import outbox
from tests.cast import guests, letters, open_match, open_table, seat

from .conftest import Site
from .test_axe import assert_easy


@pytest.mark.wide
def test_my_matches(page: Page, site: Site) -> None:
    now = clock.now()
    match = open_table("Ada", "Bruno", at=now)
    invited = open_match("titro", {}, guests("Chiara", "Bruno"), at=now)
    matches.accept(seat(invited, "Chiara").id, at=now)
    outbox.deliver()
    outbox.bounced(letters(match, "turn", to="Bruno")[0].id, now, "Letters to this address come back.")
    bruno = seat(match, "Bruno").player
    assert bruno is not None
    address = links.me(bruno).replace("http://localhost", site.address)
    assert_easy(page, address)
    page.locator("details").evaluate_all("found => found.forEach(one => one.open = true)")
    page.get_by_label("One letter a day").check(force=True)
    page.get_by_role("button", name="Keep this", exact=True).click()
    matches.stop_letters_to(bruno.id)
    assert_easy(page, address)
