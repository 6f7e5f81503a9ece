"""A process that outlives a run of the tests by some seconds, and ends whatever the run has left behind.

``python -m tests.guardian FOLDER``, started by the run itself (tests/guard.py) with a pipe as its input. Every process
of a run carries FOLDER in its environment, and what it starts is of the run, too, whatever becomes of its environment.
The run is over once the pipe is closed, or once the process at its other end is gone, however it went. What is left
then is asked to end, and killed if it does not; what it has written to its temporary folders goes.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from .processes import PROC, Process, command_of, process

RUN = "RUN_OF_TESTS"
"""The variable that names the folder of a run."""
LOOKS_EVERY = 1.0
"""Seconds after which it looks again whom the run has started: who loses parents and environment is known by then."""
ENDS_BY_ITSELF = 0.5
"""Seconds in which what is about to end may do so."""
ASKED_FOR = 2.0
"""Seconds that whoever is asked to end has for it."""
OF_THE_KERNEL = (0, 2)
"""The parents of what has no environment."""
TRIES_FOR = 10.0
"""Seconds after which it gives up killing."""


class Family:
    """All processes that carry a mark in their environment, or that one of them, or ``parent``, has started."""

    def __init__(self, mark: str, parent: int):
        self._mark, self._parent = os.fsencode(mark), parent
        self._mine, self._others = dict[int, Process](), set[int]()

    def look(self) -> None:
        """Find processes that are new since the last look. A known one stays known, whatever becomes of its parent."""
        listed = os.listdir(PROC)  # noqa: PTH208 (a path for each takes three times as long, once a second)
        there = {int(name) for name in listed if name.isdigit()} - {os.getpid(), self._parent}
        self._mine = {pid: one for pid, one in self._mine.items() if pid in there}
        self._others &= there
        fresh = [one for pid in there - self._mine.keys() - self._others if (one := process(pid))]
        self._mine |= {one.pid: one for one in fresh if self._is_marked(one)}
        while found := [one for one in fresh if one.parent in self._mine and one.pid not in self._mine]:
            self._mine |= {one.pid: one for one in found}
        self._others -= self._mine.keys()

    def alive(self) -> list[int]:
        """Its processes but for this one and ``parent``."""
        self.look()
        return [pid for pid, one in self._mine.items() if (now := process(pid)) and now.began == one.began]

    def _is_marked(self, one: Process) -> bool:
        if one.parent == self._parent:
            return True
        with suppress(OSError):
            environ = (PROC / str(one.pid) / "environ").read_bytes()
            if environ or one.parent in OF_THE_KERNEL:  # otherwise it is just becoming another program
                self._others.add(one.pid)
            return self._mark in environ
        return False


def watch(family: Family, parent: int, told: int) -> None:
    """Return once the run is over; until then remember whom it has started."""
    while os.getppid() == parent:
        if select.select([told], [], [], LOOKS_EVERY)[0]:
            return
        family.look()


def clear(family: Family) -> list[str]:
    """End all that is left. Returns the command lines of it."""
    _wait(family, ENDS_BY_ITSELF)
    left = family.alive()
    called = [command_of(pid) for pid in left]
    _send(left, signal.SIGCONT)
    _send(left, signal.SIGTERM)
    _wait(family, ASKED_FOR)
    until = time.monotonic() + TRIES_FOR
    while (left := family.alive()) and time.monotonic() < until:
        _send(left, signal.SIGKILL)
        time.sleep(0.05)
    return called


def _wait(family: Family, seconds: float) -> None:
    until = time.monotonic() + seconds
    while family.alive() and time.monotonic() < until:
        time.sleep(0.1)


def _send(to: Iterable[int], sign: signal.Signals) -> None:
    for pid in to:
        with suppress(OSError):
            os.kill(pid, sign)


def main(folder: str) -> None:
    """Watch, clear, remove the folder of the run, and tell the run what was left, if it is still there."""
    parent = os.getppid()
    with suppress(OSError):  # who is root need not wait for all that is to be ended
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    family = Family(f"{RUN}={folder}", parent)
    watch(family, parent, sys.stdin.fileno())
    left = clear(family)
    shutil.rmtree(Path(folder), ignore_errors=True)
    with suppress(OSError):
        sys.stdout.write("".join(f"{command}\n" for command in left))
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
