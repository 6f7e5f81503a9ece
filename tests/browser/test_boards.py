"""The boards of Titro and Tottarot: what is asked is chosen where the cards lie, and the button says what it does."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from server import clock, matches, views
from server.store.models import PLAYING, Match
from tests.browser.conftest import Site
from tests.browser.moments import SIZES
from tests.browser.test_table import in_short
from tests.cast import NAMES, address, again, open_match, open_table, seals, seat, some_answer
from tests.cast import page as seen

LONG = [f"Maximiliane-Theodora-von-Hohenlohe-Gra-{letter}" for letter in "ABCDEF"]
"""Names of as many letters as a name may have."""


@pytest.fixture(autouse=True)
def still(page: Page) -> None:
    """What is new does not play forward first."""
    page.emulate_media(reduced_motion="reduce")


SMALLEST = """(all) => Math.min(...all.map((one) => one.getBoundingClientRect()).flatMap((box) =>
  [box.width, box.height]))"""

COVERED = """(all) => Math.max(...all.flatMap((cell) => {
  const [one] = [...cell.querySelectorAll(".card:not(.empty)")].map((card) => card.getBoundingClientRect());
  const over = [...cell.querySelectorAll(".counted, .token")].map((on) => on.getBoundingClientRect());
  return !one ? [] : over.reduce((sum, box) => sum + Math.max(0, box.right - one.left) * box.height, 0) /
    (one.width * one.height);
}))"""
"""The most of a card that lies under what it counts and its token."""


def until(match: Match, phase: str, turn: int = 1) -> Match:
    """Everybody answers at random until this phase comes."""
    random = Random(4)
    while (match := again(match)).status == PLAYING and not at(match, phase, turn):
        for there in views.spectator_page(match).waiting:
            name = match.chairs[there].name
            seals(match, name, some_answer(match, name, random), clock.now(), match.ply)
    assert match.status == PLAYING, phase
    return match


def at(match: Match, phase: str, turn: int) -> bool:
    view = views.spectator_page(match).view
    return view["phase"] == phase and view.get("turn", turn) >= turn


def titro(phase: str) -> tuple[Match, str]:
    """A table of Titro, and somebody who is asked there."""
    return asked(until(open_table("Ada", "Bruno", at=clock.now()), phase))


def tottarot(phase: str, turn: int = 1, seats: int = 4, **options: object) -> tuple[Match, str]:
    """A table of Tottarot, and somebody who is asked there."""
    table = open_table(*NAMES[:seats], game="tottarot", at=clock.now(), **options)
    return asked(until(table, phase, turn))


def asked(match: Match) -> tuple[Match, str]:
    return match, match.chairs[views.spectator_page(match).waiting[0]].name


def hidden_table(game: str, answered: str, seats: int) -> Match:
    """A table at which it is shown or hidden who has answered."""
    people = [matches.Guest(name, address(name)) for name in NAMES[:seats]]
    match = open_match(game, {}, people, "PT48H", terms={"answered": answered}, at=clock.now())
    for chair in match.chairs:
        matches.accept(chair.id, at=clock.now())
    return again(match)


def card(page: Page, match: Match, code: str) -> Locator:
    """A card of the spread."""
    return page.locator(".spread .table").and_(page.get_by_label(seen(match, "Ada").game.words[code][0], exact=True))


def button(page: Page) -> Locator:
    return page.locator("button.main")


def box(one: Locator) -> dict[str, float]:
    found = one.bounding_box()
    assert found is not None
    return dict(found)


# Titro ---------------------------------------------------------------------------------------------------------------


def test_a_bid_is_made_by_a_tap_on_a_place_and_one_on_a_card(page: Page, site: Site) -> None:
    match = open_table("Ada", "Bruno", at=clock.now())
    view = seen(match, "Ada").view
    page.goto(site.seat(seat(match, "Ada")))
    card(page, match, view["spread"]["cloak"]).click(force=True)
    page.locator(".hand label").nth(2).click()
    expect(button(page)).to_have_text(f"Seal {in_short(view['hand'][2])} on your cloak")


def test_opened_bids_lie_on_the_side_of_who_made_them(page: Page, site: Site) -> None:
    match = open_table("Ada", "Bruno", at=clock.now())
    for name in ("Ada", "Bruno"):
        seals(match, name, f"{seen(match, name).view['hand'][0]} centre", clock.now())
    match = again(match)
    for name in ("Ada", "Bruno"):
        page.goto(site.seat(seat(match, name)))
        target = box(card(page, match, seen(match, name).view["spread"]["centre"]))
        assert box(page.locator(".bid.theirs"))["y"] < target["y"]
        assert box(page.locator(".bid.ours"))["y"] > target["y"] + target["height"] / 2
        expect(page.locator(".bid.ours")).to_contain_text("You bid")


def test_a_card_is_stolen_by_a_tap_where_it_lies_and_its_row_says_what_that_makes(page: Page, site: Site) -> None:
    match, name = titro("split")
    shown = seen(match, name)
    assert shown.ask is not None
    assert shown.you is not None
    wanted = shown.ask.slots[0].options[-1]
    points = next(one["points"] for one in shown.view["last"]["results"] if one["target"] == wanted)
    mine, other = shown.scores[shown.you] + points, shown.scores[1 - shown.you] - points
    page.goto(site.seat(seat(match, name)))
    expect(page.locator(".outcomes label")).to_have_count(len(shown.ask.slots[0].options))
    card(page, match, wanted).click(force=True)
    expect(button(page)).to_have_text(f"Steal {in_short(wanted)} and its {points} point{'s' if points != 1 else ''}")
    row = page.locator(".outcomes label").filter(has_text=re.compile(f"You {mine} · {shown.others[0]} {other}$"))
    expect(row.first).to_be_in_viewport()
    with page.expect_navigation():
        button(page).click()
    after = seen(again(match), name)
    assert after.scores[shown.you] == mine


def test_the_row_of_a_card_chooses_the_card_also_without_script(phone_without_script: Page, site: Site) -> None:
    page = phone_without_script
    match, name = titro("split")
    ask = seen(match, name).ask
    assert ask is not None
    page.goto(site.seat(seat(match, name)))
    row = page.locator(".outcomes label").first
    row.click()
    place = row.get_attribute("for")
    expect(page.locator(f"#{place}")).to_be_checked()
    expect(row).to_have_css("border-color", "rgb(138, 95, 12)")


def test_a_card_that_is_kept_takes_its_place_beside_the_hand(page: Page, site: Site) -> None:
    match, name = titro("keep")
    ask = seen(match, name).ask
    assert ask is not None
    wanted = ask.slots[0].options[0]
    page.goto(site.seat(seat(match, name)))
    expect(button(page)).to_have_text("Choose some, or none")
    card(page, match, wanted).click(force=True)
    expect(button(page)).to_have_text(f"Keep {in_short(wanted)}")
    expect(page.locator(".tray")).to_contain_text(f"1 of {ask.slots[0].most}")
    expect(page.locator(".tray svg")).to_have_count(1)
    with page.expect_navigation():
        button(page).click()
    assert seen(again(match), name).view["phase"] == "first-bid" or seen(match, name).sealed == wanted


def test_scores_say_what_a_round_has_made_of_them(page: Page, site: Site) -> None:
    match, name = titro("keep")
    shown = seen(match, name)
    assert shown.you is not None
    won = sum(one["points"] for one in shown.view["last"]["results"] if one["winner"] == shown.you)
    assert won > 0
    page.goto(site.seat(seat(match, name)))
    score = shown.scores[shown.you]
    expect(page.locator(".side.me p")).to_contain_text(re.compile(rf"{score - won or ''}\s*→.*{score}$", re.DOTALL))
    expect(page.locator("header .scores")).to_have_count(0)


# Tottarot ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "words"),
    [("change", "Take {}’s card"), ("peek", "Look at {}’s card"), ("show", "Show yours, see {}’s card")],
)
def test_a_card_is_chosen_where_it_lies_and_named_on_the_button(page: Page, site: Site, phase: str, words: str) -> None:
    match, name = tottarot(phase)
    shown = seen(match, name)
    assert shown.ask is not None
    letter = next(token for token in shown.ask.slots[0].options if token in shown.letters)
    page.goto(site.seat(seat(match, name)))
    row = page.locator(".fates li").filter(has_text=shown.names[shown.letters.index(letter)])
    row.locator("label").click()
    expect(button(page)).to_have_text(words.format(shown.names[shown.letters.index(letter)]))
    expect(button(page)).to_be_in_viewport()


def test_taking_none_says_where_the_sum_stays(page: Page, site: Site) -> None:
    match, name = tottarot("change", 3, **{"may-decline": "on"})
    shown = seen(match, name)
    assert shown.you is not None
    page.goto(site.seat(seat(match, name)))
    none = page.locator("label", has_text="Take none: sum")
    assert int(none.inner_text().replace("−", "-").split()[-1]) == shown.view["sums"][shown.you]
    none.click()
    expect(button(page)).to_have_text("Take no card")
    page.locator("label", has_text="Keep yours").click()
    expect(button(page)).to_have_text("Take none, keep your own card")


def test_a_token_is_sealed_and_the_button_becomes_quiet(page: Page, site: Site) -> None:
    match, name = tottarot("token")
    page.goto(site.seat(seat(match, name)))
    page.locator(".will label").nth(2).click()
    expect(button(page)).to_have_text("Seal token 2")
    button(page).click()
    expect(button(page)).to_have_text("Change it")
    mine = page.locator(".fates li").filter(has_text="You")
    expect(mine.get_by_text("sealed", exact=True)).to_be_visible()


@pytest.mark.parametrize("seats", [2, 6])
def test_the_rows_of_few_and_of_many_fit_every_screen(page: Page, site: Site, seats: int) -> None:
    table = open_table(*LONG[:seats], game="tottarot", at=clock.now())
    for phase, turn in (("token", 1), ("change", 2), ("token", 3)):
        match, name = asked(until(table, phase, turn))
        page.goto(site.seat(seat(match, name)))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            expect(button(page)).to_be_in_viewport()
            expect(page.locator(".fates li").last).to_be_in_viewport()
            assert page.locator(".will span, .fates label").evaluate_all(SMALLEST) >= 44, (phase, width)
            assert page.locator(".fates .cell").evaluate_all(COVERED) <= 0.3, (phase, width)


def test_sums_are_called_sums_and_victories_victories(page: Page, site: Site) -> None:
    table = open_table(*NAMES[:3], game="tottarot", at=clock.now())

    def until(wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not wanted(view := views.spectator_page(again(table)).view):
            there = views.spectator_page(again(table)).waiting[0]
            name = table.chairs[there].name
            seals(table, name, some_answer(table, name, Random(there)), clock.now(), again(table).ply)
        return view

    until(lambda view: view["round"] == 2)
    page.goto(site.seat(seat(table, "Ada")))
    rows = page.locator(".fates li")
    expect(rows.filter(has_text="sum")).to_have_count(0)  # nothing that is zero is written
    victors = [won for won in seen(again(table), "Ada").view["victories"] if won]
    expect(rows.filter(has_text="1 victory")).to_have_count(len(victors))
    expect(page.locator(".fates .line")).to_contain_text("took the victory token")
    expect(page.locator(".scores:visible")).to_have_count(0)
    view = until(lambda view: any(map(_summed, view["sums"], view["rows"])))
    page.goto(site.seat(seat(table, "Ada")))
    summed = [*map(_summed, view["sums"], view["rows"])]
    expect(rows.filter(has_text=re.compile("sum [+−]"))).to_have_count(summed.count(True))


def _summed(points: int, row: list[object]) -> bool:
    """Whether a row has a sum that its cards do not say by themselves."""
    return bool(points) and len(row) > 1


# Both ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), [("titro", 2), ("tottarot", 3)])
@pytest.mark.parametrize("answered", ["shown", "hidden"])
def test_who_has_answered_is_told_at_the_stamp_where_the_terms_tell_it(
    page: Page, site: Site, game: str, seats: int, answered: str
) -> None:
    match = hidden_table(game, answered, seats)
    page.goto(site.seat(seat(match, "Ada")))
    stamp = page.locator(".side.them, .fates li").filter(has_text="Bruno")
    before = stamp.inner_html()
    seals(match, "Bruno", some_answer(match, "Bruno", Random(1)), clock.now())
    page.reload()
    if answered == "hidden":
        assert stamp.inner_html() == before
        expect(stamp).to_contain_text("chooses, or has chosen")
    else:
        expect(stamp.get_by_text("sealed", exact=True)).to_be_visible()
        expect(stamp.locator(".sealed-mark")).to_have_count(1)


def test_the_clock_that_answered_is_told_at_the_stamp(page: Page, site: Site) -> None:
    match = open_table("Ada", "Bruno", at=clock.now())
    seals(match, "Ada", some_answer(match, "Ada", Random(1)), clock.now())
    closes = again(match).closes_at
    assert closes is not None
    matches.close_due(closes)
    page.goto(site.seat(seat(match, "Ada")))
    expect(page.locator(".side.them")).to_contain_text("by the clock")
    expect(page.locator(".side.me")).not_to_contain_text("by the clock")
