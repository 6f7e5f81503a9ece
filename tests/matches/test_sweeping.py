"""Deadlines: the clock answers, reminds once, asks about the absent, and lets a forgotten table sleep."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import update

from server import matches
from server.matches import Guest, MovedOn, Refused
from server.paths import ROOT
from server.rules import Illegal
from server.store.models import MATCHES, OVER, PLAYING, Match, db
from server.views import spectator_page
from tests.cast import (
    MONDAY,
    again,
    guests,
    letters,
    open_match,
    open_table,
    page,
    seals,
    seat,
    some_answer,
    takes_over,
)

pytestmark = pytest.mark.usefixtures("app")
HOUR = timedelta(hours=1)


def miss(match: Match, windows: int, but: str | None = None) -> Match:
    """Let windows pass; somebody may answer theirs."""
    for _ in range(windows):
        match = again(match)
        closes = match.closes_at
        assert closes is not None
        if but and page(match, but).ask:
            seals(match, but, some_answer(match, but, Random(match.ply)), closes - HOUR)
        if again(match).closes_at == closes:
            assert matches.close_due(closes) == 1
    return again(match)


@pytest.mark.both_databases
def test_a_sweep_that_finds_nothing_to_do_waits_for_nobody_who_writes() -> None:
    open_table()
    matches.sweep(MONDAY)
    db.session.remove()
    with db.engine.connect().execution_options(writes=True) as elsewhere:
        elsewhere.execute(update(MATCHES).values(unanswered=0))  # on SQLite, that locks the whole database
        assert matches.sweep(MONDAY + timedelta(seconds=10)) == 0
        elsewhere.rollback()


@pytest.mark.both_databases
def test_the_clock_answers_when_the_window_closes_and_only_then() -> None:
    match = open_table()
    seals(match, "Ada", some_answer(match, "Ada", Random(1)))
    assert matches.close_due(MONDAY + 48 * HOUR - timedelta(seconds=1)) == 0
    assert matches.close_due(MONDAY + 48 * HOUR) == 1
    match = again(match)
    assert match.ply == 1
    assert page(match, "Ada").story[-1].clocked == (1,)


@pytest.mark.both_databases
def test_a_window_closes_once_however_often_the_sweep_runs_and_however_late() -> None:
    match = open_table()
    a_week_later = MONDAY + timedelta(days=9)
    assert [matches.close_due(a_week_later) for _ in range(3)] == [1, 0, 0]
    match = again(match)
    assert match.ply == 1
    assert match.closes_at == a_week_later + 48 * HOUR


def test_a_clock_set_back_closes_nothing_twice() -> None:
    match = open_table()
    assert matches.close_due(MONDAY + 48 * HOUR) == 1
    assert matches.close_due(MONDAY - timedelta(days=30)) == 0
    assert again(match).ply == 1


@pytest.mark.both_databases
def test_everybody_who_has_not_answered_is_reminded_once_after_four_fifths_of_the_window() -> None:
    match = open_table()
    seals(match, "Ada", some_answer(match, "Ada", Random(1)))
    assert matches.remind_due(MONDAY + 38 * HOUR) == 0
    assert [matches.remind_due(MONDAY + 39 * HOUR) for _ in range(3)] == [1, 0, 0]
    assert [letter.chair_id for letter in letters(match, "reminder")] == [seat(match, "Bruno").id]


def test_no_reminder_after_its_deadline() -> None:
    match = open_table()
    matches.remind_due(MONDAY + timedelta(days=9))
    assert letters(match, "reminder") == []


def test_a_seat_that_is_not_asked_next_is_told_that_the_clock_answered() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="dementlieu")
    asked = spectator_page(match).waiting
    match = miss(match, 1)
    next_asked = spectator_page(match).waiting
    told = {letter.chair_id for letter in letters(match, "clock")}
    assert told == {chair.id for chair in match.chairs if chair.seat not in next_asked}
    assert asked != next_asked


def test_three_windows_missed_in_a_row_ask_the_other_what_to_do() -> None:
    match = miss(open_table(), 2, but="Ada")
    assert letters(match, "absent") == []
    match = miss(match, 3, but="Ada")
    assert [letter.chair_id for letter in letters(match, "absent")] == [seat(match, "Ada").id]
    assert match.status == PLAYING


def test_the_other_may_go_on_wait_or_end_the_match() -> None:
    match = miss(open_table(), 5, but="Ada")
    ada = seat(match, "Ada")
    closes = again(match).closes_at
    assert closes is not None
    matches.judge(ada.id, "wait", at=closes - HOUR)
    assert again(match).closes_at == closes + timedelta(days=14)
    with pytest.raises(Refused, match="Nobody is being waited for"):
        matches.judge(ada.id, "end", at=closes)
    match = miss(match, 4, but="Ada")
    matches.judge(ada.id, "end", at=MONDAY)
    match = again(match)
    assert (match.status, match.ending, match.winners) == (OVER, "agreed", [])


def test_who_waits_on_is_reminded_again_before_the_later_deadline() -> None:
    match = miss(open_table(), 5, but="Ada")
    closes = match.closes_at
    assert closes is not None
    assert matches.remind_due(closes - HOUR) == 1
    matches.judge(seat(match, "Ada").id, "wait", at=closes - HOUR)
    later = again(match).closes_at
    assert later is not None
    assert [matches.remind_due(later - HOUR) for _ in range(3)] == [1, 0, 0]
    deadlines = [letter.identity for letter in letters(match, "reminder", to="Bruno") if letter.ply == match.ply]
    assert len(deadlines) == 2


def test_the_others_are_asked_when_a_seat_misses_its_third_window_and_not_again_when_another_is_late() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="dementlieu", deals=20)
    for _ in range(40):
        match = again(match)
        asked = match.chairs[spectator_page(match).waiting[0]].name
        before = len(letters(match, "absent"))
        match = miss(match, 1, but="Ada")
        assert (len(letters(match, "absent")) > before) == (asked != "Ada" and seat(match, asked).missed == 3)


def table_that_waits_for(name: str, *others: str, **terms: str) -> Match:
    """Everybody answers but one, who has now missed three windows."""
    at, match = MONDAY, open_match("french-tarot", {}, guests(*others, name), at=MONDAY, terms=terms)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    while seat(match, name).missed < 3:
        asked = [again(match).chairs[there].name for there in spectator_page(again(match)).waiting]
        if name in asked:
            at = again(match).closes_at or at
            assert matches.close_due(at) == 1
        for other in (one for one in asked if one != name):
            seals(match, other, some_answer(match, other, Random(1)), at)
    return again(match)


def test_a_vote_about_the_absent_is_counted_anew_when_one_who_was_asked_resigns() -> None:
    match = table_that_waits_for("Edda", "Ada", "Bruno", "Chiara", "Dmitri")
    for name in ("Ada", "Bruno"):
        matches.judge(seat(match, name).id, "end", at=MONDAY)
    assert again(match).status == PLAYING
    matches.resign(seat(match, "Chiara").id, at=MONDAY)
    assert (again(match).status, again(match).ending) == (OVER, "agreed")


def test_the_vote_of_one_who_resigns_counts_no_more() -> None:
    match = table_that_waits_for("Edda", "Ada", "Bruno", "Chiara", "Dmitri")
    for name in ("Ada", "Bruno"):
        matches.judge(seat(match, name).id, "end", at=MONDAY)
    matches.resign(seat(match, "Bruno").id, at=MONDAY)
    assert again(match).status == PLAYING
    matches.judge(seat(match, "Chiara").id, "end", at=MONDAY)
    assert again(match).status == OVER


def test_the_vote_of_one_who_hands_the_seat_on_is_for_the_substitute_to_give() -> None:
    match = table_that_waits_for("Edda", "Ada", "Bruno", "Chiara", "Dmitri")
    for name in ("Ada", "Bruno"):
        matches.judge(seat(match, name).id, "end", at=MONDAY)
    takes_over(match, "Bruno", "Farid")
    matches.judge(seat(match, "Chiara").id, "end", at=MONDAY)
    assert again(match).status == PLAYING
    matches.judge(seat(match, "Farid").id, "end", at=MONDAY)
    assert again(match).status == OVER


def test_a_vote_is_counted_anew_when_a_house_player_holds_the_seat_of_one_who_was_asked() -> None:
    match = table_that_waits_for("Edda", "Ada", "Bruno", "Chiara", "Dmitri", **{"house-absent": "on"})
    for name in ("Ada", "Bruno"):
        matches.judge(seat(match, name).id, "end", at=MONDAY)
    chiara = seat(match, "Chiara")
    matches.let_house_play(chiara.id, chiara.seat, at=MONDAY)
    assert (again(match).status, again(match).ending) == (OVER, "agreed")


def test_an_answer_ends_the_question_about_the_absent() -> None:
    match = miss(open_table(), 5, but="Ada")
    match = again(match)
    if not page(match, "Bruno").ask:
        match = miss(match, 1, but="Ada")
    seals(match, "Bruno", some_answer(match, "Bruno", Random(5)), MONDAY)
    with pytest.raises(Refused, match="Nobody"):
        matches.judge(seat(match, "Ada").id, "end")


def test_a_table_at_which_nobody_answers_goes_to_sleep_after_ten_windows() -> None:
    match = miss(open_table(), 10)
    assert match.asleep_at is not None
    assert match.closes_at is None
    assert len(letters(match, "asleep")) == 2
    assert matches.close_due(MONDAY + timedelta(days=400)) == 0


def test_anybody_wakes_a_sleeping_table() -> None:
    match = miss(open_table(), 10)
    later = MONDAY + timedelta(days=100)
    matches.wake(seat(match, "Bruno").id, at=later)
    matches.wake(seat(match, "Ada").id, at=later)
    match = again(match)
    assert match.closes_at == later + 48 * HOUR
    assert len(letters(match, "woken")) == 2


def test_a_resigned_match_is_won_by_the_other() -> None:
    match = open_table()
    matches.resign(seat(match, "Ada").id)
    match = again(match)
    assert (match.status, match.ending, match.winners) == (OVER, "resigned", [1])
    with pytest.raises(MovedOn):
        seals(match, "Bruno", "T1 centre")


def test_who_resigns_among_several_is_replaced_by_the_house() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="dementlieu")
    leaver = match.chairs[spectator_page(match).waiting[0]].name
    matches.resign(seat(match, leaver).id)
    match = again(match)
    assert match.status == PLAYING
    assert seat(match, leaver).seat not in spectator_page(match).waiting
    assert len(letters(match, "resigned")) == 2


def test_a_bid_that_wakes_a_table_is_told_to_the_other() -> None:
    match = miss(open_table(), 10)
    later = MONDAY + timedelta(days=100)
    seals(match, "Ada", some_answer(match, "Ada", Random(1)), later)
    assert again(match).closes_at == later + 48 * HOUR
    assert [letter.chair_id for letter in letters(match, "woken")] == [seat(match, "Bruno").id]


def test_who_resigns_from_a_sleeping_table_wakes_it() -> None:
    match = miss(open_table("Ada", "Bruno", "Chiara", game="dementlieu", deals=20), 10)
    assert match.asleep_at
    later = MONDAY + timedelta(days=100)
    matches.resign(seat(match, "Ada").id, at=later)
    match = again(match)
    assert (match.asleep_at, match.closes_at) == (None, later + 48 * HOUR)


def test_who_has_resigned_answers_no_more() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="tottarot")
    matches.resign(seat(match, "Ada").id, at=MONDAY)
    assert page(match, "Ada").ask is None
    before = again(match).sealed
    for answer in ("0", "1"):
        with pytest.raises(Illegal, match="the house plays"):
            seals(match, "Ada", answer)
    assert again(match).sealed == before


SENDING = """
from worker import tasks
given = []
tasks.outbox.deliver = lambda budget, more: given.append(budget)
tasks.notices.deliver = lambda budget: given.append(budget)
for tasks.matches.windows_wait in (lambda: True, lambda: False):
    tasks._deliver()
