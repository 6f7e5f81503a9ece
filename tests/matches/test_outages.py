"""Downtime belongs to the house: what an outage or a pause took is given back, once, and told once."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
from sqlalchemy import select, update

from server import matches
from server.matches import outages
from server.post import outbox
from server.store import heartbeat
from server.store.models import INVITED, PLAYERS, Letter, Match, Outage, Process, Remark, Service, db
from server.views import spectator_page
from tests.cast import MONDAY, again, guests, letters, open_match, open_table, seals, seat, some_answer

pytestmark = pytest.mark.usefixtures("app")
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
WEEK = timedelta(days=7)


def outage(began: datetime, ended: datetime) -> None:
    """The server was there until ``began``, and is again at ``ended``: the first sweep."""
    there_until(began)
    matches.sweep(ended)


def there_until(moment: datetime) -> None:
    """The server swept all the time until then."""
    if not db.session.execute(update(Service).values(beat_at=moment)).rowcount:
        db.session.add(Service(id=1, beat_at=moment))
    db.session.commit()


def told(name: str) -> int:
    """How many letters tell a player of later deadlines."""
    player = select(PLAYERS.c.id).where(PLAYERS.c.email == f"{name.lower()}@example.org").scalar_subquery()
    return len(db.session.scalars(select(Letter).where(Letter.kind == "outage", Letter.player_id == player)).all())


def news(match: Match) -> list[str]:
    return list(db.session.scalars(select(Remark.text).where(Remark.match_id == match.id, Remark.kind == "news")))


@pytest.mark.both_databases
def test_an_hour_of_a_window_of_four_is_given_back_and_told_once() -> None:
    match = open_table(pace="PT4H")
    outage(MONDAY + HOUR, MONDAY + 2 * HOUR)
    assert again(match).closes_at == MONDAY + 5 * HOUR
    assert news(match) == ["The server was away for 1 hour: this deadline is later."]
    matches.sweep(MONDAY + 2 * HOUR + MINUTE)
    assert (told("Ada"), told("Bruno")) == (1, 1)
    assert again(match).closes_at == MONDAY + 5 * HOUR


@pytest.mark.parametrize(("began", "ended"), [(1, 1 + 9 / 60), (30, 34)], ids=["nine minutes", "less than a tenth"])
def test_a_short_outage_changes_nothing(began: float, ended: float) -> None:
    match = open_table()
    before = again(match).closes_at
    outage(MONDAY + began * HOUR, MONDAY + ended * HOUR)
    assert again(match).closes_at == before
    assert told("Ada") == 0
    assert news(match) == []


def test_a_window_that_ended_during_two_weeks_is_open_for_a_fifth_and_reminded_again() -> None:
    match = open_table()
    back = MONDAY + 40 * HOUR + 2 * WEEK
    outage(MONDAY + 40 * HOUR, back)
    match = again(match)
    assert match.ply == 0
    assert match.closes_at == back + 48 * HOUR / 5
    assert letters(match, "reminder") == []
    there_until(match.closes_at)
    assert matches.close_due(match.closes_at - MINUTE) == 0
    assert matches.close_due(match.closes_at) == 1


def test_who_had_more_than_the_last_fifth_left_is_reminded_in_time() -> None:
    match = open_table()
    back = MONDAY + 20 * HOUR + 2 * WEEK
    outage(MONDAY + 20 * HOUR, back)
    match = again(match)
    assert match.closes_at == back + 28 * HOUR
    there_until(back + 18.5 * HOUR)
    assert matches.remind_due(back + 18 * HOUR) == 0
    assert matches.remind_due(back + 18.5 * HOUR) == 1


def test_windows_wait_from_their_deadline_on_while_they_can_be_closed() -> None:
    match = open_table()
    late = match.closes_at + HOUR
    there_until(late)
    assert not matches.windows_wait(match.closes_at - MINUTE)
    assert matches.windows_wait(match.closes_at)
    assert matches.close_due(late) == 1
    assert not matches.windows_wait(late)
    closes = again(match).closes_at
    heartbeat.pause(late)
    assert not matches.windows_wait(closes)


@pytest.mark.both_databases
def test_nothing_is_closed_reminded_or_sent_before_the_time_is_given_back() -> None:
    match = open_table()
    heartbeat.beat(MONDAY + 40 * HOUR)
    late = MONDAY + WEEK
    assert (matches.close_due(late), matches.remind_due(late), outbox.deliver(late)) == (0, 0, 0)
    heartbeat.beat(late)
    assert (matches.close_due(late), matches.remind_due(late), outbox.deliver(late)) == (0, 0, 0)
    assert matches.settle_due(late) == 1
    assert outbox.deliver(late) > 0
    assert again(match).ply == 0


def test_two_outages_in_one_window_are_both_given_back() -> None:
    match = open_table()
    outage(MONDAY + 5 * HOUR, MONDAY + 15 * HOUR)
    outage(MONDAY + 20 * HOUR, MONDAY + 30 * HOUR)
    assert again(match).closes_at == MONDAY + 68 * HOUR


def test_a_window_at_a_fixed_hour_moves_to_the_next_such_hour() -> None:
    match = open_table(pace="daily 20:00 UTC")
    closes = again(match).closes_at
    assert closes is not None
    outage(MONDAY + HOUR, MONDAY + 6 * HOUR)
    assert again(match).closes_at == closes + 24 * HOUR
    back = MONDAY + WEEK + 3 * HOUR
    outage(MONDAY + 7 * HOUR, back)
    later = again(match).closes_at
    assert later is not None
    assert later.hour == 20
    assert back + 2 * HOUR < later <= back + 48 * HOUR


def test_a_bank_is_not_charged_for_an_outage() -> None:
    match = open_table("Ada", "Bruno", "Chiara", game="dementlieu", pace="bank P2D+PT1H")
    outage(MONDAY + HOUR, MONDAY + 11 * HOUR)
    assert again(match).closes_at == MONDAY + 58 * HOUR
    asked = again(match).chairs[spectator_page(again(match)).waiting[0]].name
    seals(match, asked, some_answer(match, asked, Random(1)), MONDAY + 12 * HOUR)
    assert seat(match, asked).bank == (48 - 2 + 1) * 3600


def test_quiet_hours_are_not_given_twice() -> None:
    match = open_table(pace="PT4H")
    for chair in again(match).chairs:
        assert chair.player_id is not None
        matches.set_hours(chair.player_id, "22:00", "08:00", "UTC")
    for name in ("Ada", "Bruno"):
        seals(match, name, some_answer(match, name, Random(1)), MONDAY + 12 * HOUR)
    closes = again(match).closes_at
    assert closes == MONDAY + 26 * HOUR
    outage(MONDAY + 13.5 * HOUR, MONDAY + 22 * HOUR)
    assert again(match).closes_at == closes
    assert told("Ada") == 0


def test_a_delayed_order_is_not_given_at_once_after_an_outage() -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"), "PT48H", at=MONDAY, terms={"delay": "on"})
    for chair in match.chairs:
        matches.accept(chair.id, at=MONDAY)
    ada = seat(match, "Ada")
    ada.order_at = MONDAY + 20 * HOUR
    db.session.commit()
    outage(MONDAY + 10 * HOUR, MONDAY + 30 * HOUR)
    assert seat(match, "Ada").order_at == MONDAY + 40 * HOUR


def test_an_invitation_lapses_later() -> None:
    match = open_match("titro", {}, guests("Ada", "Bruno"), "PT48H", at=MONDAY)
    outage(MONDAY + WEEK, MONDAY + 4 * WEEK)
    match = again(match)
    assert match.status == INVITED
    assert match.closes_at == MONDAY + 5 * WEEK


def test_a_player_at_three_tables_gets_one_letter_with_three_deadlines() -> None:
    for other in ("Bruno", "Chiara", "Dmitri"):
        open_table("Ada", other, pace="PT4H")
    outage(MONDAY + HOUR, MONDAY + 3 * HOUR)
    assert told("Ada") == 1
    letter = db.session.scalars(select(Letter).where(Letter.kind == "outage").order_by(Letter.id)).first()
    assert letter is not None
    from server.post import writing

    written = writing.write(letter, MONDAY + 3 * HOUR)
    assert written is not None
    assert written.mail.text.count("open until") == 3
    assert "away for 2 hours" in written.mail.text


@pytest.mark.both_databases
def test_giving_back_goes_on_after_a_kill_and_passes_over_a_table_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tables = [open_table(f"Ada.{n}", f"Bruno.{n}", pace="PT4H") for n in range(5)]
    broken = again(tables[2])
    broken.snapshot, broken.closes_at = {"broken": True}, MONDAY + 5 * HOUR  # its turn comes after the others
    db.session.commit()
    heartbeat.beat(MONDAY + HOUR)
    heartbeat.beat(MONDAY + 2 * HOUR)
    monkeypatch.setattr(outages, "BATCH", 2)
    assert outages._settle_some(MONDAY + 2 * HOUR, 2, []) is True  # and then the process is killed
    matches.settle_due(MONDAY + 2 * HOUR)
    assert [again(table).closes_at for table in tables if table.id != broken.id] == [MONDAY + 5 * HOUR] * 4
    assert not heartbeat.held(MONDAY + 2 * HOUR)


def test_a_worker_alone_away_is_an_outage_too_and_so_is_a_web_server() -> None:
    match = open_table(pace="PT4H")
    heartbeat.beat(MONDAY)
    db.session.add(Process(id="web:a:1", kind="web", seen_at=MONDAY, skew=0.0))
    db.session.commit()
    for minutes in range(1, 121):  # due work is looked for, but nobody can see a page
        matches.sweep(MONDAY + minutes * MINUTE)
    assert again(match).closes_at == MONDAY + 4 * HOUR
    assert heartbeat.status(MONDAY + 2 * HOUR) == "away"
    process = db.session.get(Process, "web:a:1")
    assert process is not None
    process.seen_at = MONDAY + 2 * HOUR
    db.session.commit()
    matches.sweep(MONDAY + 2 * HOUR)
    closes = again(match).closes_at
    assert closes is not None
    assert timedelta() <= MONDAY + 6 * HOUR - closes <= 3 * MINUTE


def test_a_clock_set_back_is_no_outage() -> None:
    match = open_table()
    heartbeat.beat(MONDAY + WEEK)
    matches.sweep(MONDAY + HOUR)
    assert again(match).closes_at == MONDAY + 48 * HOUR
    assert db.session.scalars(select(Outage)).all() == []


@pytest.mark.both_databases
def test_a_pause_is_given_back_exactly_and_not_twice() -> None:
    match = open_table()
    heartbeat.beat(MONDAY + HOUR)
    assert heartbeat.pause(MONDAY + HOUR) == heartbeat.pause(MONDAY + 2 * HOUR) == MONDAY + HOUR
    matches.sweep(MONDAY + 100 * HOUR)
    assert again(match).ply == 0
    assert heartbeat.resume(MONDAY + 101 * HOUR) == 100 * HOUR
    assert heartbeat.resume(MONDAY + 101 * HOUR) is None
    matches.sweep(MONDAY + 101 * HOUR)
    assert again(match).closes_at == MONDAY + 148 * HOUR
    assert (told("Ada"), len(news(match))) == (1, 1)


def test_a_short_pause_moves_deadlines_and_is_told_to_nobody() -> None:
    match = open_table()
    heartbeat.beat(MONDAY + HOUR)
    heartbeat.pause(MONDAY + HOUR)
    heartbeat.resume(MONDAY + HOUR + 3 * MINUTE)
    matches.sweep(MONDAY + 2 * HOUR)
    assert again(match).closes_at == MONDAY + 48 * HOUR + 3 * MINUTE
    assert told("Ada") == 0


def test_an_outage_before_a_pause_is_given_back_beside_it() -> None:
    match = open_table()
    heartbeat.beat(MONDAY + HOUR)
    heartbeat.pause(MONDAY + 11 * HOUR)
    heartbeat.resume(MONDAY + 13 * HOUR)
    matches.sweep(MONDAY + 13 * HOUR)
    assert again(match).closes_at == MONDAY + 60 * HOUR
