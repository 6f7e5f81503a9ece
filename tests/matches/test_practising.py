"""Practice: one person against the house, without letters and deadlines, gone after thirty days."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from server import matches
from server.config import Settings
from server.matches import practising, retaining
from server.metrics import gauges
from server.rules import GAMES
from server.store.models import CHAIRS, MATCHES, OVER, PLAYING, Base, Letter, Match, Turn, db
from server.views import overview, table_of
from tests.cast import again, all_matches, guests, open_match
from tests.conftest import MONDAY
from tests.people import chosen

pytestmark = pytest.mark.usefixtures("app")
MONTH = timedelta(days=30)


def practised(game: str = "titro", **options: int) -> Match:
    return matches.practise(game, options, "192.0.2.0", MONDAY)


def play_out(match: Match) -> Match:
    """Play for the person until the end. Whenever the person is not asked, the house would have kept them waiting."""
    match = again(match)
    while match.status == PLAYING:
        answer = chosen(GAMES[match.game], table_of(match), 0, match.ply)
        matches.seal(match.chairs[0].id, answer, match.ply, MONDAY)
        match = again(match)
    return match


def rows(model: type[Base]) -> int:
    return db.session.scalar(select(func.count()).select_from(model)) or 0


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_is_played_to_the_end_without_waiting_for_the_house_and_without_a_letter(game: str) -> None:
    match = play_out(practised(game))
    assert (match.status, match.ending) == (OVER, "played")
    assert rows(Letter) == 0


def test_a_plan_answers_between_the_house_players() -> None:
    match = again(practised("scarto"))
    while table_of(match).state.phase != "play":
        matches.seal(match.chairs[0].id, chosen(GAMES[match.game], table_of(match), 0, match.ply), match.ply, MONDAY)
        match = again(match)
    matches.seal_plan(match.chairs[0].id, "lowest card")
    matches.seal(match.chairs[0].id, chosen(GAMES[match.game], table_of(match), 0, match.ply), match.ply, MONDAY)
    assert again(match).status == OVER
    assert rows(Letter) == 0


def test_no_clock_closes_a_window_and_nobody_is_reminded() -> None:
    match = again(practised())
    assert (match.closes_at, match.remind_at) == (None, None)
    ply = match.ply
    matches.sweep(MONDAY + timedelta(days=29))
    assert (again(match).status, again(match).ply) == (PLAYING, ply)
    assert rows(Letter) == 0


def test_after_thirty_days_all_of_it_is_gone_played_out_or_not() -> None:
    practised()
    second = play_out(practised())
    third = matches.practise_again(second.chairs[0].id, "192.0.2.0", MONDAY + timedelta(days=5))
    retaining.tidy_due(MONDAY + MONTH - timedelta(hours=2))
    assert rows(MATCHES) == 3
    retaining.tidy_due(MONDAY + MONTH)
    db.session.expire_all()
    assert [match.id for match in all_matches()] == [third.id]
    assert set(db.session.scalars(select(CHAIRS.c.match_id))) == {third.id}
    assert {turn.match_id for turn in db.session.scalars(select(Turn))} == {third.id}
    assert again(third).rematch_of is None


def test_a_match_among_people_stays() -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
    retaining.tidy_due(MONDAY + 13 * MONTH)
    assert again(match).practice_until is None


def test_another_game_is_begun_once_and_only_after_the_end() -> None:
    match = practised()
    with pytest.raises(matches.Refused, match="still being played"):
        matches.practise_again(match.chairs[0].id, "192.0.2.0", MONDAY)
    match = play_out(match)
    one, two = (matches.practise_again(match.chairs[0].id, "192.0.2.0", MONDAY) for _ in range(2))
    assert one.id == two.id != match.id
    assert one.options == match.options


def test_so_many_a_day_from_one_network(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    app.extensions["poste"] = Settings(app.extensions["poste"].environ | {"LIMITS": "on"})
    monkeypatch.setattr(practising, "MOST", 2)
    practised(), practised()
    with pytest.raises(matches.TooMany, match="enough practice"):
        practised()
    matches.practise("titro", {}, "198.51.100.0", MONDAY)
    matches.practise("titro", {}, "192.0.2.0", MONDAY + timedelta(days=1, seconds=1))


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(matches.Refused, match="no game"):
        practised("whist")
    with pytest.raises(matches.Refused):
        practised("titro", rounds=-1)


def test_practice_is_not_counted_among_the_matches_of_people() -> None:
    practised()
    assert dict(gauges.read(MONDAY))["matches"][(PLAYING,)] == 0
    assert dict(gauges.read(MONDAY))["windows_open"][()] == 0
    assert overview.found(None, None, None, 10) == ([], 0)
