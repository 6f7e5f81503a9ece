"""Waking the worker: a broker that is gone is told once, and once that it is back; one that hangs counts as gone."""

from __future__ import annotations

from queue import SimpleQueue

import pytest
from celery import Celery
from structlog.testing import capture_logs

from server.store import nudge
from server.store.nudge import DELIVER, Nudger
from tests.services import Broker, wait_for

REAL = Nudger.nudge
"""As it is before the tests see to it that nobody is woken."""


def test_a_broker_that_is_gone_is_told_once_and_once_that_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    woken, there = SimpleQueue[str](), iter([True, False, False, True, True, False, True, True])

    def send_task(_: Celery, name: str, **more: object) -> None:
        woken.put(name)
        if not next(there):
            raise OSError("nobody listens")

    monkeypatch.setattr(Nudger, "nudge", REAL)
    monkeypatch.setattr(Celery, "send_task", send_task)
    monkeypatch.setattr(nudge, "PAUSE", 0)
    nudger = Nudger("redis://127.0.0.1:1/0")
    with capture_logs() as logged:
        for _ in range(8):
            nudger.nudge()
            assert woken.get(timeout=60) == DELIVER
    assert [one["event"] for one in logged] == ["nudge.lost", "nudge.back"] * 2


def test_a_broker_that_takes_connections_and_never_answers_is_not_waited_for(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Nudger, "nudge", REAL)
    monkeypatch.setitem(nudge.TRANSPORT, "socket_timeout", 0.1)
    broker.pause()
    with capture_logs() as logged:
        Nudger(broker.url).nudge()
        wait_for(lambda: logged, "a nudge to be given up", seconds=20)
    assert [one["event"] for one in logged] == ["nudge.lost"]
