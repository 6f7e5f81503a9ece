"""Running processes on one machine: fork them, restart those that stop, and stop them all together.

They are forked from this process, which has already loaded the program, so they start at once and share its memory.
"""

from __future__ import annotations

import ctypes
import gc
import math
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NoReturn

import structlog

from ..logs import described

STOPS_WITHIN = 15.0
"""Seconds that processes have to finish after SIGTERM before they are killed."""
LONGEST_PAUSE = 30.0
"""The longest pause, in seconds, before a process that keeps stopping is restarted."""
STOPS = (signal.SIGINT, signal.SIGTERM)
HEARD = (*STOPS, signal.SIGCHLD)
"""The signals that wake the supervisor: to stop, or because a process has ended."""
ROUND = 10.0
"""Seconds after which the supervisor checks its processes again, even if it was not told of an end."""
Body = Callable[[], object]
"""What a process does; when it returns, the process ends."""
log = structlog.get_logger()

_DIE_WITH_PARENT, _SET_NAME = 1, 15  # PR_SET_PDEATHSIG, PR_SET_NAME of prctl(2)


class Process:
    """A child process to keep running. ``body``: its work, which may be to become a command (`becoming`). ``once``:
    when it has ended, it is not started again.
    """

    def __init__(self, name: str, body: Body, once: bool = False):
        self.name, self.body, self.once = name, body, once
        self.pid: int | None = None
        self.started, self.pause, self.due = 0.0, 0.5, 0.0

    def look(self, now: float) -> float:
        """Start the process if it is not running and its pause is over. ``now``: seconds of `time.monotonic`.

        Returns the seconds until its pause is over, or, if it runs, until the next check.
        """
        status = self.ended()
        if status is not None and self.once:
            self.due = math.inf
        elif status is not None:
            say(f"{self.name} stopped with {status}; it is started again in {self.pause:g} s")
            self.pause = 0.5 if now - self.started > 60 else min(self.pause * 2, LONGEST_PAUSE)
            self.due = now + self.pause
        if self.pid is None and now >= self.due:
            self.started = now
            self.pid = forked(self.name, self.body)
        return ROUND if self.pid is not None else self.due - now

    def ended(self) -> int | None:
        """The exit status of the process if it has ended since the last call; negative for a signal."""
        if self.pid is None or (ended := os.waitpid(self.pid, os.WNOHANG))[0] == 0:
            return None
        self.pid = None
        return os.waitstatus_to_exitcode(ended[1])

    def stop(self) -> None:
        """Ask the process to finish (SIGTERM)."""
        if self.pid is not None:
            os.kill(self.pid, signal.SIGTERM)

    def has_ended_by(self, until: float) -> bool:
        """Wait until it has ended, or until that moment of `time.monotonic`. Returns whether it has ended."""
        while self.pid is not None and self.ended() is None and time.monotonic() < until:
            time.sleep(0.02)
        return self.pid is None

    def kill(self) -> None:
        """Kill the process and all that it has started."""
        if self.pid is not None:
            os.killpg(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.pid = None


def run(processes: Sequence[Process], below: Sequence[Process] = ()) -> None:
    """Keep the processes running until SIGINT or SIGTERM, then stop them, and then those ``below``, which they need."""
    stopping: list[int] = []
    for number in HEARD:
        signal.signal(number, lambda got, _: stopping.append(got) if got in STOPS else None)
    heard, bell = socket.socketpair()
    for end in (heard, bell):
        end.setblocking(False)
    signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
    gc.freeze()  # a collection would write to the shared memory, and so copy it
    gc.enable()
    while not stopping:
        pauses = [process.look(time.monotonic()) for process in (*below, *processes)]
        if select.select([heard], [], [], min((ROUND, *pauses)))[0]:
            heard.recv(4096)
    say("stopping")
    _stop(processes)
    _stop(below)


def _stop(processes: Sequence[Process]) -> None:
    for process in processes:
        process.stop()
    until = time.monotonic() + STOPS_WITHIN
    for process in processes:
        if not process.has_ended_by(until):
            say(f"{process.name} did not stop in time and is killed")
            process.kill()


def forked(name: str, body: Body) -> int:
    """Run something in a child process. Returns its process id. No signal of ours is lost or acts in the child."""
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    child = os.fork()
    if child == 0:
        _live(name, body, parent)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    return child


def _live(name: str, body: Body, parent: int) -> NoReturn:
    status = 1
    try:
        os.setsid()
        _end_with_parent(name, parent)
        signal.set_wakeup_fd(-1)  # signals of this process do not wake its parent
        for number in HEARD:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
        body()
        status = 0
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else int(left.code is not None)
    except BaseException as error:
        log.critical("process.broken", process=name, **described(error))
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def becoming(command: list[str]) -> Body:
    """The body of a process that becomes a command."""
    return partial(os.execvp, command[0], command)


def say(text: str) -> None:
    """Print on a terminal; otherwise log."""
    if sys.stderr.isatty():
        print(f"poste: {text}", file=sys.stderr, flush=True)
    else:
        log.warning(text, process="supervisor")


def _end_with_parent(name: str, parent: int) -> None:
    """On Linux, show this name, and have the kernel send SIGTERM when the parent dies for any reason."""
    if sys.platform == "linux":
        system = ctypes.CDLL(None)
        system.prctl(_SET_NAME, f"poste {name}".encode()[:15])
        system.prctl(_DIE_WITH_PARENT, signal.SIGTERM)
    if os.getppid() != parent:  # it died before the kernel was told
        os._exit(1)
