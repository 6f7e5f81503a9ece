"""The archive: matches that were over long ago take less space, and nobody who looks at them notices."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, func, select

from server import deal, links, matches
from server.matches import archiving, erasing, practising
from server.rules import GAMES
from server.store import history
from server.store.models import Archived, Considered, Match, Review, Snapshot, Turn, db
from server.views import statistics
from tests.cast import NAMES, address, again, open_table, play_out, seals, seat
from tests.conftest import MONDAY
from tests.each import some_games

pytestmark = pytest.mark.usefixtures("app")
SHORT = {
    "dementlieu": {"deals": 2},
    "french-tarot": {"deals": 1},
    "ottocento": {"target": 100},
    "scarto": {"deals": 1},
    "texas-42": {"marks": 1},
    "titro": {"rounds": 4},
}
A_MONTH = timedelta(days=30)
LATER = MONDAY + timedelta(days=31)


def finished(game: str = "titro", **options: Any) -> Match:
    """A match of the fewest that is over, of which the house has considered what it wanted to."""
    of_the_game = {**SHORT.get(game, {}), **options}
    match = play_out(open_table(*NAMES[: min(GAMES[game].seats)], game=game, **of_the_game), Random(game))
    look_at_nothing(match)
    return again(match)


def look_at_nothing(match: Match) -> None:
    db.session.get_one(Review, match.id).due_at = None
    db.session.commit()


def think_of(match: Match, ply: int, name: str) -> None:
    """The house has thought of a decision."""
    opinion = {"given": "1", "best": "2", "rival": "1", "gain": 1.0, "error": 0.1, "games": 20, "points": 3, "won": 0.5}
    at = seat(match, name).seat
    db.session.add(Considered(match_id=match.id, ply=ply, seat=at, place=[["round", 1]], opinion=opinion))
    db.session.commit()


def archive_all(at: datetime = LATER) -> int:
    return sum(iter(lambda: archiving.archive_some(at, A_MONTH), 0))


def rows(model: type) -> int:
    db.session.rollback()
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def everything(match: Match) -> Iterator[str]:
    """All addresses under which something of a match is shown, without the place."""
    last = match.ply
    for chair in match.chairs:
        token = links.seat_token(chair)
        yield from (f"/s/{token}", f"/api/seat/{token}", f"/api/seat/{token}?since=0", f"/api/seat/{token}/review")
        yield from (f"/s/{token}/replay?ply={ply}" for ply in (0, last // 2, last))
        yield from (f"/api/seat/{token}/plies/{ply}" for ply in range(0, last + 1, max(last // 4, 1)))
        assert chair.player is not None
        home = links.me(chair.player).removeprefix("http://localhost")
        yield from (home, home.replace("/me/", "/api/me/"), f"{home}/statistics", f"{home}/statistics.csv")
    record = f"/records/{match.id}"
    yield from (record, f"{record}?ply={last // 3}", f"{record}/picture.svg", f"/api{record}")
    yield from (f"/api{record}/plies/{ply}" for ply in (0, last // 2, last))


def shown(app: Flask, match: Match) -> dict[str, str]:
    """What is shown there, read anew."""
    statistics._played.cache_clear()
    client = app.test_client()
    found = {path: client.get(path) for path in everything(again(match))}
    assert {answer.status_code for answer in found.values()} == {200}, [p for p in found if found[p].status_code != 200]
    return {path: answer.text for path, answer in found.items()}


@some_games("french-tarot", "titro")
def test_whoever_looks_at_an_archived_match_sees_what_was_seen_before(app: Flask, key: str) -> None:
    match = finished(key)
    think_of(match, 3, "Ada")
    before = shown(app, match)
    assert archive_all() == 1
    assert (rows(Turn), rows(Snapshot), rows(Considered)) == (0, 0, 0)
    assert again(match).archived_at == LATER
    assert shown(app, match) == before


@pytest.mark.both_databases
@pytest.mark.wide
def test_a_match_of_many_plies_is_packed_in_several_parts(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PLIES", 20)
    match = finished("dementlieu")
    assert match.ply > 2 * history.PLIES
    turns = [(turn.ply, turn.said) for turn in history.TURNS.of(match)]
    archive_all()
    of_turns = select(func.count()).where(Archived.kind == "turn")
    assert db.session.scalar(of_turns) == match.ply // history.PLIES + 1
    match = again(match)
    assert [(turn.ply, turn.said) for turn in history.TURNS.of(match)] == turns
    between = [(turn.ply, turn.said) for turn in history.TURNS.of(match, history.PLIES - 1, history.PLIES)]
    assert between == turns[history.PLIES - 1 : history.PLIES + 1]


def test_its_record_verifies_and_is_the_same() -> None:
    match = finished()
    record = matches.record_of(match)
    archive_all()
    kept = json.loads(json.dumps(matches.record_of(again(match))))
    assert kept == record
    deal.verify(kept)


def test_the_last_answer_sent_again_gets_its_receipt_and_another_one_does_not() -> None:
    match = finished()
    last = matches.record_of(match)["answers"][-1]
    name = match.chairs["ABCDEF".index(last["seat"])].name
    archive_all()
    assert seals(match, name, last["answer"], LATER, last["ply"]).receipt == last["receipt"]
    with pytest.raises(matches.MovedOn, match="not being played"):
        seals(match, name, "none" if last["answer"] != "none" else "1", LATER, last["ply"])


@pytest.mark.both_databases
def test_only_what_was_over_for_so_long_is_archived_and_once() -> None:
    running, early, late = open_table(), finished(), finished()
    late.over_at = LATER - timedelta(days=29)
    db.session.commit()
    assert archiving.count(LATER, A_MONTH) == 1
    assert (archive_all(), archive_all()) == (1, 0)
    assert [again(match).archived_at is not None for match in (running, early, late)] == [False, True, False]


def test_a_match_whose_decisions_are_still_considered_waits() -> None:
    match = play_out(open_table(), Random(1))
    assert (archiving.count(LATER, A_MONTH), archive_all()) == (0, 0)
    look_at_nothing(match)
    assert archive_all() == 1


def test_a_game_for_practice_is_never_archived(app: Flask) -> None:
    match = practising.practise("titro", {}, "192.0.2.1", MONDAY)
    matches.resign(match.chairs[0].id, MONDAY)
    db.session.execute(delete(Review))
    db.session.commit()
    assert again(match).over_at == MONDAY
    assert (archiving.count(LATER, A_MONTH), archive_all()) == (0, 0)
    assert again(match).archived_at is None


@pytest.mark.both_databases
def test_a_stop_in_the_middle_leaves_the_match_as_it_was(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished()
    before = shown(app, match)

    def stops(*_: object) -> Iterator[dict[str, Any]]:
        yield {"kind": "turn", "number": 0, "packed": b""}
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(history, "packed", stops)
        with pytest.raises(KeyboardInterrupt):
            archive_all()
    assert (rows(Archived), shown(app, match)) == (0, before)
    assert archive_all() == 1
    assert shown(app, match) == before


def test_who_is_erased_takes_along_what_the_house_thought_of_them() -> None:
    match = finished()
    think_of(match, 3, "Ada")
    think_of(match, 4, "Bruno")
    archive_all()
    erasing.erase(address("Ada"), LATER)
    match = again(match)
    assert [len(history.opinions(match, chair.seat)) for chair in match.chairs] == [0, 1]
    deal.verify(matches.record_of(match))  # type: ignore[arg-type]


@pytest.mark.both_databases
def test_what_vanishes_while_it_is_packed_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on PostgreSQL, when a player is erased at that moment: the transaction begins again."""
    match = finished()
    think_of(match, 3, "Ada")
    packed, times = history.packed, []

    def vanishes_at_first(model: Any, found: Any) -> Iterator[dict[str, Any]]:
        if model is Considered and Considered not in times:
            db.session.execute(delete(Considered))
        times.append(model)
        return packed(model, found)

    monkeypatch.setattr(history, "packed", vanishes_at_first)
    assert archive_all() == 1
    assert times.count(Turn) == 2
