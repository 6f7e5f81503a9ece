"""Practice in a browser and as JSON: from the front page to a seat in two taps."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from server import links, matches
from server.config import Settings
from server.matches import practising
from server.rules import GAMES
from server.store.models import Letter, Match, db
from tests.cast import again, all_matches
from tests.matches.test_practising import play_out


def only_match() -> Match:
    [match] = all_matches()
    return match


def path_of(match: Match) -> str:
    return f"/s/{links.seat_token(again(match).chairs[0])}"


def test_the_front_page_leads_to_practice_which_offers_every_game(web: FlaskClient) -> None:
    assert 'href="/practice"' in web.get("/").text
    page = web.get("/practice").text
    assert all(f'value="{key}"' in page for key in GAMES)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_one_tap_leads_to_the_seat(web: FlaskClient, game: str) -> None:
    page = web.post("/practice", data={"game": game}, follow_redirects=True)
    assert page.status_code == 200
    assert "bookmark it" in page.text
    assert "Closes" not in page.text
    assert "No more letters" not in page.text
    assert "Replace my link" not in page.text
    assert "the clock answers" not in page.text
    assert "If you have not answered by then" not in page.text


def test_a_form_that_is_sent_twice_begins_one_match(web: FlaskClient) -> None:
    once = re.findall(r'name="form" value="([^"]+)"', web.get("/practice").text)[0]
    first, again_ = (web.post("/practice", data={"game": "titro", "form": once}) for _ in range(2))
    assert first.location == again_.location
    assert len(all_matches()) == 1
    assert web.post("/practice", data={"game": "scarto", "form": once}).location != first.location


def test_looking_begins_nothing(web: FlaskClient) -> None:
    web.get("/practice")
    web.get("/practice?game=titro")
    assert all_matches() == []


@pytest.mark.parametrize("game", ["whist", "wh\0ist"])
def test_a_game_that_there_is_not_is_refused_in_a_sentence(web: FlaskClient, game: str) -> None:
    page = web.post("/practice", data={"game": game})
    assert page.status_code == 422
    assert "There is no game “whist” here" in page.text


def test_at_the_end_another_game_begins(web: FlaskClient) -> None:
    match = play_out(matches.practise("titro", {}, ""))
    page = web.get(path_of(match)).text
    assert "Another game" in page
    assert "One more deal?" not in page
    first, second = (web.post(path_of(match), data={"do": "rematch"}).location for _ in range(2))
    assert first == second != path_of(match)
    assert "bookmark it" in web.get(first).text
    assert db.session.scalars(select(Letter)).first() is None


def test_the_link_cannot_be_lost_by_ending_it(web: FlaskClient) -> None:
    match = matches.practise("titro", {}, "")
    assert web.post(path_of(match), data={"do": "replace", "sure": "yes"}).status_code == 422
    assert web.get(path_of(match)).status_code == 200


def test_practice_as_json(web: FlaskClient) -> None:
    answer = web.post("/api/practice", json={"game": "titro", "options": {}})
    assert answer.status_code == 201
    assert list(answer.json) == ["seat"]
    seat = web.get(f"/api/seat/{answer.json['seat']}").json
    assert (seat["status"], seat["closes_at"], seat["you"]["seat"]) == ("playing", None, "A")
    assert seat["ask"] is not None
    assert web.post("/api/practice", json={"game": "whist"}).status_code == 422
    assert web.post("/api/practice", json={"game": "titro", "options": {"x": 1}}).status_code == 422


def test_too_much_practice_says_when_to_come_back(
    web: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.extensions["poste"] = Settings(app.extensions["poste"].environ | {"LIMITS": "on"})
    monkeypatch.setattr(practising, "MOST", 1)
    web.post("/practice", data={"game": "titro"})
    page = web.post("/practice", data={"game": "titro"})
    assert page.status_code == 429
    assert "Retry-After" in page.headers
    assert web.post("/api/practice", json={"game": "titro"}).status_code == 429


def test_the_house_plays_as_one_chooses(web: FlaskClient) -> None:
    web.post("/practice", data={"game": "scarto", "house": "easy"})
    web.post("/api/practice", json={"game": "titro", "house": "strong"})
    web.post("/api/practice", json={"game": "titro"})
    assert sorted(match.terms["house"] for match in all_matches()) == ["easy", "steady", "strong"]


def test_a_house_that_there_is_not_is_refused_in_a_sentence(web: FlaskClient) -> None:
    told = web.post("/practice", data={"game": "scarto", "house": "divine"})
    assert told.status_code == 422
    assert "steady, easy, strong" in told.text
    assert web.post("/api/practice", json={"game": "scarto", "house": "divine"}).status_code == 422
    assert all_matches() == []
