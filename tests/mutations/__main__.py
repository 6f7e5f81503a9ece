"""Small faults put into the server on purpose, and which test finds each: ``python -m tests.mutations``.

First it runs all tests once, to know which of them come to the place of each fault; ``--recorded`` takes what the last
such run said. Outcomes are kept in ``build/mutations/outcomes.jsonl`` as they come; ``--go-on`` adds those that are not
known yet. A part of a name picks some of the faults.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from .faults import Fault, table
from .probes import copied
from .recording import BUILD, record, recorded
from .running import Outcome, nearest, outcome

ENOUGH = 0.95
"""The part of all faults that must be found, those left aside that nobody could notice."""


def main() -> int:
    """Print what found each fault; 1 where fewer than ``ENOUGH`` were found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutations", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help="parts of the names of the faults that are wanted")
    parser.add_argument("--recorded", action="store_true", help="run not all tests first, but trust the last such run")
    parser.add_argument("--only-record", action="store_true", help="run all tests, and make no fault")
    parser.add_argument("--go-on", action="store_true", help="leave out faults whose outcome is known")
    parser.add_argument("--workers", type=int, default=2, help="how many faults are tried at once")
    parser.add_argument("--seconds", type=float, default=420, help="how long the tests of one fault may take")
    given = parser.parse_args()
    faults = list(table())
    BUILD.mkdir(parents=True, exist_ok=True)
    if not given.recorded:
        record(faults)
    if given.only_record:
        return 0
    known = recorded(faults)
    outcomes = BUILD / "outcomes.jsonl"
    if not given.go_on:
        outcomes.unlink(missing_ok=True)
    found = {name: Outcome(*rest) for name, *rest in map(json.loads, outcomes.open())} if outcomes.exists() else {}
    wanted = [
        (fault, tests or nearest(fault, known.seconds))
        for fault, tests in zip(faults, known.tests, strict=True)
        if all(part in str(fault) for part in given.parts) and str(fault) not in found and not fault.equivalent
    ]
    trees: SimpleQueue[int] = SimpleQueue()
    for number in range(given.workers):
        copied(BUILD / f"tree-{number}")
        trees.put(number)

    def tried(fault_and_tests: tuple[Fault, list[str]]) -> tuple[Fault, Outcome]:
        fault, tests = fault_and_tests
        number = trees.get()
        try:
            return fault, outcome(fault, tests, known, BUILD / f"tree-{number}", given.seconds)
        finally:
            trees.put(number)

    with ThreadPoolExecutor(given.workers) as pool, outcomes.open("a") as kept:
        for fault, came in pool.map(tried, wanted):
            found[str(fault)] = came
            kept.write(json.dumps([str(fault), came.found_by, came.tests, round(came.seconds, 1)]) + "\n")
            kept.flush()
            verdict = "found" if came.found_by else "NOT FOUND"
            print(f"{verdict} {fault} [{came.tests} tests, {came.seconds:.0f} s] {came.found_by}", flush=True)
    counted = [name for name in found if name in {str(fault) for fault in faults if not fault.equivalent}]
    caught = sum(bool(found[name].found_by) for name in counted)
    print(f"{caught} of {len(counted)} found; {sum(bool(fault.equivalent) for fault in faults)} left aside")
    return int(caught < ENOUGH * len(counted))


if __name__ == "__main__":
    sys.exit(main())
