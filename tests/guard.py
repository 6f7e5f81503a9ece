"""A plugin of pytest: a run of the tests ends, whatever happens to it, and leaves nothing behind.

- **A test that takes too long** fails (pytest-timeout). If it cannot be interrupted where it waits, its process ends,
and says where it was. - **A worker that dies** is not replaced: the test that it was at has failed, no other is begun,
and the run ends. One that is stopped is killed, and so is one that does not come to its end. - **What is started** by
the run ends with it (tests/guardian.py), and its temporary files go.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from pytest_timeout import Settings, is_debugging

from server.paths import ROOT

from .guardian import RUN, TRIES_FOR
from .processes import Process, process

TO_FAIL = 20.0
"""Seconds after its limit at which the process of a test ends that has not failed by then."""
TO_CLEAR_UP = 90.0
"""Seconds that a test has to put away what it has set up."""
TO_COLLECT = 300.0
"""Seconds in which the tests are to be found."""
STOPPED = 10
"""For so many seconds a worker may be stopped."""
TO_FINISH = 25.0
"""Seconds that the tests which have begun have to finish once the run is over."""
TO_TELL = 15.0
"""Seconds after which a run that still goes on ends at once."""


def pytest_configure(config: pytest.Config) -> None:
    """Begin a run, or take part in one as a worker."""
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    if worker is None:
        config.pluginmanager.register(Run(), "the run of these tests")
    folder = Path(os.environ[RUN])
    if worker is not None:
        (folder / f"{worker['workerid']}.pid").write_text(str(os.getpid()))
    config.pluginmanager.register(Limits(folder), "the limits of these tests")


def over(folder: Path) -> Path:
    """The file that is there once the run is over."""
    return folder / "over"


class Limits:
    """Where tests are run: none takes longer than it may, and none is begun once the run is over."""

    def __init__(self, folder: Path):
        self._over, self._stderr = over(folder), os.dup(2)  # tests have another one

    def _end_after(self, seconds: float) -> None:
        if not is_debugging():
            faulthandler.dump_traceback_later(seconds, exit=True, file=self._stderr)

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        """Tests are looked for."""
        self._end_after(TO_COLLECT)
        found = yield
        faulthandler.cancel_dump_traceback_later()
        return found

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        """Run a test, or skip it once the run is over."""
        return True if self._over.exists() else None

    @pytest.hookimpl(tryfirst=True, optionalhook=True)
    def pytest_timeout_set_timer(self, settings: Settings) -> None:
        """A test begins that has a limit."""
        self._end_after(settings.timeout + TO_FAIL)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self) -> None:
        """A test has passed or failed."""
        self._end_after(TO_CLEAR_UP)

    def pytest_runtest_logfinish(self) -> None:
        """All that belongs to a test is done."""
        faulthandler.cancel_dump_traceback_later()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """All that belongs to all tests is put away."""
        self._end_after(TO_CLEAR_UP)

    def pytest_unconfigure(self) -> None:
        """All is done."""
        faulthandler.cancel_dump_traceback_later()


class Run:
    """A run as a whole: its folder, its guardian, and its workers, where it has any.

    ``TMPDIR`` is in the folder for the time of the run; pytest's own temporary folders stay where they always are.
    """

    def __init__(self) -> None:
        self.lost: dict[str, str] = {}
        self.left: list[str] = []
        self._stderr = os.dup(2)  # tests have another one
        self._begun, self._not_begun = set[str](), 0
        self._ended, self._over_at = threading.Event(), float("inf")
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
        self.folder = Path(tempfile.mkdtemp(prefix="poste-run-", dir=os.environ.get(RUN)))
        self.folder.chmod(0o711)  # PostgreSQL, which does not run as root, has its folder in it
        os.environ[RUN] = os.environ["TMPDIR"] = tempfile.tempdir = str(self.folder)
        self._guardian = subprocess.Popen(
            [sys.executable, "-S", "-m", "tests.guardian", str(self.folder)], cwd=ROOT, start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    # Workers ----------------------------------------------------------------------------------------------------------

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self) -> None:
        """Watch the workers that are about to be started."""
        threading.Thread(target=self._watch, daemon=True, name="watch over the workers").start()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object | None) -> None:
        """A worker is gone. Unless all was done, the run is over."""
        if error:
            self.lost.setdefault(node.gateway.id, "died")
            self._over_at = min(self._over_at, time.monotonic())
            over(self.folder).touch()

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, report: pytest.TestReport) -> None:
        """A test has lost its worker: its report says how."""
        worker = report.node.gateway.id  # type: ignore[attr-defined]
        report.longrepr = f"{report.longrepr}: it {self.lost.get(worker, 'died')}"

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test begins."""
        self._begun.add(nodeid)

    def _watch(self) -> None:
        stopped: Counter[str] = Counter()
        while not self._ended.wait(1):
            for worker, one in self._workers().items():
                stopped[worker] = stopped[worker] + 1 if one.state == "T" else 0
                if stopped[worker] >= STOPPED:
                    self._kill(worker, one.pid, f"was stopped for {STOPPED} seconds, and killed")
                elif time.monotonic() > self._over_at + TO_FINISH:
                    self._kill(worker, one.pid, "had not finished when the run was over, and was killed")
            if time.monotonic() > self._over_at + TO_FINISH + TO_TELL:
                os.write(self._stderr, f"\nThe run does not end: {self.lost}\n".encode())
                os._exit(pytest.ExitCode.TESTS_FAILED)

    def _workers(self) -> dict[str, Process]:
        found = {}
        for file in self.folder.glob("gw*.pid"):
            with suppress(OSError, ValueError):
                pid = int(file.read_text())
                if (one := process(pid)) and one.parent == os.getpid():
                    found[file.stem] = one
        return found

    def _kill(self, worker: str, pid: int, why: str) -> None:
        self.lost.setdefault(worker, why)
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)

    # Its end ----------------------------------------------------------------------------------------------------------

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """All is done: whatever is still there is ended. A run that has lost a worker has failed."""
        self._clear()
        self._not_begun = session.testscollected - len(self._begun)
        if self.lost and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what happened to workers, and what had to be ended."""
        if self.lost:
            told = "; ".join(f"{worker} {why}" for worker, why in self.lost.items())
            terminalreporter.write_line(
                f"The run ended early: {told}. Tests that were not begun: {self._not_begun}.", red=True
            )
        for command in self.left:
            terminalreporter.write_line(f"Left by the tests, and ended: {command[:200]}", yellow=True)

    def pytest_unconfigure(self) -> None:
        """The run may have ended before it began."""
        self._clear()

    def _clear(self) -> None:
        self._ended.set()
        if not self._guardian.stdin or self._guardian.stdin.closed:
            return
        with suppress(subprocess.TimeoutExpired):
            self.left = self._guardian.communicate(timeout=2 * TRIES_FOR)[0].splitlines()
