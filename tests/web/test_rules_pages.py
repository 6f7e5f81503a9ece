"""The rules of each game: contents, pictured examples, a worked count, and what a chat shows of a link to them."""

from __future__ import annotations

import re
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import links, matches
from server.paths import TEMPLATES
from server.rules import GAMES
from server.rules.text import CardName
from tests.cast import MONDAY, NAMES, guests, open_match, open_table, play_out, seat

every_game = pytest.mark.parametrize("key", sorted(GAMES))
IN_DRAWINGS = {"3", "6", "10", "420"}
"""Numbers of templates that measure a drawing, or say how many cards of a pile are drawn."""
PREVIEWED = ("title", "description", "url", "image", "image:width", "image:height", "image:alt")


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    return app.test_client()


def preview(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))


@every_game
def test_rules_have_contents_a_worked_count_and_examples(web: FlaskClient, key: str, subtests: pytest.Subtests) -> None:
    page = web.get(f"/rules/{key}").text
    with subtests.test("the contents lead to every heading"):
        contents = re.search(r'<nav class="contents".*?</nav>', page, re.S)
        assert contents is not None
        assert re.findall(r'href="#([\w-]+)"', contents[0]) == re.findall(r'<h2 id="([\w-]+)"', page)
    with subtests.test("of yes and no an option tells what is usual alone"):
        assert not re.search("yes or no|no or yes", page)
    with subtests.test("a count is worked out in cards, and says in words what each counts"):
        [count] = re.findall(r'<figure class="worked">.*?</figure>', page, re.S)
        rows = re.findall(r"<tr>(.*?)</tr>", count, re.S)
        assert len(rows) > 2
        assert all(re.search(r'<th scope="row"[^>]*>[^<]+</th><td>[^<]+</td>$', row) for row in rows)
        assert "<svg" in count
    with subtests.test("examples say of every card whether it may be played"):
        examples = re.findall(r'<figure class="tried">.*?</figure>', page, re.S)
        assert examples or key == "tottarot"  # no cards are played to others there
        for example in examples:
            pad, _, words = example.partition("<figcaption>")
            cards = re.findall(r'aria-label="([^"]+)"', pad)
            said = re.findall(r'<span class="sr">([^:]+): </span>', words)
            assert cards[-len(said) :] == said
            assert len(re.findall(r"[✓×]", words)) == len(said)


def test_a_chat_shows_a_picture_of_what_a_link_leads_to(web: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in ("/", *(f"/rules/{key}" for key in sorted(GAMES))):
        with subtests.test(path):
            told = preview(web.get(path).text)
            assert set(PREVIEWED) <= told.keys()
            assert told["url"] == f"http://localhost{path}"
            picture = web.get(told["image"].removeprefix("http://localhost"), buffered=True)
            assert (picture.status_code, picture.mimetype) == (200, "image/jpeg")


def test_a_chat_shows_how_a_finished_match_ended(web: FlaskClient) -> None:
    over = play_out(open_table(rounds=1), Random(2))
    told = preview(web.get(f"/records/{over.id}").text)
    assert told["title"].startswith("Titro by post: ")
    assert all(over.chairs[seat].name in told["title"] for seat in over.winners)
    assert told["url"] == f"http://localhost/records/{over.id}"


@every_game
def test_an_invitation_has_the_rules_in_a_minute_in_cards_of_the_game(app: Flask, web: FlaskClient, key: str) -> None:
    match = open_match(key, {}, guests(*NAMES[: min(GAMES[key].seats)]), at=MONDAY)
    matches.accept(match.chairs[0].id, at=MONDAY)
    page = web.get(f"/s/{links.seat_token(seat(match, 'Bruno'))}").text
    assert page.index("Take the seat") < page.index("The rules in 60 seconds")
    points = re.findall(r'<li><span class="pad".*?</li>', page, re.S)
    assert len(points) == 4
    assert all(re.search(r"<p><b>[^<]+</b> [^<]+</p>", point) for point in points)
    cards = app.jinja_env.get_template(f"games/{key}.html").module.minute  # type: ignore[attr-defined]
    assert {code for codes, _, _ in cards for code in codes} <= GAMES[key].words.keys()


def test_no_template_of_a_game_knows_its_cards_or_its_numbers() -> None:
    """They come from the rules (`Game.for_page`) and the view; text for people, such as the rules, may name them."""
    codes = {code for game in GAMES.values() for code in game.words if isinstance(game.words[code][0], CardName)}
    for file in sorted((TEMPLATES / "games").glob("*.html")):
        drawn = file.read_text().partition("macro rules(")[0]
        drawn = re.sub(r"{%- set (?:minute|emblem) = .*?\) -%}", "", drawn, flags=re.S)
        for expression in re.findall(r"{[{%].*?[}%]}", drawn, re.S):
            strings = re.findall(r'"([^"]*)"', expression)
            numbers = re.findall(r"(?<![\w.])\d+(?![\w.])", re.sub(r'"[^"]*"', "", expression))
            assert codes.isdisjoint(strings), (file.name, expression)
            assert {number for number in numbers if int(number) > 2} <= IN_DRAWINGS, (file.name, expression)
