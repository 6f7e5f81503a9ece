"""Time on a running server: what it says of its clocks, and tables whose windows close soon."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from sqlalchemy import func, select

from server import clock
from server.matches import match_by_id
from server.store.models import Letter, db
from tests.cast import open_table
from tests.services import Post, Stack, wait_for

from .conftest import inside

SHIFT = Path(__file__).parent / "shifted_clock"
"""On the path of a process it shifts its clock by CLOCK_AHEAD seconds (sitecustomize.py)."""


def shifted(stack: Stack, name: str, seconds: float) -> None:
    """Start a process of the server on a machine whose clock is wrong."""
    usual = dict(stack.environ)
    stack.environ |= {"PYTHONPATH": str(SHIFT), "CLOCK_AHEAD": str(seconds)}
    stack.start_one(name)
    stack.environ = usual


def ply(stack: Stack, match_id: str) -> int:
    with inside(stack):
        return match_by_id(match_id).ply


def short_table(stack: Stack, *names: str, pace: str = "PT3S") -> str:
    with inside(stack):
        return open_table(*names, pace=pace, at=clock.now()).id


def health(stack: Stack) -> dict[str, object]:
    try:
        with urlopen(f"{stack.url}/healthz", timeout=60) as response:
            body: dict[str, object] = json.load(response)
    except HTTPError as error:
        with error:
            body = json.load(error)
    return body


def assert_goes_by_the_database(stack: Stack, post: Post, seconds: float) -> None:
    """Nothing comes early or late from a worker whose clock is wrong by so many seconds, and health tells of it."""
    match_id = short_table(stack)
    wait_for(lambda: ply(stack, match_id) >= 1, "the window to close")
    with inside(stack):
        long = open_table("Chiara", "Dmitri", pace="PT4H", at=clock.now()).id
    wait_for(lambda: post.to("chiara@example.org", "turn"), "a letter of the table that has time")
    assert ply(stack, long) == 0, "no window closes early"
    with inside(stack):
        early = db.session.scalar(select(func.max(Letter.created_at)))
        assert abs((early - clock.now()).total_seconds()) < 20
    skews = {one["kind"]: one["clock_skew_seconds"] for one in health(stack)["processes"]}  # type: ignore[attr-defined]
    assert abs(skews["worker"] - seconds) < 5
    assert abs(skews["web"]) < 5
