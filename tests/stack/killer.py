"""What kills the processes of a running server and its database, and starts again what was killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from random import Random

from tests.postgres import Postgres
from tests.processes import command_of, descendants
from tests.services import Broker, Stack

LOCKED_FOR = 3.0
"""Seconds for which somebody else writes to the file of SQLite."""


class Killer:
    """Kills at random. ``doubles``: how many letters may have come twice for that. ``holds``: whether somebody may have
    been killed who had claimed something.
    """

    def __init__(self, stack: Stack, broker: Broker, postgres: Postgres | None, forget_leases: Callable[[], None],
                 seed: int):  # fmt: skip
        self.stack, self.broker, self.postgres, self.random = stack, broker, postgres, Random(seed)
        self.forget_leases = forget_leases
        self.kills, self.doubles, self.holds = 0, 0, False
        self._groups: set[int] = set()
        self._busy, self._end = threading.Lock(), threading.Event()
        self._watch = threading.Thread(target=self._keep_running, daemon=True, name="supervisor")
        self._watch.start()

    # What may happen -------------------------------------------------------------------------------------------------

    def deeds(self) -> dict[str, Callable[[], str | None]]:
        """What can be done to this server, by name. Each says what it did, or ``None`` if there was nothing to kill."""
        return {
            **{f"{name} as a whole": lambda name=name: self.whole(name) for name in self.stack.only},
            **{f"{name} alone": lambda name=name: self.first(name) for name in ("web", "worker")},
            **{f"a child of {name}": lambda name=name: self.child(name) for name in ("web", "worker")},
            "the broker": self.kill_broker,
            "everything": self.everything,
            **(self._of_postgres() if self.postgres else {"a locked file": self.lock_file}),
        }

    def _of_postgres(self) -> dict[str, Callable[[], str | None]]:
        assert self.postgres
        server = self.postgres
        return {
            "a session of the database": lambda: "killed" if server.kill_session(self.random) else None,
            "the database": lambda: server.kill() or "killed and started",
            "the database, restarted fast": lambda: server.restart("fast") or "restarted",
            "the database, restarted immediately": lambda: server.restart("immediate") or "restarted",
        }

    def kill_one(self) -> str:
        """Do one thing at random, and say what it was."""
        deeds = self.deeds()
        while True:
            name = self.random.choice(list(deeds))
            done = self.do(name, deeds[name])
            if done:
                return done

    def do(self, name: str, deed: Callable[[], str | None]) -> str | None:
        """Do one thing."""
        with self._busy:
            done = deed()
            self.holds = self.holds if done is None else name != "everything"
        if done is None:
            return None
        self.kills += 1
        self.doubles += 2  # each of the worker's two processes may have sent a letter and not marked it
        return f"{name}: {done}"

    def whole(self, name: str) -> str | None:
        """Kill a process and all that it started."""
        process = self.stack.processes.get(name)
        if process is None or process.poll() is not None:
            return None
        number = len(descendants(process.pid))
        self._kill_group(name)
        if name in ("worker", "inbox"):
            self._with_patience(self.forget_leases)
        self._start(name)
        return f"{number + 1} processes"

    def first(self, name: str) -> str | None:
        """Kill the first process of a kind, not its children; it is started again as it would be by `poste up`."""
        process = self.stack.processes.get(name)
        if process is None or process.poll() is not None:
            return None
        self._groups.add(process.pid)
        process.kill()
        process.wait()
        return f"process {process.pid}"

    def child(self, name: str) -> str | None:
        """Kill one of the processes that a process has started."""
        process = self.stack.processes.get(name)
        below = [pid for pid in descendants(process.pid) if command_of(pid)] if process else []
        if not below:
            return None
        pid = self.random.choice(below)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return f"process {pid}, one of {len(below)}"

    def kill_broker(self) -> str:
        """Kill the broker: what it held is lost."""
        self.broker.stop()
        time.sleep(self.random.uniform(0, 1))
        self.broker.start()
        return "killed and started"

    def everything(self) -> str:
        """Kill every process at once, as a power cut would; of PostgreSQL too."""
        names = list(self.stack.processes)
        for name in names:
            self._kill_group(name)
        self.broker.stop()
        if self.postgres:
            self.postgres.kill()
        self._with_patience(self.forget_leases)
        self.broker.start()
        for name in names:
            self._start(name)
        return f"{len(names)} kinds of processes"

    def lock_file(self) -> str:
        """Write to SQLite's file from outside for some seconds: nobody else can."""
        file = self.stack.environ["DATABASE_URL"].removeprefix("sqlite:///")
        with closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(LOCKED_FOR)
            other.execute("ROLLBACK")
        return f"for {LOCKED_FOR:g} s"

    # What puts it right ----------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Once nothing is killed any more: what was held by the killed is taken up again."""
        if not self.holds:
            return
        with self._busy:
            for name in ("worker", "inbox"):
                if name in self.stack.processes:
                    self._kill_group(name)
            self.doubles += 2
            self._with_patience(self.forget_leases)
            for name in ("worker", "inbox"):
                if name in self.stack.only:
                    self._start(name)
            self.holds = False

    def stop(self) -> None:
        """Watch over the processes no more, and leave none behind."""
        self._end.set()
        self._watch.join(timeout=30)
        for group in self._groups:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)

    def _keep_running(self) -> None:
        while not self._end.wait(0.3):
            if self._busy.acquire(timeout=0.1):
                try:
                    self.stack.keep_running()
                finally:
                    self._busy.release()

    def _kill_group(self, name: str) -> None:
        process = self.stack.processes.pop(name)
        self._groups.add(process.pid)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _start(self, name: str) -> None:
        self.stack.start_one(name)

    def _with_patience(self, act: Callable[[], None]) -> None:
        """The database may be getting on its feet again."""
        until = time.monotonic() + 60
        while True:
            try:
                return act()
            except Exception:
                if time.monotonic() > until:
                    raise
                time.sleep(0.3)
