"""Who is shown the metrics: whoever sends the token, or comes to their own address; others find no such page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text, update
from werkzeug.test import Client

from server import counts, metrics
from server.config import Settings
from server.store import heartbeat
from server.store.models import Letter, db
from server.web import create_web
from server.web.metrics import metrics_alone
from tests.cast import open_table
from tests.conftest import MONDAY, SUNDAY
from tests.services import link_key, wait_for

TOKEN = link_key("metrics")
BEARER = {"Authorization": f"Bearer {TOKEN}"}
With = Callable[..., Flask]


@pytest.fixture
def with_settings(app: Flask, settings: Settings) -> Iterator[With]:
    """A server with more settings."""
    with ExitStack() as running:

        def made(**more: str) -> Flask:
            another = create_web(Settings({**settings.environ, **more}))
            running.enter_context(another.app_context())
            running.callback(lambda: db.engine.dispose())
            running.callback(lambda: db.session.remove())
            return another

        yield made
        counts.enable(None)


def families(shown: str) -> set[str]:
    return {family.name for family in text_string_to_metric_families(shown)}


def test_without_the_token_there_is_no_such_page(with_settings: With, subtests: pytest.Subtests) -> None:
    client = with_settings(METRICS_TOKEN=TOKEN).test_client()
    for sent in (None, TOKEN, f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer ", "Bearer ü"):
        with subtests.test(repr(sent)):
            headers = {} if sent is None else {"Authorization": sent}
            assert client.get("/metrics", headers=headers).data == client.get("/nowhere").data
            assert client.get("/metrics", headers=headers).status_code == 404


def test_whoever_sends_the_token_is_shown_them(with_settings: With) -> None:
    answer = with_settings(METRICS_TOKEN=TOKEN).test_client().get("/metrics", headers=BEARER)
    assert (answer.status_code, answer.mimetype, answer.headers["Cache-Control"]) == (200, "text/plain", "no-store")
    assert "poste_oldest_due_window_seconds" in families(answer.get_data(as_text=True))


@pytest.mark.parametrize("more", [{}, {"METRICS_BIND": "127.0.0.1:9100"}])
def test_without_a_token_in_the_settings_none_opens_it(with_settings: With, more: dict[str, str]) -> None:
    client = with_settings(**more).test_client()
    for headers in ({}, BEARER, {"Authorization": "Bearer "}):
        assert client.get("/metrics", headers=headers).status_code == 404


def test_their_own_address_needs_no_token_and_shows_nothing_else(with_settings: With) -> None:
    client = Client(metrics_alone(with_settings(METRICS_BIND="127.0.0.1:9100")))
    assert "poste_info" in families(client.get("/metrics").get_data(as_text=True))
    assert {client.get(path).status_code for path in ("/", "/healthz", "/new", "/metrics/", "/static/style.css")} == {
        404
    }
    assert client.post("/metrics").status_code == 404


def test_where_a_token_is_set_too_it_is_wanted_there(with_settings: With) -> None:
    client = Client(metrics_alone(with_settings(METRICS_BIND="127.0.0.1:9100", METRICS_TOKEN=TOKEN)))
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers=BEARER).status_code == 200


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_database_that_does_not_answer_is_503_and_no_more(with_settings: With) -> None:
    app = with_settings(METRICS_BIND="127.0.0.1:9100", METRICS_TOKEN=TOKEN)
    with db.engine.connect() as other:
        other.execute(text("LOCK TABLE letter IN ACCESS EXCLUSIVE MODE"))
        assert Client(metrics_alone(app)).get("/metrics", headers=BEARER).status_code == 503
        assert app.test_client().get("/metrics", headers=BEARER).status_code == 503
    client = Client(metrics_alone(app))
    wait_for(lambda: client.get("/metrics", headers=BEARER).status_code == 200, "an answer again")


def test_letters_are_told_by_kind_and_by_what_holds_them_up(with_settings: With) -> None:
    client = with_settings(METRICS_TOKEN=TOKEN).test_client()
    open_table(at=MONDAY)
    later = SUNDAY + timedelta(days=36500)
    db.session.execute(update(Letter).where(Letter.kind == "turn").values(due_at=later, error="Try again later."))
    db.session.commit()
    shown = client.get("/metrics", headers=BEARER).get_data(as_text=True)
    states = {line.rpartition(" ")[0] for line in shown.splitlines() if line.startswith("poste_letters_unsent{")}
    assert 'poste_letters_unsent{kind="turn",state="stuck"}' in states
    assert not any('kind="turn"' in state and "stuck" not in state for state in states)


def test_what_is_due_is_told_by_the_hour_and_a_pause_wakes_nobody(with_settings: With) -> None:
    client = with_settings(METRICS_TOKEN=TOKEN).test_client()

    def told(*names: str) -> list[float]:
        shown = client.get("/metrics", headers=BEARER).get_data(as_text=True)
        families = {one.name: one for one in text_string_to_metric_families(shown)}
        return [families[f"poste_{name}"].samples[0].value for name in names]

    open_table(at=MONDAY)
    open_table(at=MONDAY)
    open_table(at=MONDAY - timedelta(days=7))
    assert told("windows_open", "windows_due") == [3, 1]
    heartbeat.beat(SUNDAY - timedelta(hours=2))
    assert told("heartbeat_age_seconds")[0] >= 7200
    heartbeat.pause(SUNDAY - timedelta(hours=1))
    assert told("heartbeat_age_seconds", "paused") == [0, 1]


def test_reading_them_changes_nothing(with_settings: With) -> None:
    app = with_settings(METRICS_TOKEN=TOKEN)
    counts.count("seals", "page")
    metrics.keep_now(app)
    client = app.test_client()
    both = [client.get("/metrics", headers=BEARER).get_data(as_text=True) for _ in range(2)]
    seals = [[line for line in one.splitlines() if line.startswith("poste_seals_total")] for one in both]
    assert seals == [['poste_seals_total{way="page"} 1.0']] * 2
