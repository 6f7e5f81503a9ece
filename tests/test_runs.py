"""A run of the tests ends, whatever happens to it, and leaves no process behind (tests/guard.py).

Small runs are started here, all at the same time, and something happens to each while its test ``test_it`` is at it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.paths import ROOT

from .guardian import RUN
from .processes import PROC, command_of, descendants, is_alive
from .services import wait_for

pytestmark = pytest.mark.timeout(400)
ENDS_WITHIN = 60
"""Seconds in which a run ends to which something has happened."""
NOTHING_AFTER = 10
"""Seconds after which nothing is left of a run that was killed."""
LIGHTLY = ("xdist", "pytest_timeout", "tests.guard")
"""The plugins that such a run loads: others take longer to load than it takes."""
WORKERS = ("--numprocesses=2", "--dist=loadfile", "--max-worker-restart=0")
AT_IT = """
    import os, time
    from pathlib import Path

    def test_it():
        Path("at_it").write_text(str(os.getpid()))
        time.sleep(600)
"""
HANGS = f"""{AT_IT}
    def test_another():
        pass
"""
HOLDS_FAST = """
    import ctypes, signal

    def test_it():
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        ctypes.PyDLL(None).sleep(600)  # no other thread of Python's runs, either
"""
OTHERS = """
    import time
    import pytest

    @pytest.mark.parametrize("number", range(100))
    def test_other(number):
        time.sleep(0.2)
"""
EVERYTHING = """
    import os, time
    from pathlib import Path
    from playwright.sync_api import sync_playwright
    from tests.browser.conftest import launched
    from tests.postgres import own_postgres
    from tests.services import Broker, Stack, fresh_database

    def test_it(tmp_path):
        broker = Broker(tmp_path)
        broker.start()
        with own_postgres() as postgres, sync_playwright() as playwright, launched(playwright):
            given = {"DATABASE_URL": fresh_database(postgres.url, "runs"), "BROKER_URL": broker.url, "WEB_WORKERS": "1"}
            with Stack(tmp_path, ("web", "worker"), **given):
                Path("at_it").write_text(str(os.getpid()))
                time.sleep(600)
