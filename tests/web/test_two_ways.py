"""At a table where everybody has the name of another seat, a letter that is typed is asked back; a button is not."""

from __future__ import annotations

from random import Random

import pytest
from flask.testing import FlaskClient

from server import matches
from server.house import at_random
from server.matches import Guest
from server.rules import GAMES, Ask, all_asks
from server.rules.wording import options_of
from server.store.models import Match
from server.views import seat_page, table_of
from tests.cast import again, open_match, seat
from tests.conftest import MONDAY
from tests.post.inbound.test_processing import A_MINUTE, letter_to, reply
from tests.web.browsing import link, text

NAMES = ("B", "C", "D", "A")
"""Of the seats A to D."""


@pytest.fixture
def match(app) -> Match:
    """A match in which one of the people has to be chosen."""
    people = [Guest(name, f"{name.lower()}@example.org") for name in NAMES]
    match = open_match("tottarot", {}, people, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    for n in range(200):
        match = again(match)
        asks = all_asks(GAMES[match.game], table_of(match))
        if any(_chooses(ask) for ask in asks.values()):
            return match
        for number, ask in asks.items():
            matches.seal(match.chairs[number].id, at_random({}, ask, number, Random(n)), match.ply, MONDAY)
    raise AssertionError("nobody is ever chosen")


def _chooses(ask: Ask) -> bool:
    return len({"A", "B", "C", "D"} & set(options_of(ask))) > 1


def who_chooses(match: Match) -> tuple[str, list[str]]:
    """The name of who is asked, and two seats of which each is the name of somebody who may be chosen."""
    asks = all_asks(GAMES[match.game], table_of(match))
    [(number, ask)] = [(number, ask) for number, ask in asks.items() if _chooses(ask)]
    options = set(options_of(ask))
    return NAMES[number], [letter for letter, name in zip("ABCD", NAMES, strict=True) if {letter, name} <= options]


def sealed(match: Match, name: str) -> str | None:
    return seat_page(seat(match, name)).sealed


def test_a_letter_that_is_typed_is_asked_back_on_the_page(match: Match, web: FlaskClient) -> None:
    name, [letter, *_] = who_chooses(match)
    called = NAMES["ABCD".index(letter)]  # the seat is called by that; and that is the letter of another
    path, ply = link(match, name), match.ply
    for typed in (called, called.lower(), f" {called} "):
        answer = web.post(path, data={"do": "seal", "ply": ply, "typed": typed})
        assert answer.status_code == 422
        assert f"could mean seat {min(letter, called)}, or seat {max(letter, called)}: which one?" in text(answer)
        assert (sealed(match, name), again(match).ply) == (None, ply)
    assert web.post(path, data={"do": "seal", "ply": ply, "typed": f"seat {called}"}).status_code == 303
    assert _given(match, ply, name) == called


def test_a_button_means_its_seat(match: Match, web: FlaskClient) -> None:
    name, [letter, *_] = who_chooses(match)
    called, ply = NAMES["ABCD".index(letter)], match.ply
    assert web.post(link(match, name), data={"do": "seal", "ply": ply, "target": called}).status_code == 303
    assert _given(match, ply, name) == called


def test_a_letter_in_a_mail_is_asked_back_and_a_yes_means_the_first(match: Match) -> None:
    name, [letter, *_] = who_chooses(match)
    called, ply = NAMES["ABCD".index(letter)], match.ply
    sender = f"{name} <{name.lower()}@example.org>"
    reply(letter_to(name, "turn"), called, sender=sender)
    assert (sealed(match, name), again(match).ply) == (None, ply)
    reply(letter_to(name, "meant"), "yes", MONDAY + A_MINUTE, sender)
    assert _given(match, ply, name) in (letter, called)


def _given(match: Match, ply: int, name: str) -> str:
    """What somebody has answered in a window, open still or not."""
    if again(match).ply == ply:
        return sealed(match, name) or ""
    number = NAMES.index(name)
    turn = next(turn for turn in again(match).lately(20) if turn.ply == ply + 1)
    return next(given.answer for given in turn.answers if given.seat == number)
