"""The process in which strong house players think: it decides one answer after the other, and ends when idle.

    python -m worker.house

It has no broker: what is due stands in the database, and anything it leaves undone is made again. It takes the same
time over every decision, so that how long an answer takes tells nothing about the cards; and it gives way to all other
processes.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from random import SystemRandom

import structlog
from flask import Flask
from sqlalchemy.exc import DBAPIError, TimeoutError

from server import matches
from server.app import create_app
from server.house import sampling
from server.logs import DATABASE, configure, described
from server.rules.engine import Answer
from server.store.models import db

LINGERS = 30.0
"""Seconds without a decision after which the process ends; who plays on meanwhile need not wait for its start."""
LOOKS = 0.2
"""Seconds between two looks for decisions."""
SPARE = 0.25
"""Seconds added to the time for a decision, in which the last imagined game ends."""
NICE = 10

log = structlog.get_logger()


def run(app: Flask, lingers: float = LINGERS) -> None:
    """Decide what is due, until nothing was for ``lingers`` seconds."""
    seconds = app.extensions["poste"].house_seconds
    until = time.monotonic() + lingers
    while time.monotonic() < until:
        with app.app_context():
            if decide_one(seconds):
                until = time.monotonic() + lingers
            else:
                time.sleep(LOOKS)


def decide_one(seconds: float) -> bool:
    """Make the decision that is due, in the time that every decision takes. Returns False if none is due."""
    decision = matches.take_decision() if matches.decision_due() else None
    db.session.rollback()
    if decision is None:
        return False
    until = time.monotonic() + seconds + SPARE
    answer = _thought_of(decision, seconds)
    time.sleep(max(0.0, until - time.monotonic()))
    try:
        matches.decide(decision.chair_id, decision.ply, answer)
    except (DBAPIError, TimeoutError):
        raise
    except Exception as error:  # it is tried again, and given up after a while
        log.error("house.stuck", match=decision.match_id, **described(error))
    return True


def _thought_of(decision: matches.Decision, seconds: float) -> Answer | None:
    """The answer with the best outlook; ``None`` if looking ahead fails."""
    budget = sampling.Budget(seconds, sampling.MANY)
    try:
        return sampling.choose(decision.game, decision.table, decision.seat, SystemRandom(), budget)
    except Exception as error:
        log.error("house.astray", match=decision.match_id, **described(error))
        return None


def _end_with_worker() -> None:
    """End when the pipe from the worker closes: it has ended, in whatever way."""
    while os.read(sys.stdin.fileno(), 1):  # past the buffer, whose lock would be in the way of an ordinary end
        pass
    os._exit(0)


def main() -> None:
    """Think at low priority, until idle."""
    os.nice(NICE)
    configure()
    threading.Thread(target=_end_with_worker, daemon=True, name="pipe").start()
    try:
        run(create_app())
    except (DBAPIError, TimeoutError) as lost:  # it is started again by the sweep
        DATABASE.goes_on(error=type(lost).__name__)


if __name__ == "__main__":
    main()