"""
RUNNING = ("poste web", "poste worker", "bin/postgres", "valkey", "chrom")
"""What is to be found among the processes of a run that has started everything."""


@dataclass
class Ended:
    """A run that has ended: how, what it said, and how many seconds that took after what happened."""

    code: int
    said: str
    seconds: float


class Started:
    """A run that has begun, in a folder of its own: ``test_it`` is there, and a file of others for another worker."""

    def __init__(self, folder: Path, test: str, *options: str):
        (folder / "pytest.ini").write_text("[pytest]\n")
        for name, text in {"it": test, "others": OTHERS}.items():
            (folder / f"test_{name}.py").write_text(text.replace("\n    ", "\n"))
        environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
        loaded = [f"-p{name}" for name in (*LIGHTLY, "no:cacheprovider")]
        self.folder, self._output = folder, (folder / "output.txt").open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *loaded, *options], env=environ, cwd=folder,
            stdin=subprocess.DEVNULL, stdout=self._output, stderr=self._output,
        )  # fmt: skip

    def at_it(self) -> int:
        """The process that is at ``test_it``, once it is."""
        file = self.folder / "at_it"

        def found() -> int:
            assert self.process.poll() is None, self.said()
            return int((file.exists() and file.read_text()) or 0)

        try:
            return wait_for(found, "the test to begin")
        except BaseException:
            self.process.kill()
            raise

    def said(self) -> str:
        """All that it has said."""
        return (self.folder / "output.txt").read_text()

    def end(self) -> Ended:
        """Wait until it has ended."""
        began = time.monotonic()
        try:
            code = self.process.wait(timeout=2 * ENDS_WITHIN)
        finally:
            self.process.kill()
            self._output.close()
        return Ended(code, self.said(), time.monotonic() - began)


def a_worker_is_sent(sign: signal.Signals, folder: Path) -> Ended:
    """A worker gets a signal in the middle of a test."""
    run = Started(folder, AT_IT, *WORKERS)
    os.kill(run.at_it(), sign)
    return run.end()


def a_test_hangs(folder: Path) -> Ended:
    """A test waits for what does not come."""
    run = Started(folder, HANGS, *WORKERS, "--timeout=2", "-k", "test_it or test_another or 7")
    run.at_it()
    return run.end()


def a_test_holds_fast(*options: str) -> Callable[[Path], Ended]:
    """A test waits, and cannot be interrupted."""
    return lambda folder: Started(folder, HOLDS_FAST, "--timeout=1", "-k", "test_it", *options).end()


def everything_runs(folder: Path) -> tuple[list[str], list[str]]:
    """All kinds of processes run, and the run is killed: how they were called, and which are left."""
    run = Started(folder, EVERYTHING, "--numprocesses=1", "-k", "test_it")
    started = _marked_or_below(run.process.pid, run.at_it())
    called = {pid: command_of(pid) for pid in started}
    run.process.kill()
    run.end()
    ended_by = {pid for pid in started if "tests.guardian" in called[pid]}
    until = time.monotonic() + NOTHING_AFTER
    while any(map(is_alive, started - ended_by)) and time.monotonic() < until:
        time.sleep(0.2)
    left = [called[pid] for pid in started - ended_by if is_alive(pid)]
    wait_for(lambda: not any(map(is_alive, ended_by)), "the files of the run to be removed")
    return list(called.values()), left


def _marked_or_below(controller: int, worker: int) -> set[int]:
    """What a run has started: what carries its mark, and what that has started."""
    mark = next(
        one for one in (PROC / str(worker) / "environ").read_bytes().split(b"\0") if one.startswith(RUN.encode())
    )
    marked = {worker}
    for folder in PROC.iterdir():
        if folder.name.isdigit():
            try:
                marked |= {int(folder.name)} if mark in (folder / "environ").read_bytes() else set()
            except OSError:
                continue
    return (marked | {one for pid in marked for one in descendants(pid)}) - {controller}


DEEDS: dict[str, Callable[[Path], object]] = {
    "killed": lambda folder: a_worker_is_sent(signal.SIGKILL, folder),
    "stopped": lambda folder: a_worker_is_sent(signal.SIGSTOP, folder),
    "hanging": a_test_hangs,
    "held, with workers": a_test_holds_fast(*WORKERS),
    "held, without": a_test_holds_fast("--numprocesses=0"),
    "everything": everything_runs,
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Future[object]]]:
    """What becomes of each run."""
    with ThreadPoolExecutor(len(DEEDS)) as threads:
        yield {name: threads.submit(deed, tmp_path_factory.mktemp("run")) for name, deed in DEEDS.items()}


def ended(runs: dict[str, Future[object]], name: str) -> str:
    """What a run has said, which has ended in time, and named its test as failed."""
    run = runs[name].result()
    assert isinstance(run, Ended)
    assert (run.code, run.seconds < ENDS_WITHIN) == (1, True), run.said
    return run.said


def test_a_run_ends_when_a_worker_dies(runs: dict[str, Future[object]]) -> None:
    said = ended(runs, "killed")
    assert "FAILED test_it.py::test_it" in said
    assert "crashed while running 'test_it.py::test_it': it died" in said
    assert "Tests that were not begun" in said


@pytest.mark.wide
def test_a_run_ends_when_a_worker_is_stopped(runs: dict[str, Future[object]]) -> None:
    said = ended(runs, "stopped")
    assert "FAILED test_it.py::test_it" in said
    assert "crashed while running 'test_it.py::test_it': it was stopped" in said


def test_a_test_that_hangs_fails_and_the_others_go_on(runs: dict[str, Future[object]]) -> None:
    said = ended(runs, "hanging")
    assert "FAILED test_it.py::test_it - Failed: Timeout" in said
    assert "1 failed, 20 passed" in said


@pytest.mark.wide
def test_a_test_that_holds_its_process_fast_ends_the_run(runs: dict[str, Future[object]]) -> None:
    assert "FAILED test_it.py::test_it" in ended(runs, "held, with workers")
    assert 'test_it.py", line 6 in test_it' in ended(runs, "held, without")


def test_nothing_is_left_of_a_run_that_is_killed(runs: dict[str, Future[object]]) -> None:
    started, left = runs["everything"].result()  # type: ignore[misc]
    assert [name for name in RUNNING if not any(name in command for command in started)] == []
    assert left == []
