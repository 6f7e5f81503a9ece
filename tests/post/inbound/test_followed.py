"""What a mail brings about after it was acted on: the letter about it comes alone."""

from __future__ import annotations

from datetime import datetime
from random import Random

import pytest

from server import matches
from server.matches.claiming import examine_claims
from server.post import outbox
from server.store.models import Match
from server.views import table_page

from ...cast import letters, seal_for_everybody, seat, some_answer
from ...matches.test_claiming import LATER, asked_at
from ...matches.test_house_decisions import SOON, houses_decide, table, thinking
from .test_processing import A_MINUTE, letter_to, reply, words

pytestmark = pytest.mark.usefixtures("app")


def brought(match: Match, name: str, at: datetime, *before: int) -> list[str]:
    """The kinds of the letters that have left to somebody, but for those sent before."""
    outbox.deliver(at)
    return [one.kind for one in letters(match, to=name) if one.sent_at and one.id not in before]


def known(match: Match, name: str) -> list[int]:
    return [one.id for one in letters(match, to=name)]


def agrees(match: Match, name: str, at: datetime = LATER) -> list[int]:
    """The last of those who are asked agrees by mail. Returns the letters before."""
    claim = table_page(seat(match, name)).claims.open
    assert claim is not None
    for other in match.chairs:
        if other.name not in (name, "Ada"):
            matches.answer_claim(other.id, "agree", claim.key, at)
    letter, before = letter_to(name, "claim", at), known(match, name)
    reply(letter, "agree", at, f"{name} <{name.lower()}@example.org>")
    return before


@pytest.mark.parametrize(
    ("game", "options", "name", "kind"),
    [
        ("scarto", {}, "Bruno", "over"),
        ("texas-42", {"marks": 7}, "Bruno", "turn"),
        ("texas-42", {"marks": 7}, "Chiara", "noted"),
        ("texas-42", {"marks": 7}, "Dmitri", "noted"),
    ],
)
def test_the_last_yes_to_a_claim_brings_one_letter(game: str, options: dict[str, int], name: str, kind: str) -> None:
    """In the next deal Bruno is asked first, so that Chiara is told of her yes alone."""
    match = asked_at(game, **options)
    before = agrees(match, name)
    outbox.deliver(LATER)
    assert examine_claims(LATER) == 1
    assert brought(match, name, LATER + 2 * A_MINUTE, *before) == [kind]


def test_a_yes_to_a_claim_is_confirmed_although_play_went_on_since_it_was_made() -> None:
    match = asked_at("scarto", deals=1)
    letter = letter_to("Chiara", "claim", LATER)
    for _ in match.chairs:
        seal_for_everybody(match, LATER)
        outbox.deliver(LATER)
    before, later = known(match, "Chiara"), LATER + A_MINUTE
    reply(letter, "agree", later, "Chiara <chiara@example.org>")
    assert brought(match, "Chiara", later, *before) == ["noted"]
    assert "You agree to the claim." in words(letter_to("Chiara", "noted", later))


def test_an_answer_that_thinking_house_players_follow_brings_the_next_turn_alone() -> None:
    match = table()
    houses_decide(match)
    letter, before = letter_to("Ada", "turn", SOON), known(match, "Ada")
    reply(letter, some_answer(match, "Ada", Random(1)), SOON)
    assert thinking(match)
    outbox.deliver(SOON)
    houses_decide(match)
    assert brought(match, "Ada", SOON + A_MINUTE, *before) == ["turn"]
