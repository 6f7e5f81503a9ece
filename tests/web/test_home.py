"""Home: all tables of a player in one place, and the way to the next one; a seat's link tells nothing of it."""

from __future__ import annotations

import re
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from server import links, matches
from server.matches import Guest, talking
from server.store.models import Letter, Match, db
from server.views import spectator_page
from tests.cast import address, again, open_match, open_table, play_out, seals, seat, some_answer
from tests.conftest import MONDAY
from tests.web.browsing import about, text

THREE = (("titro", ("Ada", "Bruno")), ("scarto", ("Ada", "Chiara", "Dmitri")), ("tottarot", ("Ada", "Edda", "Farid")))


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    return app.test_client()


def home(match: Match, name: str) -> str:
    """The path of a player's Home."""
    player = seat(match, name).player
    assert player is not None
    return links.me(player).removeprefix("http://localhost")


def path(match: Match, name: str) -> str:
    return f"/s/{links.seat_token(seat(match, name))}"


def asks_next(web: FlaskClient, match: Match, name: str, home_path: str = "") -> dict:
    return web.post(f"{path(match, name)}/next", data={"home": home_path.removeprefix("/me/")}).get_json()


def tables() -> list[Match]:
    return [open_table(*names, game=game) for game, names in THREE]


def wait_for(match: Match, name: str) -> Match:
    """Others answer until this player is asked."""
    while seat(match, name).seat not in waiting(match):
        other = again(match).chairs[waiting(match)[0]].name
        seals(match, other, some_answer(match, other, Random(1)), MONDAY)
    return again(match)


def waiting(match: Match) -> tuple[int, ...]:
    return spectator_page(again(match)).waiting


def test_home_says_of_every_table_how_long_it_takes(web: FlaskClient) -> None:
    match = open_table("Ada", "Chiara", "Dmitri", game="scarto")
    assert "about 3 weeks a deal" in text(web.get(home(match, "Ada")))
    alone = open_match(
        "scarto", {}, [Guest("Ada", "ada@example.org"), Guest("One", house=True), Guest("Two", house=True)], at=MONDAY
    )
    matches.accept(alone.chairs[0].id, at=MONDAY)
    assert text(web.get(home(match, "Ada"))).count(" a deal") == 1


def test_home_shows_every_table_with_its_people_score_and_what_is_asked(web: FlaskClient) -> None:
    titro, *_ = tables()
    page = web.get(home(titro, "Ada")).text
    told = text(web.get(home(titro, "Ada")))
    assert re.search(r"(\d|One|No) tables? waits? for you", told)
    for game in ("Titro with Bruno", "Scarto with Chiara, Dmitri", "Tottarot with Edda, Farid"):
        assert game in told
    assert page.count('class="stamps"') == 3
    assert "round 1 of 9" in told


