"""Both bids at the same moment at several tables, over four web processes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from sqlalchemy import func, select

from server import links, matches
from server.store.models import MATCHES, Letter, Turn, db
from server.views import seat_page
from tests.cast import open_table
from tests.services import Stack

from .conftest import Fresh, inside

pytestmark = pytest.mark.both_databases

TABLES = 12


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Stack]]:
    """The servers that run, by their databases."""
    running: dict[str, Stack] = {}
    yield running
    for stack in running.values():
        stack.stop()


@pytest.fixture
def stack(started: dict[str, Stack], database: str, fresh: Fresh, tmp_path_factory: pytest.TempPathFactory) -> Stack:
    """A web server with four processes."""
    if database not in started:
        folder: Path = tmp_path_factory.mktemp("races")
        url = fresh("races", folder)
        started[database] = Stack(folder, ("web",), migrated=True, DATABASE_URL=url, WEB_WORKERS="4")
        started[database].start()
    return started[database]


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


def test_every_table_advances_once_when_both_bid_at_the_same_moment_and_twice(stack: Stack) -> None:
    with inside(stack):
        tables: list[tuple[str, list[tuple[str, str]]]] = []
        for number in range(TABLES):
            match = open_table(f"Ada.{number}", f"Bruno.{number}")
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
        ids = [match_id for match_id, _ in tables]
        assert db.session.scalars(select(MATCHES.c.ply).where(MATCHES.c.id.in_(ids)).distinct()).all() == [1]
        turns = db.session.execute(
            select(Turn.match_id, func.count()).where(Turn.ply == 1, Turn.match_id.in_(ids)).group_by(Turn.match_id)
        )
        assert sorted(count for _, count in turns) == [1] * TABLES
        letters = db.session.execute(
            select(Letter.chair_id, func.count())
            .where(Letter.kind == "turn", Letter.ply == 1, Letter.match_id.in_(ids))
            .group_by(Letter.chair_id)
        ).all()
        assert [count for _, count in letters] == [1] * 2 * TABLES


def test_random_tables_played_by_all_at_once_end_with_records_that_hold(stack: Stack) -> None:
    from server.deal import verify

    with inside(stack):
        tables = [open_table(f"Chiara.{n}", f"Dmitri.{n}", rounds=2) for n in range(2)]
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
