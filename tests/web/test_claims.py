"""Claims on the page, over the JSON interface, and by letter and reply."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import links, matches
from server.matches.claiming import ASKED_AFTER, examine_claims
from server.store.models import Match
from server.views import spectator_page
from tests.cast import MONDAY, again, letters, open_table, page, seals, seat, some_answer
from tests.post.inbound.test_processing import letter_to, outcomes, reply, words

from .browsing import text
from .worlds import world

LATER = MONDAY + ASKED_AFTER
BRUNO = "Bruno <bruno@example.org>"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Somebody with a browser."""
    return app.test_client()


@pytest.fixture
def match(app: Flask) -> Match:
    """A table that plays its first trick."""
    return world("claims", in_its_first_trick)


def in_its_first_trick() -> Match:
    match, random = open_table("Ada", "Bruno", "Chiara", game="scarto"), Random(3)
    while again(match).ply < 4 or page(match, "Ada").view["core"]["trick"] is None:
        name = match.chairs[spectator_page(again(match)).waiting[0]].name
        seals(match, name, some_answer(match, name, random))
    return again(match)


def at(match: Match, name: str, root: str = "/s") -> str:
    return f"{root}/{links.seat_token(seat(match, name))}"


def asked(match: Match) -> str:
    """Ada claims, or has claimed, and the others are asked. Returns the key of the claim."""
    matches.claim(seat(match, "Ada").id, MONDAY)
    due = page(match, "Ada").match.claim_at
    assert due is not None
    while examine_claims(due + ASKED_AFTER):
        pass  # a sweep ends after some seconds, and the next goes on
    claim = page(match, "Ada").claims.open
    assert claim is not None
    assert claim.asked
    return claim.key


def test_a_claim_says_what_it_costs_before_it_is_made(client: FlaskClient, match: Match) -> None:
    assert "The rest are mine" in text(client.get(at(match, "Ada")))
    shown = text(client.get(at(match, "Ada") + "?claim=1"))
    assert "My cards will be shown to all; if one declines, play goes on with my cards open." in shown
    refused = client.post(at(match, "Ada"), data={"do": "claim"})
    assert refused.status_code == 422
    assert page(match, "Ada").claims.open is None
    assert client.post(at(match, "Ada"), data={"do": "claim", "sure": "yes"}).status_code == 303
    assert page(match, "Ada").claims.open is not None


def test_the_others_see_the_cards_and_decline_with_one_tap(client: FlaskClient, match: Match) -> None:
    key = asked(match)
    shown = text(client.get(at(match, "Bruno")))
    assert "Ada claims the rest of the tricks." in shown
    assert "I agree" in shown
    assert "I agree" not in text(client.get(at(match, "Ada")))
    told = client.post(at(match, "Bruno"), data={"do": "answer-claim", "verdict": "decline", "claim": key})
    assert told.status_code == 303
    shown = text(client.get(at(match, "Chiara")))
    assert "Bruno declined the claim: play goes on, with the cards of Ada open." in shown
    assert "The cards of Ada lie face up for all:" in shown
    late = client.post(at(match, "Chiara"), data={"do": "answer-claim", "verdict": "agree", "claim": key})
    assert (late.status_code, "This claim is not open any more" in text(late)) == (422, True)


def test_over_the_json_interface(client: FlaskClient, match: Match) -> None:
    ada, bruno = at(match, "Ada", "/api/seat"), at(match, "Bruno", "/api/seat")
    assert client.get(ada).get_json()["may_claim"] is True
    assert client.post(f"{ada}/claim", json={"shown": False}).status_code == 422
    named = client.get(ada).get_json()["view"]["core"]["hand"][1::-1]
    claimed = client.post(f"{ada}/claim", json={"shown": True, "order": named}).get_json()
    assert claimed["claim"] == {
        "key": "1/1/A", "seat": "A", "asked": False, "agreed": [], "order": claimed["claim"]["order"]
    }  # fmt: skip
    assert claimed["claim"]["order"][:2] == named
    assert sorted(claimed["claim"]["order"]) == sorted(claimed["view"]["core"]["hand"])
    assert client.post(f"{ada}/claim", json={"shown": True}).get_json()["claim"] == claimed["claim"]
    early = client.post(f"{bruno}/claim/answer", json={"claim": "1/1/A", "verdict": "agree"})
    assert (early.status_code, early.get_json()["detail"][:33]) == (422, "The table is still looking into t")
    key = asked(match)
    agreed = client.post(f"{bruno}/claim/answer", json={"claim": key, "verdict": "agree"}).get_json()
    assert agreed["claim"] == claimed["claim"] | {"asked": True, "agreed": ["B"]}
    assert agreed["open_hands"] == {"A": claimed["view"]["core"]["hand"]}
    assert client.post(f"{bruno}/claim/answer", json={"claim": key, "verdict": "maybe"}).status_code == 422


@pytest.mark.parametrize(("said", "stands"), [("agree", True), ("Decline", False), ("I decline.\nBruno", False)])
def test_by_reply_to_the_letter(client: FlaskClient, match: Match, said: str, stands: bool) -> None:
    asked(match)
    letter = letter_to("Bruno", "claim", LATER)
    hand = page(match, "Bruno").claims.hands[0]
    told = words(letter)
    assert "Ada claims the rest of the tricks." in told
    assert all(page(match, "Bruno").prose.plain.card(code) in told for code in hand)
    assert "reply with one word: agree, or decline" in told
    reply(letter, said, LATER, BRUNO)
    assert outcomes() == ["command"], [one.facts for one in letters(match, "refusal")]
    claim = page(match, "Chiara").claims.open
    assert (claim is not None) is stands
    if claim:
        assert claim.agreed == (1,)


@pytest.mark.parametrize("said", ["agree?", "I agree if Chiara does", "no", "yes", "agree or decline"])
def test_other_words_settle_no_claim(client: FlaskClient, match: Match, said: str) -> None:
    asked(match)
    reply(letter_to("Bruno", "claim", LATER), said, LATER, BRUNO)
    claim = page(match, "Chiara").claims.open
    assert claim is not None
    assert claim.agreed == ()


def test_the_letter_is_not_sent_once_the_claim_is_settled(client: FlaskClient, match: Match) -> None:
    key = asked(match)
    assert len(letters(match, "claim")) == 2
    client.post(at(match, "Chiara"), data={"do": "answer-claim", "verdict": "decline", "claim": key})
    with pytest.raises(AssertionError, match="no claim for Bruno"):
        letter_to("Bruno", "claim", LATER)
