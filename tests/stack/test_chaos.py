"""The server and its database are killed while people play: nothing is lost, nothing doubled, nothing told.

A short run with the same kills every time; `make chaos` goes on for as long as one likes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos import DATABASES, run

KILLS = {
    "sqlite": ("everything", "a child of web", "inbox as a whole", "worker as a whole"),
    "postgresql": ("a session of the database", "a child of web", "the database", "worker as a whole"),
}
OUTAGES = {
    "sqlite": ("a locked file", "a locked file"),
    "postgresql": ("the database, restarted fast", "the database, restarted immediately"),
}
TRACEBACK = "Traceback (most recent call last)"


@pytest.mark.parametrize("database", DATABASES)
def test_nothing_is_lost_while_processes_and_the_database_are_killed(database: str, tmp_path: Path) -> None:
    outcome = run(database, tmp_path, len(KILLS[database]), seed=1, between=(0.5, 2), only=KILLS[database], tables=2)
    assert (outcome.losses, outcome.secrets, outcome.strange) == ([], [], [])


@pytest.mark.parametrize("database", DATABASES)
def test_no_log_tells_anything_while_the_database_is_away(database: str, tmp_path: Path) -> None:
    outcome = run(database, tmp_path, 4, seed=2, between=(0.5, 2), only=OUTAGES[database], tables=1)
    assert (outcome.secrets, outcome.strange, outcome.losses) == ([], [], [])
    assert TRACEBACK not in outcome.log
    lost, back = (outcome.log.count(f'"database.{event}"') for event in ("unreachable", "back"))
    if database == "postgresql":
        assert lost
        assert back
