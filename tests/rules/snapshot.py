"""Snapshots of every game as it is stored today, for the tests of tomorrow.

``python -m tests.rules.snapshot KEY …`` writes ``snapshots/<key>-v<version>.json``: one state of every phase, at every
number of seats, out of random games. A file that has been released is never written again: matches of that
version are still being played.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from server.rules import GAMES, dump
from tests.rules.played import cases, played

HERE = Path(__file__).parent / "snapshots"


def states(key: str) -> Iterator[dict[str, Any]]:
    """The first state of each phase at each number of seats."""
    seen = set()
    for case in cases():
        for moment in played(case).moments if case.key == key else ():
            kind = (case.seats, moment.table.state.phase)
            if kind not in seen:
                seen.add(kind)
                yield {
                    "seats": case.seats,
                    "options": dict(case.options),
                    "shuffles": moment.table.shuffles,
                    "state": dump(moment.table.state),
                }


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the snapshots of the present version of games."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.snapshot", description=main.__doc__)
    parser.add_argument("keys", nargs="+", choices=GAMES, metavar="KEY", help=", ".join(GAMES))
    parser.add_argument("--again", action="store_true", help="write an unreleased version again")
    chosen = parser.parse_args(arguments)
    HERE.mkdir(exist_ok=True)
    for key in chosen.keys:
        path = HERE / f"{key}-v{GAMES[key].version}.json"
        if path.exists() and not chosen.again:
            parser.exit(1, f"{path.name} is there already\n")
        path.write_text("[\n" + ",\n".join(json.dumps(state) for state in states(key)) + "\n]\n")


if __name__ == "__main__":
    main()
