"""Sitting together on a whole server: what was planned comes as quickly as a tap, whatever the rhythm of the sweeps."""

from __future__ import annotations

import json
from datetime import timedelta
from urllib.request import Request, urlopen

import pytest
from sqlalchemy import select

from server import links, matches, views
from server.store.models import Match, Turn, db
from tests.cast import again, guests, open_match, seat
from tests.services import Stack, wait_for

from .conftest import Start, inside


def post(stack: Stack, match: Match, name: str, what: str, body: dict[str, object] | None = None) -> None:
    url = f"{stack.url}/api/seat/{links.seat_token(seat(match, name))}/{what}"
    request = Request(url, json.dumps(body or {}).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        answer.read()


@pytest.mark.wide
def test_a_planned_answer_waits_for_no_sweep(start: Start) -> None:
    stack = start("web", "worker", SWEEP_SECONDS="600")
    with inside(stack):
        match = open_match("french-tarot", {}, guests("Ada", "Bruno", "Chiara"), terms={"delay": "on"})
        for chair in match.chairs:
            matches.accept(chair.id)
        first = next(iter(views.spectator_page(again(match)).seats_asked))
        names = [again(match).chairs[(first + n) % 3].name for n in range(3)]
        matches.seal_plan(seat(match, names[1]).id, "pass once")
        for name in names:
            post(stack, match, name, "here")
        post(stack, match, names[0], "answer", {"answer": "pass", "ply": again(match).ply})
        due = seat(match, names[1]).order_at
        wait_for(lambda: again(match).ply == 2, "the planned answer", 120)
        turn = db.session.scalars(select(Turn).where(Turn.match_id == match.id, Turn.ply == 2)).one()
        assert timedelta() < turn.closed_at - turn.opened_at < timedelta(seconds=90)
        assert due is None or turn.closed_at >= due
