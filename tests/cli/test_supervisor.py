"""The processes that `poste up` keeps running: one that breaks says so, and none outlives it."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from server.paths import ROOT
from tests.processes import PROC, children, is_alive
from tests.services import wait_for

TWO = """
import time
from server.cli.supervisor import Process, run

def broken():
    raise ValueError("what somebody has written")

run([Process("sleeper", lambda: time.sleep(600)), Process("once", lambda: None, once=True), Process("broken", broken)])
"""


def test_a_process_that_breaks_says_why_and_all_end_with_whoever_keeps_them_running(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as out:
        keeper = subprocess.Popen([sys.executable, "-c", TWO], stdout=out, stderr=out, cwd=ROOT)
    try:
        wait_for(lambda: "broken stopped with 1" in log.read_text(), "the end of a process that breaks")
        assert "once stopped" not in log.read_text()
        [sleeper] = [pid for pid in children(keeper.pid) if name_of(pid) == "poste sleeper"]
    finally:
        keeper.kill()
        keeper.wait()
    wait_for(lambda: not is_alive(sleeper), "the end of a process whose keeper was killed")
    [line] = [line for line in log.read_text().splitlines() if "process.broken" in line][:1]
    assert "ValueError" in line
    assert "what somebody has written" not in log.read_text()


def name_of(pid: int) -> str:
    """What a process is called in lists of processes; empty if it is gone."""
    with suppress(OSError):
        return (PROC / str(pid) / "comm").read_text().strip()
    return ""
