"""A first trick: a guided hand on a stacked deal, which a game may provide; played by `server.views.lessons`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .record import field, record


@record
class Step:
    """One decision of the lesson.

    ``answer``: the answer that is shown. ``why``: what to notice, and the reason for this answer. ``other``: the
    response to any other answer. ``before``: what others answer first, ``B: pass, C: pass``.
    """

    answer: str
    why: str
    other: str = ""
    before: str = ""


@record
class Lesson:
    """A guided hand. ``hands``: seat letter -> its cards; the other seats get the rest of the deck.

    ``deck``: the first cards of the stacked deck, if ``hands`` cannot express it. ``end``: the closing words, shown
    after the others' last answers (``last``). ``of``: what is played in it.
    """

    seats: int
    steps: tuple[Step, ...]
    end: str
    options: Mapping[str, Any] = field(default_factory=dict)
    hands: Mapping[str, str] = field(default_factory=dict)
    deck: str = ""
    last: str = ""
    of: str = "first trick"
