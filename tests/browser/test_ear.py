"""A match of every game, played by the accessibility tree and keys alone, as a screen reader would speak it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from playwright.sync_api import Page, expect

from server import clock, views
from server.rules import GAMES
from server.store.models import PLAYING, Match
from tests.browser.conftest import Site, Worlds
from tests.browser.ear import KEYS, LACKS, WORDS, Ear, words
from tests.browser.moments import answer
from tests.cast import NAMES, again, open_table, seals, seat, some_answer
from tests.each import some_games

SHORTEST = {
    "dementlieu": {"deals": 1}, "french-tarot": {"deals": 1}, "ottocento": {"target": 100}, "scarto": {"deals": 1},
    "texas-42": {"marks": 1}, "titro": {"rounds": 2}, "tottarot": {},
}  # fmt: skip
FIRST, OFTEN = 1, 8
"""Of what Ada is asked again and again she answers so many by ear at first, and then one of so many."""
TO_THE_ASK = 40
"""The most words from the page's top to what is asked."""


def ear_of(page: Page) -> Ear:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(reduced_motion="reduce")
    return Ear(page)


def comes(ear: Ear, site: Site, match: Match, name: str) -> None:
    """Open the page of a seat, and hear what is asked."""
    ear.page.goto(site.seat(seat(match, name)))
    top = ear.until_asked()
    assert sum(map(words, top)) <= TO_THE_ASK, top


def answers(ear: Ear, random: Random) -> None:
    """Choose at random among what is heard to be there, until the button says that it is an answer, and press Enter."""
    button = ear.page.locator("form.answer button.main")
    for group in ear.options().values():
        if group[0].role == "radio":
            ear.go_to(chosen := random.choice(group))
            if chosen.state != "checked":
                ear.press("Space")
    boxes = [node for group in ear.options().values() for node in group if node.role == "checkbox"]
    for box in random.sample(boxes, len(boxes)):
        if not LACKS.match(button.get_attribute("aria-label") or ""):
            break
        ear.go_to(box)
        ear.press("Space")
    with ear.page.expect_navigation():
        ear.page.keyboard.press("Enter")


@pytest.mark.parametrize("often", [OFTEN, pytest.param(1, marks=pytest.mark.long)])
@some_games()
def test_a_match_is_played_to_its_end_by_ear(page: Page, site: Site, key: str, often: int) -> None:
    ear, game, random, met = ear_of(page), GAMES[key], Random(7), Counter[str]()
    match = open_table(*NAMES[: game.seats[0]], game=key, at=clock.now(), **SHORTEST.get(key, {}))
    while (match := again(match)).status == PLAYING:
        for there in views.spectator_page(match).waiting:
            name = match.chairs[there].name
            phase = str(match.snapshot and match.snapshot["phase"])
            met[phase] += name == "Ada"
            if name != "Ada" or (met[phase] > FIRST and met[phase] % often):
                seals(match, name, some_answer(match, name, random), clock.now(), match.ply)
                continue
            comes(ear, site, match, name)
            answers(ear, random)
            assert again(match).ply > match.ply or seat(match, name).seat in again(match).sealed
    assert met.total() >= 3
    page.goto(site.seat(seat(match, "Ada")))
    assert any(node.name == "Another match" for node in ear.tree())


def lead_of_eighteen() -> Match:
    """Ada leads to the first trick of four at French Tarot."""
    match, random = open_table(*NAMES[:4], game="french-tarot", at=clock.now()), Random(4)
    while (core := views.spectator_page(again(match)).view["core"])["trick"] != [] or core["turn"] != [0]:
        turn = again(match).chairs[views.spectator_page(again(match)).waiting[0]].name
        seals(match, turn, answer(match, turn, random), clock.now())
    return again(match)


def test_the_sixth_of_eighteen_cards_takes_few_words_and_keys(page: Page, site: Site, worlds: Worlds) -> None:
    match = worlds.match("a lead of eighteen", lead_of_eighteen)
    ear = ear_of(page)
    comes(ear, site, match, "Ada")
    ear.begin()
    while ear.press("Tab").role != "radio":
        pass
    hand = views.seat_page(seat(match, "Ada")).view["core"]["hand"]
    assert len(hand) == 18
    assert "which card" in ear.heard[-1]
    sixth = ear.press("6")
    assert sixth.spoken == f"{GAMES['french-tarot'].words[hand[5]][0]}, checked"
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert ear.keys + 1 <= KEYS, ear.heard
    assert ear.words <= WORDS, ear.heard
    expect(page.locator("#news")).not_to_be_empty()
    assert ear.said[-1].startswith(f"You played {sixth.name}.")
