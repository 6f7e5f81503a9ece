"""A first trick: a guided hand that a game brings, on a stacked deal. `server.views.lessons` plays it by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .record import field, record


@record
class Step:
    """One decision of the lesson.

    ``answer``: the answer that is shown. ``why``: what to see in the position, and why to answer so. ``other``: what
    is said of any other answer. ``before``: what others answer first, ``B: pass, C: pass``.
    """

    answer: str
    why: str
    other: str = ""
    before: str = ""


@record
class Lesson:
    """A guided hand. ``hands``: seat letter -> cards that it holds; the others get what is left.

    ``deck``: the first cards of the stacked deck instead, where hands do not tell it. ``end``: what is said at its end,
    after what others did (``last``).
    """

    seats: int
    steps: tuple[Step, ...]
    end: str
    options: Mapping[str, Any] = field(default_factory=dict)
    hands: Mapping[str, str] = field(default_factory=dict)
    deck: str = ""
    last: str = ""
