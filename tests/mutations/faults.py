"""The table of faults, and how one of them is made in a text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("faults.toml")


@dataclass(frozen=True)
class Fault:
    """A text of a file of ``server/`` and what stands there instead.

    ``name``: what is wrong then. ``drawn``: whether chance chose it. ``equivalent``: why nobody could notice it, where
    that is so.
    """

    file: str
    name: str
    was: str
    now: str
    drawn: bool = False
    equivalent: str = ""

    def __str__(self) -> str:
        return f"{self.file}: {self.name}"

    @property
    def layer(self) -> str:
        """The layer of the file; modules beside the layers are one together."""
        return self.file.partition("/")[0] if "/" in self.file else "server"

    def fits(self, text: str) -> bool:
        """Whether the place is still there, and is one."""
        return text.count(self.was) == 1

    def made_in(self, text: str) -> str:
        """The text with the fault in it."""
        return text.replace(self.was, self.now)

    def lines(self, text: str) -> tuple[int, int]:
        """The first and last line of the text, counted from 1, that the fault changes."""
        begin = text.index(self.was)
        same = next((i for i, (a, b) in enumerate(zip(self.was, self.now, strict=False)) if a != b), None)
        if same is None:
            same = min(len(self.was), len(self.now) - 1)
        backwards = zip(reversed(self.was[same:]), reversed(self.now[same:]), strict=False)
        alike = next((i for i, (a, b) in enumerate(backwards) if a != b), min(len(self.was), len(self.now)) - same)
        changed = self.was[same : len(self.was) - alike]
        first = begin + same + (len(changed) - len(changed.lstrip()))
        last = max(first, begin + same + len(changed.rstrip()) - 1)
        return text.count("\n", 0, first) + 1, text.count("\n", 0, last) + 1


def table(*parts: str) -> Iterator[Fault]:
    """The faults of the table; only those in whose names all parts stand."""
    for row in tomllib.loads(TABLE.read_text())["fault"]:
        fault = Fault(**row)
        if all(part in str(fault) for part in parts):
            yield fault
