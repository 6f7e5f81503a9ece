"""What a line of the log looks like, and what it never holds, whoever writes it."""

from __future__ import annotations

import json
import logging
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
import structlog

from server import logs

from .secrets_in_logs import Secrets, found_in, not_json

TOKEN = "WzEsMV0.qnGWZDBbu3PyWtCFZvUjcTfWiTn1CfSCxKKnnHEe8mU"
HAND = "KH centre"
REPLY = f"reply-{'0a' * 16}"
SECRET_LINES = (
    f'"{HAND}"', "holds KH.", "word=swordfish", f"seed {'0a' * 32}", f"/me/{TOKEN}", f"={TOKEN}",
    f"GET /api/seat/{'a' * 40} HTTP/1.1", "ada@example.org", "ada%40example.org", f"{REPLY}@x",
)  # fmt: skip


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], str]:
    """What is written to standard error while something is done, each line a JSON object."""

    def logged(act: Callable[[], object]) -> str:
        file = tmp_path / "log.txt"
        with file.open("w") as errors:
            monkeypatch.setattr(sys, "stderr", errors)
            logs.configure()
            act()
        lines = file.read_text().splitlines()
        assert not_json(lines) == []
        return "\n".join(lines)

    return logged


Log = Callable[[Callable[[], object]], str]


def fail() -> None:
    raise ValueError(HAND)


def inside_a_handler(then: Callable[[], object]) -> Callable[[], None]:
    def act() -> None:
        try:
            fail()
        except ValueError:
            then()

    return act


@pytest.mark.parametrize(
    "speaks",
    [
        lambda: logging.getLogger("waitress").exception(f"Exception while serving /me/{TOKEN}"),
        lambda: logging.getLogger("gunicorn.error").exception("Error handling request %s", f"/s/{TOKEN}"),
        lambda: logging.getLogger("asyncio").error(f"never retrieved\nfuture: ValueError('{HAND}')", exc_info=True),
        lambda: logging.getLogger("mail.log").exception("%r SMTP session exception", ("ada@example.org", HAND)),
        lambda: logging.getLogger("mail.log").exception("%s sent %r", TOKEN, HAND),
        lambda: logging.getLogger("celery.app.trace").error(
            "Task %(name)s raised unexpected: %(exc)s\n%(traceback)s\n%(args)s",
            {"name": "worker.tasks.deliver", "exc": HAND, "traceback": HAND, "args": HAND},
            exc_info=True,
        ),
        lambda: logging.getLogger("celery.beat").error(
            "Message Error: %s\n%s", ValueError(HAND), [HAND], exc_info=True
        ),
    ],
)
def test_a_library_that_logs_a_failure_tells_its_type_and_place_and_no_value(
    log: Log, speaks: Callable[[], None]
) -> None:
    line = log(inside_a_handler(speaks))
    told = json.loads(line)
    assert (told["level"], told["error"]) == ("error", "ValueError")
    assert told["at"][-1].startswith("tests/test_logs.py:fail:")
    assert found_in([line], Secrets({TOKEN: "a token", "KH": "a card", "centre": "a place"})) == []


def test_what_nobody_handles_is_one_line_too(log: Log) -> None:
    def act() -> None:
        thread = threading.Thread(target=fail, name="mine")
        thread.start()
        thread.join()
        try:
            fail()
        except ValueError as error:
            sys.excepthook(ValueError, error, error.__traceback__)
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            logs._warned(HAND, UserWarning, __file__, 7)

    lines = log(act)
    assert HAND not in lines
    assert [json.loads(line)["event"] for line in lines.splitlines()] == [
        "thread.broken", "process.broken", "python.warning",
    ]  # fmt: skip


def test_what_looks_like_a_link_or_an_address_is_taken_out_of_our_own_lines(log: Log) -> None:
    def act() -> None:
        for text in (
            f"/me/{TOKEN}",
            TOKEN,
            "550 <ada@example.org> no",
            f"reply-{'0a' * 16}",
            "bounce-12-00aa11bb22cc33dd",
            f"bounce-trial-{'0a' * 16}",
        ):
            structlog.get_logger().info("said", text=text)
        structlog.get_logger().info("request", route="/api/seat/<token>/answer")

    lines = log(act)
    assert found_in(lines.splitlines(), Secrets()) == []
    assert "/api/seat/<token>/answer" in lines


def test_the_same_warning_is_logged_once_a_minute_and_its_count_later(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act() -> None:
        for seconds in range(5):
            logging.getLogger("celery.beat").error("beat: Connection error: %s. Again in %s s", OSError(HAND), seconds)
            structlog.get_logger().warning("mail.down", error="gone")
        monkeypatch.setattr(logs, "AGAIN", 0.0)
        logging.getLogger("celery.beat").error("beat: Connection error: %s. Again in %s s", OSError(HAND), 9)

    first, down, last = map(json.loads, log(act).splitlines())
    assert first["event"] == "beat: Connection error: OSError. Again in 0 s"
    assert down["event"] == "mail.down"
    assert last["times"] == 5


def test_an_outage_is_two_lines(log: Log) -> None:
    def act() -> None:
        outage = logs.Outage("relay")
        outage.is_over()
        for _ in range(5):
            outage.goes_on(error="OSError")
        outage.is_over()
        outage.is_over()

    assert [json.loads(line)["event"] for line in log(act).splitlines()] == ["relay.unreachable", "relay.back"]


def test_the_search_finds_what_no_log_may_hold() -> None:
    secrets = Secrets()
    for secret, what in ((HAND, "an answer"), ("KH", "a card"), ("swordfish", "a word"), ("0a" * 32, "a seed")):
        secrets.add(secret, what)
    for line in SECRET_LINES:
        assert found_in([line], secrets), line
    assert found_in(["GET /s/<token> 200", "2026-11-22T15:25:23.103570Z", "celery@host", "QKH-1"], secrets) == []
