"""Matches that are read to be shown: rows and models say the same."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import inspect

from server import matches
from server.rules import GAMES
from server.store.models import Chair, Match, Player, db
from server.store.shown import chair_to_show, finished, unfinished
from tests.cast import NAMES, again, guests, open_table, play_out, seal_for_everybody
from tests.conftest import MONDAY

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("app")]


def columns(model: type[Any], row: object) -> dict[str, object]:
    return {attribute.key: getattr(row, attribute.key) for attribute in inspect(model).column_attrs}


def everything(chair: Chair | None) -> object:
    """All that a page can read of a seat and of its table."""
    assert chair is not None
    at_the_table = [
        (columns(Chair, one), one.is_open, one.player and (columns(Player, one.player), one.player.own_hours))
        for one in chair.match.chairs
    ]
    assert chair in chair.match.chairs
    assert all(one.match is chair.match for one in chair.match.chairs)
    return chair.seat, columns(Match, chair.match), at_the_table


@pytest.mark.parametrize("game", sorted(GAMES))
def test_both_show_the_same(game: str) -> None:
    match = open_table(*NAMES[: min(GAMES[game].seats)], game=game)
    seal_for_everybody(match, MONDAY + timedelta(minutes=1))
    matches.go_away(again(match).chairs[1].player_id or 0, 3, MONDAY + timedelta(minutes=2))
    for chair in again(match).chairs:
        assert everything(chair_to_show(chair.id)) == everything(db.session.get(Chair, chair.id))


def test_a_seat_without_a_player() -> None:
    match = matches.open_match("titro", {}, [*guests("Ada"), matches.Guest("Hal", house=True)], "PT48H", at=MONDAY)
    shown = chair_to_show(match.chairs[0].id)
    assert everything(shown) == everything(match.chairs[0])
    assert shown is not None
    assert shown.match.chairs[1].player is None


def test_the_tables_of_a_player_show_the_same() -> None:
    running, ended = (open_table("Ada", "Bruno", rounds=3) for _ in range(2))
    seal_for_everybody(running, MONDAY + timedelta(minutes=1))
    ada = play_out(ended, Random(1)).chairs[0].player_id or 0
    for found, match in ((unfinished(ada), running), (finished(ada, 30), ended)):
        [chair] = found
        assert chair.match.id == match.id
        assert everything(chair) == everything(db.session.get(Chair, chair.id))
        with pytest.raises(AttributeError):
            _ = chair.no_such_column


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


def test_no_such_seat() -> None:
    assert chair_to_show(4711) is None
    db.session.rollback()
