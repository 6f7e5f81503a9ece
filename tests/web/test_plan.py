"""A plan over the JSON interface: sealed, shown to its owner, withdrawn."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import links
from server.store.models import Match
from tests.cast import open_table, seat


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Somebody who speaks JSON."""
    return app.test_client()


@pytest.fixture
def match(app: Flask) -> Match:
    return open_table("Ada", "Bruno", "Chiara", "Dmitri", game="french-tarot")


def there(match: Match, name: str) -> str:
    return f"/api/seat/{links.seat_token(seat(match, name))}"


PLAN = {
    "plan": "hearts 10, else low",
    "says": ["If hearts are led: 10♥.", "Otherwise: my lowest of the suit led."],
}


def test_a_plan_is_sealed_and_comes_back_in_its_canonical_form(client: FlaskClient, match: Match) -> None:
    at = there(match, "Ada")
    assert client.get(f"{at}/plan").get_json() is None
    for text in ("hearts 10, else low", "Plan: If hearts are led, the 10♥; otherwise my lowest."):
        sealed = client.put(f"{at}/plan", json={"plan": text})
        assert (sealed.status_code, sealed.get_json()) == (200, PLAN)
    assert client.get(f"{at}/plan").get_json() == PLAN
    assert client.get(at).get_json()["plan"] == PLAN


def test_nobody_else_is_told(client: FlaskClient, match: Match) -> None:
    before = client.get(there(match, "Bruno")).get_json()
    client.put(f"{there(match, 'Ada')}/plan", json={"plan": "low"})
    assert client.get(there(match, "Bruno")).get_json() == before
    assert before["plan"] is None
    assert client.get(f"{there(match, 'Bruno')}/plan").get_json() is None


def test_it_is_withdrawn(client: FlaskClient, match: Match) -> None:
    at = f"{there(match, 'Ada')}/plan"
    client.put(at, json={"plan": "low"})
    for _ in range(2):
        assert client.delete(at).status_code == 200
    assert client.get(at).get_json() is None


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"plan": "win a lot"}, "“win a lot” was not understood, so nothing was planned. You may plan"),
        ({}, "“plan” is missing: it has to be a text such as hearts 10, else low."),
        ({"plan": 7}, "“plan” has to be a text such as hearts 10, else low, not a number."),
    ],
)
def test_what_is_not_understood_is_refused(client: FlaskClient, match: Match, body: Any, detail: str) -> None:
    at = f"{there(match, 'Ada')}/plan"
    client.put(at, json={"plan": "low"})
    refused = client.put(at, json=body)
    assert refused.status_code == 422
    assert refused.get_json()["detail"].startswith(detail)
    assert client.get(at).get_json()["plan"] == "low"
