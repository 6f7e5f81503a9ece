"""The house considers the decisions of matches that are over: which one is next, and keeping what it thinks of it.

A match is considered from its end on, never earlier, one decision of its players after the other. `Review.due_at` is
the queue: whoever takes a review moves it ahead by `LEASE`, so that one whose process was killed is taken again. What
was kept stays; a decision that was considered twice is kept once. Of each decision only what its seat saw may be used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, select, update

from .. import clock
from ..house.opinions import Opinion
from ..rules import AnyGame, Table, all_asks, forced, lawful
from ..rules.engine import Answer, Seat
from ..store import heartbeat
from ..store.envelopes import PLAYER
from ..store.history import TURNS
from ..store.models import MATCHES, OVER, Considered, Match, Review, db
from ..store.one_match import keep, one_match
from ..store.session import NOW, first, run, transaction
from ..views.replay import Course

LEASE = timedelta(seconds=20)
"""A decision is taken again if nothing was kept within this time after somebody took it."""
TRIES = 5
"""A decision that was taken this often without a result is passed over: something ends the process each time."""
PENDING = select(Review.match_id).where(Review.due_at <= bindparam("at")).limit(1)
"""A match that waits to be considered."""


@dataclass(frozen=True)
class PastDecision:
    """A decision of a player: of which seat, at which window, the table there, and the answer that was given.

    ``place``: how far the match had come. ``passed_over``: it was tried too often.
    """

    match_id: str
    ply: int
    seat: Seat
    game: AnyGame
    table: Table
    given: Answer
    place: tuple[tuple[str, int], ...]
    passed_over: bool


def begin(match: Match, at: datetime) -> None:
    """Queue the decisions of a match that has just ended to be considered; nothing if the house played all seats."""
    if any(chair.is_persons for chair in match.chairs):
        keep(Review, match_id=match.id, due_at=at, ply=0, tries=0)


def review_due(at: datetime | None = None) -> bool:
    """Whether some decision of a match that is over is to be considered, and nobody does it now."""
    at = at or clock.now()
    return first(PENDING, {"at": at}) is not None and not heartbeat.held(at)


@transaction
def take_review(at: datetime = NOW) -> str | None:
    """Take the match that has waited longest, for `LEASE`, those for practice last. Returns its id, if one is due."""
    if heartbeat.held(at):
        return None
    due = select(Review).join(MATCHES).where(Review.due_at <= at, MATCHES.c.status == OVER)
    longest = due.order_by(MATCHES.c.practice_until.is_not(None), Review.due_at, Review.match_id).limit(1)
    review = db.session.scalars(longest.with_for_update(skip_locked=True, of=Review)).first()
    if review is None:
        return None
    untouched = update(Review).where(Review.match_id == review.match_id, Review.due_at == review.due_at)
    taken = untouched.values(due_at=at + LEASE, tries=Review.tries + 1).returning(Review.match_id)
    return run(taken).scalar()


def next_decision(match_id: str) -> PastDecision | None:
    """The next decision of a match to consider; ``None`` if all have been. The match must be over."""
    review, match = db.session.get_one(Review, match_id), one_match(match_id)
    assert match.status == OVER
    course = Course(match)
    done = select(Considered.ply, Considered.seat).where(Considered.match_id == match_id, Considered.ply >= review.ply)
    known = {(ply, seat) for ply, seat in db.session.execute(done)}
    for ply, seat, given in _answers(match, review.ply):
        table = course.table(ply) if (ply, seat) not in known else None
        if table is not None and _had_a_choice(course.game, table, seat, given):
            place = tuple((part.unit, part.number) for part in course.game.progress(table.state))
            then, late = Table(table.state, {}, table.shuffles), review.tries > TRIES
            return PastDecision(match_id, ply, seat, course.game, then, given, place, late)
    return None


def _answers(match: Match, first: int) -> Iterator[tuple[int, Seat, Answer]]:
    """The answers that the present players of the seats have given from a ply on: ply, seat, answer."""
    since = [chair.accepted_at if chair.is_persons else None for chair in match.chairs]
    for turn in TURNS.of(match, first + 1):
        for given in turn.answers:
            took_the_seat = since[given.seat]
            if given.by == PLAYER and took_the_seat and given.at >= took_the_seat:
                yield turn.ply - 1, given.seat, given.answer


def _had_a_choice(game: AnyGame, table: Table, seat: Seat, given: Answer) -> bool:
    """Whether there was another answer; of one that corrected rules do not allow any more, nothing is said."""
    ask = all_asks(game, table).get(seat)
    return ask is not None and forced(ask) is None and lawful(ask, given)


@transaction
def keep_opinion(decision: PastDecision, opinion: Opinion | None, at: datetime = NOW) -> bool:
    """Keep what the house thinks of a decision (``None``: nothing), and go on. Returns False if it is kept already."""
    known: dict[str, Any] = {"match_id": decision.match_id, "ply": decision.ply, "seat": decision.seat}
    review = db.session.get_one(Review, decision.match_id, with_for_update=True)
    if review.due_at is None or db.session.get(Considered, tuple(known.values())) is not None:
        return False
    kept = dict(opinion) if opinion is not None else None
    db.session.add(Considered(**known, place=[list(part) for part in decision.place], opinion=kept))
    review.ply, review.tries, review.due_at = decision.ply, 0, at
    return True


@transaction
def put_back(match_id: str, at: datetime = NOW) -> None:
    """Let go of a review that was taken: there is something more urgent."""
    review = db.session.get_one(Review, match_id, with_for_update=True)
    if review.due_at is not None:
        review.due_at, review.tries = at, max(0, review.tries - 1)


@transaction
def end_review(match_id: str) -> None:
    """All decisions of a match have been considered."""
    db.session.get_one(Review, match_id, with_for_update=True).due_at = None
