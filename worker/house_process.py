"""Starting the process in which strong house players think, whenever there is something to do and it does not run.

There is something to do while house players are to decide, or decisions of matches that are over are to be considered.

Each machine with a worker has at most one, held by a lock in STATE_DIR that goes with the process; it ends when there
is nothing to think about, or when the worker that has started it ends.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import structlog

from server import matches, program
from server.paths import ROOT

from .app import settings

COMMAND = (sys.executable, "-P", "-m", "worker.house")
"""Without the current folder in the search path: whatever is called `worker` there is not ours."""

log = structlog.get_logger()
_process: subprocess.Popen[bytes] | None = None
_told = False


def start_if_due() -> None:
    """Start it if there is something to do. If that fails, the next sweep tries again."""
    if _process is not None and _process.poll() is None:
        return
    if not (matches.decision_due() or matches.review_due()) or _is_other_program():
        return
    try:
        with (settings.state_dir / "house.lock").open("ab") as lock, suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _start(lock.fileno())
    except OSError as error:
        log.error("house.not_started", error=type(error).__name__)


def _is_other_program() -> bool:
    """Whether it would run another program than this process, since files were changed: house players then do not look
    ahead, until the server is restarted. The log says so, once.
    """
    global _told
    is_other = bool(program.changed())
    if is_other and not _told:
        log.warning("house.not_started", error="ProgramChanged", advice="restart the server: the old program runs")
    _told = is_other
    return is_other


def _start(lock: int) -> None:
    """Start it with the lock, and with a pipe that tells it when this process ends."""
    global _process
    path = os.pathsep.join(filter(None, (str(Path(ROOT)), os.environ.get("PYTHONPATH"))))
    _process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, pass_fds=(lock,), start_new_session=True, env={**os.environ, "PYTHONPATH": path}
    )
