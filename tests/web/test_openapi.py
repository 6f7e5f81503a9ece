"""The description of the JSON interface: a valid document, every route in it, and games that are as it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from server import links
from server.house import at_random
from server.rules import GAMES, Game
from server.store.models import PLAYING
from server.web.openapi import description
from tests.cast import NAMES, again, guests, open_match, open_table, page, seal_for_everybody, seat
from tests.conftest import MONDAY
from tests.each import some_games

from .described import DescribedClient, fault


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Somebody who speaks JSON."""
    return app.test_client()


def of_seat(client: FlaskClient, token: str) -> dict[str, Any]:
    """What a seat sees."""
    return client.get(f"/api/seat/{token}").get_json()


def test_the_document_is_openapi(client: FlaskClient) -> None:
    document = client.get("/api/openapi.json").get_json()
    assert document == description()
    assert document["openapi"].startswith("3.1.")
    validate(document)


def test_every_route_is_described_with_the_parameters_of_its_path_and_nothing_else_is(app: Flask) -> None:
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", "{}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    paths = description()["paths"]
    assert routes == {(re.sub(r"{\w+}", "{}", path), method) for path, item in paths.items() for method in item}


def named(described: Any) -> Iterator[str]:
    """Every component that is referred to."""
    if isinstance(described, dict) and isinstance(described.get("$ref"), str):
        yield described["$ref"].rpartition("/")[2]
    for part in described.values() if isinstance(described, dict) else described if isinstance(described, list) else ():
        yield from named(part)


def test_every_record_is_told_in_words_and_no_component_is_missing_or_left_over() -> None:
    components = description()["components"]["schemas"]
    assert set(named(description())) == set(components)
    assert all(schema["description"] for name, schema in components.items() if not name.startswith("view."))
    for schema in components.values():
        Draft202012Validator.check_schema(schema)


def test_the_view_is_that_of_any_game_with_the_core_that_all_share() -> None:
    components = description()["components"]["schemas"]
    *games, before = components["View"]["anyOf"]
    assert [view["title"] for view in games] == sorted(GAMES)
    assert all(view["properties"]["core"] == {"$ref": "#/components/schemas/view.Core"} for view in games)
    assert before["maxProperties"] == 0
    assert {"phase", "turn", "progress", "hand", "counts"} <= set(components["view.Core"]["required"])


@pytest.mark.own_application
def test_the_tests_see_what_is_not_as_described(app: Flask, client: FlaskClient) -> None:
    assert isinstance(client, DescribedClient)
    match = open_match("titro", {}, guests("Ada", "Bruno"))
    true = of_seat(client, links.seat_token(seat(match, "Ada")))
    assert fault("GET", "/api/seat/x", 200, true) == ""
    lies = [{key: value for key, value in true.items() if key != left_out} for left_out in true]
    lies += [{**true, key: 1.5} for key in true]
    lies += [{**true, "hint": "KH"}, {**true, "closes_at": "tomorrow"}, {**true, "winners": ["G"]}]
    assert all(fault("GET", "/api/seat/x", 200, lie) for lie in lies)
    with pytest.raises(AssertionError):
        fault("GET", "/api/seat/x", 201, true)
    app.view_functions["api.games"] = lambda: [{"key": "whist"}]
    with pytest.raises(AssertionError):
        client.get("/api/games")


def agreed(game: Game, place: int) -> dict[str, int]:
    """A short match: of every option that is a number the smallest value, or the one at that place."""
    numbers = {name: [v for v in option.values if isinstance(v, int)] for name, option in game.options.items()}
    return {name: values[min(place, len(values) - 1)] for name, values in numbers.items() if values}


@pytest.mark.parametrize("every", [40, pytest.param(1, marks=pytest.mark.long)], ids=["some", "each"])
@pytest.mark.parametrize("most", [False, True], ids=["fewest-players", "most-players"])
@some_games("french-tarot", "titro")
def test_every_seat_of_every_game_is_as_described_at_every_ply(
    client: FlaskClient, key: str, most: bool, every: int
) -> None:
    """In every phase, and at each ``every``-th ply, with the answer that is given there; and at the end."""
    game, random, phases = GAMES[key], Random(most), set[str]()
    names = NAMES[: game.seats[-1 if most else 0]]
    match = open_table(*names, game=key, **agreed(game, 0 if most else 1))
    tokens = [links.seat_token(chair) for chair in match.chairs]
    while (match := again(match)).status == PLAYING:
        if match.ply % every and match.snapshot["phase"] in phases:
            seal_for_everybody(match, MONDAY)
            continue
        phases.add(match.snapshot["phase"])
        seen = [of_seat(client, of) for of in tokens]
        asked = next(there for there, body in enumerate(seen) if body["ask"] and body["seats"][there]["waiting"])
        answer = at_random(seen[asked]["view"], page(match, names[asked]).ask, asked, random)
        body = {"answer": answer, "ply": seen[asked]["ply"]}
        assert client.post(f"/api/seat/{tokens[asked]}/answer", json=body).status_code == 200
    seen = [of_seat(client, of) for of in tokens]
    assert {body["status"] for body in seen} == {"over"}
    assert client.get(f"/api/records/{match.id}").get_json()["scores"] == seen[0]["scores"]
