"""The server and its database are killed while people play: nothing is lost, nothing doubled, nothing told.

A short run with the same kills every time; `make chaos` goes on for as long as one likes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos import run

KILLS = {
    "sqlite": ("a locked file", "everything"),
    "postgresql": ("the database, restarted fast", "everything"),
}
MORE = {
    "sqlite": ("everything", "a child of web", "inbox as a whole", "worker as a whole"),
    "postgresql": (
        "a session of the database",
        "the database, restarted immediately",
        "a child of web",
        "the database",
        "worker as a whole",
    ),
}
TRACEBACK = "Traceback (most recent call last)"


@pytest.mark.parametrize(
    ("database", "kills"),
    [
        pytest.param("postgresql", KILLS, id="postgresql", marks=pytest.mark.system),
        pytest.param("sqlite", KILLS, id="sqlite", marks=pytest.mark.long),
        pytest.param("postgresql", MORE, id="postgresql-more", marks=pytest.mark.long),
        pytest.param("sqlite", MORE, id="sqlite-more", marks=pytest.mark.long),
    ],
    indirect=["database"],
)
def test_nothing_is_lost_or_told_while_processes_and_the_database_are_killed(
    kills: dict[str, tuple[str, ...]], database: str, tmp_path: Path
) -> None:
    killed = kills[database]
    outcome = run(database, tmp_path, len(killed), seed=1, between=(0.5, 2), only=killed, tables=1)
    assert (outcome.losses, outcome.secrets, outcome.strange) == ([], [], [])
    if kills is KILLS:
        assert TRACEBACK not in outcome.log
    if database == "postgresql":
        lost, back = (outcome.log.count(f'"database.{event}"') for event in ("unreachable", "back"))
        assert lost
        assert back
