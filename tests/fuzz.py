"""Search for failures that the tests have not found yet: ``make fuzz``, ``make fuzz SECONDS=3600 ARGS="-k machine"``.

Round after round, every property runs with new seeds, on SQLite and on PostgreSQL, until the time is over or something
is found. What was found is kept in .hypothesis/examples and tried first in the next round; once it is mended, write it
into its test as an ``@example`` (the state machine has a table of its own), so that ``make test`` tries it for ever.

``ARGS="-k hostile"`` throws twenty thousand other forms, links, headers and mails each round. What they find is named
by its seed and its input; once it is mended, it is kept in tests/hostile/test_found.py.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

import pytest

from server.paths import ROOT

SEARCH = ("-m", "pytest", "-m", "hypothesis or hostile", "--hypothesis-profile=search", "--numprocesses=2", "--quiet",
          "--timeout=3600")  # fmt: skip


def main() -> int:
    """Search for as many seconds as are given, at least one round; pytest's exit code where it is not 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600, help="begin no new round after so many seconds")
    given, for_pytest = parser.parse_known_args()
    began, round_number = time.monotonic(), 0
    while not round_number or time.monotonic() - began < given.seconds:
        round_number += 1
        code = subprocess.run([sys.executable, *SEARCH, *for_pytest], cwd=ROOT).returncode
        print(f"fuzz: round {round_number}, {time.monotonic() - began:.0f} s of {given.seconds:.0f} s", flush=True)
        if code == pytest.ExitCode.TESTS_FAILED:
            print("fuzz: something was found, and is kept in .hypothesis/examples", flush=True)
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
