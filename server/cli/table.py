"""Plain tables: columns as wide as their contents, without empty columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """The rows under their heads, aligned; a line that says so if there are none."""
    if not rows:
        return "Nothing."
    cells = [[str(cell) for cell in row] for row in rows]
    kept = [place for place in range(len(heads)) if any(row[place] for row in cells)]
    lines = [[line[place] for place in kept] for line in (list(heads), *cells)]
    widths = [max(_width(line[place]) for line in lines) for place in range(len(kept))]
    return "\n".join(_line(line, widths) for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell + " " * (w - _width(cell)) for cell, w in zip(cells, widths, strict=True)).rstrip()


def _width(text: str) -> int:
    """The terminal columns that a text takes."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(unicodedata.combining(sign) > 0 for sign in text)
