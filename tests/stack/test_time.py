"""Time on the running server: clocks that are wrong, a broker that is gone for good, a pause, an hour asleep."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from sqlalchemy import func, select, update

from server import clock, links
from server.matches import match_by_id
from server.store import heartbeat
from server.store.models import Letter, Match, Process, db
from server.views import seat_page
from tests.cast import open_table
from tests.services import Broker, Post, Stack, fresh_database, wait_for

from .conftest import Start, inside
from .test_races import answer

SHIFT = Path(__file__).parent / "shifted_clock"
"""On the path of a process it shifts its clock by CLOCK_AHEAD seconds (sitecustomize.py)."""


def shifted(stack: Stack, name: str, seconds: float) -> None:
    """Start a process of the server on a machine whose clock is wrong."""
    stack.environ |= {"PYTHONPATH": str(SHIFT), "CLOCK_AHEAD": str(seconds)}
    stack.start_one(name)
    del stack.environ["PYTHONPATH"], stack.environ["CLOCK_AHEAD"]


def ply(stack: Stack, match_id: str) -> int:
    with inside(stack):
        return match_by_id(match_id).ply


def short_table(stack: Stack, pace: str = "PT3S") -> str:
    with inside(stack):
        return open_table(pace=pace, at=clock.now()).id


def health(stack: Stack) -> dict[str, object]:
    try:
        with urlopen(f"{stack.url}/healthz", timeout=60) as response:
            body: dict[str, object] = json.load(response)
    except HTTPError as error:
        with error:
            body = json.load(error)
    return body


@pytest.mark.parametrize("seconds", [25, -180])
def test_a_worker_whose_clock_is_wrong_closes_windows_by_the_clock_of_the_database(
    tmp_path: Path, postgres_server: str, broker: Broker, post: Post, worker_id: str, seconds: int
) -> None:
    url = fresh_database(postgres_server, f"clock_{worker_id}")
    stack = Stack(tmp_path, ("web", "beat"), DATABASE_URL=url, BROKER_URL=broker.url, MAIL_URL=post.url)
    stack.start()
    shifted(stack, "worker", seconds)
    try:
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
    finally:
        stack.stop()


def test_windows_close_and_letters_leave_while_the_broker_is_gone_and_nothing_is_done_twice(
    start: Start, broker: Broker, post: Post
) -> None:
    stack = start()
    first = short_table(stack)
    wait_for(lambda: ply(stack, first) >= 1, "a window to close by ticks")
    broker.stop()
    started = [stack.processes["worker"].pid]

    def closed(match_id: str, least: int) -> bool:
        """Celery's worker may end when its broker does; whoever keeps it running starts it again, and it stays."""
        stack.keep_running()
        started.append(stack.processes["worker"].pid)
        return ply(stack, match_id) >= least

    with inside(stack):
        second = open_table("Chiara", "Dmitri", pace="PT4S", at=clock.now()).id
    wait_for(lambda: closed(second, 2), "windows to close without a broker")
    wait_for(lambda: post.to("chiara@example.org", "turn"), "a letter without a broker")
    assert len(set(started)) <= 2, "no worker is restarted over and over for a broker that is down"
    broker.start()
    wait_for(lambda: closed(second, 2) and "sweep.by_ticks" in stack.read_log(), "the ticks to come back")
    now = ply(stack, second)
    wait_for(lambda: closed(second, now + 1), "windows to close by ticks again")
    messages = [letter["Message-ID"] for letter in post.letters]
    assert len(messages) == len(set(messages))


def test_after_an_hour_asleep_a_window_is_given_its_time_back_before_anything_else(start: Start, post: Post) -> None:
    stack = start("web")
    with inside(stack):
        match_id = open_table(pace="PT1H", at=clock.now() - timedelta(minutes=70)).id
        before = clock.now()
        heartbeat.beat(before - timedelta(minutes=65))
        db.session.execute(update(Process).values(seen_at=before))
        db.session.commit()
    stack.start_one("worker")
    stack.start_one("beat")
    wait_for(lambda: post.to("ada@example.org", "outage"), "the letter that tells of it")
    with inside(stack):
        match = match_by_id(match_id)
        assert match.ply == 0
        assert match.closes_at is not None
        assert match.closes_at > before + timedelta(minutes=50)
        assert db.session.scalar(select(func.count()).where(Letter.kind == "reminder")) == 0
        assert len(post.to("ada@example.org", "outage")) == 1


def test_a_paused_server_shows_pages_takes_nothing_and_goes_on_where_it_was(start: Start, post: Post) -> None:
    stack = start("web", "worker", "beat")
    with inside(stack):
        match = open_table(pace="PT6S", at=clock.now())
        match_id = match.id
        token, card = links.seat_token(match.chairs[0]), seat_page(match.chairs[0]).view["hand"][0]
        heartbeat.pause(clock.now(), clock.now() + timedelta(hours=2), "The server moves.")
        plies = match_by_id(match_id).ply
    wait_for(lambda: answer(stack, token, {"answer": f"{card} centre", "ply": plies})[0] == 503, "the pause to be seen")
    status, body = answer(stack, token, {"answer": f"{card} centre", "ply": plies})
    assert (status, body["title"]) == (503, "Service Unavailable")
    assert "The server moves." in body["detail"]
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(f"{stack.url}/s/{token}", data=b"x=1", method="POST"), timeout=60)
    with refused.value:
        assert 7000 < int(refused.value.headers["Retry-After"]) <= 7200
    with urlopen(f"{stack.url}/s/{token}", timeout=60) as page:
        assert "The server is paused. The server moves." in page.read().decode()
    assert (health(stack)["status"], health(stack)["ok"]) == ("paused", True)
    wait_for(lambda: not _claimed(stack), "letters claimed before the pause to leave")
    came = len(post.letters)
    wait_for(lambda: _overdue(stack), "the deadline to pass")
    assert (ply(stack, match_id), len(post.letters)) == (plies, came)
    with inside(stack):
        assert heartbeat.resume(clock.now()) is not None
    wait_for(lambda: ply(stack, match_id) > plies, "the clocks to go on")
    assert health(stack)["status"] == "running"


def _claimed(stack: Stack) -> bool:
    with inside(stack):
        on_its_way = (Letter.attempts > 0) & Letter.due_at.is_not(None)
        return db.session.scalar(select(Letter.id).where(on_its_way).limit(1)) is not None


def _overdue(stack: Stack) -> bool:
    with inside(stack):
        at = clock.now() - timedelta(seconds=3)
        return db.session.scalar(select(Match.id).where(Match.closes_at < at).limit(1)) is not None
