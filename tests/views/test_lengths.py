"""How long a match will take, told beforehand."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest
from flask import Flask

from server import matches, views
from server.matches import Guest
from server.rules import GAMES, complete
from server.rules.tempo import Tempo
from server.store.models import Match
from server.views import lengths
from server.views.lengths import ENOUGH, Speed, length_of, speed_at, speed_of
from tests.cast import again, guests, open_match, open_table, seals, some_answer
from tests.conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")


def told(game: str, seats: int, pace: str = "PT48H", people: int | None = None, **options: object) -> str:
    """The sentence for a match of people who look twice a day."""
    rules = GAMES[game]
    return str(length_of(rules, seats, complete(rules, options), pace, {}, people))


def test_every_game_says_how_long_a_match_takes_at_every_table(subtests: pytest.Subtests) -> None:
    for key in GAMES:
        with subtests.test(key):
            for seats in GAMES[key].seats:
                length = length_of(GAMES[key], seats, complete(GAMES[key], {}), "PT48H", {})
                assert length is not None
                assert length.each is not None
                assert timedelta(hours=6) < length.each < timedelta(days=60)
                assert length.parts >= 1
                assert length.planned is None or length.planned < length.each


def test_the_short_value_of_an_option_is_one_of_its_values_and_makes_a_match_of_about_one_deal(
    subtests: pytest.Subtests,
) -> None:
    for key in GAMES:
        with subtests.test(key):
            short = {name: option.short for name, option in GAMES[key].options.items() if option.short is not None}
            assert all(value in GAMES[key].options[name].values for name, value in short.items())
            assert not short or GAMES[key].parts(GAMES[key].seats[0], complete(GAMES[key], short)) < 2


def test_a_deal_of_french_tarot_takes_weeks_and_six_deals_take_months() -> None:
    assert told("french-tarot", 4, deals=6) == (
        "A deal takes about 4 weeks, 4 to 7 days if all plan ahead. The match has 6 deals: about 5 months."
    )
    assert told("french-tarot", 4, deals=1) == (
        "A deal takes about 4 weeks, 4 to 7 days if all plan ahead. The match is one deal."
    )


def test_plans_make_it_shorter_and_that_is_told_where_it_is_a_guess_about_people() -> None:
    game = replace(GAMES["scarto"], tempo={3: Tempo(76, 21, planned=6)})
    options = complete(game, {"deals": 1})
    assert str(length_of(game, 3, options, "PT48H", {})) == (
        "A deal takes about 3 weeks, 4 to 8 days if all plan ahead. The match is one deal."
    )
    measured = length_of(game, 3, options, "PT48H", {}, speed=Speed(0.5, "how quickly people answer here"))
    at_most = length_of(game, 3, options, "PT1H", {})
    hardly = length_of(replace(game, tempo={3: Tempo(76, 21, planned=18)}), 3, options, "PT48H", {})
    assert not any("plan ahead" in str(length) for length in (measured, at_most, hardly))


def test_a_match_under_way_goes_by_its_own_windows() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="scarto")
    assert lengths.length_so_far(match) == length_of(GAMES["scarto"], 3, match.options, match.pace, match.terms)
    quick = lengths.length_so_far(play(match, ENOUGH + 4, timedelta(minutes=50)))
    assert quick is not None
    assert quick.brief == "2 to 4 days a deal"
    assert "going by how quickly this table has answered so far" in str(quick)


def test_one_quick_evening_does_not_make_minutes_of_weeks() -> None:
    match = play(open_table("Ada", "Bruno", "Chiara", game="scarto"), ENOUGH + 4, timedelta(seconds=20))
    for length in (lengths.length_so_far(match), views.length_for(match)):
        assert length is not None
        assert length.brief == "1 to 2 days a deal"


def test_where_cards_decide_the_number_of_deals_it_is_a_guess() -> None:
    assert "The match has about 4 deals: about 2 months." in told("ottocento", 4)


def test_a_quick_pace_ends_sooner_for_no_answer_takes_longer() -> None:
    assert told("french-tarot", 4, "PT1H", deals=1) == (
        "A deal takes 2 to 4 days at most, as an answer may take 1 hour. The match is one deal."
    )
    assert told("french-tarot", 4, "P7D", deals=1) == told("french-tarot", 4, "PT48H", deals=1)


def test_the_house_is_not_waited_for() -> None:
    assert "about 12 days" not in told("french-tarot", 4, people=2, deals=1)
    assert "about 2 weeks" in told("french-tarot", 4, people=2, deals=1)
    assert told("french-tarot", 4, people=1) == "Nobody but you is waited for: the match goes as fast as you play."


def test_blind_windows_take_all_of_their_time() -> None:
    game = GAMES["titro"]
    blind = length_of(game, 2, complete(game, {}), "PT48H", {"blind": "on"})
    assert blind is not None
    assert blind.each == timedelta(hours=48) * game.tempo[2].windows


def play(match: Match, windows: int, each: timedelta, at: datetime = MONDAY) -> Match:
    """So many windows, for each of which everybody takes that long."""
    for number in range(windows):
        at += each
        for there in views.spectator_page(again(match)).waiting:
            name = again(match).chairs[there].name
            seals(match, name, some_answer(match, name, Random(number)), at)
    return again(match)


def test_once_enough_has_been_answered_the_players_own_speed_counts() -> None:
    match = open_table("Ada", "Bruno", "Chiara", "Dmitri", game="french-tarot", deals=6)
    players = [chair.player_id for chair in match.chairs if chair.player_id]
    play(match, 10, timedelta(hours=1))
    assert speed_of(players, match.pace) is lengths.TWICE_A_DAY
    slow = play(match, ENOUGH, timedelta(minutes=84), MONDAY + timedelta(hours=10))
    found = speed_of(players, slow.pace)
    assert found.who == "how quickly those who have taken a seat answer"
    assert found.factor == pytest.approx(84 / 60 / 24 / (24.7 / 77), rel=0.15)
    assert speed_at("PT48H").who == "how quickly people answer here"
    assert speed_at("PT24H") is lengths.TWICE_A_DAY


def test_whoever_invites_somebody_does_not_learn_how_quickly_they_answer_or_whether_they_play_here() -> None:
    play(open_table("Ada", "Bruno", "Chiara", game="scarto"), ENOUGH + 6, timedelta(minutes=1))
    pace = "PT24H"  # nobody plays at it yet, so that the server's own speed is not known
    match = open_match("scarto", {}, guests("Dmitri", "Ada", "Bruno"), pace, at=MONDAY)
    assert "going by" not in str(views.length_for(again(match)))
    for chair in match.chairs[:2]:
        matches.accept(chair.id, at=MONDAY)
    assert "those who have taken a seat" in str(views.length_for(again(match)))


def test_what_is_measured_is_said_and_changes_the_guess() -> None:
    game = GAMES["scarto"]
    options = complete(game, {"deals": 1})
    quick = length_of(game, 3, options, "PT48H", {}, speed=Speed(0.1, "how quickly people answer here"))
    assert str(quick) == ("A deal takes 1 to 3 days going by how quickly people answer here. The match is one deal.")


def test_matches_with_the_house_tell_nothing_of_how_quickly_people_answer() -> None:
    match = open_match("scarto", {}, [*guests("Ada", "Bruno"), Guest("House", house=True)], at=MONDAY)
    for chair in match.chairs[:2]:
        matches.accept(chair.id, at=MONDAY)
    play(again(match), ENOUGH + 10, timedelta(minutes=1))
    assert speed_at("PT48H") is lengths.TWICE_A_DAY


def test_the_invitation_says_how_long_it_will_take(app: Flask) -> None:
    match = open_match("french-tarot", {"deals": 2}, guests("Ada", "Bruno", "Chiara"), at=MONDAY)
    page = views.seat_page(match.chairs[0])
    assert str(page.agreement.length) == (
        "A deal takes about 3 weeks, 5 to 9 days if all plan ahead. The match has 2 deals: about 7 weeks."
    )
