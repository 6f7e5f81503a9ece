"""What is kept for how long: letters and reply addresses of a match, addresses and talk of a person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from sqlalchemy import func, select, update

from server import deal, matches
from server.matches import erasing, retaining
from server.matches.people import person_with
from server.post import outbox, reply_addresses
from server.store import heartbeat
from server.store.models import (
    PLAYERS,
    Archived,
    InboundMail,
    Letter,
    Match,
    Remark,
    ReplyAddress,
    Review,
    Turn,
    db,
)
from tests.cast import address, again, letters, open_table, reply_address, seat
from tests.conftest import MONDAY

pytestmark = pytest.mark.usefixtures("app")
Now = Callable[[datetime], int]


@pytest.fixture
def tidy() -> Now:
    """What a sweep forgets at a time, on a server that was there all the time."""

    def swept(at: datetime) -> int:
        service = heartbeat._service
        heartbeat.transaction(lambda: setattr(service(at), "beat_at", at))()
        heartbeat.transaction(lambda: setattr(service(at), "tidied_at", None))()
        return retaining.tidy_due(at)

    return swept


def finished() -> Match:
    match = open_table("Ada", "Bruno", rounds=5)
    matches.say(seat(match, "Ada").id, "Hello", at=MONDAY)
    outbox.deliver(MONDAY)
    matches.resign(seat(match, "Bruno").id, MONDAY)
    outbox.deliver(MONDAY + timedelta(minutes=1))
    return again(match)


def count(model: type) -> int:
    db.session.rollback()
    return db.session.scalar(select(func.count()).select_from(model)) or 0


@pytest.mark.both_databases
def test_a_month_after_a_match_its_letters_shrink_to_the_last_of_each_seat(tidy: Now) -> None:
    match = finished()
    before = len(letters(match))
    assert tidy(MONDAY + timedelta(days=29)) == 0
    assert len(letters(match)) == before
    assert tidy(MONDAY + timedelta(days=31)) > 0
    kept = letters(again(match))
    assert sorted(one.chair_id for one in kept) == [chair.id for chair in again(match).chairs]  # type: ignore[type-var]
    assert all(one.sent_at and one.facts == {} and one.message_id for one in kept)
    assert count(ReplyAddress) == 0
    assert count(Remark) == 1
    assert count(PLAYERS) == 2
    assert tidy(MONDAY + timedelta(days=31)) == 0


@pytest.mark.both_databases
def test_a_month_after_a_match_its_windows_are_packed(tidy: Now) -> None:
    match = finished()
    record = matches.record_of(match)
    db.session.execute(update(Review).values(due_at=None))
    db.session.commit()
    tidy(MONDAY + timedelta(days=31))
    assert (count(Turn), count(Archived) > 0) == (0, True)
    assert matches.record_of(again(match)) == record


def test_a_reply_to_an_address_that_is_gone_is_still_known_as_ours(tidy: Now) -> None:
    match = finished()
    token = reply_address(seat(match, "Ada").id, 0, MONDAY)
    db.session.commit()
    tidy(MONDAY + timedelta(days=31))
    target = reply_addresses.target_of(token)
    assert target is not None
    assert target.purpose == reply_addresses.OVER


@pytest.mark.both_databases
def test_a_letter_that_a_mail_is_about_stays_until_the_mail_is_forgotten(tidy: Now) -> None:
    match = finished()
    first = letters(match)[0]
    db.session.add(InboundMail(identity="x", purpose="bounce", letter_id=first.id, sender="", raw=b"",
                               received_at=MONDAY))  # fmt: skip
    db.session.commit()
    tidy(MONDAY + timedelta(days=31))
    assert first.id in [one.id for one in letters(match)]


def test_a_match_that_is_played_keeps_all_its_letters(tidy: Now) -> None:
    match = open_table("Ada", "Bruno")
    outbox.deliver(MONDAY)
    before = len(letters(match))
    assert tidy(MONDAY + timedelta(days=400)) == 0
    assert len(letters(match)) == before


@pytest.mark.both_databases
def test_a_year_after_the_last_match_address_and_talk_are_forgotten_and_the_record_stays(tidy: Now) -> None:
    match = finished()
    record = matches.record_of(match)
    tidy(MONDAY + timedelta(days=364))
    assert count(PLAYERS) == 2
    tidy(MONDAY + timedelta(days=366))
    assert (count(PLAYERS), count(Remark), count(Letter)) == (0, 0, 0)
    now = again(match)
    assert [chair.name for chair in now.chairs] == ["Ada", "Bruno"]
    assert matches.record_of(now) == record
    deal.verify(record)  # type: ignore[arg-type]


def test_who_plays_elsewhere_is_remembered(tidy: Now) -> None:
    finished()
    open_table("Ada", "Chiara", at=MONDAY + timedelta(days=360))
    tidy(MONDAY + timedelta(days=366))
    db.session.rollback()
    assert sorted(db.session.scalars(select(PLAYERS.c.email))) == ["ada@example.org", "chiara@example.org"]


@pytest.mark.both_databases
def test_a_person_who_cannot_be_forgotten_does_not_stop_the_others(tidy: Now, monkeypatch: pytest.MonkeyPatch) -> None:
    finished()
    forget, [first, _] = erasing.forget, sorted(db.session.scalars(select(PLAYERS.c.id)))

    def fails_once(player_id: int, at: datetime) -> None:
        if player_id == first:
            raise ValueError
        forget(player_id, at)

    monkeypatch.setattr(erasing, "forget", fails_once)
    tidy(MONDAY + timedelta(days=366))
    assert count(PLAYERS) == 1


def test_who_was_erased_and_came_back_with_a_backup_is_erased_again(tidy: Now) -> None:
    match = open_table("Ada", "Bruno")
    erasing.erase(address("Ada"), MONDAY + timedelta(hours=1))
    person_with(address("Ada"), MONDAY)
    person_with(address("Chiara"), MONDAY)
    db.session.commit()
    assert tidy(MONDAY + timedelta(hours=2)) == 1
    db.session.rollback()
    assert sorted(db.session.scalars(select(PLAYERS.c.email))) == [address("Bruno"), address("Chiara")]
    person_with(address("Ada"), MONDAY + timedelta(hours=3))
    db.session.commit()
    assert tidy(MONDAY + timedelta(hours=4)) == 0
    assert again(match).chairs[0].name == "Somebody"


def test_nothing_is_looked_for_again_within_the_hour(tidy: Now) -> None:
    finished()
    later = MONDAY + timedelta(days=31)
    assert tidy(later) > 0
    assert retaining.tidy_due(later + timedelta(minutes=59)) == 0
    assert heartbeat.state() is not None
