"""A plan over the JSON interface and on its page: laid out, sealed, shown to its owner, withdrawn."""

from __future__ import annotations

import re
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from server import links
from server.store.models import Match
from server.views import spectator_page
from tests.cast import NAMES, again, open_table, seals, seat, some_answer

from ..post.inbound.test_acting import letter_to, reply, words
from .browsing import text


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
    "says": [
        "If hearts are led: 10♥.",
        "Otherwise: my lowest card.",
        "The first line that fits and can be played is taken; where none is, you are asked. "
        "The plan stands until the end of the deal.",
    ],
}


def test_a_plan_is_sealed_and_comes_back_in_its_canonical_form(client: FlaskClient, match: Match) -> None:
    at = there(match, "Ada")
    assert client.get(f"{at}/plan").get_json() is None
    for typed in ("hearts 10, else low", "Plan: If hearts are led, the 10♥; otherwise my lowest."):
        sealed = client.put(f"{at}/plan", json={"plan": typed})
        assert (sealed.status_code, sealed.get_json()) == (200, {**PLAN, "ahead": ["discard: you are asked"]})
    assert client.get(f"{at}/plan").get_json() == {**PLAN, "ahead": ["discard: you are asked"]}
    assert client.get(at).get_json()["plan"] == PLAN


@pytest.mark.parametrize(
    ("game", "name", "plan", "ahead"),
    [
        ("french-tarot", "Dmitri", "guard, else pass",
         ["nobody has bid: guard", "after small: guard", "after any other bid: pass"]),
        ("titro", "Bruno", "keep the two highest", ["second bid: you are asked"]),
    ],
)  # fmt: skip
def test_what_it_would_do_next_is_told_for_bids_too(
    app: Flask, client: FlaskClient, game: str, name: str, plan: str, ahead: list[str]
) -> None:
    match = open_table(*NAMES[: 4 if name == "Dmitri" else 2], game=game)
    assert client.put(f"{there(match, name)}/plan", json={"plan": plan}).get_json()["ahead"] == ahead


def test_a_doubt_is_asked_back_with_what_it_could_mean(client: FlaskClient, match: Match) -> None:
    refused = client.put(f"{there(match, 'Ada')}/plan", json={"plan": "low, ask me if hearts are led"})
    assert refused.status_code == 422
    first = refused.get_json()["nearest"][0]
    assert first["plan"] == "hearts ask me, else low"
    assert first["says"][:2] == ["If hearts are led: ask me.", "Otherwise: my lowest card."]
    assert client.put(f"{there(match, 'Ada')}/plan", json={"plan": first["plan"]}).status_code == 200


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


def test_what_is_not_understood_is_refused(client: FlaskClient, match: Match, subtests: pytest.Subtests) -> None:
    at = f"{there(match, 'Ada')}/plan"
    client.put(at, json={"plan": "low"})
    for body, detail in (
        ({"plan": "hearts never"}, "“never” after “hearts” was not understood, so nothing was planned. You may plan"),
        ({}, "“plan” is missing: it has to be a text such as hearts 10, else low."),
        ({"plan": 7}, "“plan” has to be a text such as hearts 10, else low, not a number."),
    ):
        with subtests.test(detail):
            refused = client.put(at, json=body)
            assert refused.status_code == 422
            assert refused.get_json()["detail"].startswith(detail)
            assert client.get(at).get_json()["plan"] == "low"


