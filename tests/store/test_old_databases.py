"""Databases of earlier versions: their matches play on to the end, and their records verify.

``databases/before-rooms.sql.gz`` was written when the rules of each game were one file and all modules lay in one
folder. It holds a match of each game stopped in each of its phases, sealed answers, standing orders, banks, vacations,
a sleeping table and finished matches; the JSON beside it says what it held, and how its matches ended when that
version played them on.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import MetaData, Table, create_engine, insert, inspect, select, text

from server import deal, matches, views
from server.config import Settings
from server.house import at_random
from server.post import outbox
from server.post.inbound import acting
from server.rules import GAMES, Decide, asks
from server.store.models import CANCELLED, INVITED, OVER, PLAYING, InboundMail, Letter, Match, Player, db
from server.views.replay import Course
from server.web import create_web
from tests.services import fresh_database, link_key

HERE = Path(__file__).parent / "databases"
HELD: dict[str, Any] = json.loads((HERE / "before-rooms.json").read_text())
RECORDS: dict[str, Any] = json.loads(gzip.decompress((HERE / "before-rooms.records.json.gz").read_bytes()))
NOW = datetime.fromisoformat(HELD["now"])
GAMES_THEN = ("dementlieu", "french-tarot", "ottocento", "texas-42", "titro", "tottarot")


class Nowhere:
    """A way out that takes every letter."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        pass

    def send(self, message: EmailMessage, sender: str, address: str) -> None:
        assert message.as_bytes()

    def check(self) -> None:
        pass


@pytest.fixture
def old(database_url: str, tmp_path: Path) -> Iterator[Flask]:
    """The application on the old database, brought up to date."""
    file = tmp_path / "old.sqlite"
    with sqlite3.connect(file) as raw:
        raw.executescript(gzip.decompress((HERE / "before-rooms.sql.gz").read_bytes()).decode())
    raw.close()
    url = f"sqlite:///{file}" if database_url.startswith("sqlite:") else database_url
    keys = f"{HELD['settings']['LINK_KEYS']},{link_key('new')}"  # that of then is short, and signs no more
    app = create_web(Settings({**HELD["settings"], "LINK_KEYS": keys, "DATABASE_URL": url, "STATE_DIR": str(tmp_path)}))
    with app.app_context():
        try:
            if url.startswith("sqlite:"):
                upgrade()
            else:
                _copy(file)
            yield app
        finally:
            db.session.remove()
            db.engine.dispose()


def _copy(file: Path) -> None:
    """All rows of the SQLite file into the empty database, through the types of the models."""
    old = create_engine(f"sqlite:///{file}")
    tables = [table for table in db.metadata.sorted_tables if inspect(old).has_table(table.name)]
    with old.connect() as source, db.engine.begin() as target:
        names = ", ".join(f'"{table.name}"' for table in tables)
        target.execute(text(f"TRUNCATE {names} RESTART IDENTITY CASCADE"))
        for table in tables:
            there = {column["name"] for column in inspect(old).get_columns(table.name)}
            rows = source.execute(select(*(column for column in table.c if column.name in there))).mappings().all()
            if rows:  # a letter that travels in another one comes after it
                target.execute(insert(table), sorted(map(dict, rows), key=lambda row: row.get("gathered_in") or 0))
            target.execute(text(NUMBERS_GO_ON.format(table=table.name, most=len(rows) + 10_000)))
    old.dispose()


NUMBERS_GO_ON = """
    SELECT setval(pg_get_serial_sequence('"{table}"', column_name), {most}) FROM information_schema.columns
    WHERE table_name = '{table}' AND column_name = 'id' AND column_default LIKE 'nextval%'
"""


def now(match_id: str) -> Match:
    """The match as the database has it now."""
    db.session.rollback()
    db.session.expire_all()
    return matches.match_by_id(match_id)


def play_on(match_id: str) -> Match:
    """Everybody answers at random, which depends on match, ply and seat alone, until the match is over."""
    match, at = now(match_id), NOW
    while match.status == PLAYING:
        at += timedelta(seconds=1)
        waiting = [chair.order_at for chair in match.chairs if chair.order_at]
        owed = asks(GAMES[match.game], views.table_of(match))
        if waiting:
            assert matches.give_orders_one(max(min(waiting), at))
        elif not owed:  # all are in: with blind timing the window opens at its deadline
            _close(match)
        else:
            _answer(match, owed, at)
        match = now(match_id)
    return match


def _close(match: Match) -> None:
    ply, closes_at = match.ply, match.closes_at
    while now(match.id).ply == ply:
        assert matches.close_one(closes_at)


def _answer(match: Match, owed: Any, at: datetime) -> None:
    its_id, ply, chairs = match.id, match.ply, [chair.id for chair in match.chairs]
    for number, (seat, ask) in enumerate(owed.items()):
        if number == 0 or (now(its_id).ply == ply and match.status == PLAYING):
            answer = at_random({}, ask, seat, Random(f"{its_id} {ply} {seat}"))
            matches.seal(chairs[seat], answer, ply, at)


def test_it_holds_a_match_of_each_game_in_each_phase() -> None:
    held = {(one["game"], one["phase"]) for one in HELD["matches"] if one["status"] == PLAYING}
    phases = {
        (key, name) for key in GAMES_THEN for name, phase in GAMES[key].phases.items() if isinstance(phase, Decide)
    }
    assert phases <= held


@pytest.mark.parametrize(
    ("database", "every"),
    [("sqlite", 3), *(pytest.param(database, 1, marks=pytest.mark.long) for database in ("sqlite", "postgresql"))],
    indirect=["database"],
)
def test_everything_stored_before_is_good_now(old: Flask, every: int) -> None:
    """``every``: each third match is played to its end, say, and one seat of three is asked for earlier plies."""
    links_open(old)
    records_verify()
    every_ply_is_found_again(old, every)
    receipts_hold()
    letters_leave()
    matches_play_to_their_end(every)


