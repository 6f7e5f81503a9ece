"""What cards are drawn from: every code of every deck by a symbol of its own, in few bytes that are kept for ever."""

from __future__ import annotations

import gzip
import re
from collections import Counter

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server.paths import STATIC
from server.rules import GAMES
from server.views.faces import face
from server.web.assets import asset
from server.web.drawing import box, card, deck, drawn_suit, sheets, short, suit
from tests.decks import DECKS

KILOBYTES_OF_A_DECK = 20
"""Packed: what a first visit may cost for cards."""
CARDS = [(key, code) for key, codes in DECKS.items() for code in codes]


def ids(sheet: str) -> list[str]:
    """Everything that has a name in a sheet."""
    return re.findall(r'\bid="([^"]+)"', (STATIC / sheet).read_text())


def test_the_decks_of_all_games_are_looked_at() -> None:
    assert DECKS.keys() == GAMES.keys()


def test_every_card_of_every_deck_is_drawn_by_a_symbol_that_exists(app: Flask) -> None:
    for key, code in CARDS:
        with app.test_request_context():
            drawn = str(card(GAMES[key], code))
        uses = re.findall(r'<use href="/static/([\w.]+)\?\w{6}#([^"]+)"', drawn)
        assert [(name, symbol) for name, symbol in uses if symbol in sheets()[name]] == [(deck(GAMES[key]), code)], (
            drawn
        )
        assert f'viewBox="{box(GAMES[key], code)}"' in drawn
        assert suit(code), code


def test_a_chip_a_letter_and_a_button_write_a_card_in_one_order(app: Flask) -> None:
    for key, code in CARDS:
        there, chip = face(code, GAMES[key].words), face(code, GAMES[key].words).chip()
        assert re.sub(r"<[^>]+>|\ufe0e", "", chip) == str(there)
        with app.test_request_context():
            assert short(GAMES[key], code) in ("", str(there))


def test_every_suit_has_a_sign(app: Flask) -> None:
    for key, code in CARDS:
        kind = suit(code)
        if kind in ("F", "M", "X", "tile", "picture"):
            continue
        with app.test_request_context():
            [(name, sign)] = re.findall(r"/static/([\w.]+)\?\w{6}#(\w+)", str(drawn_suit(GAMES[key], kind)))
        assert sign in ids(name), (key, code)


@pytest.mark.parametrize("sheet", [*sorted(sheets()), "signs.svg"])
def test_a_sheet_names_each_drawing_once_and_uses_only_its_own(sheet: str) -> None:
    assert [name for name, times in Counter(ids(sheet)).items() if times > 1] == []
    used = set(re.findall(r'href="([^"]+)"', (STATIC / sheet).read_text()))
    assert used <= {f"#{name}" for name in ids(sheet)}


@pytest.mark.parametrize("sheet", sorted(sheets()))
def test_no_drawing_of_a_sheet_is_left_over(sheet: str) -> None:
    used = set(re.findall(r'href="#([^"]+)"', (STATIC / sheet).read_text()))
    signs = {kind for kind in "SHDCT" if sheet == "french.svg"} | {"T"}
    assert set(ids(sheet)) - used - sheets()[sheet].keys() - signs == set()


def test_each_game_has_the_deck_that_it_is_played_with() -> None:
    assert {key: deck(game) for key, game in GAMES.items()} == {
        "titro": "french.svg",
        "french-tarot": "french.svg",
        "dementlieu": "french.svg",
        "scarto": "french.svg",
        "ottocento": "latin.svg",
        "texas-42": "tiles.svg",
        "tottarot": "fates.svg",
    }


def test_a_word_that_is_no_card_has_no_box() -> None:
    assert box(GAMES["tottarot"], "F") == ""  # a seat there, the Fool elsewhere
    assert box(GAMES["titro"], "F") != ""
    assert box(GAMES["french-tarot"], "pass") == ""
    assert suit("pass") == ""


@pytest.mark.parametrize("sheet", [*sorted(sheets()), "signs.svg"])
def test_a_deck_is_sent_packed_in_few_bytes_and_kept_for_ever(web: FlaskClient, sheet: str) -> None:
    answer = web.get(asset(sheet), headers={"Accept-Encoding": "gzip"}, buffered=True)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert len(answer.data) <= KILOBYTES_OF_A_DECK * 1000
    assert gzip.decompress(answer.data) == (STATIC / sheet).read_bytes()
    assert int(web.head(asset(sheet), headers={"Accept-Encoding": "gzip"}).headers["Content-Length"]) == len(
        answer.data
    )


def test_comments_stay_here(web: FlaskClient) -> None:
    for name, comment in (("scene.css", rb"/\*"), ("steps.js", rb"(?m)^\s*//")):
        sent = web.get(asset(name), headers={"Accept-Encoding": "gzip"}, buffered=True).data
        assert not re.search(comment, gzip.decompress(sent))
        assert re.search(comment, (STATIC / name).read_bytes())


def test_who_takes_nothing_packed_gets_the_file_as_it_is(web: FlaskClient) -> None:
    answer = web.get(asset("french.svg"), buffered=True)
    assert "Content-Encoding" not in answer.headers
    assert answer.data == (STATIC / "french.svg").read_bytes()


def test_an_address_without_the_present_fingerprint_is_not_kept_for_ever(web: FlaskClient) -> None:
    for address in ("/static/french.svg", "/static/french.svg?000000"):
        assert "immutable" not in web.get(address, buffered=True).headers["Cache-Control"]
    assert web.get("/static/nothing.svg?000000").status_code == 404
