"""What the house thinks of the decisions of a match that is over: considered after its end, once, for its players."""

import os
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from server import clock, matches
from server.house import opinions
from server.house.sampling import Budget
from server.matches import Guest
from server.matches.reviewing import LEASE, TRIES
from server.rules import GAMES, all_asks, forced
from server.store.models import PLAYING, Considered, Match, Review, Turn, db
from server.views.replay import Course
from tests.cast import again, guests, open_match, open_table, page, play_out, seals, some_answer, takes_over
from tests.conftest import MONDAY
from worker import house as thinker

pytestmark = pytest.mark.usefixtures("app")
QUICK = Budget(seconds=300, games=15, candidates=2)
LATER = MONDAY + timedelta(hours=1)


def short(at: datetime = MONDAY) -> Match:
    """A match of one round that is over."""
    return play_out(open_table(rounds=1, at=at), Random(2), at)


def against_the_house() -> Match:
    """A match of one round between Ada and the house that is over."""
    match = open_match("titro", {"rounds": 1}, [*guests("Ada"), Guest("Bruno", house=True)], at=MONDAY)
    matches.accept(match.chairs[0].id, at=MONDAY)
    while again(match).status == PLAYING:
        seals(match, "Ada", some_answer(match, "Ada", Random(1)))
    return again(match)


def consider(match: Match, at=MONDAY) -> bool:
    """The next decision of the match is considered. Returns False if there was none."""
    assert matches.take_review(at) == match.id
    past = matches.next_decision(match.id)
    if past is None:
        matches.end_review(match.id)
        return False
    found = opinions.opinion(past.game, past.table, past.seat, past.given, Random(1), QUICK)
    assert matches.keep_opinion(past, found, at)
    return True


def considered(match: Match) -> set[tuple[int, int]]:
    """The plies and seats of which something is kept."""
    db.session.rollback()
    rows = db.session.execute(select(Considered.ply, Considered.seat).where(Considered.match_id == match.id))
    return {(ply, seat) for ply, seat in rows}


def decided(match: Match, by: str = "player") -> set[tuple[int, int]]:
    """The plies and seats at which somebody had a choice, and gave an answer."""
    course, game = Course(match), GAMES[match.game]
    turns = db.session.scalars(select(Turn).where(Turn.match_id == match.id, Turn.ply > 0)).all()
    return {
        (turn.ply - 1, given.seat)
        for turn in turns
        for given in turn.answers
        if given.by == by and forced(all_asks(game, course.table(turn.ply - 1))[given.seat]) is None
    }


def test_nothing_is_considered_before_the_end() -> None:
    match = open_table(rounds=1)
    while again(match).status == PLAYING:
        assert not matches.review_due(LATER)
        assert matches.take_review(LATER) is None
        assert db.session.get(Review, match.id) is None
        name = again(match).chairs[page(match, "Ada").waiting[0]].name
        seals(match, name, some_answer(match, name, Random(1)))
    assert matches.review_due(LATER)
    assert not considered(match)


def test_each_decision_of_a_player_is_considered_once_and_then_nothing_is_due() -> None:
    match = short()
    while consider(match):
        pass
    assert considered(match) == decided(match) != set()
    assert not matches.review_due(LATER)
    assert matches.take_review(LATER) is None
    opinions_kept = db.session.scalars(select(Considered.opinion)).all()
    assert all(opinion is None or opinion["games"] >= 4 for opinion in opinions_kept)
    assert any(opinions_kept)


def test_decisions_of_house_players_are_not() -> None:
    match = against_the_house()
    assert decided(match, "house")
    while consider(match):
        pass
    assert considered(match) == decided(match) != set()
    assert {seat for _, seat in considered(match)} == {0}


def test_those_of_who_practises_are_after_those_of_matches_among_people() -> None:
    practice = matches.practise("titro", {"rounds": 1}, "192.0.2.0", MONDAY)
    while (practice := again(practice)).status == PLAYING:
        seals(practice, "Guest", some_answer(practice, "Guest", Random(1)))
    match = short(LATER)
    while consider(match, LATER):
        pass
    while consider(practice, LATER):
        pass
    assert considered(practice) == decided(practice) != set()


