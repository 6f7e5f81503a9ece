"""Prepared statements: what becomes of them when a connection rolls back, and what their errors tell."""

from __future__ import annotations

import pytest
from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.exc import DBAPIError

from server.store.fast.statements import Statements, connected
from server.store.models import Player, db
from server.store.session import reading

pytestmark = pytest.mark.usefixtures("app")

SECRET = "KH centre"
ONE_PLAYER: Select[*tuple[object, ...]] = select(Player.email).where(Player.id == bindparam("its_id"))
HOW_MANY: Select[*tuple[object, ...]] = select(func.count()).select_from(Player.__table__)


def test_what_a_connection_has_prepared_may_be_lost_when_it_rolls_back() -> None:
    for _ in range(2):
        for _ in range(8):  # often enough for the driver to prepare it too
            db.session.execute(select(func.count()).select_from(Player))
        assert reading().rows(ONE_PLAYER, {"its_id": 0}) == []
        db.session.rollback()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_what_somebody_else_deallocates_is_prepared_again() -> None:
    connection = db.engine.raw_connection()
    for _ in range(2):
        assert Statements(connection, db.engine.dialect).rows(HOW_MANY, {}) == [(0,)]
        connection.cursor().execute("DEALLOCATE ALL")
    connection.close()


def test_an_error_names_no_value_and_the_connection_goes_on() -> None:
    wrong: Select[*tuple[object, ...]] = select(func.no_such_function(bindparam("said")))
    with pytest.raises(DBAPIError) as raised, connected(db.engine) as statements:
        statements.rows(wrong, {"said": SECRET})
    assert SECRET not in str(raised.value)
    with connected(db.engine) as statements:
        assert statements.rows(HOW_MANY, {}) == [(0,)]
