"""Processes killed, the broker gone or silent, the mail server down or refusing: nothing is lost, nothing doubled."""

from __future__ import annotations

import time
from collections import Counter
from datetime import timedelta

from sqlalchemy import func, select, update

from server import clock, links
from server.matches import match_by_id
from server.store.models import Letter, Match, Turn, db
from server.views import seat_page
from tests.cast import open_table
from tests.services import Broker, Post, Stack, wait_for

from .conftest import Start, inside
from .test_races import answer

TABLES = 120
OVERDUE = timedelta(hours=49)


def overdue_tables(stack: Stack) -> None:
    """Many tables, the windows of which all closed an hour ago."""
    with inside(stack):
        for number in range(TABLES):
            open_table(f"Ada.{number}", f"Bruno.{number}", at=clock.now() - OVERDUE)


def closed(stack: Stack) -> int:
    with inside(stack):
        return db.session.scalar(select(func.count()).select_from(Match).where(Match.ply == 1)) or 0


def unsent(stack: Stack) -> int:
    with inside(stack):
        return db.session.scalar(select(func.count()).select_from(Letter).where(Letter.due_at.is_not(None))) or 0


def end_the_leases(stack: Stack) -> None:
    """As if the minutes had passed for which a claimed or deferred letter is left alone."""
    with inside(stack):
        db.session.execute(update(Letter).where(Letter.due_at.is_not(None)).values(due_at=clock.now()))
        db.session.commit()


def test_a_worker_killed_while_it_closes_windows_and_delivers(start: Start, post: Post) -> None:
    stack = start("web")
    overdue_tables(stack)
    stack.start_one("worker")
    stack.start_one("beat")
    wait_for(lambda: closed(stack) > TABLES / 4, "the first windows to close")
    stack.kill("worker")
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


def test_a_bid_is_sealed_at_once_while_the_broker_is_down_or_silent(start: Start, broker: Broker, post: Post) -> None:
    stack = start(LIMITS="on")
    with inside(stack):
        match = open_table(at=clock.now())
        match_id = match.id
        tokens = [links.seat_token(chair) for chair in match.chairs]
        cards = [seat_page(chair).view["hand"][0] for chair in match.chairs]
    wait_for(lambda: post.to("bruno@example.org", "turn"), "the first letters")

    broker.stop()
    status, body = answer(stack, tokens[0], {"answer": f"{cards[0]} centre", "ply": 0})
    assert (status, body["opened"]) == (200, False)
    broker.start()
    broker.pause()
    status, body = answer(stack, tokens[1], {"answer": f"{cards[1]} blind", "ply": 0})
    assert (status, body["opened"]) == (200, True)
    with inside(stack):
        assert match_by_id(match_id).ply == 1
    broker.resume()

    def both_letters_came() -> bool:
        stack.keep_running()
        return len(post.to("bruno@example.org", "turn")) == 2

    wait_for(both_letters_came, "letters when the broker is back")


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


def test_letters_wait_for_a_mail_server_that_is_down(start: Start, post: Post) -> None:
    post.stop()
    stack = start()
    with inside(stack):
        open_table(at=clock.now())
    wait_for(lambda: any(letter.attempts for letter in _letters(stack)), "a first attempt")
    post.start()
    end_the_leases(stack)
    wait_for(lambda: unsent(stack) == 0, "the letters to go out")
    assert {letter["X-Poste-Kind"] for letter in post.to("bruno@example.org")} >= {"turn"}


def test_an_address_that_the_mail_server_refuses_is_told_to_the_host(start: Start, post: Post) -> None:
    post.refuse = lambda address: "550 no such user" if address.startswith("bruno") else None
    stack = start()
    with inside(stack):
        match = open_table(at=clock.now())
    wait_for(lambda: any(letter.refused_at for letter in _letters(stack)), "a first refusal")
    with inside(stack):
        open_table("Ada", "Chiara", at=clock.now())  # their letters pass: the address is at fault, and not the server
    wait_for(lambda: post.to("ada@example.org", "trouble"), "a letter to the host")
    with inside(stack):
        assert match_by_id(match.id).chairs[1].trouble
    time.sleep(2)
    assert len(post.to("ada@example.org", "trouble")) == 1


def _letters(stack: Stack) -> list[Letter]:
    with inside(stack):
        return list(db.session.scalars(select(Letter)).all())
