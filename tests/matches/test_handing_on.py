"""A seat is handed on: nothing that its player said, asked or proposed counts as a word of whoever sits there now."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask

from server import links, matches
from server.matches import Refused
from server.store.models import Match
from server.views import people_of
from server.views.appointments import ShownAppointment, appointment_for, appointment_of, open_appointment
from server.views.motions import END, HOUSE, PACE, PAUSE, open_motion
from tests.cast import again, guests, letters, open_match, page, seat, takes_over
from tests.conftest import MONDAY
from tests.matches.test_claiming import asked_at

TONIGHT, AN_HOUR = MONDAY + timedelta(hours=10), timedelta(hours=1)


@pytest.fixture
def table(app: Flask) -> Match:
    match = open_match("tottarot", {}, guests("Ada", "Bruno", "Chiara"), "P4D", terms={"house-absent": "on"}, at=MONDAY)
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    return again(match)


def agree(match: Match, by: str) -> None:
    matches.propose_appointment(seat(match, by).id, TONIGHT, AN_HOUR, MONDAY)
    for chair in again(match).chairs:
        matches.answer_appointment(chair.id, True, at=MONDAY)
    assert again(match).meets_at == TONIGHT


def test_an_agreed_hour_waits_for_the_yes_of_whoever_sits_there_now(app: Flask, table: Match) -> None:
    agree(table, "Ada")
    takes_over(table, "Bruno", "Greta")
    proposed = open_appointment(again(table), MONDAY)
    assert proposed is not None
    assert [chair.name for chair in proposed.missing(people_of(again(table)))] == ["Greta"]
    assert again(table).meets_at is None
    greta = seat(table, "Greta").player
    assert greta
    assert "STATUS:TENTATIVE" in app.test_client().get(links.calendar(greta).removeprefix("http://localhost")).text
    matches.answer_appointment(seat(table, "Greta").id, True, at=MONDAY)
    assert again(table).meets_at == TONIGHT
    assert len(letters(table, "arranged", "Ada")) == 2


def test_an_hour_that_the_former_player_proposed_is_off(table: Match) -> None:
    agree(table, "Bruno")
    takes_over(table, "Bruno", "Greta")
    latest = appointment_of(again(table))
    assert latest
    assert latest.off
    assert again(table).meets_at is None
    assert {appointment(table, name).off for name in ("Ada", "Greta")} == {"A seat has been handed on."}
    assert [len(letters(table, "called-off", name)) for name in ("Ada", "Greta", "Chiara")] == [1, 0, 1]


def test_nor_is_it_the_new_player_who_could_not_come(table: Match) -> None:
    agree(table, "Ada")
    matches.answer_appointment(seat(table, "Bruno").id, False, at=MONDAY)
    takes_over(table, "Bruno", "Greta")
    assert appointment(table, "Ada").off == "A seat has been handed on."


def appointment(match: Match, name: str) -> ShownAppointment:
    shown = appointment_for(seat(match, name), MONDAY)
    assert shown
    return shown


@pytest.mark.parametrize(("what", "value"), [(PACE, "P2D"), (END, ""), (PAUSE, "28"), (HOUSE, "2")])
def test_a_yes_to_what_all_are_asked_was_the_former_players(table: Match, what: str, value: str) -> None:
    matches.move(table.id, what, value, MONDAY)
    asked = open_motion(again(table))
    assert asked
    matches.answer_motion(seat(table, "Bruno").id, True, asked.number, MONDAY)
    takes_over(table, "Bruno", "Greta")
    still = open_motion(again(table))
    assert still
    assert still.word_of(seat(table, "Greta")) is None
    matches.answer_motion(seat(table, "Ada").id, True, asked.number, MONDAY)
    assert open_motion(again(table)), "one yes is missing"


def test_nobody_seats_the_house_where_another_player_sits_now(table: Match) -> None:
    matches.move(table.id, HOUSE, "1", MONDAY)
    matches.answer_motion(seat(table, "Ada").id, True, 1, MONDAY)
    takes_over(table, "Bruno", "Greta")
    with pytest.raises(Refused, match="That is settled, or was withdrawn"):
        matches.answer_motion(seat(table, "Chiara").id, True, 1, MONDAY)
    assert not seat(table, "Greta").house


def test_who_takes_a_seat_is_asked_about_an_open_claim(app: Flask) -> None:
    match = asked_at("scarto")
    claim = page(match, "Bruno").claims.open
    assert claim
    matches.answer_claim(seat(match, "Bruno").id, "agree", claim.key, MONDAY)
    takes_over(match, "Bruno", "Greta")
    matches.answer_claim(seat(match, "Chiara").id, "agree", claim.key, MONDAY)
    assert page(match, "Greta").claims.may_agree
    after = page(match, "Greta").claims.open
    assert after
    assert not after.agreed_by_all
