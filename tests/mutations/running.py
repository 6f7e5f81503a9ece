"""One fault at a time in a copy of the tree, and the tests that come to it, until one fails."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path

from .faults import Fault
from .recording import Recorded

FIRST = 60
"""How many tests are tried first: the quickest of as many files, those of the fault's own layer before others."""
QUICK = 3.0
"""Seconds that a test of these takes at most."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """What became of a fault: the test that found it, or none; how many came to it; the seconds it took."""

    found_by: str
    tests: int
    seconds: float


def outcome(fault: Fault, tests: Sequence[str], recorded: Recorded, tree: Path, most: float) -> Outcome:
    """Make the fault in the tree, run its tests until one fails, and take it out again.

    ``most``: the seconds after which no further test is begun.
    """
    file = tree / "server" / fault.file
    text = file.read_text()
    if not fault.fits(text):
        return Outcome("", 0, 0)
    began = time.monotonic()
    write(file, fault.made_in(text))
    try:
        first = at_first(fault, tests, recorded.seconds)
        found = failing(first, tree, most)
        if not found:
            rest = in_order(fault, [test for test in tests if test not in set(first)], recorded.seconds)
            found = failing(rest, tree, most - (time.monotonic() - began))
    finally:
        write(file, text)
    return Outcome(found, len(tests), time.monotonic() - began)


def write(file: Path, text: str) -> None:
    """Write a module, and forget what was compiled of it: another of the same second might be of the same length."""
    file.write_text(text)
    Path(cache_from_source(str(file))).unlink(missing_ok=True)


def nearest(fault: Fault, seconds: dict[str, float]) -> list[str]:
    """The tests of the fault's layer: what is run where no test could say that it comes to the place."""
    return [test for test in seconds if f"tests/{fault.layer}/" in test]


def at_first(fault: Fault, tests: Sequence[str], seconds: dict[str, float]) -> list[str]:
    """The quickest tests, a few of each file: of the fault's own layer, then of others."""
    of_file: dict[str, list[str]] = defaultdict(list)
    for test in sorted(tests, key=lambda test: seconds.get(test, 0)):
        if seconds.get(test, 0) <= QUICK:
            of_file[test.partition("::")[0]].append(test)
    near = sorted(of_file, key=lambda file: (nearness(fault, file), seconds.get(of_file[file][0], 0)))
    chosen: list[str] = []
    for file in near:
        chosen += of_file[file][: 25 if nearness(fault, file) < 2 else 2]
        if len(chosen) >= FIRST:
            break
    return chosen


def nearness(fault: Fault, file: str) -> int:
    """0 for the tests of the fault's own module, 1 for those of its layer, 2 for others, 3 for those with processes."""
    stem = Path(fault.file).stem
    if stem in file:
        return 0
    if f"tests/{fault.layer}/" in file:
        return 1
    return 3 if any(f"tests/{layer}/" in file for layer in ("browser", "stack", "cli", "hostile")) else 2


def in_order(fault: Fault, tests: Sequence[str], seconds: dict[str, float]) -> list[str]:
    """All other tests, file by file, the quickest files first."""
    of_file: dict[str, list[str]] = defaultdict(list)
    for test in tests:
        of_file[test.partition("::")[0]].append(test)
    cost = {file: sum(seconds.get(test, 0) for test in of_file[file]) for file in of_file}
    return [
        test
        for file in sorted(of_file, key=lambda each: (nearness(fault, each) == 3, cost[each]))
        for test in of_file[file]
    ]


def failing(tests: Sequence[str], tree: Path, most: float) -> str:
    """The first of the tests that fails; empty if none does. A run that does not end in time finds nothing."""
    if not tests or most <= 0:
        return ""
    listed = tree / "build-tests.txt"
    listed.write_text("\n".join(tests))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "--timeout=120",
        f"@{listed}",
    ]
    environ = {**os.environ, "PYTHONPATH": str(tree)}
    process = subprocess.Popen(
        command, cwd=tree, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    )
    try:
        said = process.communicate(timeout=most)[0].decode(errors="replace")
    except subprocess.TimeoutExpired:
        said = ""
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    failed = FAILED.search(said)
    if failed:
        return failed[1]
    return f"pytest ended with {process.returncode}: {said[-300:]}" if process.returncode > 0 else ""
