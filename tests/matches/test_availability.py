"""Clocks people can live with: banks, daily hours, free weekends, quiet hours, vacations, excuses, blind timing."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from server import links, matches, views
from server.clock import DAY, HOUR
from server.matches import Refused
from server.store.models import PLAYING, Match
from tests.cast import MONDAY, again, guests, letters, open_match, page, seal_for_everybody, seals, seat, some_answer
from tests.conftest import SUNDAY
from tests.web.browsing import about

pytestmark = pytest.mark.usefixtures("app")
PARIS = "Europe/Paris"


@pytest.fixture
def web(app: Flask) -> FlaskClient:
    """A browser."""
    return app.test_client()


def table(
    game: str = "titro", pace: str = "PT48H", at: datetime = MONDAY, names: str = "Ada Bruno", **terms: str
) -> Match:
    """A match of these people, which is being played; terms with their dashes as underscores."""
    wanted = {name.replace("_", "-"): value for name, value in terms.items()}
    match = open_match(game, {}, guests(*names.split()), pace, terms=wanted, at=at)
    for chair in match.chairs:
        matches.accept(chair.id, at=at)
    return again(match)


def card_by_card(**wanted: Any) -> Match:
    """A game in which one plays after another."""
    return table("dementlieu", names="Ada Bruno Chiara", **wanted)


def player(match: Match, name: str) -> int:
    """Who sits there."""
    number = seat(match, name).player_id
    assert number is not None
    return number


def closes(match: Match) -> datetime:
    """When the open window closes."""
    moment = again(match).closes_at
    assert moment is not None
    return moment


def answers(match: Match, name: str, at: datetime) -> None:
    """Any answer."""
    seals(match, name, some_answer(match, name, Random(1)), at)


def whose_turn(match: Match) -> str:
    """Who is asked, of those who play one after another."""
    match = again(match)
    return match.chairs[views.spectator_page(match).waiting[0]].name


# Paces and terms -----------------------------------------------------------------------------------------------------


def test_a_daily_match_closes_its_windows_at_its_hour() -> None:
    match = table(pace="daily 20:00 Europe/Paris")
    assert closes(match) == MONDAY.replace(hour=19) + DAY
    matches.close_due(closes(match))
    assert closes(match) == MONDAY.replace(hour=19) + 2 * DAY


def test_a_bank_is_used_up_by_thinking_and_filled_by_answering() -> None:
    match = card_by_card(pace="bank P2D+PT6H")
    first = whose_turn(match)
    assert closes(match) == MONDAY + 2 * DAY
    answers(match, first, MONDAY + 20 * HOUR)
    assert seat(match, first).bank == (28 + 6) * 3600
    late = whose_turn(match)
    assert closes(match) == MONDAY + 20 * HOUR + timedelta(seconds=seat(match, late).bank or 0)
    matches.close_due(closes(match))
    assert seat(match, late).bank == 6 * 3600
    assert page(match, first).times.banks[seat(match, late).seat] == "6 hours"


def test_a_bank_never_holds_more_than_at_first_and_the_table_plays_for_free() -> None:
    match = card_by_card(pace="bank P2D+PT6H")
    for _ in range(12):
        answers(match, whose_turn(match), MONDAY)
    assert {chair.bank for chair in again(match).chairs} == {2 * 24 * 3600}


def test_free_weekends_are_those_of_the_host() -> None:
    friday = MONDAY + 4 * DAY
    match = table(weekends="free", zone="Pacific/Auckland", at=friday)
    assert closes(match) == friday + 4 * DAY
    assert table(at=friday).closes_at == friday + 2 * DAY


def test_the_host_brings_the_zone_of_the_match() -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"), at=MONDAY)
    matches.accept(seat(match, "Ada").id, zone=PARIS, at=MONDAY)
    assert again(match).terms["zone"] == PARIS


def test_terms_that_cannot_be_kept_are_refused_in_a_sentence(subtests: pytest.Subtests) -> None:
    for game, pace, terms, sentence in [
        ("titro", "bank P10D+PT12H", {}, "one plays after another"),
        ("dementlieu", "PT48H", {"blind": "on"}, "no sense in Tarot of Dementlieu"),
        ("titro", "PT48H", {"signals": "on"}, "no sense in Titro"),
        ("titro", "PT48H", {"blind": "on", "answered": "shown"}, "blind timing"),
        ("titro", "PT48H", {"excuses": "10"}, "excuses"),
        ("titro", "PT48H", {"zone": "Atlantis"}, "zone"),
    ]:
        with subtests.test(game=game, pace=pace, terms=terms, sentence=sentence):
            names = "Ada Bruno Chiara" if game == "dementlieu" else "Ada Bruno"
            with pytest.raises(Refused, match=sentence):
                table(game, pace, names=names, **terms)


# Vacation ------------------------------------------------------------------------------------------------------------


def test_a_vacation_stretches_the_running_window_and_everybody_is_told() -> None:
    match = table(names="Ada Bruno Chiara", game="tottarot")
    matches.go_away(player(match, "Ada"), 7, at=MONDAY + HOUR)
    assert closes(match) == MONDAY + 9 * DAY
    assert {letter.chair_id for letter in letters(match, "away")} == {seat(match, "Bruno").id, seat(match, "Chiara").id}
    assert matches.close_due(MONDAY + 3 * DAY) == 0


def test_a_window_that_does_not_wait_for_the_traveller_stays_as_it_is() -> None:
    match = table()
    answers(match, "Ada", MONDAY)
    matches.go_away(player(match, "Ada"), 7, at=MONDAY + HOUR)
    assert closes(match) == MONDAY + 2 * DAY
    answers(match, "Bruno", MONDAY + 2 * HOUR)
    assert closes(match) == MONDAY + HOUR + 9 * DAY


def test_coming_back_early_gives_days_back_and_brings_the_deadline_nearer() -> None:
    match = table()
    ada = player(match, "Ada")
    matches.go_away(ada, 20, at=MONDAY + HOUR)
    traveller = matches.come_back(ada, at=MONDAY + HOUR + 5 * DAY)
    assert closes(match) == MONDAY + 7 * DAY
    assert matches.days_left(traveller, MONDAY + 6 * DAY) == 25
    assert [letter.chair_id for letter in letters(match, "back")] == [seat(match, "Bruno").id]


def test_going_away_and_coming_back_again_and_again_wins_no_time() -> None:
    match = table()
    ada = player(match, "Ada")
    for n in range(20):
        matches.go_away(ada, 30, at=MONDAY + timedelta(minutes=2 * n))
        matches.come_back(ada, at=MONDAY + timedelta(minutes=2 * n + 1))
    assert closes(match) == MONDAY + 2 * DAY


def test_a_deadline_that_comes_nearer_leaves_a_chance() -> None:
    match = table()
    ada = player(match, "Ada")
    nearly = MONDAY + 2 * DAY - timedelta(minutes=5)
    matches.go_away(ada, 3, at=nearly)
    matches.come_back(ada, at=nearly + DAY)
    assert closes(match) == nearly + DAY + HOUR


def test_a_year_has_thirty_days_of_vacation() -> None:
    ada = player(table(), "Ada")
    matches.go_away(ada, 12, at=MONDAY)
    with pytest.raises(Refused, match="from 1 to 18: so many are left this year"):
        matches.go_away(ada, 19, at=MONDAY + 13 * DAY)
    matches.go_away(ada, 18, at=MONDAY + 13 * DAY)
    with pytest.raises(Refused, match="no day of vacation left"):
        matches.go_away(ada, 1, at=MONDAY + 32 * DAY)
    next_year = MONDAY + 50 * DAY
    matches.go_away(ada, 30, at=next_year)


def test_who_is_away_may_be_away_for_longer() -> None:
    match = table()
    ada = player(match, "Ada")
    matches.go_away(ada, 10, at=MONDAY)
    matches.go_away(ada, 28, at=MONDAY + 2 * DAY)
    assert closes(match) == MONDAY + 32 * DAY
    with pytest.raises(Refused, match="from 1 to 28"):
        matches.go_away(ada, 29, at=MONDAY + 2 * DAY)


def test_a_window_that_has_passed_is_not_brought_back_by_a_vacation() -> None:
    match = table()
    matches.go_away(player(match, "Ada"), 7, at=MONDAY + 3 * DAY)
    assert matches.close_due(MONDAY + 3 * DAY) == 1


# Quiet hours ---------------------------------------------------------------------------------------------------------


def test_quiet_hours_count_from_the_next_window_on() -> None:
    match = table(pace="PT12H")
    matches.set_hours(player(match, "Ada"), "22:00", "08:00", PARIS)
    assert closes(match) == MONDAY + 12 * HOUR
    seal_for_everybody(match, MONDAY + 9 * HOUR)  # 19:00 in Paris
    assert closes(match) == MONDAY + 31 * HOUR


def test_who_sits_down_brings_quiet_hours_along() -> None:
    matches.set_hours(player(table(), "Ada"), "20:00", "08:00", "UTC")
    assert closes(table(pace="PT12H")) == MONDAY + 24 * HOUR


def test_hours_that_cannot_be_kept_are_refused(subtests: pytest.Subtests) -> None:
    match = table()
    for hours in [("22:00", "", PARIS), ("06:00", "23:00", PARIS), ("22:00", "08:00", "Mars/Olympus")]:
        with subtests.test(hours=hours):
            with pytest.raises(Refused, match=r"Quiet hours|A time zone"):
                matches.set_hours(player(match, "Ada"), *hours)
            assert not seat(match, "Ada").own_hours


# Reminders -----------------------------------------------------------------------------------------------------------


def reminded(match: Match, until: datetime) -> list[tuple[str, datetime]]:
    """Who is reminded when, as a sweep every hour finds it."""
    moment, found = MONDAY, []
    while moment <= until:
        known = len(letters(match, "reminder"))
        matches.remind_due(moment)
        new = letters(match, "reminder")[known:]
        found += [(chair.name, moment) for letter in new for chair in match.chairs if chair.id == letter.chair_id]
        moment += HOUR
    return found


def test_reminders_come_at_hours_of_ones_own_too_and_each_once() -> None:
    match = table(pace="P1D")
    matches.set_reminders(player(match, "Ada"), [2, 12], at=MONDAY)
    found = reminded(match, MONDAY + DAY)
    assert found == [
        ("Ada", MONDAY + 12 * HOUR),
        ("Ada", MONDAY + 20 * HOUR),
        ("Bruno", MONDAY + 20 * HOUR),
        ("Ada", MONDAY + 22 * HOUR),
    ]


def test_who_has_answered_is_not_reminded() -> None:
    match = table(pace="P1D")
    matches.set_reminders(player(match, "Ada"), [2, 12], at=MONDAY)
    assert reminded(match, MONDAY + 13 * HOUR) == [("Ada", MONDAY + 12 * HOUR)]
    answers(match, "Ada", MONDAY + 13 * HOUR)
    assert reminded(match, MONDAY + DAY) == [("Bruno", MONDAY + 20 * HOUR)]


def test_reminders_move_with_the_deadline() -> None:
    match = table(pace="P1D")
    matches.go_away(player(match, "Ada"), 1, at=MONDAY)
    assert matches.remind_due(MONDAY + 20 * HOUR) == 0
    assert matches.remind_due(MONDAY + 39 * HOUR) == 1


def test_reminders_are_refused_in_a_sentence_where_they_make_no_sense() -> None:
    ada = player(table(), "Ada")
    for wish in ([0], [721], [1, 2, 3, 4, 5, 6]):
        with pytest.raises(Refused, match="Up to 5 reminders"):
            matches.set_reminders(ada, wish)


# Excuses -------------------------------------------------------------------------------------------------------------


def test_an_excused_seat_gets_the_same_time_once_more_and_everybody_is_told() -> None:
    match = table(excuses="1")
    matches.close_due(MONDAY + 2 * DAY)
    assert (again(match).ply, closes(match)) == (0, MONDAY + 4 * DAY)
    assert len(letters(match, "excused")) == 2
    assert seat(match, "Ada").missed == 0
    matches.close_due(MONDAY + 4 * DAY)
    assert again(match).ply == 1
    matches.close_due(closes(match))
    assert again(match).ply == 2


def test_an_excuse_is_spent_by_who_is_late_and_only_once_in_a_window() -> None:
    match = table(excuses="2")
    answers(match, "Ada", MONDAY)
    matches.close_due(MONDAY + 2 * DAY)
    assert (seat(match, "Ada").excuses, seat(match, "Bruno").excuses) == (2, 1)
    matches.close_due(MONDAY + 4 * DAY)
    assert (again(match).ply, seat(match, "Bruno").excuses) == (1, 1)


# Who has answered, and when ------------------------------------------------------------------------------------------


def what_bruno_sees(web: FlaskClient, match: Match) -> tuple[object, ...]:
    """All that he may look at."""
    return what_is_seen(web, match, "Bruno")


def what_is_seen(web: FlaskClient, match: Match, name: str) -> tuple[object, ...]:
    """The page of a seat, its table as JSON, and the pulse of the page."""
    token = links.seat_token(seat(match, name))
    answer = web.get(f"/s/{token}/pulse")
    return (
        web.get(f"/s/{token}").text,
        json.dumps(web.get(f"/api/seat/{token}").json),
        answer.headers["ETag"],
        answer.data,
    )


def test_where_it_is_hidden_who_has_answered_nothing_that_bruno_sees_stirs(web: FlaskClient) -> None:
    match = table(answered="hidden")
    before = what_bruno_sees(web, match)
    answers(match, "Ada", MONDAY)
    assert what_bruno_sees(web, match) == before
    assert page(match, "Ada").waiting == (1,)
    answers(match, "Bruno", MONDAY)
    assert again(match).ply == 1
    assert what_bruno_sees(web, match)[2] != before[2]


def test_where_it_is_shown_the_page_stirs(web: FlaskClient) -> None:
    match = table()
    before = what_bruno_sees(web, match)
    answers(match, "Ada", MONDAY)
    assert what_bruno_sees(web, match)[2] != before[2]


def test_a_vacation_tells_not_who_has_answered_where_that_is_hidden() -> None:
    match, other = table(answered="hidden"), table(answered="hidden")
    answers(match, "Ada", MONDAY)
    matches.go_away(player(match, "Ada"), 7, at=MONDAY + HOUR)
    assert closes(match) == closes(other) == MONDAY + 9 * DAY


def test_with_blind_timing_a_window_opens_at_its_hour_though_all_are_in() -> None:
    match = table(blind="on")
    answers(match, "Ada", MONDAY)
    assert not seals(match, "Bruno", some_answer(match, "Bruno", Random(2)), MONDAY + HOUR).opened
    assert again(match).ply == 0
    assert matches.close_due(MONDAY + 2 * DAY - HOUR) == 0
    assert matches.close_due(MONDAY + 2 * DAY) == 1
    assert again(match).ply == 1
    assert page(match, "Ada").story[-1].clocked == ()
    assert [chair.missed for chair in again(match).chairs] == [0, 0]


def test_with_blind_timing_answers_may_be_changed_to_the_last() -> None:
    match = table(blind="on")
    hand = page(match, "Ada").view["hand"]
    seals(match, "Ada", f"{hand[0]} centre")
    answers(match, "Bruno", MONDAY)
    seals(match, "Ada", f"{hand[1]} blind", MONDAY + 47 * HOUR)
    matches.close_due(MONDAY + 2 * DAY)
    assert page(match, "Ada").view["bids"][0][0]["card"] == hand[1]


def test_with_blind_timing_the_clock_answers_for_who_is_late() -> None:
    match = table(blind="on")
    answers(match, "Ada", MONDAY)
    matches.close_due(MONDAY + 2 * DAY)
    assert page(match, "Ada").story[-1].clocked == (1,)


def test_with_blind_timing_a_whole_match_can_be_played() -> None:
    match = table(blind="on", excuses="1", pace="PT12H")
    while again(match).status == PLAYING:
        seal_for_everybody(match, closes(match) - HOUR, but="Ada" if again(match).ply % 5 == 4 else "")
        if again(match).status == PLAYING:
            assert matches.close_due(closes(match)) == 1
    assert again(match).ending == "played"


# Pages and letters ---------------------------------------------------------------------------------------------------


def test_pages_tell_how_long_an_answer_may_take_before_anybody_accepts(web: FlaskClient) -> None:
    terms = {"weekends": "free", "excuses": "2"}
    match = open_match("titro", {}, guests("Ada", "Bruno"), "daily 20:00 Europe/Paris", terms=terms)
    shown = web.get(about(match, "Ada")).text
    assert "every day at 20:00 Paris time" in shown
    assert "Time for each answer" in shown
    assert "Saturdays and Sundays do not count." in shown
    assert "Each seat is excused 2 times" in shown


def test_who_only_invites_somebody_does_not_learn_of_a_vacation(web: FlaskClient) -> None:
    matches.go_away(player(table(), "Bruno"), 7)
    match = open_match("titro", {}, guests("Ada", "Bruno"))
    assert not any(
        word in " ".join(map(str, what_is_seen(web, match, "Ada"))) for word in ("away until", '_until": "20')
    )


def test_a_player_goes_away_keeps_hours_and_comes_back_on_the_page(web: FlaskClient) -> None:
    match = table()
    path = f"/s/{links.seat_token(seat(match, 'Ada'))}"
    matches.go_away(player(match, "Ada"), 2, at=SUNDAY - 3 * DAY)
    assert "You are away until" not in web.get(path).text
    assert web.post(path, data={"do": "go-away", "days": "3"}).status_code == 303
    assert "You are away until" in web.get(path).text
    assert "Ada is away until" in web.get(f"/s/{links.seat_token(seat(match, 'Bruno'))}").text
    assert web.post(path, data={"do": "come-back"}).status_code == 303
    assert "You are away until" not in web.get(path).text
    hours = {"do": "hours", "from": "22:00", "until": "08:00", "place": PARIS, "before": "2, 12"}
    assert web.post(path, data=hours).status_code == 303
    assert 'value="22:00"' in web.get(about(match, "Ada")).text
    for wrong in ({"before": "soon"}, {"from": "noon"}, {"place": "Atlantis"}):
        assert web.post(path, data=hours | wrong).status_code == 422
    for days in ("31", "-1", "many", ""):
        assert web.post(path, data={"do": "go-away", "days": days}).status_code == 422


# Any life of a table -------------------------------------------------------------------------------------------------

events = st.lists(
    st.tuples(
        st.sampled_from(["seal", "away", "back", "hours", "wish"]),
        st.sampled_from(["Ada", "Bruno"]),
        st.integers(1, 40),
    ),
    max_size=14,
)


@hypothesis_settings(max_examples=12)
@given(events, st.sampled_from(["PT12H", "P3D", "daily 06:30 Asia/Kathmandu"]), st.sampled_from(["on", "off"]))
def test_whatever_happens_the_deadline_lies_ahead_and_a_reminder_before_it(
    happenings: list[tuple[str, str, int]], pace: str, blind: str
) -> None:
    match, now = table(pace=pace, blind=blind, weekends="free", excuses="1"), MONDAY
    for what, who, number in happenings:
        now += number * HOUR
        matches.close_due(now)
        if again(match).status != PLAYING:
            return
        matches.remind_due(now)
        with suppress(Refused):
            happen(match, what, who, number, now)
        match = again(match)
        if match.status == PLAYING and match.asleep_at is None:
            assert now <= closes(match) < now + timedelta(days=120)
            assert match.remind_at is None or now <= match.remind_at < closes(match)


def happen(match: Match, what: str, who: str, number: int, now: datetime) -> None:
    """One event in the life of a table."""
    ada = player(match, who)
    if what == "seal" and page(match, who).ask:
        answers(match, who, now)
    elif what == "away":
        matches.go_away(ada, number, at=now)
    elif what == "back":
        matches.come_back(ada, at=now)
    elif what == "hours":
        matches.set_hours(ada, f"{number % 24:02}:00", f"{(number + 8) % 24:02}:00", PARIS)
    elif what == "wish":
        matches.set_reminders(ada, [number], at=now)