def test_lines_of_the_others_are_counted_that_are_new_to_me(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno")
    for line in ("My own line.", "Good luck!", "And to you."):
        talking.say(seat(match, "Ada" if "own" in line else "Bruno").id, line, at=MONDAY)
    [table] = web.get(f"/api{home(match, 'Ada')}").get_json()["matches"]
    assert table["unread"] == 2
    assert "2 new lines of talk" in text(web.get(home(match, "Ada")))


def test_the_json_has_waiting_tables_first(web: FlaskClient) -> None:
    titro, *_ = tables()
    over = play_out(open_table("Ada", "Bruno", rounds=1), Random(1))
    seals(titro, "Ada", some_answer(titro, "Ada", Random(1)), MONDAY)
    found = web.get(f"/api{home(titro, 'Ada')}").get_json()["matches"]
    assert [one["waiting"] for one in found] == sorted((one["waiting"] for one in found), reverse=True)
    assert found[-1]["match"] == over.id
    assert {one["status"] for one in found} == {"playing", "over"}
    assert {one["match"] for one in found} > {titro.id}
    assert all(one["link"].startswith("http://localhost/s/") for one in found)


def test_with_home_known_a_seat_leads_to_the_next_table(web: FlaskClient) -> None:
    titro, scarto, tottarot = tables()
    scarto = wait_for(scarto, "Ada")
    found = asks_next(web, titro, "Ada", home(titro, "Ada"))
    assert {one["game"] for one in found["tables"]} == {"Scarto", "Tottarot"}
    seals(scarto, "Ada", some_answer(scarto, "Ada", Random(1)), MONDAY)
    found = asks_next(web, titro, "Ada", home(titro, "Ada"))
    assert [one["game"] for one in found["tables"]] == ["Tottarot"]
    assert found["tables"][0]["link"] == links.seat(seat(tottarot, "Ada"))
    assert found["home"].endswith(home(titro, "Ada"))
    assert [(one["game"], one["closes"] is None) for one in found["running"]] == [("Scarto", False)]
    assert "think" in found["running"][0]["says"]


@pytest.mark.parametrize("whose", ["", "nonsense", "Bruno"])
def test_whoever_holds_only_a_seats_link_learns_of_no_other_table(web: FlaskClient, whose: str) -> None:
    titro, *_ = tables()
    known = home(titro, "Bruno") if whose == "Bruno" else whose
    assert asks_next(web, titro, "Ada", known) == {"home": None, "tables": []}
    page = web.get(path(titro, "Ada")).text
    page += web.get(about(titro, "Ada")).text
    assert "/me/" not in page
    assert "Scarto" not in page
    assert "Mail me all my tables" in page


def test_a_substitute_sees_nothing_of_the_first_player(web: FlaskClient) -> None:
    titro, *_ = tables()
    first, chair = home(titro, "Ada"), seat(titro, "Ada")
    matches.take_offer(matches.offer_seat(chair.id, chair.seat, "Greta", address("Greta"), MONDAY).id, MONDAY)
    assert asks_next(web, titro, "Greta", first) == {"home": None, "tables": []}
    assert asks_next(web, titro, "Greta", home(titro, "Greta"))["tables"] == []


def test_a_link_of_home_that_was_replaced_proves_nothing(web: FlaskClient) -> None:
    titro, *_ = tables()
    old, player = home(titro, "Ada"), seat(titro, "Ada").player
    assert player is not None
    matches.replace_player_link(player.id)
    assert asks_next(web, titro, "Ada", old) == {"home": None, "tables": []}


def test_the_button_mails_the_player_once_an_hour_and_shows_nothing_here(web: FlaskClient) -> None:
    titro, *_ = tables()
    for _ in range(2):
        answer = web.post(path(titro, "Ada"), data={"do": "home"})
        assert answer.status_code == 200
        assert "/me/" not in answer.text
    letters = [one for one in db.session.query(Letter).all() if one.kind == "lost"]
    assert [one.facts["email"] for one in letters] == ["ada@example.org"]


def test_home_asks_the_database_no_more_often_for_more_tables(web: FlaskClient) -> None:
    first, *_ = tables()
    home_path, counts = home(first, "Ada"), []
    web.get(home_path)
    for _ in range(2):
        counts.append(min(statements(web, home_path) for _ in range(2)))  # the server's state is read now and then
        tables()
    assert counts[0] == counts[1]


def statements(web: FlaskClient, path: str) -> int:
    """How often a page reads."""
    seen: list[str] = []

    def note(*said: object) -> None:
        seen.append(str(said[2]))

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        assert web.get(path).status_code == 200
    finally:
        event.remove(db.engine, "before_cursor_execute", note)
    return sum(one.startswith("SELECT") for one in seen)


def test_asking_for_the_next_table_changes_nothing(web: FlaskClient) -> None:
    titro, *_ = tables()
    before = again(titro).revision
    asks_next(web, titro, "Ada", home(titro, "Ada"))
    assert again(titro).revision == before


def test_a_table_goes_by_the_name_that_its_player_gave_it_and_nobody_else_sees_it(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno")
    given = {"do": "name-table", "name": " Sunday evenings "}
    for _ in range(2):
        assert web.post(path(match, "Ada"), data=given).status_code == 303
    assert "Sunday evenings · Titro with Bruno" in web.get(path(match, "Ada")).text
    assert "Sunday evenings · Titro with Bruno" in text(web.get(home(match, "Ada")))
    other = open_table("Ada", "Chiara")
    assert asks_next(web, other, "Ada", home(match, "Ada"))["tables"][0]["game"] == "Sunday evenings · Titro"
    for page in (path(match, "Bruno"), home(match, "Bruno")):
        assert "Sunday evenings" not in web.get(page).text
    refused = web.post(path(match, "Ada"), data=given | {"name": "see www.example.org"})
    assert refused.status_code == 422
    assert "reads like the address of a website" in text(refused)
    assert "see www.example.org" in refused.text
    web.post(path(match, "Ada"), data=given | {"name": ""})
    assert "Sunday evenings ·" not in web.get(path(match, "Ada")).text


def test_a_table_is_named_on_home_and_in_json_too_by_whoever_sits_there(web: FlaskClient) -> None:
    match = open_table("Ada", "Bruno")
    given = {"do": "name-table", "seat": seat(match, "Ada").id, "name": "Lake Titro"}
    assert web.post(home(match, "Bruno"), data=given).status_code == 422
    assert seat(match, "Ada").table_name is None
    assert web.post(home(match, "Ada"), data=given).status_code == 303
    seats = {name: web.get(f"/api{path(match, name).replace('/s/', '/seat/')}").json for name in ("Ada", "Bruno")}
    assert [one["table_name"] for one in seats.values()] == ["Lake Titro", None]
    assert web.get(f"/api{home(match, 'Ada')}").json["matches"][0]["table_name"] == "Lake Titro"
    refused = web.post(home(match, "Ada"), data=given | {"name": "see www.example.org"})
    assert refused.status_code == 422
    assert 'value="see www.example.org"' in refused.text
