"""Databases of earlier versions, from 1.0 on: they are opened, brought up to date and played on, and records verify."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest
from flask import Flask
from sqlalchemy import select

from server import deal, matches, views
from server.cli.commands import bring_up_to_date
from server.config import Settings
from server.house import at_random
from server.matches import restoring
from server.post import outbox
from server.rules import GAMES, Ask, Decide, asks
from server.store.history import TURNS
from server.store.models import CANCELLED, INVITED, OVER, PLAYING, Letter, Match, db
from server.views.replay import Course
from server.web import create_web
from tests.store import databases


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


# Playing on ----------------------------------------------------------------------------------------------------------


def now(match_id: str) -> Match:
    """The match as the database has it now."""
    db.session.rollback()
    db.session.expire_all()
    return matches.match_by_id(match_id)


def random_answer(match: Match, seat: int, ask: Ask) -> str:
    """An answer that depends on match, ply and seat alone."""
    return at_random({}, ask, seat, Random(f"{match.id} {match.ply} {seat}"))


def play_on(match_id: str, at: datetime) -> Match:
    """Everybody answers at random until the match is over."""
    match = now(match_id)
    while match.status == PLAYING:
        at += timedelta(seconds=1)
        waiting = [chair.order_at for chair in match.chairs if chair.order_at]
        owed = asks(GAMES[match.game], views.table_of(match))
        if waiting:
            assert matches.give_delayed_due(max(min(waiting), at))
        elif not owed:  # all are in: with blind timing the window opens at its deadline
            _close(match)
        else:
            _answer(match, owed, at)
        match = now(match_id)
    return match


def how_it_ended(match: Match) -> dict[str, Any]:
    """The end of a match, and which answers plans have given."""
    planned = [f"{turn.ply} {one.seat} {one.answer}" for turn in TURNS.of(match) for one in turn.answers if one.by_plan]
    end = {"ply": match.ply, "scores": match.scores, "winners": match.winners}
    return {**end, "planned": planned} if planned else end


def _close(match: Match) -> None:
    ply, closes_at = match.ply, match.closes_at
    while now(match.id).ply == ply:
        assert matches.close_due(closes_at)


def _answer(match: Match, owed: Any, at: datetime) -> None:
    given = [(match.chairs[seat].id, random_answer(match, seat, ask)) for seat, ask in owed.items()]
    its_id, ply = match.id, match.ply
    for number, (chair, answer) in enumerate(given):
        if number == 0 or (now(its_id).ply == ply and match.status == PLAYING):
            matches.seal(chair, answer, ply, at)


# Each version --------------------------------------------------------------------------------------------------------


@pytest.fixture(params=databases.versions())
def held(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What a version has left."""
    return {"version": request.param, **databases.held(request.param)}


@pytest.fixture
def old(held: dict[str, Any], database_url: str, tmp_path: Path) -> Iterator[Flask]:
    """The application on the database of a version, brought up to date; on PostgreSQL its backup was restored."""
    embedded = database_url.startswith("sqlite:")
    url = f"sqlite:///{tmp_path / 'old.sqlite'}" if embedded else database_url
    app = create_web(Settings({**held["settings"], "DATABASE_URL": url, "STATE_DIR": str(tmp_path)}))
    with app.app_context():
        try:
            if embedded:
                databases.unpack(held["version"], tmp_path / "old.sqlite")
                bring_up_to_date()
            else:
                with restoring.checked(databases.backup(held["version"])) as found:
                    restoring.restore(found, datetime.fromisoformat(held["now"]))
            yield app
        finally:
            db.session.remove()
            db.engine.dispose()


def test_each_holds_a_match_of_each_game_in_each_phase(held: dict[str, Any]) -> None:
    there = {(one["game"], one["phase"]) for one in held["matches"] if one["status"] == PLAYING}
    phases = {
        name: [each for each, phase in game.phases.items() if isinstance(phase, Decide)] for name, game in GAMES.items()
    }
    games = {game for game, _ in there}
    assert {(game, phase) for game in games for phase in phases[game]} <= there


