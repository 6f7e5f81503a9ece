"""Strong house players on a whole server: they think in a process of their own, which comes and goes."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from server import matches
from server.matches import Guest
from server.store.models import Match, Turn, db
from tests.cast import guests, page, seals, some_answer
from tests.services import Broker, Stack, wait_for

from .conftest import Start, inside


def table(strength: str = "strong") -> str:
    """The id of a match of Ada and three house players, which begins with the house thinking."""
    people = [*guests("Ada"), *(Guest(name, house=True) for name in ("Bruno", "Chiara", "Dmitri"))]
    match = matches.open_match("french-tarot", {}, people, terms={"house": strength})
    matches.accept(match.chairs[0].id)
    return match.id


def by_the_house(match_id: str) -> int:
    """How many answers the house has given."""
    db.session.rollback()
    turns = db.session.scalars(select(Turn).where(Turn.match_id == match_id)).all()
    return sum(given["by"] == "house" for turn in turns for given in turn.answers)


def thinkers(stack: Stack) -> list[int]:
    """The processes of this server in which house players think."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            command, environ = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
        except OSError:
            continue
        if b"worker.house" in command and f"STATE_DIR={stack.folder}".encode() in environ.split(b"\0"):
            found.append(int(process.name))
    return found


def asked(match_id: str) -> bool:
    match = matches.match_by_id(match_id)
    return page(match, "Ada").ask is not None


def test_it_answers_and_goes_on_after_it_was_killed_in_the_middle_of_a_thought(start: Start) -> None:
    stack = start("worker", "beat", HOUSE_SECONDS="3")
    assert not thinkers(stack)
    with inside(stack):
        match_id = table()
        if asked(match_id):
            seals(db.session.get_one(Match, match_id), "Ada", "pass")
        [thinker] = wait_for(lambda: thinkers(stack), "somebody to think")
        wait_for(lambda: not matches.decision_due() and by_the_house(match_id) == 0, "a decision to be taken")
        os.kill(thinker, signal.SIGKILL)
        wait_for(lambda: by_the_house(match_id) >= 1, "the decision to be made again")
        wait_for(lambda: asked(match_id), "Ada to be asked")
        [another] = thinkers(stack)
        assert another != thinker
        assert os.getpriority(os.PRIO_PROCESS, another) > os.getpriority(os.PRIO_PROCESS, os.getpid())
    stack.kill("worker")
    wait_for(lambda: not thinkers(stack), "the process to end with the worker", 20)


@pytest.mark.parametrize("stack_database", ["sqlite"], indirect=True)
def test_without_a_broker_it_thinks_all_the_same(start: Start, broker: Broker) -> None:
    stack = start("worker", HOUSE_SECONDS="0.2")
    broker.stop()
    with inside(stack):
        match_id = table()
        if asked(match_id):
            seals(db.session.get_one(Match, match_id), "Ada", "pass")
        wait_for(lambda: by_the_house(match_id) >= 1, "an answer of the house")


@pytest.mark.parametrize("stack_database", ["sqlite"], indirect=True)
def test_a_hundred_decisions_do_not_delay_a_window(start: Start) -> None:
    stack = start("worker", "beat", HOUSE_SECONDS="1")
    with inside(stack):
        for _ in range(100):
            match_id = table()
            if asked(match_id):
                seals(db.session.get_one(Match, match_id), "Ada", "pass")
        wait_for(lambda: thinkers(stack), "somebody to think")
        match = matches.open_match("titro", {}, guests("Ada", "Bruno"), "PT2S")
        for chair in match.chairs:
            matches.accept(chair.id)
        seals(match, "Ada", some_answer(match, "Ada", Random(1)))
        due, ply = db.session.get_one(Match, match.id).closes_at, 0
        assert due
        wait_for(lambda: (db.session.rollback(), matches.match_by_id(match.id).ply > ply)[1], "the window to close")
        assert time.time() - due.timestamp() < 15
        assert matches.decision_due()
