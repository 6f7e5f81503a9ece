"""What the players of a match have agreed on: game, pace and terms, and whose invitation it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from .. import clock
from ..rules import GAMES
from ..store.models import Chair, Match
from ..terms import EASY, HOUSE, HOUSE_ABSENT, STEADY, STRONG, deviations, unusual
from .lengths import Length, length_for
from .next_match import is_one_more
from .same_deals import opener_of, told_ended

SITS_IN: Mapping[str, str] = {
    EASY: "a house player sits in who is easy to beat.",
    STEADY: "a house player sits in.",
    STRONG: "a strong house player sits in.",
}


@dataclass(frozen=True)
class Agreement:
    """What was agreed on, as ``reader`` is told of it; ``None``: as somebody is who does not play."""

    match: Match
    reader: Chair | None

    @property
    def pace(self) -> str:
        return clock.pace(self.match.pace).words

    @property
    def terms(self) -> list[str]:
        """Sentences on the terms that differ from the default, and who sits in."""
        return [*deviations(self._told), *filter(None, [self.sits_in])]

    @property
    def unusual_terms(self) -> list[str]:
        """Sentences on the terms that are not as they usually are in this game."""
        return unusual(self._told, GAMES[self.match.game])

    @property
    def sits_in(self) -> str:
        """Who would sit in for a player who is away or gives up; empty if nobody would: the match then ends."""
        if sum(not chair.house for chair in self.match.chairs) < 2:
            return ""
        goes_on = GAMES[self.match.game].sides or len(self.match.chairs) > 2
        when = "While somebody is away" if self.house_answers else "If somebody gives up" if goes_on else ""
        return f"{when}, {SITS_IN[self.match.terms.get(HOUSE, STEADY)]}" if when else ""

    @property
    def _told(self) -> Mapping[str, str]:
        """The terms that are told one by one: how the house plays, only where it plays from the start."""
        tells_house = any(chair.house for chair in self.match.chairs)
        return {name: value for name, value in self.match.terms.items() if name != HOUSE or tells_house}

    @property
    def unusual_options(self) -> dict[str, str]:
        """The options of the game that are neither as usual nor as the page of a new match proposes them, in words."""
        known, chosen = GAMES[self.match.game].options, self.match.options
        return {
            known[name].spelled(name): known[name].word(chosen[name])
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
        return is_one_more(self.match)

    @property
    def tables_ended(self) -> str:
        """How many of the tables that play the same deals have ended; empty for a match on its own."""
        return told_ended(self.match) if self.match.same_deals else ""
