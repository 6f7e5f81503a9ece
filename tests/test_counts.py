"""Counting in one process, and keeping the counts: nothing is counted twice, lost while all is well, or without being
wanted.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from server import counts, metrics
from server.config import Settings
from server.metrics import keeping, text
from server.store.models import Metric, db
from server.store.session import transaction
from server.web import create_web
from tests.services import link_key

from .each import each


@pytest.fixture
def counting() -> Iterator[None]:
    """A process that counts."""
    counts.enable(lambda: None)
    yield
    counts.enable(None)


def kept() -> dict[tuple[str, str], float]:
    db.session.rollback()
    return {(one.name, one.labels): one.value for one in db.session.query(Metric).populate_existing()}


def test_nothing_is_counted_where_nobody_wants_it(app: Flask) -> None:
    counts.count("seals", "page")
    counts.observe("request_seconds", 0.1, "pages.home", "2xx")
    app.test_client().get("/")
    assert counts.take() == {}


def test_events_add_up_from_many_threads(counting: None) -> None:
    with ThreadPoolExecutor(8) as threads:
        for _ in range(1000):
            threads.submit(counts.count, "seals", "page")
    assert counts.take() == {("seals", ("page",)): 1000}
    assert counts.take() == {}


@each(("seconds", "bound"), [(0.0, "0.005"), (0.005, "0.005"), (0.0051, "0.01"), (11.0, "+Inf")])
def test_what_took_long_is_in_one_bucket(counting: None, seconds: float, bound: str) -> None:
    counts.observe("request_seconds", seconds, "pages.home", "2xx")
    taken = counts.take()
    assert taken == {
        ("request_seconds", ("pages.home", "2xx", bound)): 1,
        ("request_seconds", ("pages.home", "2xx", "sum")): seconds,
    }


def test_a_bucket_holds_those_before_it(app: Flask, counting: None) -> None:
    for seconds in (0.001, 0.007, 100):
        counts.observe("request_seconds", seconds, "pages.home", "2xx")
    metrics.keep_now(app)
    told = text.written("")[0].decode()
    for bound, many in (("0.005", 1), ("0.01", 2), ("10", 2), ("+Inf", 3)):
        assert f'_bucket{{le="{bound}",page="pages.home",status="2xx"}} {many}.0' in told


def test_a_transaction_counts_once_however_often_it_is_tried_and_not_if_it_fails(app: Flask, counting: None) -> None:
    tries: list[str] = []

    @transaction
    def close(fails: bool) -> None:
        tries.append("again")
        counts.count_later("windows_closed", "answered")
        if fails:
            raise ValueError("a fault")
        if len(tries) == 1:
            raise OperationalError("lost the race", None, Exception())

    close(False)
    assert (len(tries), counts.take()) == (2, {("windows_closed", ("answered",)): 1})
    with pytest.raises(ValueError, match="a fault"):
        close(True)
    close(False)
    assert counts.take() == {("windows_closed", ("answered",)): 1}


def test_a_child_process_counts_for_itself(counting: None) -> None:
    started: list[int] = []
    counts.enable(lambda: started.append(os.getpid()))
    counts.count("seals", "page")
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        counts.count("seals", "mail")
        os.write(write, repr((counts.take(), started[1:] == [os.getpid()])).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 1000).decode() == repr(({("seals", ("mail",)): 1.0}, True))
    assert (counts.take(), started) == ({("seals", ("page",)): 1}, [os.getpid()])
    os.close(read)
    os.close(write)


@pytest.mark.both_databases
def test_the_counts_of_all_processes_add_up_in_the_database(app: Flask, counting: None) -> None:
    for _ in range(2):
        counts.count("seals", "page")
        counts.count("letters", "turn", "sent")
        metrics.keep_now(app)
    assert kept() == {("letters", "turn|sent"): 2, ("seals", "page"): 2}


@pytest.mark.both_databases
def test_many_keep_the_same_counts_at_once(app: Flask, counting: None) -> None:
    def keep(number: int) -> None:
        names = ("page", "json", "mail")
        with app.app_context():
            keeping._keep({("seals", (names[(number + n) % 3],)): 1.0 for n in range(3)})
            db.session.remove()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(keep, range(30)))
    assert kept() == {("seals", way): 30 for way in ("page", "json", "mail")}


def test_what_cannot_be_kept_is_kept_later(app: Flask, counting: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: object) -> None:
        raise OperationalError("gone", None, Exception())

    counts.count("seals", "page")
    with monkeypatch.context() as away:
        away.setattr(keeping, "_keep", gone)
        metrics.keep_now(app)
    counts.count("seals", "page")
    assert kept() == {}
    metrics.keep_now(app)
    assert kept() == {("seals", "page"): 2}


@each("wanted", [{"METRICS_TOKEN": link_key("token")}, {"METRICS_BIND": "127.0.0.1:9100"}], lambda given: min(given))
def test_a_server_that_is_to_show_metrics_counts_by_the_name_of_the_page(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, wanted: dict[str, str]
) -> None:
    monkeypatch.setattr(keeping, "EVERY", 86_400)  # nothing is kept before it is looked at
    app = create_web(Settings({**settings.environ, **wanted}))
    try:
        with app.app_context():
            client = app.test_client()
            client.get("/s/a-forged-token")
            client.get("/nowhere/a-forged-token")
            taken = counts.take()
            db.session.remove()
            db.engine.dispose()
    finally:
        counts.enable(None)
    assert {labels[:2] for _, labels in taken} == {("seats.seat", "4xx"), ("none", "4xx")}
