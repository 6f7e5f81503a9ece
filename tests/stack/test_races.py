"""Both bids at the same moment at a few hundred tables, over four web processes."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from sqlalchemy import func, select

from server import links, matches
from server.store.models import Letter, Match, Turn, db
from server.views import seat_page
from tests.cast import open_table
from tests.conftest import both_ways
from tests.services import Stack

from .conftest import Start, inside

pytestmark = both_ways

TABLES = {"quick": 200, "plain": 50}


def answer(stack: Stack, token: str, body: dict[str, object]) -> tuple[int, dict[str, object]]:
    request = Request(
        f"{stack.url}/api/seat/{token}/answer", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urlopen(request, timeout=180) as response:
            return response.status, json.load(response)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_every_table_advances_once_when_both_bid_at_the_same_moment_and_twice(start: Start, way: str) -> None:
    stack = start("web", WEB_WORKERS="4", QUICK="on" if way == "quick" else "off")
    with inside(stack):
        tables = []
        for number in range(TABLES[way]):
            match = open_table(f"Ada {number}"[:40].replace(" ", "."), f"Bruno.{number}")
            bids = [(links.seat_token(chair), f"{seat_page(chair).view['hand'][0]} centre") for chair in match.chairs]
            tables.append((match.id, bids))

    both = Barrier(4)

    def bid(mine: int) -> list[tuple[str, str, int, str]]:
        given = []
        for match_id, bids in tables:
            token, text = bids[mine % 2]
            both.wait()
            status, body = answer(stack, token, {"answer": text, "ply": 0})
            given.append((match_id, token, status, str(body.get("receipt"))))
        return given

    with ThreadPoolExecutor(4) as players:  # two players, each from two tabs
        given = [one for all_of_one in players.map(bid, range(4)) for one in all_of_one]

    assert {status for _, _, status, _ in given} == {200}
    receipts: dict[str, set[str]] = {}
    for _, token, _, receipt in given:
        receipts.setdefault(token, set()).add(receipt)
    assert all(len(of_one) == 1 for of_one in receipts.values())
    with inside(stack):
        assert db.session.scalars(select(Match.ply).distinct()).all() == [1]
        turns = db.session.execute(select(Turn.match_id, func.count()).where(Turn.ply == 1).group_by(Turn.match_id))
        assert sorted(count for _, count in turns) == [1] * TABLES[way]
        letters = db.session.execute(
            select(Letter.chair_id, func.count())
            .where(Letter.kind == "turn", Letter.ply == 1)
            .group_by(Letter.chair_id)
        ).all()
        assert [count for _, count in letters] == [1] * 2 * TABLES[way]


def test_random_tables_played_by_all_at_once_end_with_records_that_hold(start: Start, way: str) -> None:
    from server.deal import verify

    stack = start("web", WEB_WORKERS="4", QUICK="on" if way == "quick" else "off")
    with inside(stack):
        tables = [open_table(f"Ada.{n}", f"Bruno.{n}", rounds=2) for n in range({"quick": 6, "plain": 3}[way])]
        seats = [(match.id, links.seat_token(chair)) for match in tables for chair in match.chairs]

    def play(numbered: tuple[int, tuple[str, str]]) -> None:
        number, (_, token) = numbered
        random = Random(number)
        for _ in range(1000):
            with urlopen(f"{stack.url}/api/seat/{token}", timeout=180) as response:
                shown = json.load(response)
            if shown["status"] == "over":
                return
            if shown["ask"] and not shown["sealed"]:
                tokens = [random.choice(slot["options"]) for slot in shown["ask"]["slots"] if slot["least"]]
                answer(stack, token, {"answer": " ".join(tokens) or "none", "ply": shown["ply"]})
            else:
                time.sleep(0.05)  # the others need the machine too
        raise AssertionError("the match did not end")

    with ThreadPoolExecutor(len(seats)) as players:
        list(players.map(play, enumerate(seats)))
    with inside(stack):
        for match in tables:
            record = matches.record_of(matches.match_by_id(match.id))
            assert verify(record).scores == record["scores"]
