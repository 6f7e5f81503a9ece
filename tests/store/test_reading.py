"""The page of a seat, read with prepared selections and without: the same to the last letter."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask

from server import links, matches
from server.config import Settings
from server.store import session
from server.store.models import Match, db
from server.web import create_web
from tests.cast import letters, open_table, seal_for_everybody, seals, seat, some_answer
from tests.conftest import MONDAY

pytestmark = pytest.mark.both_databases


def lively() -> Match:
    """A match with a story, talk, a note, and letters that wait, were sent and were put off."""
    match = open_table()
    for _ in range(3):
        seal_for_everybody(match, MONDAY)
    seals(match, "Ada", some_answer(match, "Ada", Random(1)))
    matches.say(seat(match, "Bruno").id, "Is anybody there?", MONDAY)
    matches.note(seat(match, "Ada").id, "He has the Fool.", MONDAY)
    first, second, *_ = letters(match)
    first.sent_at, first.due_at, second.error = MONDAY, None, "mailbox full"
    db.session.commit()
    return match


@pytest.mark.usefixtures("app")
def test_both_ways_show_the_same_page(settings: Settings) -> None:
    tokens = [links.seat_token(chair) for chair in lively().chairs]
    quick, plain = (shown({**settings.environ, "QUICK": way}, tokens) for way in ("on", "off"))
    assert quick[1:] == plain[1:]
    assert (quick[0], plain[0]) == ("quick way", "plain way: QUICK is off")
    assert "Is anybody there?" in quick[1]
    assert "mailbox full" in quick[2]


def shown(environ: dict[str, str], tokens: list[str]) -> list[str]:
    """The way that is taken, and the page of each seat."""
    app: Flask = create_web(Settings(environ))
    with app.app_context():
        way = session.way()
        pages = [app.test_client().get(f"/s/{token}").get_data(as_text=True) for token in tokens]
        db.session.remove()
        db.engine.dispose()
    return [way, *pages]
