"""How many words a phone shows at first: an invitation, any other page; of tables test_scene.py tells."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from server import clock, links, matches
from server.rules import GAMES
from tests.cast import NAMES, guests, open_match, open_table, seat

from .conftest import Site

TABLE, INVITATION, OTHER = 60, 80, 110
SEEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), seen = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("[aria-hidden=true], .sr, option, .counted, .token")) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    for (const { 0: word, index } of text.data.matchAll(/\\S*[\\p{L}\\p{N}]\\S*/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (right === left) continue;
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (there && (parent.contains(there) || there.contains(parent))) seen.push(word);
    }
  }
  return seen;
}"""
"""The words that are seen without scrolling, and under nothing else; cards, tokens and stamps are no words."""


def few(page: Page, address: str, most: int) -> None:
    """Whether the first screen of a page has at most so many words."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(reduced_motion="reduce")  # the table as it is; nothing plays forward
    page.goto(address)
    assert_few(page, most)


def assert_few(page: Page, most: int = TABLE) -> None:
    """Whether at most so many words are seen."""
    words = page.evaluate(SEEN)
    assert 5 < len(words) <= most, " ".join(words)


def test_an_invitation_says_little(page: Page, site: Site, subtests: pytest.Subtests) -> None:
    for key in ("french-tarot", "titro"):
        match = open_match(key, {}, guests(*NAMES[: min(GAMES[key].seats)]), at=clock.now())
        matches.accept(match.chairs[0].id, at=clock.now())
        with subtests.test(game=key):
            few(page, site.seat(seat(match, "Bruno")), INVITATION)


def test_other_pages_say_little(page: Page, site: Site, subtests: pytest.Subtests) -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="french-tarot", at=clock.now())
    ada = seat(match, "Ada")
    assert ada.player
    paths = {
        "front": "/", "new": "/new?game=titro", "games": "/new", "rules": "/rules", "lost": "/lost", "help": "/help",
        "the rules of a game": "/rules/dementlieu",
        "practice": "/practice", "home": links.me(ada.player), "plan": f"{site.seat(ada)}/plan",
        "desk": links.desk(match), "stop": links.stop(ada), "privacy": "/privacy",
    }  # fmt: skip
    for name, path in paths.items():
        with subtests.test(page=name):
            few(page, site.address + path.replace("http://localhost", "").replace(site.address, ""), OTHER)
