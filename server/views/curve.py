"""Scores as lines from deal to deal: numbers to coordinates of an SVG, without any colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_LINES = 6
"""The most lines that can be told apart by colour and dashes."""
STEPS = (1, 2, 5)
"""The steps of a scale are these, times a power of ten."""


@dataclass(frozen=True)
class Tick:
    """A number on a scale, and its coordinate."""

    at: float
    number: int


@dataclass(frozen=True)
class Curve:
    """Lines in a box of ``width`` by ``height``: the path of each, its end, and the height of its label there.

    ``across`` and ``up`` are the ticks of both scales.
    """

    width: int
    height: int
    paths: tuple[str, ...]
    ends: tuple[tuple[float, float], ...]
    labels: tuple[float, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]


def curve(
    lines: Sequence[Sequence[int]], width: int, height: int, right: int = 90, left: int = 34, apart: float = 16
) -> Curve:
    """Lines of scores, which all begin at 0. ``right`` and ``left``: room for labels; ``apart``: between two labels.

    With more lines than can be told apart there are none.
    """
    lines = lines if len(lines) <= MOST_LINES else ()
    numbers = [number for line in lines for number in line] or [0]
    low, high = min(numbers), max(numbers)
    deals, top, bottom = max((len(line) - 1 for line in lines), default=0), 14, height - 24

    room, span = width - left - right, max(high - low, 1)
    x = [round(left + room * deal / max(deals, 1), 1) for deal in range(deals + 1)]

    def y(score: int) -> float:
        return round(bottom - (bottom - top) * (score - low) / span, 1)

    points = [[(x[deal], y(score)) for deal, score in enumerate(line)] for line in lines]
    ends = tuple(each[-1] for each in points)
    return Curve(
        width,
        height,
        tuple("M" + "L".join(f"{across:g} {up:g}" for across, up in each) for each in points),
        ends,
        spread([up for _, up in ends], apart, top, bottom),
        tuple(Tick(x[deal], deal) for deal in range(1, deals + 1, -(-deals // 12) or 1)),
        tuple(Tick(y(number), number) for number in scale(low, high)),
    )


@dataclass(frozen=True)
class Spark:
    """A sparkline: its path, its end, and the height of 0."""

    path: str
    end: tuple[float, float]
    nil: float


def sparks(lines: Sequence[Sequence[float]], width: int, height: int, edge: int = 4) -> tuple[Spark, ...]:
    """Sparklines on one scale, each as wide as a box of its own. Each line has two numbers or more."""
    numbers = [0, *(number for line in lines for number in line)]
    low, high = min(numbers), max(numbers)

    def y(number: float) -> float:
        return round(height - edge - (height - 2 * edge) * (number - low) / max(high - low, 1), 1)

    def x(step: int, steps: int) -> float:
        return round(edge + (width - 2 * edge) * step / steps, 1)

    found = []
    for line in lines:
        points = [(x(step, len(line) - 1), y(number)) for step, number in enumerate(line)]
        found.append(Spark("M" + "L".join(f"{across:g} {up:g}" for across, up in points), points[-1], y(0)))
    return tuple(found)


def scale(low: int, high: int, most: int = 4) -> list[int]:
    """Round numbers from ``low`` to ``high``, about ``most`` of them."""
    step = next(s * 10**n for n in range(9) for s in STEPS if (high - low) <= s * 10**n * most)
    return list(range(-(-low // step) * step, high + 1, step))


def spread(wanted: Sequence[float], apart: float, top: float, bottom: float) -> tuple[float, ...]:
    """Heights near those wanted, in the same order, at least ``apart``, between top and bottom if there is room."""
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    placed: dict[int, float] = {}
    lowest = top - apart
    for n in order:
        placed[n] = lowest = max(wanted[n], lowest + apart)
    highest = bottom + apart
    for n in reversed(order):
        placed[n] = highest = min(placed[n], highest - apart)
    return tuple(round(placed[n], 1) for n in range(len(wanted)))
