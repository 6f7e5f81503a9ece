"""The tasks. Each calls use-cases; they may run twice or concurrently, and be killed at any point."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from server import clock, matches
from server.post import notices, outbox

from . import house_process, timer
from .app import app, helpers, settings

SECONDS = 20
"""How long each step of a sweep may take at most; all of them together stay within the time limit of a task."""
BRIEFLY = 1
"""Seconds for letters, and for notices, while windows still wait to be closed."""
APART = timedelta(seconds=1)
"""A delivery that began this much later than a nudge was sent has seen the letters that the nudge is about."""

_swept = -float("inf")
_delivered: datetime | None = None


@app.task
def sweep() -> None:
    """Do all that is due; nothing if this process has just done so, since ticks may have piled up."""
    if time.monotonic() - _swept >= settings.sweep_seconds / 2:
        sweep_now()


def sweep_now() -> None:
    """Do all that is due. Windows go first, and sending is limited in time, so that letters delay them little."""
    global _swept
    _swept = time.monotonic()
    house_process.start_if_due()
    matches.sweep(seconds=SECONDS)
    timer.look_ahead()
    _deliver()


@app.task
def deliver(wanted_at: str | None = None) -> None:
    """Have house players think, wait for delayed answers due soon, settle claims, and send the letters that are due.

    It sends nothing if this process has done so since ``wanted_at`` (ISO 8601).
    """
    house_process.start_if_due()
    timer.look_ahead()
    if wanted_at and _delivered and _delivered > datetime.fromisoformat(wanted_at) + APART:
        return
    matches.close_due(seconds=SECONDS)
    matches.examine_claims()
    _deliver()


def _deliver() -> None:
    global _delivered
    began, budget = clock.now(), BRIEFLY if matches.windows_wait() else settings.sweep_seconds
    outbox.deliver(budget=budget, more=helpers.nudge)
    notices.deliver(budget=budget)
    _delivered = began
