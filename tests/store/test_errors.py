"""What an error of the database may tell: it ends up in logs."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from server.store import faults
from server.store.models import db

pytestmark = pytest.mark.both_databases


@pytest.mark.usefixtures("app")
def test_an_error_of_the_database_tells_no_value_that_was_sent_to_it() -> None:
    with pytest.raises(DBAPIError) as broken:
        db.session.execute(text("SELECT :sealed FROM nowhere"), {"sealed": "7S cloak"})
    assert "nowhere" in str(broken.value)
    assert "7S cloak" not in str(broken.value)


@pytest.mark.usefixtures("app")
def test_what_is_wrong_is_told_by_what_the_database_says_and_not_by_the_statement() -> None:
    with pytest.raises(DBAPIError) as broken:
        db.session.execute(text("SELECT 'the disk is full' FROM nowhere"))
    assert faults.sentence(broken.value) == ("The database has another schema than this version: run `poste migrate`.")
