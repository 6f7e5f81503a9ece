"""A plan over the JSON interface and on its page: laid out, sealed, shown to its owner, withdrawn."""

from __future__ import annotations

import html
import re
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from server import links, matches, plans
from server.rules import GAMES
from server.store.models import Match
from server.store.one_match import one_chair, touch
from server.store.session import transaction
from server.views import spectator_page
from tests.cast import NAMES, again, open_table, seals, seat, some_answer

from ..post.inbound.test_processing import letter_to, reply, words
from .browsing import text


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Somebody who speaks JSON."""
    return app.test_client()


@pytest.fixture
def match(app: Flask) -> Match:
    return open_table("Ada", "Bruno", "Chiara", "Dmitri", game="french-tarot")


NAMED = dict(enumerate(NAMES[1:4], 1))
"""The others, as Ada sees them."""


def laid(*texts: str, game: str = "french-tarot") -> list[str]:
    """Lines as the page of a plan keeps them in its form."""
    return [plans.form_of(line) for one in texts for line in plans.read_plan(GAMES[game], one, NAMED).lines]


def lines_on(shown: TestResponse, game: str = "french-tarot") -> list[str]:
    """The lines on a page, in words."""
    forms = re.findall(r'name="laid" value="([^"]*)"', shown.text)
    lines = [plans.line_of(GAMES[game], html.unescape(form), NAMED) for form in forms]
    return [
        plans.canonical(GAMES[game], plans.Plan((line,), plans.usual(GAMES[game], (line,))), NAMED) for line in lines
    ]


def button(shown: TestResponse, says: str) -> str:
    """What the button posts that says so."""
    return next(
        html.unescape(do)
        for do, inner in re.findall(r'<button name="do" value="([^"]*)"[^>]*>(.*?)</button>', shown.text, re.S)
        if re.sub(r"<[^>]*>", "", inner).strip() == says
    )


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
        told = sealed.get_json()
        assert (sealed.status_code, told) == (200, {**PLAN, "ahead": told["ahead"]})
        assert told["ahead"]
        assert client.get(f"{at}/plan").get_json() == told
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
    told = client.put(f"{there(match, name)}/plan", json={"plan": plan}).get_json()["ahead"]
    assert (told[0], told[-1]) == (ahead[0], ahead[-1])
    assert set(told) <= set(ahead)  # a rare bid may be missing: what comes is found by imagining some tables


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


@transaction
def stored(match: Match, plan: plans.Plan) -> None:
    """Ada has a plan that an earlier version has stored."""
    chair = one_chair(seat(match, "Ada").id)
    touch(chair.match)
    chair.latest_plan = plan


class TestThePage:
    """Without script: every button gives the page again with all that was on it."""

    def at(self, match: Match) -> str:
        return f"/s/{links.seat_token(seat(match, 'Ada'))}/plan"

    def test_lines_are_chosen_moved_removed_and_sealed(self, client: FlaskClient, match: Match) -> None:
        at = self.at(match)
        shown = client.post(at, data={"do": "add", "when": "H", "does": "low", "until": "trump"})
        assert "If hearts are led: my lowest of the suit led." in text(shown)
        kept = {"laid": laid("hearts low", "win", "partner high"), "until": "trump"}
        shown = client.post(at, data={**kept, "do": "up-2", "typed": "half of"})
        assert lines_on(shown) == ["hearts low", "partner high", "win"]
        assert 'value="half of"' in shown.text
        assert client.get(f"/api{at.replace('/s/', '/seat/')}").get_json() is None
        kept["laid"] = laid("hearts low", "partner high", "win")
        done = client.post(at, data={**kept, "do": "seal"})
        assert (done.status_code, done.location) == (303, at.removesuffix("/plan"))
        sealed = client.get(f"/api{at.replace('/s/', '/seat/')}").get_json()["plan"]
        assert sealed == "hearts low, else partner high, else win, until a trump falls"
        assert "Sealed: hearts low, else partner high, else win, until a trump falls" in text(client.get(at))
        assert "Otherwise: the cheapest card that wins." in text(client.get(at))
        shown = client.post(at, data={**kept, "do": "remove-0"})
        assert lines_on(shown) == ["partner high", "win"]
        client.post(at, data={"do": "withdraw"})
        assert client.get(f"/api{at.replace('/s/', '/seat/')}").get_json() is None

    def test_what_is_refused_stays_on_the_form(self, client: FlaskClient, match: Match) -> None:
        kept = {"laid": laid("hearts low"), "until": "trick", "typed": "win <b>a lot</b>", "when": "S"}
        shown = client.post(self.at(match), data={**kept, "do": "seal"})
        assert shown.status_code == 422
        assert "was not understood, so nothing was planned" in text(shown)
        assert 'value="win &lt;b&gt;a lot&lt;/b&gt;"' in shown.text
        assert lines_on(shown) == ["hearts low"]
        assert 'name="when" value="S" checked' in shown.text
        assert 'name="until" value="trick" checked' in shown.text

    def test_what_is_in_doubt_is_one_tap(self, client: FlaskClient, match: Match) -> None:
        asked = client.post(self.at(match), data={"do": "add", "typed": "low, ask me if hearts are led"})
        assert asked.status_code == 422
        [tap] = re.findall(r'name="do" value="(meant:[^"]*)"', asked.text)
        shown = client.post(self.at(match), data={"do": tap, "typed": "low, ask me if hearts are led"})
        assert lines_on(shown) == ["hearts ask me", "low"]
        assert "low, ask me" not in shown.text

    def test_what_is_in_doubt_in_a_letter_is_its_link_and_one_more_tap(self, client: FlaskClient) -> None:
        match = open_table("Ada", "Bruno", game="titro")
        reply(letter_to("Ada", "turn"), "plan: KS blind, zebra")
        link = re.search(r"/s/\S+/plan\?meant=\S+", words(letter_to("Ada", "meant")))[0]
        assert "KS" not in link
        assert lines_on(client.get(link), "titro") == ["KS blind"]
        assert client.get(f"/api{self.at(match).replace('/s/', '/seat/')}").get_json() is None
        assert (
            client.post(link, data={"do": "seal", "laid": laid("KS blind", game="titro"), "until": "once"}).status_code
            == 303
        )
        assert client.get(f"/api{self.at(match).replace('/s/', '/seat/')}").get_json()["plan"] == "KS blind"
        assert "over by now" in client.get(link.rpartition("-")[0]).text

    def test_a_typed_line_says_how_long_the_plan_stands(self, client: FlaskClient, match: Match) -> None:
        typed = {"laid": laid("hearts low"), "until": "deal", "typed": "win for 3 tricks", "do": "add"}
        shown = client.post(self.at(match), data=typed).text
        assert 'name="until" value="trick" checked' in shown
        assert '<option value="3" selected>3 tricks</option>' in shown

    def test_a_plan_for_several_tricks_stays_one(self, client: FlaskClient, match: Match) -> None:
        at = self.at(match)
        client.post(at, data={"do": "seal", "laid": laid("hearts low"), "until": "trick", "tricks": "3"})
        assert "Sealed: hearts low for 3 tricks" in text(client.get(at))
        assert '<option value="3" selected>3 tricks</option>' in client.get(at).text

    def test_what_may_be_written_in_a_letter_says_until_when(self, client: FlaskClient, match: Match) -> None:
        laid_out = {"do": "keep", "laid": laid("hearts low", "ask me")}
        shown = text(client.post(self.at(match), data={**laid_out, "until": "trump"}))
        assert "By letter: plan: hearts low, else ask me, until a trump falls" in shown
        assert "you are asked" not in shown
        shown = text(client.post(self.at(match), data={**laid_out, "until": "deal"}))
        assert "By letter: plan: hearts low, else ask me Back" in shown
        asked_back = {"do": "keep", "laid": laid("low", "hearts high"), "until": "deal"}
        assert "By letter" not in text(client.post(self.at(match), data=asked_back))
        client.post(self.at(match), data={**laid_out, "do": "seal", "until": "deal"})
        told = text(client.get(self.at(match).removesuffix("/plan")))
        assert "Otherwise: ask me." in told
        assert "Otherwise I am asked." not in told

    def test_nothing_is_sealed_that_was_not_laid_out(self, client: FlaskClient, match: Match) -> None:
        for data in ({"do": "seal"}, {"do": "seal", "does": "play"}, {"do": "add", "does": "low", "when": "lead"}):
            assert client.post(self.at(match), data=data).status_code == 422
        assert client.post(self.at(match), data={"do": "up-99", "laid": laid("low")}).status_code == 200

    def test_nothing_that_is_chosen_is_lost_by_any_button(self, client: FlaskClient, match: Match) -> None:
        hand = client.get(f"/api{self.at(match).replace('/s/', '/seat/')}".removesuffix("/plan")).get_json()
        first, second = hand["view"]["core"]["hand"][:2]
        chosen = {
            "when": ["H", "C"], "winner": ["partner", "2"], "can": "can", "last": "yes", "card": [first, second],
            "cards": f"{second} {first}", "laid": laid("low"), "until": "trick",
        }  # fmt: skip
        partner_low = f"ready:{laid('partner low')[0]}"
        for do in ("keep", "up-0", partner_low, "add-nonsense", "seal", "add-"):
            shown = client.post(self.at(match), data={**chosen, "do": do})
            for kept in (
                'name="when" value="H" checked', 'name="when" value="C" checked', 'value="partner" checked',
                'name="winner" value="2" checked', '<option value="can" selected', 'name="last" value="yes" checked',
                f'name="cards" value="{second} {first}"',
                'name="until" value="trick" checked',
            ):  # fmt: skip
                assert kept in shown.text, (do, kept)
            assert lines_on(shown)[0] == "low"

    def test_cards_are_played_in_the_order_in_which_they_were_tapped(self, client: FlaskClient, match: Match) -> None:
        tapped = {"card": ["2S", "KS", "3H"], "cards": "3H 2S KS", "do": "add-lead"}
        shown = client.post(self.at(match), data=tapped)
        assert lines_on(shown) == ["lead 3H 2S KS"]
        assert 'value="lead-lost" checked' in shown.text
        without_script = client.post(self.at(match), data={"card": ["2S", "KS"], "do": "add-play", "when": "S"})
        assert lines_on(without_script) == ["spades 2 K"]

    def test_a_card_of_another_suit_is_for_where_i_cannot_follow(self, client: FlaskClient, match: Match) -> None:
        tapped = {"card": ["2S", "5H", "T3"], "cards": "2S T3 5H", "when": "H", "do": "add-play"}
        assert lines_on(client.post(self.at(match), data=tapped)) == [
            "hearts and if I cannot follow: 2S T3",
            "hearts T3 5H",
        ]

    def test_a_line_means_its_seat_whoever_sits_there(self, client: FlaskClient, match: Match) -> None:
        shown = client.post(self.at(match), data={"do": "add-low", "winner": "2"})
        assert "While Chiara is winning: my lowest of the suit led." in text(shown)
        kept = [html.unescape(form) for form in re.findall(r'name="laid" value="([^"]*)"', shown.text)]
        offer = matches.offer_seat(seat(match, "Chiara").id, 2, "Edda", "edda@example.org")
        matches.take_offer(offer.id)
        assert client.post(self.at(match), data={"do": "seal", "laid": kept}).status_code == 303
        assert "While Edda is winning: my lowest of the suit led." in text(client.get(self.at(match)))

    def test_a_line_of_1_0_in_words_stands_until_another_is_said(self, client: FlaskClient, match: Match) -> None:
        stored(match, plans.Plan((plans.PlanLine("typed", ("KS",)), plans.PlanLine("low", led=("H",))), "always"))
        shown = client.get(self.at(match))
        assert "Sealed: answer KS, hearts low" in text(shown)
        assert "to change it, say that line anew" in text(shown)
        assert lines_on(shown) == ["hearts low"]

    def test_what_is_no_line_is_refused_and_the_others_stay(self, client: FlaskClient, match: Match) -> None:
        for form in ('{"does":"cheat"}', '{"does":"typed","tokens":["KS"]}', "low", '{"does":"low","winning":[9]}'):
            refused = client.post(self.at(match), data={"do": "seal", "laid": [*laid("hearts low"), form]})
            assert (refused.status_code, lines_on(refused)) == (422, ["hearts low"])
        assert client.get(f"/api{self.at(match).replace('/s/', '/seat/')}").get_json() is None

    def test_a_line_that_would_never_be_used_is_named(self, client: FlaskClient, match: Match) -> None:
        refused = client.post(self.at(match), data={"do": "seal", "laid": laid("lowest card", "hearts high")})
        assert "Line 2 would never be used, because line 1 always would be" in text(refused)
        moved = client.post(self.at(match), data={"do": "up-1", "laid": laid("lowest card", "hearts high")})
        assert lines_on(moved) == ["hearts high", "low"]

    def test_a_line_may_be_meant_only_where_i_play_last(self, client: FlaskClient, match: Match) -> None:
        shown = client.post(self.at(match), data={"do": "add-win", "last": "yes", "when": "H"})
        assert lines_on(shown) == ["hearts and if I play last: win"]
        assert 'name="last" value="yes" checked' not in shown.text

    def test_bids_and_calls_are_offered_where_they_can_come(self, client: FlaskClient) -> None:
        match = open_table("Ada", "Bruno", "Chiara", "Dmitri", game="texas-42")
        last = match.chairs[(next(iter(spectator_page(match).waiting)) + 1) % 4].name
        at = f"/s/{links.seat_token(seat(match, last))}/plan"
        shown = client.get(at)
        assert "Pass whatever happens or, if nobody has bid more: 30 31 32" in text(shown)
        added = client.post(at, data={"do": button(shown, "31")})
        assert "If nobody has bid more: 31." in text(added)

    def test_a_sealed_bid_of_two_parts_is_put_together(self, client: FlaskClient) -> None:
        match = open_table("Ada", "Bruno", game="titro")
        at = f"/s/{links.seat_token(seat(match, 'Ada'))}/plan"
        hand = client.get(f"/api{at.replace('/s/', '/seat/')}".removesuffix("/plan")).get_json()["view"]["core"]["hand"]
        chosen = {"say-second-bid:card": hand[0], "say-second-bid:target": "centre", "do": "say-second-bid"}
        assert lines_on(client.post(at, data=chosen), "titro") == [f"at the second bid {hand[0]} centre"]
        refused = client.post(at, data={"do": "say-second-bid"})
        assert (refused.status_code, "Choose first what is to be answered." in text(refused)) == (422, True)
        assert "is led" not in text(refused)

    def test_what_would_happen_now_names_the_line(self, app: Flask, client: FlaskClient) -> None:
        match = open_table("Ada", "Bruno", "Chiara", game="scarto")
        while again(match).snapshot["phase"] != "play":
            name = again(match).chairs[spectator_page(again(match)).waiting[0]].name
            seals(match, name, some_answer(match, name, Random(1)))
        shown = text(client.post(self.at(match), data={"do": "keep", "laid": laid("lowest card", game="scarto")}))
        assert "What would happen now" in shown
        assert "line 1" in shown
        sealed = client.put(
            f"{there(match, 'Ada')}/plan", json={"plan": "lead KS 1S; if I cannot follow: low"}
        ).get_json()
        assert any(one.endswith(" led: you are asked") for one in sealed["ahead"]), sealed
        refused = client.put(f"{there(match, 'Ada')}/plan", json={"plan": "low, ask me if hearts are led"}).get_json()
        assert "hearts led: you are asked" in refused["nearest"][0]["ahead"], refused
        assert "My plan" in text(client.get(self.at(match).removesuffix("/plan")))
