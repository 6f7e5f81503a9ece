"""Cards as a browser draws them: nothing of a picture covers an index, and no index leaves its card."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from server.paths import STATIC
from server.rules import GAMES
from server.web.drawing import sheets
from tests.cast import NAMES, open_table, seat

from .conftest import Site

WITH_INDEX = ("french.svg", "latin.svg")
ROOM = (4.5, 6, 34.5, 53.5)
"""What is set off for the index in the corner of a card 100 wide: left, top, right, bottom."""
DOTS = 16 * 30 * 47
"""How many dots of a quarter that is; an outline may touch its edge, on a hundredth of them."""
STROKE = 4.2
"""How thick figures of the index are drawn."""
INDICES = f"""() => [...document.querySelectorAll("g[id^=i] > [id^=c]")].map((corner) => {{
  const box = corner.getBBox(), thick = corner.tagName === "g" ? {STROKE / 2} : 0;
  const moved = corner.transform.baseVal.consolidate()?.matrix ?? {{ a: 1, e: 0, f: 0 }};
  const left = box.x * moved.a + moved.e - thick, top = box.y * moved.a + moved.f - thick;
  return [corner.id, left, top, left + box.width * moved.a + 2 * thick, top + box.height * moved.a + 2 * thick];
}})"""
ROW = 13
"""How many cards are drawn side by side in one picture."""
COVERED = f"""async ([svg, cards]) => {{
  const picture = new Image();
  picture.src = "data:image/svg+xml," + encodeURIComponent(svg);
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [400 * cards, 640];
  const drawing = canvas.getContext("2d", {{ willReadFrequently: true }});
  drawing.drawImage(picture, 0, 0, 400 * cards, 640);
  const [left, top, right, bottom] = {list(ROOM)}.map((edge) => Math.round(4 * edge));
  const drawn = (x, y, width, height) => {{
    const colours = drawing.getImageData(x, y, width, height).data;
    let solid = 0;
    for (let at = 3; at < colours.length; at += 4) solid += colours[at] > 120;
    return solid;
  }};
  return [...Array(cards).keys()].map((card) => [
    drawn(400 * card + left, top, right - left, bottom - top), drawn(400 * card, 0, 400, 640)]);
}}"""
DRAWN = """() => {
  const cards = [...document.querySelectorAll("svg.card > use")];
  return cards.length >= 3 && cards.every((card) => card.getBBox().width > 20);
}"""


def side_by_side(sheet: str, codes: list[str]) -> str:
    """Cards without their indices, as an image of their own."""
    text = (STATIC / sheet).read_text()
    for code in codes:
        symbol = re.search(rf'<symbol id="{code}" .*?</symbol>', text)
        assert symbol is not None
        text = text.replace(symbol[0], re.sub(r'<use href="#i\w+"/>', "", symbol[0]))
    width = 100 * len(codes)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 160" width="{4 * width}" height="640"'
        ' color="#5b2a6e"><defs>'
    )
    parts = text.partition(">")[2].replace("</svg>", "")
    cards = (
        f'<svg x="{100 * there}" width="100" height="160" viewBox="0 0 100 160"><use href="#{code}"/></svg>'
        for there, code in enumerate(codes)
    )
    return f"{head}{parts}</defs>{''.join(cards)}</svg>"


@pytest.mark.parametrize("sheet", WITH_INDEX)
def test_every_index_lies_in_the_room_that_is_set_off_for_it(page: Page, sheet: str) -> None:
    page.set_content((STATIC / sheet).read_text())
    found = page.evaluate(INDICES)
    assert {corner for corner, *_ in found} >= {"c10", "cQ", "c20", "c21", "cT"}
    left, top, right, bottom = ROOM
    assert [one for one in found if one[1] < left or one[2] < top or one[3] > right or one[4] > bottom] == []


@pytest.mark.parametrize("sheet", WITH_INDEX)
@pytest.mark.wide
def test_no_picture_covers_an_index(page: Page, subtests: pytest.Subtests, sheet: str) -> None:
    codes = list(sheets()[sheet])
    assert len(codes) > 60
    for first in range(0, len(codes), ROW):
        row = codes[first : first + ROW]
        found = page.evaluate(COVERED, [side_by_side(sheet, row), len(row)])
        for code, (in_room, everywhere) in zip(row, found, strict=True):
            with subtests.test(code):
                assert everywhere > 500, "it is blank"
                assert in_room <= DOTS // 100, f"{in_room} dots of 1/4 lie in the corner"


def test_the_cards_of_a_table_are_there(page: Page, site: Site, subtests: pytest.Subtests) -> None:
    for key in sorted(GAMES):
        players = NAMES[: max(3, min(GAMES[key].seats)) if 3 in GAMES[key].seats else min(GAMES[key].seats)]
        match = open_table(*players, game=key)
        with subtests.test(key):
            page.goto(site.seat(seat(match, players[0])))
            page.wait_for_function(DRAWN)