class TestThePage:
    """Without script: every button gives the page again with all that was on it."""

    def at(self, match: Match) -> str:
        return f"/s/{links.seat_token(seat(match, 'Ada'))}/plan"

    def test_lines_are_chosen_moved_removed_and_sealed(self, client: FlaskClient, match: Match) -> None:
        at = self.at(match)
        shown = client.post(at, data={"do": "add", "when": "H", "does": "low", "until": "trump"})
        assert "If hearts are led: my lowest of the suit led." in text(shown)
        kept = {"line": ["hearts low", "win", "partner high"], "until": "trump"}
        shown = client.post(at, data={**kept, "do": "up-2", "typed": "half of"})
        assert re.findall(r'name="line" value="([^"]*)"', shown.text) == ["hearts low", "partner high", "win"]
        assert 'value="half of"' in shown.text
        assert client.get(f"/api{at.replace('/s/', '/seat/')}").get_json() is None
        kept["line"] = ["hearts low", "partner high", "win"]
        done = client.post(at, data={**kept, "do": "seal"})
        assert (done.status_code, done.location) == (303, at.removesuffix("/plan"))
        sealed = client.get(f"/api{at.replace('/s/', '/seat/')}").get_json()["plan"]
        assert sealed == "hearts low, partner high, else win, until a trump falls"
        assert "Sealed: hearts low, partner high, else win, until a trump falls" in text(client.get(at))
        assert "Otherwise: the cheapest card that wins." in text(client.get(at))
        shown = client.post(at, data={**kept, "do": "remove-0"})
        assert re.findall(r'name="line" value="([^"]*)"', shown.text) == ["partner high", "win"]
        client.post(at, data={"do": "withdraw"})
        assert client.get(f"/api{at.replace('/s/', '/seat/')}").get_json() is None

    def test_what_is_refused_stays_on_the_form(self, client: FlaskClient, match: Match) -> None:
        kept = {"line": ["hearts low"], "until": "trick", "typed": "win <b>a lot</b>", "when": "S"}
        shown = client.post(self.at(match), data={**kept, "do": "seal"})
        assert shown.status_code == 422
        assert "was not understood, so nothing was planned" in text(shown)
        assert 'value="win &lt;b&gt;a lot&lt;/b&gt;"' in shown.text
        assert 'name="line" value="hearts low"' in shown.text
        assert 'name="when" value="S" checked' in shown.text
        assert 'name="until" value="trick" checked' in shown.text

    def test_what_is_in_doubt_is_one_tap(self, client: FlaskClient, match: Match) -> None:
        asked = client.post(self.at(match), data={"do": "add", "typed": "low, ask me if hearts are led"})
        assert asked.status_code == 422
        [tap] = re.findall(r'name="do" value="(meant:[^"]*)"', asked.text)
        shown = client.post(self.at(match), data={"do": tap, "typed": "low, ask me if hearts are led"})
        assert re.findall(r'name="line" value="([^"]*)"', shown.text) == ["hearts ask me", "low"]
        assert "low, ask me" not in shown.text

    def test_what_is_in_doubt_in_a_letter_is_its_link_and_one_more_tap(self, client: FlaskClient) -> None:
        match = open_table("Ada", "Bruno", game="titro")
        reply(letter_to("Ada", "turn"), "plan: KS blind, zebra")
        link = re.search(r"/s/\S+/plan\?meant=\S+", words(letter_to("Ada", "meant")))[0]
        assert "KS" not in link
        assert 'name="line" value="KS blind"' in client.get(link).text
        assert client.get(f"/api{self.at(match).replace('/s/', '/seat/')}").get_json() is None
        assert client.post(link, data={"do": "seal", "line": "KS blind", "until": "once"}).status_code == 303
        assert client.get(f"/api{self.at(match).replace('/s/', '/seat/')}").get_json()["plan"] == "KS blind"
        assert "over by now" in client.get(link.rpartition("-")[0]).text

    def test_a_typed_line_says_how_long_the_plan_stands(self, client: FlaskClient, match: Match) -> None:
        typed = {"line": ["hearts low"], "until": "deal", "typed": "win for 3 tricks", "do": "add"}
        shown = client.post(self.at(match), data=typed).text
        assert 'name="until" value="trick" checked' in shown
        assert '<option value="3" selected>3 tricks</option>' in shown

    def test_a_plan_for_several_tricks_stays_one(self, client: FlaskClient, match: Match) -> None:
        at = self.at(match)
        client.post(at, data={"do": "seal", "line": ["hearts low"], "until": "trick", "tricks": "3"})
        assert "Sealed: hearts low for 3 tricks" in text(client.get(at))
        assert '<option value="3" selected>3 tricks</option>' in client.get(at).text

    def test_what_may_be_written_in_a_letter_says_until_when(self, client: FlaskClient, match: Match) -> None:
        laid_out = {"do": "keep", "line": ["hearts low", "ask me"]}
        shown = text(client.post(self.at(match), data={**laid_out, "until": "trump"}))
        assert "By letter: plan: hearts low, else ask me, until a trump falls" in shown
        assert "Otherwise ask me." not in shown
        shown = text(client.post(self.at(match), data={**laid_out, "until": "deal"}))
        assert "By letter: plan: hearts low, else ask me Back" in shown
        client.post(self.at(match), data={**laid_out, "do": "seal", "until": "deal"})
        told = text(client.get(self.at(match).removesuffix("/plan")))
        assert "Otherwise: ask me." in told
        assert "Otherwise I am asked." not in told

    def test_nothing_is_sealed_that_was_not_laid_out(self, client: FlaskClient, match: Match) -> None:
        for data in ({"do": "seal"}, {"do": "seal", "does": "play"}, {"do": "add", "does": "low", "when": "lead"}):
            assert client.post(self.at(match), data=data).status_code == 422
        assert client.post(self.at(match), data={"do": "up-99", "line": ["low"]}).status_code == 200

    def test_nothing_that_is_chosen_is_lost_by_any_button(self, client: FlaskClient, match: Match) -> None:
        hand = client.get(f"/api{self.at(match).replace('/s/', '/seat/')}".removesuffix("/plan")).get_json()
        first, second = hand["view"]["core"]["hand"][:2]
        chosen = {
            "when": ["H", "C"], "winner": ["partner", "2"], "can": "can", "last": "yes", "card": [first, second],
            "cards": f"{second} {first}", "line": ["low"], "until": "trick",
        }  # fmt: skip
        for do in ("keep", "up-0", "ready:partner low", "add-nonsense", "seal", "add-"):
            shown = client.post(self.at(match), data={**chosen, "do": do})
            for kept in (
                'name="when" value="H" checked', 'name="when" value="C" checked', 'value="partner" checked',
                'name="winner" value="2" checked', '<option value="can" selected', 'name="last" value="yes" checked',
                f'name="cards" value="{second} {first}"',
                'name="line" value="low"', 'name="until" value="trick" checked',
            ):  # fmt: skip
                assert kept in shown.text, (do, kept)

    def test_cards_are_played_in_the_order_in_which_they_were_tapped(self, client: FlaskClient, match: Match) -> None:
        tapped = {"card": ["2S", "KS", "3H"], "cards": "3H 2S KS", "do": "add-lead"}
        shown = client.post(self.at(match), data=tapped)
        assert 'name="line" value="lead 3H 2S KS"' in shown.text
        assert 'value="lead-lost" checked' in shown.text
        without_script = client.post(self.at(match), data={"card": ["2S", "KS"], "do": "add-play", "when": "S"})
        assert 'name="line" value="spades 2 K"' in without_script.text

    def test_a_line_may_be_meant_only_where_i_play_last(self, client: FlaskClient, match: Match) -> None:
        shown = client.post(self.at(match), data={"do": "add-win", "last": "yes", "when": "H"})
        assert 'name="line" value="hearts and if I play last: win"' in shown.text
        assert 'name="last" value="yes" checked' not in shown.text

    def test_bids_and_calls_are_offered_where_they_can_come(self, client: FlaskClient) -> None:
        match = open_table("Ada", "Bruno", "Chiara", "Dmitri", game="texas-42")
        last = match.chairs[(next(iter(spectator_page(match).waiting)) + 1) % 4].name
        at = f"/s/{links.seat_token(seat(match, last))}/plan"
        shown = text(client.get(at))
        assert "Pass whatever happens or, if nobody has bid more: 30 31 32" in shown
        added = client.post(at, data={"do": "ready:31 if nobody has bid more"})
        assert "If nobody has bid more: 31." in text(added)

    def test_a_sealed_bid_of_two_parts_is_put_together(self, client: FlaskClient) -> None:
        match = open_table("Ada", "Bruno", game="titro")
        at = f"/s/{links.seat_token(seat(match, 'Ada'))}/plan"
        hand = client.get(f"/api{at.replace('/s/', '/seat/')}".removesuffix("/plan")).get_json()["view"]["core"]["hand"]
        chosen = {"say-second-bid:card": hand[0], "say-second-bid:target": "centre", "do": "say-second-bid"}
        assert f'value="at the second bid {hand[0]} centre"' in client.post(at, data=chosen).text
        refused = client.post(at, data={"do": "say-second-bid"})
        assert (refused.status_code, "Choose first what is to be answered." in text(refused)) == (422, True)
        assert "is led" not in text(refused)

    def test_what_would_happen_now_names_the_line(self, app: Flask, client: FlaskClient) -> None:
        match = open_table("Ada", "Bruno", "Chiara", game="scarto")
        while again(match).snapshot["phase"] != "play":
            name = again(match).chairs[spectator_page(again(match)).waiting[0]].name
            seals(match, name, some_answer(match, name, Random(1)))
        shown = text(client.post(self.at(match), data={"do": "keep", "line": ["lowest card"]}))
        assert "What would happen now" in shown
        assert "line 1" in shown
        sealed = client.put(
            f"{there(match, 'Ada')}/plan", json={"plan": "lead KS 1S; if I cannot follow: low"}
        ).get_json()
        assert any(one.endswith(" led: you are asked") for one in sealed["ahead"]), sealed
        refused = client.put(f"{there(match, 'Ada')}/plan", json={"plan": "low, ask me if hearts are led"}).get_json()
        assert "hearts led: you are asked" in refused["nearest"][0]["ahead"], refused
        assert "My plan" in text(client.get(self.at(match).removesuffix("/plan")))
