"""A match as plain rows: an answer is written with all that it brings along, or not at all; on both databases."""

from random import Random

import pytest
from sqlalchemy import bindparam, create_engine, func, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm.exc import StaleDataError

from server import matches
from server.matches import rows
from server.store.fast.statements import connected
from server.store.models import Letter, Match, Player, Turn, db
from server.store.session import reading
from tests.cast import MONDAY, again, letters, open_table, seat, some_answer

pytestmark = pytest.mark.usefixtures("app")

SECRET = "KH centre"


def moved_on(match: Match, letter: str, written_meanwhile: bool = False) -> None:
    """Write the match as an answer does that opens a window: a chair, a turn and a letter of that identity with it."""
    ada = seat(match, "Ada").id
    db.session.remove()
    with connected(db.engine) as statements:
        row = rows.its_match(statements, ada)
        if written_meanwhile:
            statements.changed(update(rows.MATCH).values(revision=rows.MATCH.c.revision + 1), {})
        row.ply, row.closes_at, row.chairs[0].missed = 1, None, 7
        row.keep(Turn, match_id=match.id, ply=1, phase="bid", opened_at=MONDAY, closed_at=MONDAY, answers=[], said=[])
        row.keep(Letter, identity=letter, kind="turn", match_id=match.id, chair_id=ada, created_at=MONDAY)
        rows.write(row)


def stored(match: Match) -> tuple[int, int, int, int]:
    """The ply, the windows that Ada has missed, the turns and the letters."""
    match = again(match)
    turns = db.session.scalar(select(func.count()).select_from(Turn).where(Turn.match_id == match.id)) or 0
    return match.ply, match.chairs[0].missed, turns, len(letters(match))


def test_everything_is_written_together() -> None:
    match = open_table()
    ply, _, turns, written = stored(match)
    moved_on(match, "new")
    assert stored(match) == (ply + 1, 7, turns + 1, written + 1)
    new = letters(again(match))[-1]
    assert (new.facts, new.attempts) == ({}, 0)


def test_nothing_is_written_where_a_part_of_it_cannot_be() -> None:
    match = open_table()
    before, taken = stored(match), letters(match)[0].identity
    with pytest.raises(IntegrityError):
        moved_on(match, taken)
    assert stored(match) == before


def test_nothing_is_written_where_the_match_was_written_meanwhile() -> None:
    match = open_table()
    before = stored(match)
    with pytest.raises(StaleDataError):
        moved_on(match, "new", written_meanwhile=True)
    assert stored(match) == before


def test_what_a_connection_has_prepared_may_be_lost_when_it_rolls_back() -> None:
    one_player = select(Player.email).where(Player.id == bindparam("its_id"))
    for _ in range(2):
        for _ in range(8):  # often enough for the driver to prepare it too
            db.session.execute(select(func.count()).select_from(Player))
        assert reading().rows(one_player, {"its_id": 0}) == []
        db.session.rollback()


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


def test_an_error_names_no_value_and_the_connection_goes_on() -> None:
    wrong = select(func.no_such_function(bindparam("said")))
    with pytest.raises(DBAPIError) as raised, connected(db.engine) as statements:
        statements.rows(wrong, {"said": SECRET})
    assert SECRET not in str(raised.value)
    with connected(db.engine) as statements:
        assert statements.rows(select(func.count()).select_from(Player.__table__), {}) == [(0,)]
