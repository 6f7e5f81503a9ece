"""Which tests come to the place of which fault, and how long each takes: known from one run of all of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.paths import ROOT

from .faults import Fault
from .probes import copied, put_into

BUILD = ROOT / "build" / "mutations"
TOOK = "MUTATIONS_TOOK"


@dataclass(frozen=True)
class Recorded:
    """The tests that come to each fault's place, and the seconds that each test takes."""

    tests: list[list[str]]
    seconds: dict[str, float]


def record(faults: Sequence[Fault], workers: int = 3) -> None:
    """Run all tests in a copy with probes, and keep what they say in ``build/mutations``."""
    tree, reached, took = copied(BUILD / "recorded"), BUILD / "reached", BUILD / "took"
    put_into(tree, faults, reached)
    for folder in (reached, took):
        subprocess.run(["rm", "-rf", str(folder)], check=True)
        folder.mkdir(parents=True)
    environ = {**os.environ, "PYTHONPATH": str(tree), TOOK: str(took)}
    options = [
        "-p",
        "tests.mutations.recording",
        "-q",
        "-n",
        str(workers),
        "--dist",
        "loadfile",
        "--no-loadscope-reorder",
    ]
    subprocess.run([sys.executable, "-m", "pytest", *options], cwd=tree, env=environ)
    (BUILD / "faults.json").write_text(json.dumps([str(fault) for fault in faults]))


def recorded(faults: Sequence[Fault]) -> Recorded:
    """What the last recorded run said of these faults."""
    seconds: dict[str, float] = defaultdict(float)
    for file in (BUILD / "took").iterdir():
        for line in file.read_text().splitlines():
            test, took = json.loads(line)
            seconds[test] += took
    numbers = {name: number for number, name in enumerate(json.loads((BUILD / "faults.json").read_text()))}
    of_file: dict[str, list[str]] = defaultdict(list)
    for test in seconds:
        of_file[test.partition("::")[0]].append(test)
    found: dict[int, set[str]] = defaultdict(set)
    for file in (BUILD / "reached").iterdir():
        for line in file.read_text().splitlines():
            place, inside, test = line.split("\t", 2)
            # What a process of a test's own does may be seen by every test of the file, for which it may have begun;
            # what is done once, when a module is read, by every test.
            whole = of_file[test.partition("::")[0]] if test else seconds
            found[int(place)].update([test] if inside == "1" and test in seconds else whole)
    return Recorded(
        [sorted(found[numbers[str(fault)]]) if str(fault) in numbers else [] for fault in faults], dict(seconds)
    )


# As a plugin of that run ---------------------------------------------------------------------------------------------


def _timed(item: pytest.Item) -> Iterator[None]:
    began = time.monotonic()
    yield
    with (Path(os.environ[TOOK]) / str(os.getpid())).open("a") as file:
        file.write(json.dumps([item.nodeid, round(time.monotonic() - began, 3)]) + "\n")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Say how long a test takes, with what is made for it."""
    yield from _timed(item)