def test_who_has_taken_a_seat_over_is_told_of_own_decisions_alone() -> None:
    match = open_table("Ada", "Bruno", rounds=2)
    for name in ("Ada", "Bruno"):
        seals(match, name, some_answer(match, name, Random(1)))
    later = MONDAY + timedelta(hours=1)
    takes_over(match, "Bruno", "Chiara", at=later)
    match = play_out(match, Random(3), later)
    while consider(match, later):
        pass
    left_out = {key for key in decided(match) if key not in considered(match)}
    assert left_out == {(0, 1)}


def test_a_decision_of_a_process_that_was_killed_is_taken_again_and_kept_once() -> None:
    match = short()
    assert consider(match)
    assert matches.take_review(MONDAY) == match.id
    lost = matches.next_decision(match.id)
    assert lost is not None
    assert not matches.review_due(MONDAY)
    assert matches.take_review(MONDAY) is None
    assert matches.take_review(MONDAY + LEASE) == match.id
    again_taken = matches.next_decision(match.id)
    assert again_taken is not None
    assert (again_taken.ply, again_taken.seat) == (lost.ply, lost.seat)
    assert matches.keep_opinion(again_taken, None, MONDAY)
    assert not matches.keep_opinion(lost, None, MONDAY)
    assert len(considered(match)) == 2


def test_what_ends_the_process_each_time_is_passed_over() -> None:
    match = short()
    for n in range(TRIES):
        assert matches.take_review(MONDAY + n * LEASE) == match.id
        past = matches.next_decision(match.id)
        db.session.rollback()
        assert past is not None
        assert not past.passed_over
    matches.take_review(MONDAY + TRIES * LEASE)
    past = matches.next_decision(match.id)
    assert past is not None
    assert past.passed_over
    matches.keep_opinion(past, None, MONDAY)
    assert matches.take_review(MONDAY) == match.id
    following = matches.next_decision(match.id)
    assert following is not None
    assert not following.passed_over


def test_matches_take_turns() -> None:
    first, second = short(), short()
    taken = []
    for n in range(4):
        at = MONDAY + timedelta(seconds=n + 1)
        match_id = matches.take_review(at)
        taken.append(match_id)
        past = matches.next_decision(match_id or "")
        assert past is not None
        matches.keep_opinion(past, None, at)
    assert taken == [*sorted([first.id, second.id]), *sorted([first.id, second.id])]


def test_it_is_left_off_as_soon_as_a_house_player_is_to_decide() -> None:
    match = short(clock.now())
    people = [*guests("Ada"), Guest("Bruno", house=True)]
    live = open_match("titro", {}, people, terms={"house": "strong"})
    matches.accept(live.chairs[0].id)
    assert matches.decision_due()
    assert thinker.consider_one(seconds=300)
    assert not considered(match)
    assert matches.review_due()


def test_the_process_considers_all_that_is_due() -> None:
    match = short(clock.now())
    while thinker.consider_one(seconds=0.05):
        pass
    assert considered(match) == decided(match)
    assert not matches.review_due()
    assert not thinker.consider_one(seconds=0.05)


def test_only_thinking_gives_way_not_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for the lock of a writer that gives way would give way with it."""
    short(clock.now())
    usual, thinking = os.getpriority(os.PRIO_PROCESS, 0), set[int]()
    compared = opinions.compared

    def noting(*given: Any) -> Any:
        thinking.add(os.getpriority(os.PRIO_PROCESS, 0))
        return compared(*given)

    monkeypatch.setattr(opinions, "compared", noting)
    while thinker.consider_one(seconds=0.05):
        assert os.getpriority(os.PRIO_PROCESS, 0) == usual
    assert thinking == {min(usual + thinker.NICE, 19)}


def test_what_cannot_be_thought_over_is_left_without_an_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the rules failed at it: the next one is considered all the same."""
    match = short(clock.now())
    monkeypatch.setattr(opinions, "compared", lambda *given: 1 // 0)
    while thinker.consider_one(seconds=0.05):
        pass
    assert considered(match) == decided(match)
    assert set(db.session.scalars(select(Considered.opinion))) == {None}
