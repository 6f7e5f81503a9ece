"""One match to be changed: written with all that it brings along, or not at all; both ways, and on both databases."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import create_engine, func, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.exc import StaleDataError

from server import matches
from server.store import session
from server.store.models import Letter, Match, Turn, db
from server.store.one_match import OneMatch, changes_one_match
from tests.cast import MONDAY, again, letters, open_table, seat, some_answer

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("app")]


@changes_one_match
def move_on(its_match: OneMatch, chair_id: int, letter: str) -> None:
    """Change a match as an answer does that opens a window: a chair, a turn and a letter of that identity with it."""
    match = its_match.open(chair_id)
    assert match is not None
    match.ply, match.closes_at, match.chairs[0].missed = match.ply + 1, None, 7
    match.keep(Turn, match_id=match.id, ply=match.ply, phase="bid", opened_at=MONDAY, closed_at=MONDAY, answers=[],
               said=[])  # fmt: skip
    match.keep(Letter, identity=letter, kind="turn", match_id=match.id, chair_id=chair_id, created_at=MONDAY)
    its_match.write()


def stored(match: Match) -> tuple[int, int, int, int]:
    """The ply, the windows that Ada has missed, the turns and the letters."""
    match = again(match)
    turns = db.session.scalar(select(func.count()).select_from(Turn).where(Turn.match_id == match.id)) or 0
    return match.ply, match.chairs[0].missed, turns, len(letters(match))


def test_everything_is_written_together() -> None:
    match = open_table()
    ply, _, turns, written = stored(match)
    move_on(match.chairs[0].id, "new")
    assert stored(match) == (ply + 1, 7, turns + 1, written + 1)
    new = letters(again(match))[-1]
    assert (new.facts, new.attempts) == ({}, 0)


@pytest.fixture
def one_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """What loses a race is not run again."""
    monkeypatch.setattr(session, "TRIES", 1)


@pytest.mark.usefixtures("one_try")
def test_nothing_is_written_where_a_part_of_it_cannot_be() -> None:
    match = open_table()
    before, taken = stored(match), letters(match)[0].identity
    with pytest.raises(IntegrityError):
        move_on(match.chairs[0].id, taken)
    assert stored(match) == before


@pytest.mark.usefixtures("one_try")
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)  # SQLite: nobody else writes meanwhile
def test_nothing_is_written_where_the_match_was_written_meanwhile() -> None:
    match = open_table()
    before, chair = stored(match), match.chairs[0].id

    @changes_one_match
    def change(its_match: OneMatch) -> None:
        found = its_match.open(chair)
        assert found is not None
        with db.engine.begin() as somebody_else:
            somebody_else.execute(update(Match.__table__).values(revision=Match.__table__.c.revision + 1))
        found.ply, found.chairs[0].missed = 5, 7
        found.keep(Letter, identity="new", kind="turn", match_id=match.id, chair_id=chair, created_at=MONDAY)
        its_match.write()

    with pytest.raises(StaleDataError):
        change()
    assert stored(match) == before


def test_a_change_that_lost_a_race_is_made_again_on_what_is_there_then() -> None:
    match = open_table()
    chair, runs = match.chairs[0].id, []

    @changes_one_match
    def change(its_match: OneMatch) -> None:
        found = its_match.open(chair)
        assert found is not None
        runs.append(found.revision)
        if len(runs) == 1:
            raise StaleDataError("somebody else wrote first")
        found.unanswered = 3
        its_match.write()

    change()
    assert len(runs) == 2
    assert again(match).unanswered == 3
    assert again(match).revision == runs[-1] + 1


def test_what_is_raised_leaves_everything_as_it_was() -> None:
    match = open_table()
    before, chair = stored(match), match.chairs[0].id

    @changes_one_match
    def change(its_match: OneMatch) -> None:
        found = its_match.open(chair)
        assert found is not None
        found.ply, found.chairs[0].missed = 9, 9
        raise ValueError("on the way")

    with pytest.raises(ValueError, match="on the way"):
        change()
    assert stored(match) == before


def test_a_chair_alone_is_a_write_of_its_match() -> None:
    match = open_table()
    chair, revision = match.chairs[0].id, match.revision

    @changes_one_match
    def change(its_match: OneMatch, missed: int) -> None:
        found = its_match.open(chair)
        assert found is not None
        found.chairs[0].missed = missed
        its_match.write()

    change(7)
    assert again(match).revision == revision + 1
    change(7)  # nothing new
    assert again(match).revision == revision + 1


def test_a_chair_that_is_not_there_opens_no_match() -> None:
    @changes_one_match
    def opened(its_match: OneMatch) -> Match | None:
        return its_match.open(2**31 - 1)

    assert opened() is None


def test_an_answer_is_sealed_where_the_database_has_ended_every_connection() -> None:
    match = open_table()
    given = {name: (seat(match, name).id, some_answer(match, name, Random(1))) for name in ("Ada", "Bruno")}
    ply = again(match).ply
    for chair, answer in given.values():
        end_connections()  # they have served a moment ago: nobody asks whether they still live
        sealed = matches.seal(chair, answer, ply, MONDAY)
    assert sealed.opened


def end_connections() -> None:
    """End those of PostgreSQL, as a restart does; SQLite has none that could be lost."""
    db.session.remove()
    if db.engine.dialect.name == "postgresql":
        others = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                      " AND pid <> pg_backend_pid()")  # fmt: skip
        admin = create_engine(db.engine.url)
        with admin.connect() as connection:
            connection.execute(others)
        admin.dispose()
