"""Several people want the same seat at the same moment: one gets it, the others are told so. On both databases."""

from __future__ import annotations

import threading

import pytest
from flask import Flask
from sqlalchemy import func, select

from server import matches
from server.matches import Refused, joining
from server.store.models import PLAYING, Reservation, db
from tests.cast import address, again
from tests.conftest import MONDAY

from .test_joining import LATER, asks, joins, kept_for, link_of, state, to, with_open_seats

pytestmark = pytest.mark.usefixtures("app")


def kept() -> int:
    db.session.rollback()
    return db.session.scalar(select(func.count()).select_from(Reservation))


def at_once(app: Flask, acts) -> list[BaseException | None]:
    """Several people act at the same time. What came of it, one by one."""
    start, came = threading.Barrier(len(acts)), [None] * len(acts)

    def run(n: int) -> None:
        with app.app_context():
            start.wait()
            try:
                acts[n]()
            except Refused as refused:
                came[n] = refused
            finally:
                db.session.remove()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came


@pytest.mark.both_databases
class TestAtOnce:
    def test_the_last_seat_goes_to_one_and_the_others_read_a_sentence(self, app: Flask):
        match = with_open_seats("Ada", "Bruno")
        link = link_of(match)
        numbers = link.id, link.version

        def ask(name: str):
            return lambda: matches.ask_for_seat(*numbers, name, address(name), at=MONDAY)

        came = at_once(app, [ask(name) for name in ("Chiara", "Dmitri", "Edda", "Farid")])
        refused = [error for error in came if error is not None]
        assert len(refused) == 3
        assert {error.state for error in refused} == {joining.KEPT}
        assert "somebody was quicker" in str(refused[0])
        assert kept() == 1

    def test_who_asks_between_the_look_and_the_taking_is_told_that_no_seat_is_left(
        self, app: Flask, monkeypatch: pytest.MonkeyPatch
    ):
        link = link_of(with_open_seats("Ada", "Bruno"))
        numbers, looked, done, count = (link.id, link.version), threading.Event(), threading.Event(), joining._count

        def count_late(*given):  # the first who asks has seen a free seat, and lets somebody else try to be quicker
            if not looked.is_set():
                looked.set()
                done.wait(0.5)
            count(*given)

        def quicker():
            looked.wait(60)
            try:
                matches.ask_for_seat(*numbers, "Dmitri", address("Dmitri"), at=MONDAY)
            finally:
                done.set()

        monkeypatch.setattr(joining, "_count", count_late)
        first = lambda: matches.ask_for_seat(*numbers, "Chiara", address("Chiara"), at=MONDAY)  # noqa: E731
        came = at_once(app, [first, quicker])
        assert [error and error.state for error in came] == [None, joining.KEPT]
        assert kept() == 1

    def test_two_who_confirm_at_once_both_sit_and_the_cards_are_dealt_once(self, app: Flask):
        match = with_open_seats("Ada", seats=2)
        asks(match, "Edda")
        asks(match, "Farid")
        ids = [kept_for("Edda").id, kept_for("Farid").id]
        came = at_once(app, [lambda n=n: matches.take_kept(n, at=LATER) for n in ids])
        assert came == [None, None]
        assert (again(match).status, {chair.name for chair in again(match).chairs}) == (
            PLAYING,
            {"Ada", "Edda", "Farid"},
        )

    def test_one_person_in_a_hurry_sits_once(self, app: Flask):
        match = with_open_seats("Ada", seats=2)
        link = link_of(match)
        ask = lambda: matches.ask_for_seat(link_id, version, "Edda", address("Edda"), "a form", at=MONDAY)  # noqa: E731
        link_id, version = link.id, link.version
        assert at_once(app, [ask] * 4) == [None] * 4
        assert (kept(), to("Edda")) == (1, 1)


def test_a_seat_asked_for_and_taken_by_the_letter_is_the_last_one():
    match = with_open_seats("Ada", seats=2)
    joins(match, "Edda")
    asks(match, "Farid")
    assert state(match) == joining.KEPT
    matches.take_kept(kept_for("Farid").id, at=LATER)
    assert (again(match).status, state(match)) == (PLAYING, joining.BEGUN)
