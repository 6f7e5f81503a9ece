"""Processes killed, the broker gone or silent, the mail server down or refusing: nothing is lost, nothing doubled."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import func, select, update

from server import clock, links
from server.matches import match_by_id
from server.store.models import MATCHES, Letter, Turn, db
from server.views import seat_page
from tests.cast import open_table
from tests.services import Broker, Post, Stack, wait_for

from .conftest import SQLITE_IF_LONG, Start, inside
from .test_races import answer

TABLES = 20
OVERDUE = timedelta(hours=49)


def overdue_tables(stack: Stack) -> None:
    """Many tables, the windows of which all closed an hour ago."""
    with inside(stack):
        for number in range(TABLES):
            open_table(f"Ada.{number}", f"Bruno.{number}", at=clock.now() - OVERDUE)


def closed(stack: Stack) -> int:
    with inside(stack):
        return db.session.scalar(select(func.count()).select_from(MATCHES).where(MATCHES.c.ply == 1)) or 0


def unsent(stack: Stack) -> int:
    with inside(stack):
        return db.session.scalar(select(func.count()).select_from(Letter).where(Letter.due_at.is_not(None))) or 0


def end_the_leases(stack: Stack) -> None:
    """As if the minutes had passed for which a claimed or deferred letter is left alone."""
    with inside(stack):
        db.session.execute(update(Letter).where(Letter.due_at.is_not(None)).values(due_at=clock.now()))
        db.session.commit()


@pytest.mark.system
@SQLITE_IF_LONG
def test_a_worker_killed_while_it_closes_windows_and_delivers(start: Start, post: Post) -> None:
    stack = start("worker", "beat", now=False)
    overdue_tables(stack)
    stack.start()
    wait_for(lambda: closed(stack) > TABLES / 4, "the first windows to close")
    stack.kill("worker")
    end_the_leases(stack)
    stack.start_one("worker")
    wait_for(lambda: closed(stack) == TABLES and len(post.letters) > TABLES, "all windows to close")
    stack.kill("worker")
    end_the_leases(stack)
    stack.start_one("worker")
    wait_for(lambda: unsent(stack) == 0, "all letters to go out")
    with inside(stack):
        turns = db.session.execute(select(func.count()).where(Turn.ply == 1).group_by(Turn.match_id)).scalars().all()
        assert turns == [1] * TABLES
        identities = db.session.scalars(select(Letter.identity).where(Letter.sent_at.is_not(None))).all()
    came = Counter(letter["Message-ID"] for letter in post.letters)
    assert len(came) == len(identities)
    kills, processes = 2, 2
    assert sum(came.values()) - len(came) <= kills * processes


@pytest.mark.long
@pytest.mark.both_databases
def test_everything_killed_at_once_and_started_again(start: Start, broker: Broker, post: Post) -> None:
    stack = start()
    with inside(stack):
        match = open_table(at=clock.now())
        match_id = match.id
        tokens = [links.seat_token(chair) for chair in match.chairs]
        cards = [seat_page(chair).view["hand"][0] for chair in match.chairs]
    sealed = answer(stack, tokens[0], {"answer": f"{cards[0]} centre", "ply": 0})[1]
    for name in list(stack.processes):
        stack.kill(name)
    broker.stop()

    broker.start()
    stack.start()
    assert answer(stack, tokens[0], {"answer": f"{cards[0]} centre", "ply": 0})[1]["receipt"] == sealed["receipt"]
    assert answer(stack, tokens[1], {"answer": f"{cards[1]} blind", "ply": 0})[1]["opened"]
    wait_for(lambda: {"1"} <= {letter["X-Poste-Ply"] for letter in post.to("ada@example.org", "turn")}, "her letter")
    with inside(stack):
        assert match_by_id(match_id).ply == 1