def links_open(app: Flask) -> None:
    for one in HELD["matches"]:
        match = now(one["id"])
        assert (match.status, match.ply) == (one["status"], one["ply"])
        for chair, link in zip(match.chairs, one["links"], strict=True):
            assert matches.chair_by_token(link.rpartition("/")[2]).id == chair.id
            assert app.test_client().get(link.removeprefix("http://localhost")).status_code == 200, one["tag"]
    for link in HELD["players"]:
        assert app.test_client().get(link.removeprefix("http://localhost")).status_code == 200


def records_verify() -> None:
    for match_id, record in RECORDS.items():
        today = json.loads(json.dumps(matches.record_of(now(match_id))))
        assert today == {**record, "news": []}  # what the table was told is in the record since
        deal.verify(record)
        deal.verify(today)


def every_ply_is_found_again(app: Flask, every: int) -> None:
    """None of these matches has kept a snapshot: all are played again from their first cards, and arrive."""
    for number, one in enumerate(HELD["matches"]):
        match = now(one["id"])
        if match.snapshot is None:
            continue
        course = Course(match)
        assert None not in course.tables(0, match.ply), one["tag"]
        for link in one["links"][number % min(every, len(one["links"])) :: every]:
            page = link.removeprefix("http://localhost")
            token = page.rpartition("/")[2]
            body = app.test_client().get(f"/api/seat/{token}/plies/{match.ply}").get_json()
            seat = app.test_client().get(f"/api/seat/{token}").get_json()
            assert (body["view"], body["ply"]) == (seat["view"], seat["ply"])
            for ply in (0, match.ply // 2, match.ply):
                assert app.test_client().get(f"{page}/replay?ply={ply}").status_code == 200


def receipts_hold() -> None:
    """A sealed answer that is given once more gets the receipt that it had."""
    for one in HELD["matches"]:
        for seat, kept in one["sealed"].items():
            if not now(one["id"]).chairs[int(seat)].resigned_at and kept["by"] == "player":
                given = matches.seal(one["chairs"][int(seat)], kept["answer"], one["ply"], NOW)
                assert (given.receipt, given.opened) == (kept["receipt"], False), one["tag"]


def letters_leave() -> None:
    """The mail that waited is acted on, and every letter that waited can be written."""
    assert acting.act_on_due(NOW) == 1
    assert set(db.session.scalars(select(InboundMail.outcome))) == {"sealed"}
    outbox.deliver(NOW + timedelta(days=30), way_out=Nowhere())
    db.session.rollback()
    assert not db.session.scalars(select(Letter).where(Letter.due_at.is_not(None))).all()


def matches_play_to_their_end(every: int) -> None:
    """The last are those with blind timing: closing them closes whatever else is due."""
    for one in sorted(HELD["matches"], key=lambda one: one["blind"])[(every - 1) // 2 :: every]:
        if one["status"] in (OVER, CANCELLED):
            continue
        if one["status"] == INVITED:
            for chair in now(one["id"]).chairs:
                matches.accept(chair.id, at=NOW)
        match = play_on(one["id"])
        assert (match.status, match.ending) == (OVER, "played"), one["tag"]
        record = json.loads(json.dumps(matches.record_of(match)))
        assert deal.verify(record).scores == match.scores
        assert None not in Course(match).tables(0, match.ply), one["tag"]
        if "end" in one:
            assert {"ply": match.ply, "scores": match.scores, "winners": match.winners} == one["end"], one["tag"]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_whoever_had_taken_a_seat_has_agreed_to_letters(
    kind: str, request: pytest.FixtureRequest, worker_id: str, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'second.sqlite'}"
    if kind == "postgresql":
        url = fresh_database(request.getfixturevalue("postgres_server"), f"consent_{worker_id}")
    app = create_web(Settings({"DATABASE_URL": url, "LINK_KEYS": link_key("k"), "STATE_DIR": str(tmp_path)}))
    with app.app_context():
        upgrade(revision="0002")
        with db.engine.begin() as connection:
            for name, rows in SECOND.items():
                connection.execute(insert(Table(name, MetaData(), autoload_with=connection)), rows)
        upgrade()
        agreed = dict(db.session.execute(select(Player.email, Player.accepted_at)).all())
        db.session.remove()
        db.engine.dispose()
    assert agreed == {"ada@example.org": NOW, "bruno@example.org": None}


SECOND: dict[str, list[dict[str, Any]]] = {
    "player": [
        {"id": n, "email": email, "reminders": True, "measure": "at-once", "link_version": 1, "created_at": NOW}
        for n, email in enumerate(("ada@example.org", "bruno@example.org"), 1)
    ],
    "match": [
        {"id": "abc", "revision": 1, "status": INVITED, "game": "titro", "options": {}, "pace": "PT48H", "terms": {},
         "seed": bytes(32), "commitment": "0" * 64, "version": 1, "sealed": {}, "shuffles": 0, "ply": 0,
         "unanswered": 0, "grace": 0, "moves": 0, "created_at": NOW},
    ],
    "chair": [
        {"id": n, "match_id": "abc", "seat": n - 1, "name": name, "player_id": n, "link_version": 1, "house": False,
         "accepted_at": NOW if n == 1 else None, "told_ply": 0, "own_hours": False, "excuses": 0, "missed": 0,
         "heard": 0, "seen_ply": 0}
        for n, name in enumerate(("Ada", "Bruno"), 1)
    ],
}  # fmt: skip
"""An invitation in a database of the second schema: Ada has taken her seat, Bruno has not answered."""
