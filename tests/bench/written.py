"""A second floor for sealing: the same as `tests.bench.bare`, with what a seal reads and writes in place of one row.

The match and its chairs are read and written as ever, every second time with all that an opened window adds: a
turn and a letter to each seat. Nothing is asked of the rules, no link and no answer is looked at, nothing is logged.
What a seal costs beyond this is our code; what this costs beyond the bare handler is the rows themselves.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import cache
from itertools import cycle

import orjson
from flask import Flask, Response, jsonify, request

from server import clock
from server.app import create_app
from server.store.envelopes import PLAYER, Envelope
from server.store.models import Letter, Turn
from server.store.one_match import chair_of, keep
from server.store.session import transaction

from .load import post

PATH = "/written"
SALT, ANSWER = "480b91c8ea42261f631a38f637ceb878", "T20 cloak"
SAID = [
    {"text": "{player} bid {card} on {target}.", "values": {"player": 0, "card": "T20", "target": "T5"}, "to": None}
]
LINES_A_TURN = 4
WINDOW = timedelta(hours=48)


@cache
def application(database: str) -> Flask:
    """Ours, for its engine."""
    os.environ["DATABASE_URL"] = database
    return create_app()


def requests_of(chairs: Sequence[Sequence[int]]) -> Iterator[bytes]:
    """Requests without end to tables that nobody else plays at, each to seal at one chair and to open at the next."""
    for pair in cycle(chairs):
        for n, chair in enumerate(pair):
            yield post(PATH, orjson.dumps({"chair": chair, "opens": n == len(pair) - 1}))


@transaction
def rewrite(chair_id: int, opens: bool) -> None:
    """Write what a seal writes, with other values each time."""
    chair, now = chair_of(chair_id), clock.now()
    assert chair is not None
    match = chair.match
    envelope = Envelope(ANSWER, PLAYER, now, SALT)
    chair.see(chair.seen_ply + 1)
    if not opens:
        match.sealed = {chair.seat: envelope}
    else:
        answers = [envelope.opened(seat) for seat in range(len(match.chairs))]
        turn = {"phase": "first-bid", "opened_at": match.opened_at, "closed_at": now, "answers": answers}
        match.ply, match.sealed, match.opened_at = match.ply + 1, {}, now
        match.snapshot = {**(match.snapshot or {}), "round": match.ply}
        match.closes_at, match.remind_at = now + WINDOW, now + WINDOW / 2
        keep(Turn, match_id=match.id, ply=match.ply, said=SAID * LINES_A_TURN, **turn)
        for each in match.chairs:
            whose = {"match_id": match.id, "chair_id": each.id, "player_id": each.player_id, "ply": match.ply}
            identity = f"{match.id}:{match.ply}:{each.id}:written"
            keep(Letter, identity=identity, kind="turn", created_at=now, due_at=now, held_until=None, **whose)


def set_up(app: Flask) -> None:
    """Serve it."""

    @app.post(PATH)
    def written() -> Response:
        body = request.get_json()
        with application(os.environ["BARE_DATABASE"]).app_context():
            rewrite(body["chair"], body["opens"])
        return jsonify(moved=1)
