"""Measure: all programs of this folder, or those that are named, each with options of its own.

    python -m tests.bench
    python -m tests.bench quick
    python -m tests.bench seals --seconds 4 windows --tables 2000

Every figure stands beside the machine, the versions and the load average, for others may be using the machine.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence

from .machine import header

PROGRAMS = {
    "rules": ("random playouts a second of each game", ()),
    "house": ("how well house players play", ()),
    "reasons": ("of how many costly decisions the house says why", ("--deals", "1")),
    "tempo": ("how long matches take among people who look twice a day: days, decisions, letters a deal", ()),
    "seals": ("seals a second over HTTP", ()),
    "windows": ("10,000 windows due at once: closed, letters out, the wait for a page", ()),
    "hosts": ("seals and windows due at once of one host, and of two on one database", ()),
    "mails": ("answers by mail: accepted, and acted on; memory under slow senders; may name a folder of samples", ()),
    "readings": ("shares of samples that are understood, asked back, refused and misread; names a folder", ()),
    "pages": ("size and time of a seat's page", ()),
    "plies": ("processor time of every seat's page at every ply, on SQLite", ()),
    "visits": ("a phone's visit to each game: bytes, layout shift, time until it can be used", ()),
    "replay": ("server time of a replay step at the last ply of the longest match", ()),
    "kept": ("bytes of a finished match: at its end, a month later, in the archive", ()),
    "memory": ("memory of each process", ()),
}
"""Name -> what it measures, and its options where none are given: those of a run that takes minutes, not hours."""


QUICK = (
    ("rules", ("--seconds", "2")),
    ("seals", ("--seconds", "10")),
    ("windows", ("--tables", "1000")),
)
"""What ``quick`` runs: the ratios, in about two minutes."""


def grouped(arguments: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Each program that is named, with the arguments that follow it."""
    groups: list[tuple[str, list[str]]] = []
    for argument in arguments:
        if argument in PROGRAMS:
            groups.append((argument, []))
        elif groups:
            groups[-1][1].append(argument)
        else:
            sys.exit(f"{argument} is not one of {', '.join(PROGRAMS)}.")
    return groups


def main() -> None:
    """Run them, one after the other."""
    if {"-h", "--help"} & set(sys.argv[1:2]):
        print(__doc__, *(f"{name:10}{what}" for name, (what, _) in PROGRAMS.items()), sep="\n")
        return
    header()
    wanted = QUICK if sys.argv[1:] == ["quick"] else grouped(sys.argv[1:]) or [(name, []) for name in PROGRAMS]
    for name, options in wanted:
        what, usual = PROGRAMS[name]
        print(f"\n== {name}: {what}", flush=True)
        sys.argv = [f"python -m tests.bench {name}", *(options or usual)]
        runpy.run_module(f"tests.bench.{name}", run_name="__main__")


if __name__ == "__main__":
    main()
