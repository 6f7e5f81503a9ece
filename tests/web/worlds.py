"""Matches that many tests look at: each is played once in a process of tests, and its database put back ever after."""

from __future__ import annotations

import inspect
import secrets
import sqlite3
import sys
from collections.abc import Callable, Hashable
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select

from server import deal, matches, views
from server.rules import GAMES
from server.store.models import MATCHES, Match, db
from tests.cast import NAMES, again, open_table, play_out, seal_for_everybody
from tests.conftest import MONDAY

EMPTY = "nothing is played"
REMEMBERED = [
    kept
    for name, module in sorted(sys.modules.items())
    if name.startswith("server.")
    for kept in vars(module).values()
    if isinstance(kept, type(cache(int)))
    and next(iter(inspect.signature(kept).parameters), "") in ("match", "match_id")
]
"""What a process keeps by the id of a match is forgotten with its world: in tests one id has several stories."""

_worlds: dict[Hashable, tuple[str, bytes]] = {}
"""Databases by the names of the worlds, with the id of the match in each."""


def world(name: Hashable, play: Callable[[], Match]) -> Match:
    """The match that ``play`` plays, as it was played for whoever asked first, alone in the database of this test.

    Its cards are its own, whichever test asks first.
    """
    if name not in _worlds:
        if EMPTY not in _worlds:
            assert db.session.scalar(select(func.count(MATCHES.c.id))) == 0
            _worlds[EMPTY] = "", _database()
        _put_back(_worlds[EMPTY][1])
        with pytest.MonkeyPatch.context() as fate:
            chance = Random(repr(name))
            fate.setattr(deal, "new_seed", lambda: chance.randbytes(32))
            fate.setattr(secrets, "randbits", chance.getrandbits)
            match_id = play().id
        _worlds[name] = match_id, _database()
    match_id, database = _worlds[name]
    _put_back(database)
    return matches.match_by_id(match_id)


def _database() -> bytes:
    with closing(sqlite3.connect(_closed())) as connection:
        return connection.serialize()


def _put_back(database: bytes) -> None:
    file = _closed()
    for left in file.parent.glob(f"{file.name}*"):
        left.unlink()
    file.write_bytes(database)
    for remembered in REMEMBERED:
        remembered.cache_clear()


def _closed() -> Path:
    db.session.remove()
    db.engine.dispose()
    return Path(str(db.engine.url.database))


# Those of more than one module ---------------------------------------------------------------------------------------


def just_dealt(key: str) -> Match:
    """A short match of as few as may play, which has just been dealt."""
    options = {name: 3 for name in ("deals", "rounds") if name in GAMES[key].options}
    return open_table(*NAMES[: min(GAMES[key].seats)], game=key, **options)


def after_deals(match: Match, deals: int) -> Match:
    """Everybody answers at random until so many deals have ended."""
    while len(views.Deals(again(match), None).ended) < deals:
        seal_for_everybody(match, MONDAY)
    return again(match)


def after_one_deal(key: str) -> Match:
    """A short match whose first deal has ended."""
    return world(("after a deal", key), lambda: after_deals(just_dealt(key), 1))


def over(key: str) -> Match:
    """A short match that is over."""
    return world(("over", key), lambda: play_out(after_one_deal(key), Random(2)))
