"""The processes of this machine, as /proc shows them."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")


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
    with suppress(OSError):
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def _by_parent() -> dict[int, list[int]]:
    by_parent: dict[int, list[int]] = defaultdict(list)
    for folder in PROC.iterdir():
        if folder.name.isdigit():
            with suppress(OSError, IndexError):
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                if state != "Z":
                    by_parent[int(parent)].append(int(folder.name))
    return by_parent
