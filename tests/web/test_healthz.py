"""/healthz: what is wrong is said, without anything secret, and with 503 only where no work gets done."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from server import clock
from server.post import outbox
from server.post.transports import transport
from server.store import disk
from server.store.models import db
from tests.cast import open_table
from tests.services import Post

pytestmark = pytest.mark.both_databases


def health(app: Flask) -> tuple[int, dict[str, Any]]:
    answer = app.test_client().get("/healthz")
    return answer.status_code, answer.get_json()


def test_all_is_well(app: Flask) -> None:
    status, told = health(app)
    assert (status, told["ok"], told["problems"]) == (200, True, [])
    assert (told["oldest_due_window_seconds"], told["oldest_unsent_letter_seconds"]) == (0, 0)
    assert (told["database"], told["mail"]) == ("answers", "takes letters")


def test_a_mail_server_that_refuses_everybody_is_told_in_its_words_without_addresses(app: Flask) -> None:
    now = clock.now()
    for number in range(3):
        open_table(f"Ada.{number}", f"Bruno.{number}", at=now)
    with Post() as server:
        server.refuse = lambda address: f"550 5.7.1 <{address}> relaying denied"
        outbox.deliver(now, way_out=transport(server.url))
        status, told = health(app)
        assert (status, told["ok"]) == (503, False)
        assert told["mail"]["words"] == "550 5.7.1 <…@example.org> relaying denied"
        server.refuse = lambda address: None
        outbox.deliver(now + timedelta(minutes=1), way_out=transport(server.url))
        outbox.deliver(now + timedelta(minutes=2), way_out=transport(server.url))
    assert health(app)[1]["mail"] == "takes letters"


@pytest.mark.parametrize("revision", ["9999", "0001"])
def test_a_database_of_another_version_is_not_well(app: Flask, revision: str) -> None:
    found = db.session.scalar(text("SELECT version_num FROM alembic_version"))
    change = text("UPDATE alembic_version SET version_num = :it")
    try:
        db.session.execute(change, {"it": revision})
        db.session.commit()
        status, told = health(app)
    finally:
        db.session.execute(change, {"it": found})
        db.session.commit()
    assert (status, told["ok"]) == (503, False)
    assert ("newer version" in told["problems"][0]) == (revision == "9999")


def test_a_full_disk_is_a_problem_and_a_nearly_full_one_a_warning(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "LOW", 10**12)
    assert (health(app)[0], "nearly full" in health(app)[1]["warnings"][0]) == (200, True)
    monkeypatch.setattr(disk, "FULL", 10**12)
    assert health(app)[0] == 503
