"""The rules of each game on paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from server.rules import GAMES
from tests.browser.conftest import Site


@pytest.mark.wide
def test_the_rules_of_every_game_fit_on_one_sheet(page: Page, site: Site) -> None:
    for key in GAMES:
        page.goto(f"{site.address}/rules/{key}")
        sheets = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", sheets)) == 1, key
