"""People who plan: what their plans play is what they would have played themselves."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from server import matches
from server.rules import GAMES
from server.rules.tempo import of_one_part
from server.store.models import db
from tests.cast import again, guests, open_match
from tests.conftest import MONDAY
from tests.people import Person, Planner, answers_of, forget, waiting
from tests.planning import Care

NAMES = ("Ada", "Bruno", "Chiara", "Dmitri")
HASTY = Care(tables=40, checks=40, lengths=(1, 2))
PLIES = 28
"""The auction and about six tricks."""


@pytest.mark.usefixtures("app")
@pytest.mark.wide
def test_no_plan_plays_a_card_that_its_owner_would_not_have_played():
    """The beginning of a deal of French Tarot, the same each time; everybody looks in turn, answers and plans."""
    options = of_one_part(GAMES["french-tarot"])
    match = again(open_match("french-tarot", options, guests(*NAMES), terms={"forced": "on"}, at=MONDAY))
    match.seed = hashlib.sha256(b"a deal among planners").digest()
    db.session.commit()
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    people, at = [Planner(seat, Random(seat), HASTY) for seat in range(4)], MONDAY
    while (match := again(match)).ply < PLIES:
        person = people[waiting(match)[0]]
        at = person.looks(at)
        person.visit(match.id, at)
    forget()
    given = [one for one in answers_of(again(match)) if one.had_choice]
    assert [one for one in given if one.deviates] == []
    assert sum(one.by == "plan" for one in given) >= 5


@pytest.mark.usefixtures("app")
def test_who_is_asked_in_spite_of_a_plan_withdraws_it_before_answering():
    """What is left of it would answer what is asked right after: that she takes no card."""
    match = again(open_match("tottarot", {}, guests("Ada", "Bruno"), at=MONDAY))
    match.seed = hashlib.sha256(b"the strongest will is hers").digest()
    db.session.commit()
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    ada, bruno = Planner(0, Random(0), HASTY), Person(1, Random(1))
    matches.seal_plan(again(match).chairs[0].id, "none")
    bruno.visit(match.id, MONDAY)
    ada.visit(match.id, MONDAY)
    forget()
    assert [(one.answer, one.by) for one in answers_of(again(match)) if one.seat == 0] == [
        ("3", "player"),
        ("B", "player"),
    ]
