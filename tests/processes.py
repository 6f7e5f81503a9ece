"""The processes of this machine, as /proc shows them."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")


class Process(NamedTuple):
    """A process. ``state``: a letter, ``T`` where it is stopped; ``began``: tells it from a later one of its number."""

    pid: int
    state: str
    parent: int
    began: int


def processes() -> list[Process]:
    """All processes but zombies."""
    found = (process(int(folder.name)) for folder in PROC.iterdir() if folder.name.isdigit())
    return [one for one in found if one]


def process(pid: int) -> Process | None:
    """A process, unless it is gone or a zombie."""
    with suppress(OSError, IndexError):
        told = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
        return Process(pid, told[0], int(told[1]), int(told[19])) if told[0] not in "ZX" else None
    return None


def children(pid: int) -> list[int]:
    """The processes that a process has started itself."""
    return _by_parent()[pid]


def descendants(pid: int) -> list[int]:
    """The processes that a process and its children have started, the nearest first."""
    by_parent, found, left = _by_parent(), list[int](), [pid]
    while left:
        mine = by_parent[left.pop(0)]
        found += mine
        left += mine
    return found


def command_of(pid: int) -> str:
    """How a process was called; empty if it is gone."""
    with suppress(OSError):
        return (PROC / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    return ""


def is_alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    return process(pid) is not None


def _by_parent() -> dict[int, list[int]]:
    by_parent: dict[int, list[int]] = defaultdict(list)
    for one in processes():
        by_parent[one.parent].append(one.pid)
    return by_parent
