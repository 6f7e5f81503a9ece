"""What becomes of a request whose database goes away under it, and of a failure that no handler takes."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import create_engine, text
from structlog.testing import capture_logs
from werkzeug.test import create_environ

from server.store.models import db

pytestmark = [pytest.mark.both_databases, pytest.mark.own_application]

TOKEN = "WzEsMV0.qnGWZDBbu3PyWtCFZvUjcTfWiTn1CfSCxKKnnHEe8mU"


def end_all_other_sessions(app: Flask) -> None:
    """As a restart of PostgreSQL does."""
    other = create_engine(app.config["SQLALCHEMY_DATABASE_URI"], isolation_level="AUTOCOMMIT")
    with other.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid()"
            )
        )
    other.dispose()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_session_that_is_lost_before_its_request_ends_is_no_failure(app: Flask) -> None:
    with capture_logs() as lines, app.test_request_context(f"/me/{TOKEN}"), app.app_context():
        db.session.execute(text("SELECT 1"))
        end_all_other_sessions(app)
    assert {line["event"] for line in lines} <= {"database.unreachable"}
    with app.app_context():
        assert db.session.execute(text("SELECT 1")).scalar() == 1


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_page_whose_database_goes_away_says_503_and_logs_no_address(app: Flask) -> None:
    app.testing = False

    @app.before_request
    def lose() -> None:
        db.session.execute(text("SELECT 1"))
        end_all_other_sessions(app)
        db.session.execute(text("SELECT 1"))

    with capture_logs() as lines:
        answer = app.test_client().get(f"/me/{TOKEN}")
    assert answer.status_code == 503
    assert TOKEN not in str(lines)


def test_what_escapes_from_every_handler_is_a_plain_page_and_a_line_without_the_address(app: Flask) -> None:
    app.testing = False

    @app.teardown_request
    def fail(_: BaseException | None) -> None:
        raise ValueError("KH centre")

    started: list[tuple[str, dict[str, str]]] = []
    with capture_logs() as lines:
        body = app(  # as a server does: nothing has been sent yet, so that the answer may still be another
            create_environ(f"/me/{TOKEN}"), lambda status, headers, failed=None: started.append((status, dict(headers)))
        )
        assert b"Something went wrong" in b"".join(body)
    status, headers = started[-1]
    assert (status[:3], headers["Content-Type"]) == ("500", "text/plain; charset=utf-8")
    assert headers["Cache-Control"] == "no-store"
    broken = next(line for line in lines if line["event"] == "request.broken")
    assert broken["error"] == "ValueError"
    assert TOKEN not in str(lines)
    assert "KH" not in str(lines)
