"""Reviews on a whole server: made after the end of a match, in the process of house players, which may be killed."""

from __future__ import annotations

import os
import signal
from random import Random

import pytest
from sqlalchemy import func, select

from server import clock, matches, views
from server.matches import Guest
from server.store.models import PLAYING, Considered, Match, Review, db
from tests.cast import again, guests, seal_for_everybody, seals, some_answer
from tests.services import wait_for

from .conftest import Start, inside
from .test_house import thinkers


def played(rounds: int) -> Match:
    """A match between Ada and the house, played to its end."""
    people = [*guests("Ada"), Guest("Bruno", house=True)]
    match = matches.open_match("titro", {"rounds": rounds}, people)
    matches.accept(match.chairs[0].id)
    while again(match).status == PLAYING:
        seals(match, "Ada", some_answer(match, "Ada", Random(1)), clock.now())
    return again(match)


def considered(match: Match) -> int:
    """How many decisions have been considered."""
    db.session.rollback()
    return db.session.scalar(select(func.count()).where(Considered.match_id == match.id)) or 0


def ended(match: Match) -> bool:
    """Whether all have been."""
    db.session.rollback()
    db.session.expire_all()
    return db.session.get_one(Review, match.id).due_at is None


def test_a_match_is_reviewed_after_its_end_and_nothing_runs_before(start: Start) -> None:
    stack = start("worker", "beat", HOUSE_SECONDS="0.2")
    with inside(stack):
        match = matches.open_match("titro", {"rounds": 2}, guests("Ada", "Bruno"))
        for chair in match.chairs:
            matches.accept(chair.id)
        seal_for_everybody(match, clock.now())
        assert not thinkers(stack)
        while again(match).status == PLAYING:
            seal_for_everybody(match, clock.now())
        wait_for(lambda: ended(match), "the review to end", 120)
        review = views.reviewed(again(match).chairs[0])
        assert review
        assert not review.looking
        assert any(decision.opinion for decision in review.decisions.values())


@pytest.mark.parametrize("stack_database", ["sqlite"], indirect=True)
def test_it_goes_on_after_it_was_killed_in_the_middle(start: Start) -> None:
    stack = start("worker", "beat", HOUSE_SECONDS="1")
    with inside(stack):
        match = played(rounds=2)
        wait_for(lambda: considered(match), "a decision to be considered", 60)
        [thinker] = thinkers(stack)
        os.kill(thinker, signal.SIGKILL)
        before = considered(match)
        wait_for(lambda: ended(match), "the review to end", 120)
        assert considered(match) > before