@pytest.mark.parametrize(
    ("database", "every"),
    [("sqlite", 32), *(pytest.param(database, 1, marks=pytest.mark.long) for database in ("sqlite", "postgresql"))],
    indirect=["database"],
)
def test_everything_that_an_earlier_version_has_left_is_good(old: Flask, held: dict[str, Any], every: int) -> None:
    """``every``: of so many matches one is played to its end, and of so many seats one is asked for earlier plies."""
    at = datetime.fromisoformat(held["now"])
    links_open(old, held)
    every_ply_is_found_again(old, held, every)
    the_same_answer_again_changes_nothing(held, at)
    letters_leave(at)
    matches_play_to_their_end(held, every, at)


def path(link: str) -> str:
    return link.removeprefix("http://localhost")


def links_open(app: Flask, held: dict[str, Any]) -> None:
    for one in held["matches"]:
        match = now(one["id"])
        assert (match.status, match.ply) == (one["status"], one["ply"])
        for chair, link in zip(match.chairs, one["links"], strict=True):
            assert matches.chair_by_token(link.rpartition("/")[2]).id == chair.id
        assert app.test_client().get(path(one["links"][0])).status_code == 200, one["tag"]
        if match.status == OVER and not match.shut:
            deal.verify(json.loads(json.dumps(matches.record_of(match))))
    for link in held["people"]:
        assert app.test_client().get(path(link)).status_code == 200


def every_ply_is_found_again(app: Flask, held: dict[str, Any], every: int) -> None:
    for number, one in enumerate(held["matches"]):
        match = now(one["id"])
        if match.snapshot is None or match.shut:
            continue
        assert None not in Course(match).tables(0, match.ply), one["tag"]
        for link in one["links"][number % min(every, len(one["links"])) :: every]:
            token = link.rpartition("/")[2]
            body = app.test_client().get(f"/api/seat/{token}/plies/{match.ply}").get_json()
            seat = app.test_client().get(f"/api/seat/{token}").get_json()
            assert (body["view"], body["ply"]) == (seat["view"], seat["ply"])
            assert app.test_client().get(f"{path(link)}/replay?ply={match.ply // 2}").status_code == 200


def the_same_answer_again_changes_nothing(held: dict[str, Any], at: datetime) -> None:
    for one in held["matches"]:
        for seat, kept in one["sealed"].items():
            if kept["by"] == "player":
                given = matches.seal(now(one["id"]).chairs[int(seat)].id, kept["answer"], one["ply"], at)
                assert not given.opened, one["tag"]


def letters_leave(at: datetime) -> None:
    """Every letter that waited can be written."""
    outbox.deliver(at + timedelta(days=30), way_out=Nowhere())
    db.session.rollback()
    assert not db.session.scalars(select(Letter).where(Letter.due_at.is_not(None))).all()


WITH_PLANS = ("plans titro", "plans texas-42")
"""Short matches in which plans of 1.0 answer with all kinds of lines, those in words among them."""


def matches_play_to_their_end(held: dict[str, Any], every: int, at: datetime) -> None:
    """The last are those with blind timing: closing them closes whatever else is due."""
    some = sorted(held["matches"], key=lambda one: one["blind"])[(every - 1) // 2 :: every]
    planned = [one for one in held["matches"] if one["tag"] in WITH_PLANS and one not in some]
    for one in [*planned, *some]:
        if one["status"] in (OVER, CANCELLED) or one["tag"] == "open seat":
            continue
        if one["status"] == INVITED:
            for chair in now(one["id"]).chairs:
                matches.accept(chair.id, at=at)
        match = play_on(one["id"], at)
        assert (match.status, match.ending) == (OVER, "played"), one["tag"]
        if not match.shut:
            assert deal.verify(json.loads(json.dumps(matches.record_of(match)))).scores == match.scores
        assert None not in Course(match).tables(0, match.ply), one["tag"]
        if "end" in one:
            assert how_it_ended(match) == one["end"], one["tag"]
