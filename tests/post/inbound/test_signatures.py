"""A name below an answer that is also a word of the game is asked back where it would be part of the answer."""

from __future__ import annotations

from random import Random

import pytest

from server import matches
from server.house import at_random
from server.matches import Guest
from server.rules import GAMES, Ask, all_asks
from server.rules.wording import options_of
from server.store.models import Match
from server.views import table_of

from ...cast import again, open_match
from ...conftest import MONDAY
from .test_processing import A_MINUTE, letter_to, outcomes, reply

NAMES = ("Busso", "Volo", "Striscio", "Busso Rossi")


@pytest.fixture
def match(app) -> Match:
    """A match of Ottocento in which somebody leads, and may give a signal with the card."""
    people = [Guest(name, f"{name.split()[-1].lower()}@example.org") for name in NAMES]
    match = open_match("ottocento", {}, people, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    for n in range(50):
        match = again(match)
        [(seat, ask)] = all_asks(GAMES[match.game], table_of(match)).items()
        if {"busso", "volo"} <= set(options_of(ask)):
            return match
        matches.seal(match.chairs[seat].id, at_random({}, ask, seat, Random(n)), match.ply, MONDAY)
    raise AssertionError("nobody ever gives a signal")


def who_leads(match: Match) -> tuple[str, Ask]:
    [(seat, ask)] = all_asks(GAMES[match.game], table_of(match)).items()
    return NAMES[seat], ask


def test_what_would_be_a_signal_is_asked_back(match: Match) -> None:
    name, ask = who_leads(match)
    card, ply, sender = ask.slots[0].options[0], match.ply, f"{name} <{name.split()[-1].lower()}@example.org>"
    word = name.split()[0]
    reply(letter_to(name, "turn"), f"{card}\n{word}", sender=sender)
    assert (outcomes()[-1], again(match).ply) == ("refused", ply)
    reply(letter_to(name, "meant"), "yes", MONDAY + A_MINUTE, sender)
    turn = next(turn for turn in again(match).lately(20) if turn.ply == ply + 1)
    assert [given.answer for given in turn.answers] == [f"{card} {word.lower()}"]


def test_an_answer_without_it_is_sealed(match: Match) -> None:
    name, ask = who_leads(match)
    card, ply, sender = ask.slots[0].options[0], match.ply, f"{name} <{name.split()[-1].lower()}@example.org>"
    reply(letter_to(name, "turn"), f"{card}\nBest wishes", sender=sender)
    assert again(match).ply > ply
