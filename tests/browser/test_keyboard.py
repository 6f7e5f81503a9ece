"""A match of every game on a desktop, played to its end by keys alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from playwright.sync_api import Page, expect

from server import clock, views
from server.rules import GAMES
from server.rules.engine import NONE
from server.store.models import PLAYING, Match
from tests.browser.conftest import Site
from tests.browser.moments import others_if_long
from tests.cast import NAMES, again, open_table, seals, seat, some_answer

SHORTEST = {
    "dementlieu": {"deals": 1}, "french-tarot": {"deals": 1}, "ottocento": {"target": 100}, "scarto": {"deals": 1},
    "texas-42": {"marks": 1}, "titro": {"rounds": 2}, "tottarot": {},
}  # fmt: skip
FOCUSED = "({ name: document.activeElement.name || '', value: document.activeElement.value || '' })"
AHEAD = """(token) => {
  const { name, form, type } = document.activeElement, group = form ? [...form.elements] : [];
  const values = group.filter((one) => type === "radio" && one.name === name).map((one) => one.value);
  return values.includes(token) ? (values.indexOf(token) - values.indexOf(document.activeElement.value)
    + values.length) % values.length : 0;
}"""
"""How many options of a group the arrow has to go on to this one."""
ASK_UNALIKE = ("dementlieu", "french-tarot", "titro", "tottarot")
"""The others ask for what one of these asks for, too."""
FIRST, OFTEN = 2, 8
"""Of what Ada is asked again and again she answers the first by keys, and then one of so many."""


def focused(page: Page) -> dict[str, str]:
    """The slot and the token that have the focus."""
    return dict(page.evaluate(FOCUSED))


def reach(page: Page, slot: str, token: str) -> None:
    """Go to an option with Tab, and within its group with the arrow; radio buttons are chosen by going there."""
    for _ in range(60):
        if focused(page)["name"] == slot:
            break
        page.keyboard.press("Tab")
    for _ in range(page.evaluate(AHEAD, token)):
        page.keyboard.press("ArrowRight")
    for _ in range(60):
        here = focused(page)
        if here == {"name": slot, "value": token}:
            return
        page.keyboard.press("ArrowRight" if here["name"] == slot else "Tab")
    raise AssertionError(f"The keyboard does not come to {token} of {slot}.")


def choose(page: Page, slot: str, token: str) -> None:
    """Go to an option, and choose it if going there has not done so."""
    reach(page, slot, token)
    if not page.evaluate("document.activeElement.checked"):
        page.keyboard.press("Space")


def answer_by_keys(page: Page, match: Match, name: str, answer: str) -> None:
    """Choose all tokens of an answer, and press Enter."""
    ask = views.seat_page(seat(match, name)).ask
    assert ask is not None
    chosen = [] if answer == NONE and not any(NONE in slot.options for slot in ask.slots) else answer.split()
    for slot in ask.slots:
        for token in (token for token in slot.options if token in chosen):
            choose(page, slot.name, token)
    if not chosen:
        choose(page, page.locator("fieldset.none input").get_attribute("name") or "", NONE)
    page.keyboard.press("Enter")
    expect(page.locator(f'main[data-ply="{match.ply}"] form.answer button.main:not([data-instead])')).to_have_count(0)


@pytest.mark.parametrize("often", [OFTEN, pytest.param(1, marks=pytest.mark.long)])
@others_if_long(*ASK_UNALIKE)
def test_a_match_is_played_to_its_end_by_keys_alone(page: Page, site: Site, key: str, often: int) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(reduced_motion="reduce")
    game = GAMES[key]
    match, random = open_table(*NAMES[: game.seats[0]], game=key, at=clock.now(), **SHORTEST.get(key, {})), Random(7)
    met: Counter[str] = Counter()
    while (match := again(match)).status == PLAYING:
        for there in views.spectator_page(match).waiting:
            name, answer = match.chairs[there].name, some_answer(match, match.chairs[there].name, random)
            phase = str(match.snapshot and match.snapshot["phase"])
            met[phase] += name == "Ada"
            if name != "Ada" or (met[phase] > FIRST and met[phase] % often):
                seals(match, name, answer, clock.now(), match.ply)
                continue
            page.goto(site.seat(seat(match, name)))
            answer_by_keys(page, match, name, answer)
    assert met.total() >= 3
    page.goto(site.seat(seat(match, "Ada")))
    expect(page.get_by_role("button", name="Another match")).to_be_visible()
