"""A match is read whole, and written with all that it brings along or not at all."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import Table, create_engine, func, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.exc import StaleDataError

from server import matches
from server.rules import GAMES
from server.store import session
from server.store.models import CHAIRS, MATCHES, PLAYERS, Chair, Letter, Match, Plain, Turn, db
from server.store.one_match import chair_of, finished, keep, match_of, matches_of, unfinished
from server.store.session import transaction
from tests.cast import (
    MONDAY,
    NAMES,
    again,
    guests,
    letters,
    open_match,
    open_table,
    play_out,
    seal_for_everybody,
    seat,
    some_answer,
)

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("app")]


def the_match(chair_id: int) -> Match:
    chair = chair_of(chair_id)
    assert chair is not None
    return chair.match


@transaction
def move_on(chair_id: int, letter: str) -> None:
    """Change a match as an answer does that opens a window: a chair, a turn and a letter of that identity with it."""
    match = the_match(chair_id)
    match.ply, match.closes_at, match.chairs[0].missed = match.ply + 1, None, 7
    keep(Turn, match_id=match.id, ply=match.ply, phase="bid", opened_at=MONDAY, closed_at=MONDAY, answers=[], said=[])
    keep(Letter, identity=letter, kind="turn", match_id=match.id, chair_id=chair_id, created_at=MONDAY)


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

    @transaction
    def change() -> None:
        found = the_match(chair)
        with db.engine.begin() as somebody_else:
            somebody_else.execute(update(MATCHES).values(revision=MATCHES.c.revision + 1))
        found.ply, found.chairs[0].missed = 5, 7
        keep(Letter, identity="new", kind="turn", match_id=match.id, chair_id=chair, created_at=MONDAY)

    with pytest.raises(StaleDataError):
        change()
    assert stored(match) == before


def test_a_change_that_lost_a_race_is_made_again_on_what_is_there_then() -> None:
    match = open_table()
    chair, runs = match.chairs[0].id, []

    @transaction
    def change() -> None:
        found = the_match(chair)
        runs.append(found.revision)
        if len(runs) == 1:
            raise StaleDataError("somebody else wrote first")
        found.unanswered = 3

    change()
    assert len(runs) == 2
    assert again(match).unanswered == 3
    assert again(match).revision == runs[-1] + 1


def test_what_a_person_sets_meanwhile_stays_as_they_set_it() -> None:
    match = open_table()

    @transaction
    def change_two_people(chair_id: int) -> None:
        ada, bruno = (chair.player for chair in the_match(chair_id).chairs)
        assert ada is not None
        assert bruno is not None
        db.session.execute(update(PLAYERS).where(PLAYERS.c.id == ada.id).values(daily_at="08:00"))
        ada.zone, bruno.daily_at = "Europe/Paris", "21:00"

    change_two_people(match.chairs[0].id)
    ada, bruno = (chair.player for chair in again(match).chairs)
    assert ada is not None
    assert bruno is not None
    assert (ada.zone, ada.daily_at, bruno.daily_at) == ("Europe/Paris", "08:00", "21:00")


def test_what_is_raised_leaves_everything_as_it_was() -> None:
    match = open_table()
    before, chair = stored(match), match.chairs[0].id

    @transaction
    def change() -> None:
        found = the_match(chair)
        found.ply, found.chairs[0].missed = 9, 9
        raise ValueError("on the way")

    with pytest.raises(ValueError, match="on the way"):
        change()
    assert stored(match) == before


def test_a_chair_alone_is_a_write_of_its_match() -> None:
    match = open_table()
    chair, revision = match.chairs[0].id, match.revision

    @transaction
    def change(missed: int) -> None:
        the_match(chair).chairs[0].missed = missed

    change(7)
    assert again(match).revision == revision + 1
    change(7)  # nothing new
    assert again(match).revision == revision + 1


def test_what_is_not_there_is_not_found() -> None:
    assert chair_of(2**31 - 1) is None
    assert match_of("nothing") is None
    match = open_table()
    assert [found.id for found in matches_of(["nothing", match.id])] == [match.id]


def test_within_a_transaction_a_match_is_the_same_and_what_is_selected_knows_of_its_changes() -> None:
    match, other = open_table(), open_table("Ada", "Bruno")
    ids = [chair.id for chair in match.chairs]

    @transaction
    def change() -> tuple[object, list[int]]:
        found = the_match(ids[0])
        found.ply = 77
        assert the_match(ids[1]) is found
        assert matches_of([other.id, match.id])[1] is found
        found.chairs[0].missed = 8
        moved = select(MATCHES.c.ply).join(CHAIRS).where(CHAIRS.c.missed == 8)
        return found, list(db.session.scalars(moved))

    found, plies = change()
    assert plies == [77]
    assert again(match).ply == 77
    assert the_match(ids[0]) is not found


def test_what_is_changed_of_a_match_that_is_only_shown_is_not_written() -> None:
    match = open_table()
    before = stored(match)
    shown = the_match(match.chairs[0].id)
    shown.ply, shown.chairs[0].missed = 9, 9
    db.session.rollback()
    assert stored(match) == before


def columns(one: Plain, table: Table) -> dict[str, object]:
    return {column.key: getattr(one, column.key) for column in table.columns}


def assert_is_as_stored(chair: Chair | None) -> None:
    """What is read of a seat and of its table is all that the database has of them."""
    assert chair is not None
    assert chair in chair.match.chairs
    assert all(one.match is chair.match for one in chair.match.chairs)
    seated = [one.player for one in chair.match.chairs if one.player]
    for table, found in ((MATCHES, [chair.match]), (CHAIRS, chair.match.chairs), (PLAYERS, seated)):
        stored = select(table).where(table.c.id.in_([one.id for one in found]))
        assert [columns(one, table) for one in sorted(found, key=lambda one: one.id)] == [
            dict(zip(table.columns.keys(), row, strict=True)) for row in db.session.execute(stored.order_by(table.c.id))
        ]
    assert [(one.player_id, one.match_id) for one in chair.match.chairs] == [
        (one.player.id if one.player else None, chair.match.id) for one in chair.match.chairs
    ]


def test_a_match_is_read_with_all_that_the_database_has_of_it(subtests: pytest.Subtests) -> None:
    for game in sorted(GAMES):
        match = open_table(*NAMES[: min(GAMES[game].seats)], game=game)
        seal_for_everybody(match, MONDAY + timedelta(minutes=1))
        matches.go_away(again(match).chairs[1].player_id or 0, 3, MONDAY + timedelta(minutes=2))
        for chair in match.chairs:
            with subtests.test(game=game, seat=chair.seat):
                assert_is_as_stored(chair_of(chair.id))


def test_a_seat_without_a_player() -> None:
    match = open_match("titro", {}, [*guests("Ada"), matches.Guest("Hal", house=True)], "PT48H", at=MONDAY)
    assert the_match(match.chairs[0].id).chairs[1].player is None
    assert_is_as_stored(chair_of(match.chairs[0].id))


def test_the_tables_of_a_player() -> None:
    running, ended = (open_table("Ada", "Bruno", rounds=3) for _ in range(2))
    seal_for_everybody(running, MONDAY + timedelta(minutes=1))
    ada = play_out(ended, Random(1)).chairs[0].player_id or 0
    for found, match in ((unfinished(ada), running), (finished(ada, 30), ended)):
        [chair] = found
        assert chair.match.id == match.id
        assert_is_as_stored(chair)


def test_what_began_or_ended_last_comes_first() -> None:
    begun = [open_table("Ada", "Bruno", at=MONDAY + timedelta(hours=hour)) for hour in (2, 0, 3, 1)]
    by_age = [match.id for match in sorted(begun, key=lambda one: one.created_at, reverse=True)]
    ada = begun[0].chairs[0].player_id or 0
    assert [chair.match_id for chair in unfinished(ada)] == by_age
    ended = [begun[number] for number in (1, 3, 0, 2)]
    for hour, match in enumerate(ended):
        matches.resign(match.chairs[1].id, MONDAY + timedelta(hours=10 + hour))
    last_first = [match.id for match in reversed(ended)]
    assert [chair.match_id for chair in finished(ada, 30)] == last_first
    assert [chair.match_id for chair in finished(ada, 2)] == last_first[:2]


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
