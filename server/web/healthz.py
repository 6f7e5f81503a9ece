"""/healthz: 200 only while work gets done."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request
from sqlalchemy.exc import SQLAlchemyError, TimeoutError

from .. import clock
from ..config import Settings
from ..post import breaker
from ..store import disk, faults, heartbeat, schema
from ..store.backlog import look
from ..store.models import db
from ..store.session import short_timeouts

health = Blueprint("health", __name__)

AT_ONCE = 0.2
"""Seconds to wait for a port of this machine."""


class Report:
    """What was found: values to tell, ``problems`` that stop work, and ``warnings`` that do not yet."""

    def __init__(self) -> None:
        self.told: dict[str, Any] = {}
        self.problems: list[str] = []
        self.warnings: list[str] = []


@health.get("/healthz")
def healthz() -> tuple[Response, int]:
    """Whether work gets done, the two ages in seconds, and what is wrong in words; no secrets, addresses or links."""
    report = Report()
    settings: Settings = current_app.extensions["poste"]
    for part in PARTS:
        part(report, settings)
    well = not report.problems
    return jsonify(ok=well, **report.told, problems=report.problems, warnings=report.warnings), 200 if well else 503


def _database(report: Report, settings: Settings) -> None:
    report.told.update(oldest_due_window_seconds=None, oldest_unsent_letter_seconds=None, database="answers")
    try:
        with short_timeouts():
            report.told["schema"] = schema.revision_of(db.session.connection())
            schema.check(report.told["schema"])
            _mail(report)
            _work(report, settings)
    except (SQLAlchemyError, TimeoutError, schema.WrongSchema) as error:
        report.told["database"] = faults.fault(error).sentence.partition(" (")[0]
        report.problems.append(f"The database {report.told['database']}.")


def _mail(report: Report) -> None:
    if relay := breaker.refusing():
        report.told["mail"] = {"refuses_since": f"{relay.down_since:%Y-%m-%dT%H:%M:%SZ}", "words": relay.words}
        report.problems.append(f"The mail server refuses everybody: “{relay.words}”.")
    else:
        report.told["mail"] = "takes letters"


def _work(report: Report, settings: Settings) -> None:
    """The ages of what is due; whether the server is paused, which is no fault; and by how much clocks are wrong."""
    now = clock.now()
    found, status, there = look(now), heartbeat.status(now), heartbeat.present(now)
    report.told.update(
        status=status,
        clock_skew_seconds=max((abs(one.skew) for one in there), default=0.0),
        processes=[{"kind": one.kind, "clock_skew_seconds": one.skew} for one in there],
        oldest_due_window_seconds=round(found.oldest_due_window, 1),
        oldest_unsent_letter_seconds=round(found.oldest_unsent_letter, 1),
    )
    if status == "away" or (status != "paused" and not found.well(settings.sweep_seconds)):
        report.problems.append("Work waits too long: is the worker running?")


def _disk(report: Report, settings: Settings) -> None:
    with suppress(OSError):
        report.told["disk_free_mb"] = free = disk.free(settings.state_dir)
        if free < disk.LOW:
            where = report.problems if free < disk.FULL else report.warnings
            where.append(f"The disk is nearly full: {free} MB are free.")


def _inbox(report: Report, settings: Settings) -> None:
    """Whether something listens on this machine; where the database is elsewhere, the inbox may be too."""
    bind = settings.text("BIND")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(bind, bind)
    report.told["inbox"] = "listens"
    try:
        socket.create_connection((host, settings.inbox_port), AT_ONCE).close()
    except OSError:
        report.told["inbox"] = "not on this machine"
        if settings.embedded_database:
            report.warnings.append("No inbox process listens: replies by mail do not come in.")


def _settings(report: Report, settings: Settings) -> None:
    """Only that something needs a look: everybody may read this, and the details would help an attacker."""
    letters_stay = settings.is_public and settings.local_mail is not None
    if settings.weak_keys or letters_stay or settings.warnings():
        report.warnings.append("Some settings need a look: see `poste doctor`.")


def _proxies(report: Report, settings: Settings) -> None:
    """How many proxies say that they have passed on this request: `poste doctor` compares them with PROXIES."""
    passed_on = request.headers.get("X-Forwarded-For", "")
    report.told["forwarded"] = len(passed_on.split(",")) if passed_on else 0


PARTS: tuple[Callable[[Report, Settings], None], ...] = (_database, _disk, _inbox, _settings, _proxies)
