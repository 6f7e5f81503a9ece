"""What the players of a match have agreed on: game, pace and terms, and whose invitation it was."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .. import clock
from ..rules import GAMES
from ..store.models import Chair, Match
from ..terms import HOUSE_ABSENT, deviations, unusual
from .following import is_one_more
from .lengths import Length, length_for
from .same_deals import opener_of, told_ended


@dataclass(frozen=True)
class Agreement:
    """What was agreed on, as ``reader`` is told of it; ``None``: as somebody is who does not play."""

    match: Match
    reader: Chair | None

    @property
    def pace(self) -> str:
        """The pace in words."""
        return clock.pace(self.match.pace).words

    @property
    def terms(self) -> list[str]:
        """Sentences on the terms that differ from the default."""
        return deviations(self.match.terms)

    @property
    def unusual_terms(self) -> list[str]:
        """Sentences on the terms that are not as they usually are in this game."""
        return unusual(self.match.terms, GAMES[self.match.game])

    @property
    def unusual_options(self) -> dict[str, str]:
        """The options of the game that are neither as usual nor as the page of a new match proposes them, in words."""
        known, chosen = GAMES[self.match.game].options, self.match.options
        return {
            name: known[name].word(chosen[name])
            for name in chosen
            if name in known and chosen[name] not in (known[name].default, known[name].short)
        }

    @property
    def house_answers(self) -> bool:
        """Whether a house player, instead of the clock, answers for players who miss the deadline."""
        return self.match.terms.get(HOUSE_ABSENT) == "on"

    @cached_property
    def length(self) -> Length | None:
        """How long the match will take; ``None`` if that is not known."""
        return length_for(self.match)

    @property
    def opened_it(self) -> bool:
        """Whether the reader opened this match, or all the tables that play the same deals."""
        return self.reader is self.match.chairs[0] and self.match.table_number in (None, 1)

    @property
    def opener(self) -> str:
        """The name of whoever did."""
        return opener_of(self.match)

    @property
    def one_more(self) -> bool:
        """Whether this match is one more deal after another."""
        return is_one_more(self.match)

    @property
    def tables_ended(self) -> str:
        """How many of the tables that play the same deals have ended; empty for a match on its own."""
        return told_ended(self.match) if self.match.same_deals else ""
