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
COVERED = f"""async (svg) => {{
  const picture = new Image();
  picture.src = "data:image/svg+xml," + encodeURIComponent(svg);
  await picture.decode();
  const canvas = document.createElement("canvas"), drawing = canvas.getContext("2d");
  [canvas.width, canvas.height] = [400, 640];
  drawing.drawImage(picture, 0, 0, 400, 640);
  const [left, top, right, bottom] = {list(ROOM)}.map((edge) => Math.round(4 * edge));
  const drawn = (x, y, width, height) => {{
    const colours = drawing.getImageData(x, y, width, height).data;
    let solid = 0;
    for (let at = 3; at < colours.length; at += 4) solid += colours[at] > 120;
    return solid;
  }};
  return [drawn(left, top, right - left, bottom - top), drawn(0, 0, 400, 640)];
}}"""


def alone(sheet: str, code: str) -> str:
    """A card without its index, as an image of its own."""
    text = (STATIC / sheet).read_text()
    symbol = re.search(rf'<symbol id="{code}" .*?</symbol>', text)
    assert symbol is not None
    bare = re.sub(r'<use href="#i\w+"/>', "", symbol[0])
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 160" width="400" height="640" color="#5b2a6e"><defs>'
    )
    parts = text.replace(symbol[0], bare).partition(">")[2].replace("</svg>", "")
    return f'{head}{parts}</defs><use href="#{code}"/></svg>'


@pytest.mark.parametrize("sheet", WITH_INDEX)
def test_every_index_lies_in_the_room_that_is_set_off_for_it(page: Page, sheet: str) -> None:
    page.set_content((STATIC / sheet).read_text())
    found = page.evaluate(INDICES)
    assert {corner for corner, *_ in found} >= {"c10", "cQ", "c20", "c21", "cT"}
    left, top, right, bottom = ROOM
    assert [one for one in found if one[1] < left or one[2] < top or one[3] > right or one[4] > bottom] == []


@pytest.mark.parametrize("sheet", WITH_INDEX)
def test_no_picture_covers_an_index(page: Page, sheet: str) -> None:
    for code in sheets()[sheet]:
        in_room, everywhere = page.evaluate(COVERED, alone(sheet, code))
        assert everywhere > 500, f"{code} is blank"
        assert in_room <= DOTS // 100, f"{code}: {in_room} dots of 1/4 lie in the corner"


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_cards_of_a_table_are_there(page: Page, site: Site, key: str) -> None:
    players = NAMES[: max(3, min(GAMES[key].seats)) if 3 in GAMES[key].seats else min(GAMES[key].seats)]
    match = open_table(*players, game=key)
    page.goto(site.seat(seat(match, players[0])))
    page.wait_for_load_state("networkidle")
    widths = page.locator("svg.card > use").evaluate_all("uses => uses.map((use) => use.getBBox().width)")
    assert len(widths) >= 3
    assert min(widths) > 20