print(*given)
"""


def test_letters_get_one_second_while_windows_wait_and_a_whole_sweep_else(tmp_path: Path) -> None:
    environ = {"PATH": os.environ["PATH"], "STATE_DIR": str(tmp_path), "SWEEP_SECONDS": "7"}
    ran = subprocess.run([sys.executable, "-c", SENDING], cwd=ROOT, env=environ, capture_output=True, text=True)
    assert ran.stdout == "1 1 7 7\n", ran.stderr


def test_when_the_last_person_gives_up_the_house_does_not_play_on_alone() -> None:
    people = [*guests("Ada"), Guest("Bruno", house=True), Guest("Chiara", house=True)]
    match = open_match("dementlieu", {}, people, at=MONDAY)
    matches.accept(seat(match, "Ada").id, at=MONDAY)
    ply = again(match).ply
    matches.resign(seat(match, "Ada").id, at=MONDAY)
    match = again(match)
    assert (match.status, match.ending, match.winners, match.ply) == (OVER, "resigned", [1, 2], ply)


@pytest.mark.both_databases
def test_a_table_that_cannot_be_advanced_is_put_off_and_not_in_the_way() -> None:
    broken, sound = open_table(), open_table("Chiara", "Dmitri")
    broken = again(broken)
    broken.snapshot = {"record": "games.titro.State"}
    db.session.commit()
    assert matches.close_due(MONDAY + 49 * HOUR, seconds=5) == 2
    assert again(sound).ply == 1
    assert again(broken).retry_at is not None


@pytest.mark.both_databases
def test_a_table_that_cannot_be_reminded_is_put_off_and_not_in_the_way() -> None:
    broken, sound = open_table(), open_table("Chiara", "Dmitri")
    broken = again(broken)
    broken.snapshot = {"record": "games.titro.State"}
    db.session.commit()
    assert matches.remind_due(MONDAY + 39 * HOUR, seconds=5) == 2
    assert len(letters(sound, "reminder")) == 2
    assert again(broken).remind_at == MONDAY + 39 * HOUR + timedelta(minutes=10)
