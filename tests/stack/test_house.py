"""Strong house players on a whole server: they think in a process of their own, which comes and goes."""

from __future__ import annotations

import os
import signal
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from server import clock, matches
from server.matches import Guest
from server.store.models import Turn, db
from tests.cast import again, guests, page, seals, some_answer
from tests.services import Broker, Stack, wait_for

from .conftest import Start, inside


def table() -> str:
    """The id of a match of Ada and three house players, the first of whom thinks."""
    people = [*guests("Ada"), *(Guest(name, house=True) for name in ("Bruno", "Chiara", "Dmitri"))]
    match = matches.open_match("french-tarot", {}, people, terms={"house": "strong"})
    matches.accept(match.chairs[0].id)
    if asked(match.id):
        seals(match, "Ada", "pass", clock.now())
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
    """Whether Ada is asked."""
    match = matches.match_by_id(match_id)
    return page(match, "Ada").ask is not None


def test_it_answers_and_goes_on_after_it_was_killed_in_the_middle_of_a_thought(start: Start) -> None:
    stack = start("worker", "beat", HOUSE_SECONDS="3")
    assert not thinkers(stack)
    with inside(stack):
        match_id = table()
        [thinker] = wait_for(lambda: thinkers(stack), "somebody to think")
        wait_for(lambda: not by_the_house(match_id) and not matches.decision_due(), "a decision to be taken")
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
        wait_for(lambda: by_the_house(match_id) >= 1, "an answer of the house")


@pytest.mark.parametrize("stack_database", ["sqlite"], indirect=True)
def test_a_hundred_decisions_do_not_delay_a_window(start: Start) -> None:
    stack = start("worker", "beat", HOUSE_SECONDS="1")
    with inside(stack):
        for _ in range(100):
            table()
        wait_for(lambda: thinkers(stack), "somebody to think")
        match = matches.open_match("titro", {}, guests("Ada", "Bruno"), "PT2S")
        for chair in match.chairs:
            matches.accept(chair.id)
        seals(match, "Ada", some_answer(match, "Ada", Random(1)), clock.now())
        due = again(match).closes_at
        assert due
        wait_for(lambda: again(match).ply, "the window to close")
        assert clock.now() - due < timedelta(seconds=15)
        assert matches.decision_due()
