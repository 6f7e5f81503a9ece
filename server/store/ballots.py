"""Ballots: what players are asked, and what each has said so far, as the match keeps it.

There are four: `server.matches.motions`, `appointments`, `claiming` and `absence` say who is asked, what settles it,
and what follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..rules.engine import Seat

if TYPE_CHECKING:
    from .models import Chair, Match

W = TypeVar("W", bool, str)


class Ballot(Struct, Generic[W], frozen=True, kw_only=True):
    """What some at a table are asked. Whoever takes over a seat has said nothing yet.

    ``number``: which of its kind it is in its match, from 1 on, so that no word counts for a later one (a claim is told
    from others by its deal and seat instead). ``words``: what has been said, by seat, and the player who said it.
    """

    number: int = 1
    words: dict[Seat, tuple[W, int | None]] = {}

    def word_of(self, chair: Chair) -> W | None:
        """What the present player of a seat has said; ``None``: nothing yet."""
        word, player = self.words.get(chair.seat, (None, None))
        return word if player == chair.player_id else None

    def saying(self, word: W, chairs: Iterable[Chair]) -> Self:
        """The ballot with a word of the players of these seats."""
        return replace(self, words=self.words | {chair.seat: (word, chair.player_id) for chair in chairs})

    def without(self, chair: Chair) -> Self:
        """The ballot without what was said at a seat."""
        return replace(self, words={seat: word for seat, word in self.words.items() if seat != chair.seat})

    def count(self, chairs: Iterable[Chair]) -> Counter[W | None]:
        """How many of those asked have said each word; ``None``: nothing yet."""
        return Counter(map(self.word_of, chairs))

    def missing(self, chairs: Iterable[Chair]) -> list[Chair]:
        """Those of the asked who have said nothing yet."""
        return [chair for chair in chairs if self.word_of(chair) is None]


class Motion(Ballot[bool], frozen=True, kw_only=True):
    """What all are asked for the host. ``value``: the new pace, the chair that a house player is to hold, the days of a
    pause, or until when (ISO 8601) it is to go on; else empty. ``settled``: how it has ended, if it has.
    """

    what: str
    value: str = ""
    settled: str = ""


class Appointment(Ballot[bool], frozen=True, kw_only=True):
    """An hour for sitting together, proposed by the seat ``by``, who says yes to it.

    ``off``: how it was called off, and ``off_by`` by whom; ``None``: it was not. ``changes``: how often it has changed
    since it was proposed, the last time at ``changed_at``.
    """

    by: Seat
    starts: datetime
    ends: datetime
    changed_at: datetime
    off: str | None = None
    off_by: Seat | None = None
    changes: int = 0

    def is_agreed(self, match: Match) -> bool:
        """Whether everybody has agreed to it, and nobody has called it off."""
        return self.off is None and match.meets_at == self.starts


class Claims(Ballot[bool], frozen=True, kw_only=True):
    """The claims of all remaining tricks in a ``deal``: the ``seats`` that made one, of which the last may be open.

    ``stands``: how that one stands, see `server.views.claims`; empty: it is not open. ``at``: when it was made.
    ``order``: the cards of its claimant in the order that they named; empty: none was.
    """

    deal: str
    seats: tuple[Seat, ...]
    stands: str
    at: datetime
    order: tuple[str, ...] = ()

    @property
    def seat(self) -> Seat:
        """Who made the last claim."""
        return self.seats[-1]
