"""How a match ended, as its last letter shows it: the standings as bars, and the scores deal by deal, both of cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..views.curve import MOST_LINES
from ..views.deals import Deals, Standing

ROWS, COLUMNS = 7, 12
"""The size of the chart at most."""
INKS = ("diamonds", "hearts", "clubs", "trumps", "coins", "ink")
"""The colours of the sides, as they are called in letters, in the order of those on pages."""


@dataclass(frozen=True)
class Bar:
    """A place in the standings. ``left`` and ``width`` of its bar in percent of the room."""

    of: Standing
    name: str
    ink: str
    left: int
    width: int


@dataclass(frozen=True)
class Chart:
    """Scores deal by deal: the rows from the top down, and in each, from the first deal on, the sides that stand there
    as initials and colours. ``high`` and ``low``: the scores of the top row and of the lowest.
    """

    rows: tuple[tuple[tuple[tuple[str, str], ...], ...], ...]
    numbers: tuple[int, ...]
    high: int
    low: int


def bars(deals: Deals) -> list[Bar]:
    """The places after the last deal, the best first; none before a deal has ended."""
    places = deals.last.standings if deals.last else ()
    totals = [0, *(place.total for place in places)]
    low, span = min(totals), (max(totals) - min(totals)) or 1
    return [
        Bar(
            place,
            deals.named(place.seats),
            INKS[deals.sides.index(place.seats) % len(INKS)],
            100 * (min(place.total, 0) - low) // span,
            100 * abs(place.total) // span,
        )
        for place in places
    ]


def chart(deals: Deals) -> Chart | None:
    """The scores deal by deal; ``None`` for fewer than three deals, or more sides than can be told apart."""
    lines, many = deals.curve, len(deals.curve[0])
    if many < 4 or len(lines) > MOST_LINES:
        return None
    numbers = tuple(range(1, many, -(-(many - 1) // COLUMNS)))
    low, high = min(map(min, lines)), max(map(max, lines))
    marks = _initials([deals.called[side[0]] for side in deals.sides])

    def row_of(score: int) -> int:
        return round((ROWS - 1) * (high - score) / max(high - low, 1))

    rows = tuple(
        tuple(
            tuple((marks[n], INKS[n]) for n, line in enumerate(lines) if row_of(line[number]) == row)
            for number in numbers
        )
        for row in range(ROWS)
    )
    return Chart(rows, numbers, high, low)


def _initials(names: Sequence[str]) -> list[str]:
    """As few letters of each name as tell all apart."""
    longest = max(map(len, names))
    most = next((n for n in range(1, longest) if len({name[:n] for name in names}) == len(names)), longest)
    return [name[:most] for name in names]
