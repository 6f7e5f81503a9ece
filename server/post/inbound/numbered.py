"""Replies to a letter about several tables: which lines are for which table. Pure functions of the text.

A line that begins with a number and a colon is for the table of that number, with the lines directly below:

    1: KH centre
    2: pass
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

NUMBERED = re.compile(r"(?:table\s+|#\s?)?(?P<number>\d{1,3})\s?(?::|\)|\.(?=\s))\s*(?P<text>.*)", re.I)
WORDS = re.compile(r"[^\W\d_]|[♠♥♦♣★]")


def unnumbered(lines: Sequence[str]) -> list[str]:
    """The lines of a reply about one table, without a list number that a program put before its only item."""
    items = [(found, at) for at, line in enumerate(lines) if (found := NUMBERED.fullmatch(line))]
    if len(items) != 1 or items[0][0]["number"] != "1" or not WORDS.search(items[0][0]["text"]):
        return list(lines)
    [(found, at)] = items
    return [*lines[:at], found["text"], *lines[at + 1 :]]


@dataclass
class Division:
    """The lines of a reply: by number, before the first number, and further paragraphs after it."""

    of: dict[int, list[str]] = field(default_factory=dict)
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    def lines(self, number: int) -> list[str]:
        """The lines for a table, with the paragraphs that may put them in doubt."""
        return [*self.before, "", *self.of[number], "", *self.after]


def divided(lines: Sequence[str]) -> Division:
    """The lines, split by the numbers that they begin with. Two answers to one table are joined."""
    division = Division()
    now: list[str] | None = None
    for line in lines:
        found = NUMBERED.fullmatch(line)
        if found:
            now = division.of.setdefault(int(found["number"]), [])
            now += [found["text"]] if found["text"] else []
        elif line and now is not None:
            now.append(line)
        else:
            now = None
            (division.after if division.of else division.before).append(line)
    return division
