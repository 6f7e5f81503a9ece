"""The state of the database at this moment. Every statement reads an index, or a table with few rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime

from sqlalchemy import case, func, select

from ..program import release
from ..store import heartbeat
from ..store.backlog import age, look
from ..store.models import CANCELLED, CHAIRS, INVITED, MATCHES, OVER, PLAYING, InboundMail, Letter, Relay, db
from ..store.session import how_many

Samples = Mapping[tuple[str, ...], float]
"""The labels' values -> the metric's value."""
STATUSES = (INVITED, PLAYING, OVER, CANCELLED)
KINDS = ("web", "worker", "beat", "inbox")
"""The kinds of processes; see `server.store.models.Process`."""
AMONG_PEOPLE = MATCHES.c.practice_until.is_(None)
NO_LABELS: tuple[str, ...] = ()


def read(now: datetime) -> Iterator[tuple[str, Samples]]:
    """Every gauge by name. Must run inside a transaction. Raises the errors of SQLAlchemy."""
    yield "info", {(release(),): 1.0}
    yield from _windows(now)
    yield from _letters(now)
    yield from _mails(now)
    yield from _work(now)


def _windows(now: datetime) -> Iterator[tuple[str, Samples]]:
    rows = db.session.execute(
        select(MATCHES.c.status, func.count()).where(AMONG_PEOPLE).group_by(MATCHES.c.status)
    ).all()
    by_status = {status: int(number) for status, number in rows}
    yield "matches", {(status,): by_status.get(status, 0) for status in STATUSES}
    runs = MATCHES.c.status == PLAYING, AMONG_PEOPLE, MATCHES.c.closes_at.is_not(None)
    yield "windows_open", {NO_LABELS: how_many(MATCHES, *runs)}
    yield "windows_due", {NO_LABELS: how_many(MATCHES, *runs, MATCHES.c.closes_at <= now)}


def _letters(now: datetime) -> Iterator[tuple[str, Samples]]:
    state = case((Letter.error.is_not(None), "stuck"), (Letter.due_at > now, "later"), else_="due").label("state")
    unsent = select(Letter.kind, state, func.count(), func.min(Letter.created_at)).where(Letter.due_at.is_not(None))
    rows = db.session.execute(unsent.group_by(Letter.kind, state)).all()
    yield "letters_unsent", {(kind, how): number for kind, how, number, _ in rows}
    yield "letters_unsent_oldest_seconds", {(kind, how): age(since, now) for kind, how, _, since in rows}
    refuses = db.session.scalar(select(Relay.id).where(Relay.retry_at.is_not(None)).limit(1)) is not None
    yield "mail_server_refuses", {NO_LABELS: refuses}


def _mails(now: datetime) -> Iterator[tuple[str, Samples]]:
    unread = select(func.count(), func.min(InboundMail.received_at)).where(InboundMail.due_at.is_not(None))
    number, oldest = db.session.execute(unread).one()
    yield "mails_in_unread", {NO_LABELS: number}
    yield "mails_in_unread_oldest_seconds", {NO_LABELS: age(oldest, now)}


def _work(now: datetime) -> Iterator[tuple[str, Samples]]:
    late, state = look(now), heartbeat.state()
    yield "oldest_due_window_seconds", {NO_LABELS: late.oldest_due_window}
    yield "oldest_due_letter_seconds", {NO_LABELS: late.oldest_unsent_letter}
    yield "house_thinking", {NO_LABELS: how_many(CHAIRS, CHAIRS.c.think_at.is_not(None))}
    there = Counter(one.kind for one in heartbeat.present(now))
    yield "processes", {(kind,): there[kind] for kind in KINDS}
    paused = state is not None and state.paused_at is not None
    yield "paused", {NO_LABELS: paused}
    yield "heartbeat_age_seconds", {NO_LABELS: 0.0 if paused or state is None else age(state.beat_at, now)}
