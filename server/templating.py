"""What pages and letters ask of numbers, names and lists: the filters of their templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

MINUS = "\u2212"


def minus(number: float | str) -> str:
    """A number with the minus of print, ``−84``: a hyphen is shorter, and lines break after it."""
    return str(number).replace("-", MINUS)


def signed(number: float) -> str:
    """What was won or lost: ``+84``, ``−84``, ``0``."""
    return minus(number) if number <= 0 else f"+{number}"


def mean(number: float) -> float:
    """A mean, as exactly as it says something: ``5.8``, ``26``, ``5``."""
    rounded = round(number, 1 if abs(number) < 10 else 0)
    return int(rounded) if rounded == int(rounded) else rounded


def unbroken(text: str) -> str:
    """The text with word joiners where a hyphen stands between digits, as in the tile ``3-2``: no line ends there."""
    return re.sub(r"(?<=\d-)(?=\d)", "\u2060", text)


def and_list(names: Sequence[str]) -> str:
    """The names as a list in a sentence: ``You, Bruno and Chiara``."""
    *most, last = names or ("",)
    return f"{', '.join(most)} and {last}" if most else last


def keyed(rows: Iterable[Mapping[str, Any]], field: str) -> dict[Any, Mapping[str, Any]]:
    """Rows by the value of one of their fields."""
    return {row[field]: row for row in rows}
