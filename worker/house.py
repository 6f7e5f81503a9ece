"""The process in which strong house players think: it decides one answer after the other, and ends when idle.

    python -m worker.house

It needs no broker: the database says what is due, and anything left undone is taken again. It takes the same time over
every decision, so that how long an answer takes tells nothing about the cards; and while it thinks, it gives way to all
other processes.

While no decision is due, it considers those of players in matches that are over (see `server.matches.reviewing`), and
leaves off as soon as one is.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from random import SystemRandom
from typing import TypeVar

import structlog
from flask import Flask
from sqlalchemy.exc import DBAPIError, TimeoutError

from server import matches
from server.app import create_app
from server.house import opinions, sampling
from server.logs import DATABASE, configure, described
from server.metrics import keep_now
from server.rules.engine import Answer
from server.store.models import db

LINGERS = 30.0
"""Seconds without a decision after which the process ends: whoever plays on within them need not wait for a start."""
LOOKS = 0.2
"""Seconds between two looks for decisions."""
SPARE = 0.25
"""Seconds added to the time for a decision, in which the last imagined game ends."""
NICE = 10
"""How much lower its priority is while it thinks, as of nice(1)."""
MOST = 1.0
"""Seconds of the processor at most for considering one decision of a match that is over."""
HEEDS = 0.1
"""Seconds between two looks for decisions that are due, while considering such a one."""

log = structlog.get_logger()
T = TypeVar("T")
_thinking = ThreadPoolExecutor(1, "thinking", initializer=os.nice, initargs=(NICE,))


def _think(think: Callable[[], T]) -> T:
    """Think in a thread of low priority: on Linux, nice(2) is about a thread alone, elsewhere about its process.

    What comes of it is written at the usual priority: everybody who wants SQLite's write lock waits for its holder.
    """
    return _thinking.submit(copy_context().run, think).result()


def run(app: Flask, lingers: float = LINGERS) -> None:
    """Do what is due, until nothing was for ``lingers`` seconds."""
    seconds = app.extensions["poste"].house_seconds
    until = time.monotonic() + lingers
    while time.monotonic() < until:
        with app.app_context():
            if decide_one(seconds) or consider_one(min(seconds, MOST)):
                until = time.monotonic() + lingers
            else:
                time.sleep(LOOKS)
    keep_now(app)


def decide_one(seconds: float) -> bool:
    """Make the decision that is due, in the time that every decision takes. Returns False if none is due."""
    decision = matches.take_decision() if matches.decision_due() else None
    db.session.rollback()
    if decision is None:
        return False
    until = time.monotonic() + seconds + SPARE
    answer = _thought_of(decision, seconds)
    time.sleep(max(0.0, until - time.monotonic()))
    # if it fails, it is tried again, and given up after a while
    _tried("house.stuck", decision.match_id, lambda: matches.decide(decision.chair_id, decision.ply, answer))
    return True


def _thought_of(decision: matches.Decision, seconds: float) -> Answer | None:
    """The answer with the best outlook; ``None`` if looking ahead fails."""
    budget = sampling.Budget(seconds, sampling.MANY)
    asked = decision.game, decision.table, decision.seat
    think = partial(sampling.choose, *asked, SystemRandom(), budget, decision.signals)
    return _tried("house.astray", decision.match_id, lambda: _think(think))


def _tried(failure: str, match_id: str, step: Callable[[], T]) -> T | None:
    """What a step gives; ``None`` if it fails, as the log says. Raises `Interrupted`, or errors of the database."""
    try:
        return step()
    except (Interrupted, DBAPIError, TimeoutError):
        raise
    except Exception as error:
        log.error(failure, match=match_id, **described(error))
        return None


# Matches that are over ------------------------------------------------------------------------------------------------


class Interrupted(Exception):
    """A house player is to decide."""


def consider_one(seconds: float) -> bool:
    """Consider one decision of a match that is over, unless a house player is to decide meanwhile.

    ``seconds`` of the processor: nobody waits for it. Returns False if there is none.
    """
    match_id = matches.take_review() if matches.review_due() else None
    db.session.rollback()
    if match_id is None:
        return False
    try:
        _consider_next(match_id, seconds)
    except Interrupted:
        matches.put_back(match_id)
    return True


def _consider_next(match_id: str, seconds: float) -> None:
    """Raises `Interrupted`."""
    past = _tried("review.astray", match_id, lambda: matches.next_decision(match_id))
    db.session.rollback()
    if past is None:
        matches.end_review(match_id)
    else:
        matches.keep_opinion(past, None if past.passed_over else _opinion(past, seconds))


def _opinion(past: matches.PastDecision, seconds: float) -> opinions.Opinion | None:
    """What the house thinks of a decision; ``None`` if looking ahead fails. Raises `Interrupted`."""
    budget = sampling.Budget(seconds, sampling.MANY, now=time.process_time)
    asked = past.game, past.table, past.seat, past.given
    think = partial(opinions.opinion, *asked, SystemRandom(), budget, _heeding())
    return _tried("review.astray", past.match_id, lambda: _think(think))


def _heeding() -> Callable[[], None]:
    """A check, to be called often, which raises `Interrupted` once a house player is to decide."""
    looked = time.monotonic()

    def heed() -> None:
        nonlocal looked
        if time.monotonic() - looked < HEEDS:
            return
        looked, due = time.monotonic(), matches.decision_due()
        db.session.rollback()
        if due:
            raise Interrupted

    return heed


def _end_with_worker() -> None:
    """End when the pipe from the worker closes: it has ended, in whatever way."""
    while os.read(sys.stdin.fileno(), 1):  # past the buffer, whose lock would be in the way of an ordinary end
        pass
    os._exit(0)


def main() -> None:
    """Decide and consider, until idle."""
    configure()
    threading.Thread(target=_end_with_worker, daemon=True, name="pipe").start()
    try:
        run(create_app())
    except (DBAPIError, TimeoutError) as lost:  # it is started again by the sweep
        DATABASE.goes_on(error=type(lost).__name__)


if __name__ == "__main__":
    main()
