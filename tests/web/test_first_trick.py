"""A first trick of each game: its guided hand keeps to the rules, and can be gone through without script."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server.rules import GAMES, lawful
from server.templating import and_list, unbroken
from server.views.lessons import Played
from server.web import drawing
from tests.web.browsing import text

both = pytest.mark.parametrize("key", GAMES)
OFFERED = re.compile(r'<input[^>]*type="?(?:radio|checkbox)"?[^>]*>')


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    return app.test_client()


def played(key: str) -> Played:
    lesson = GAMES[key].lesson
    assert lesson is not None
    return Played(GAMES[key], lesson)


@both
def test_every_answer_that_is_shown_is_lawful_and_every_hand_is_dealt_as_told(key: str) -> None:
    hand = played(key)
    for number, step in enumerate(hand.lesson.steps):
        ask = hand.ask(number)
        assert ask is not None, step.why
        assert lawful(ask, step.answer), step.answer
        assert len(step.why) <= 205, "no note scrolls within itself on the smallest screen"
        assert any(len(slot.options) > 1 for slot in ask.slots), "there is a choice to learn from"
    assert hand.positions[-1].story
    mine = hand.lesson.hands.get("A", hand.lesson.deck)
    assert set(hand.game.view(hand.positions[0].table.state, 0)["core"]["hand"]) <= set(mine.split())


@both
def test_it_is_gone_through_without_script(web: FlaskClient, key: str) -> None:
    hand, path = played(key), f"/rules/{key}/first-trick"
    assert path in web.get(f"/rules/{key}").text
    for number, step in enumerate(hand.lesson.steps):
        page = web.get(f"{path}?step={number}")
        assert page.status_code == 200
        assert unbroken(step.why)[:30] in text(page).replace("'", "’")
        marked = {tag for tag in OFFERED.findall(page.text) if "checked" in tag}
        fields = [(re.search(r'name="?([\w-]+)', tag)[1], re.search(r'value="?([^" >]*)', tag)[1]) for tag in marked]
        answer = web.get(f"{path}?{urlencode([('step', number), *fields])}")
        assert (answer.status_code, answer.location) == (303, f"{path}?step={number + 1}")
    last = web.get(f"{path}?step={len(hand.lesson.steps)}")
    assert "Play against the house" in text(last)
    assert not OFFERED.findall(last.text), "nothing is asked any more"


@both
def test_the_note_is_read_where_it_is_seen_between_the_table_and_the_hand(web: FlaskClient, key: str) -> None:
    for step in range(len(played(key).lesson.steps) + 1):
        page = web.get(f"/rules/{key}/first-trick?step={step}").text
        before, after = page.split('class="why"')
        assert 'class="desk' in before
        assert not OFFERED.findall(before.split('class="desk')[0])
        assert "<button" in after


def test_another_card_is_no_mistake_but_the_marked_one_goes_on(web: FlaskClient) -> None:
    page = web.get("/rules/french-tarot/first-trick?step=2&card=T13")
    assert page.status_code == 200
    assert "But the 9 is enough to take the trick." in text(page)
    assert "That is not allowed here" in text(web.get("/rules/french-tarot/first-trick?step=2&typed=KS"))


@both
def test_the_button_names_cards_as_the_table_does_and_lists_several(web: FlaskClient, key: str) -> None:
    hand = played(key)
    for number, step in enumerate(hand.lesson.steps):
        page = web.get(f"/rules/{key}/first-trick?step={number}").text
        button = unescape(re.findall(r"<button class=\"main\"><span>(.*?) and see</span>", page)[0])
        cards = [token for token in step.answer.split() if drawing.suit(token)]
        named = [drawing.short(hand.game, card) or str(drawing.name(hand.game, card)) for card in cards]
        if cards and not button.endswith(("this card", "these cards")):
            assert and_list(named) in button


def test_the_button_says_where_a_card_goes(web: FlaskClient) -> None:
    assert "on the centre and see" in web.get("/rules/titro/first-trick").text


def test_odd_addresses_show_a_step(web: FlaskClient, subtests: pytest.Subtests) -> None:
    for query in ("step=99", "step=-1", "step=x", "card=T9&card=T9", "step=2&typed=%00"):
        with subtests.test(query):
            assert web.get(f"/rules/french-tarot/first-trick?{query}").status_code == 200


def test_games_that_are_not_here_have_none(web: FlaskClient) -> None:
    assert web.get("/rules/whist/first-trick").status_code == 404
