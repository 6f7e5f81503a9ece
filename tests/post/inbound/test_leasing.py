"""Several inbox processes: every mail is processed once, and those of a seat in their order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask

from server import clock
from server.post import inbound
from server.post.inbound import processing
from server.post.inbound.outcome import LeasedMail, Reply
from server.store.models import InboundMail, Letter, Match, db
from server.views import seat_page

from ...cast import letters, seat
from .tables import address_of, table_with_the_king_of_hearts

SECOND = timedelta(seconds=1)


@pytest.fixture
def match(app: Flask) -> Match:
    return table_with_the_king_of_hearts(pace="P30D")


def comes(match: Match, name: str, text: str, after: timedelta = SECOND) -> None:
    """A mail of a player comes."""
    raw = f"From: {name.lower()}@example.org\r\nMessage-ID: <{after}-{name}@x>\r\n\r\n{text}\r\n".encode()
    target = inbound.recipient(address_of(match, name), clock.now())
    assert target is not None
    inbound.keep(target, f"{name.lower()}@example.org", raw, clock.now() - timedelta(hours=1) + after)


def texts(mails: list[LeasedMail]) -> list[str]:
    return [mail.raw.decode().split()[-1] for mail in mails]


def test_the_mails_of_a_seat_are_leased_one_after_the_other(match: Match) -> None:
    for number, name in enumerate(("Ada", "Ada", "Bruno", "Ada")):
        comes(match, name, f"{name}{number}", number * SECOND)
    now = clock.now()
    first = processing.lease(now)
    assert texts(first) == ["Ada0", "Bruno2"]
    assert processing.lease(now) == []
    processing.finish(first[0], Reply("refused"), now)
    assert texts(processing.lease(now)) == ["Ada1"]


def test_a_mail_that_is_put_off_holds_the_next_one_up_for_a_lease_at_most(match: Match) -> None:
    for number in range(2):
        comes(match, "Ada", f"Ada{number}", number * SECOND)
    now = clock.now()
    processing.put_off(processing.lease(now)[0], now)
    assert processing.lease(now + processing.LEASE / 2) == []
    now += processing.LEASE
    processing.put_off(processing.lease(now)[0], now)
    assert texts(processing.lease(now)) == ["Ada1"]


def test_many_lease_at_once_and_every_mail_is_acted_on_once(app: Flask, match: Match) -> None:
    for number in range(12):
        name = ("Ada", "Bruno")[number % 2]
        comes(match, name, "KH centre" if number == 10 else f"nonsense{number}", number * SECOND)

    def act(_: int) -> int:
        with app.app_context():
            try:
                return sum(processing.process_due(clock.now()) for _ in range(30))
            finally:
                db.session.remove()

    with ThreadPoolExecutor(3) as processes:
        assert sum(processes.map(act, range(3))) == 12
    db.session.rollback()
    assert set(db.session.scalars(db.select(InboundMail.attempts))) == {1}
    assert seat_page(seat(match, "Ada")).sealed == "KH centre"
    assert len(letters(match, "receipt")) == 1


def test_who_finishes_a_mail_second_writes_no_letter(match: Match) -> None:
    comes(match, "Ada", "KH centre")
    now = clock.now()
    (mail,) = processing.lease(now)
    (again,) = processing.lease(now + 2 * processing.LEASE)
    processing.finish(again, Reply("sealed", "receipt", {"ply": 0}), now)
    processing.finish(mail, Reply("late", "late"), now)
    assert db.session.scalar(db.select(InboundMail.outcome)) == "sealed"
    assert [letter.kind for letter in db.session.scalars(db.select(Letter)) if "mail-" in letter.identity] == [
        "receipt"
    ]
