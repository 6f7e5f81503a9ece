"""What processes take of the processors, as the kernel tells it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import psycopg

TICKS = os.sysconf("SC_CLK_TCK")


def children(pid: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield pid
    with suppress(FileNotFoundError):  # it has ended just now
        for task in list(Path(f"/proc/{pid}/task").iterdir()):
            for child in (task / "children").read_text().split():
                yield from children(int(child))


def processor(pid: int) -> float:
    """Seconds of a processor that a process has had."""
    told = _stat(pid)
    return (int(told[11]) + int(told[12])) / TICKS


def processor_of_all(pid: int) -> float:
    """The same of a process and all that it has started, also of those that have ended."""
    taken = 0.0
    for one in children(pid):
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended just now
            taken += sum(map(int, _stat(one)[11:15])) / TICKS
    return taken


def _stat(pid: int) -> list[str]:
    """What the kernel tells of a process, after its name."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()


def postgres_process(url: str) -> int:
    """The process that has started all others of a PostgreSQL server on this machine."""
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        found = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert found
        return int(_stat(found[0])[1])


class Spent:
    """What each of some processes has taken since, with all that it has started; and this one, which is the client."""

    def __init__(self, processes: Mapping[str, int]):
        self._processes = processes
        self._before = self._now()

    def _now(self) -> dict[str, float]:
        own = os.times()
        return {name: processor_of_all(pid) for name, pid in self._processes.items()} | {"client": own[0] + own[1]}

    def seconds(self) -> dict[str, float]:
        """Seconds of a processor, by name."""
        return {name: now - self._before[name] for name, now in self._now().items()}
