"""What the house thinks of the decisions of one seat in a match that is over: the seat's own, and nobody else's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from markupsafe import Markup

from ..store import history
from ..store.models import OVER, Chair, Review, db
from .replay import ReplayPage
from .seat import SeatPage

COSTLIEST = 3
"""The number of costliest decisions that are named."""
ENOUGH = 10
"""With fewer imagined games the house is never more than a little sure."""


class Sure(StrEnum):
    """How sure the house is that its answer was the better one."""

    EVEN = "even"
    LITTLE = "little"
    QUITE = "quite"
    VERY = "very"


IN_WORDS = {Sure.LITTLE: "not very sure", Sure.QUITE: "quite sure", Sure.VERY: "very sure"}
ERRORS = {Sure.VERY: 3.0, Sure.QUITE: 2.0, Sure.LITTLE: 1.0}
"""The least gain for each, in standard errors: chance alone seldom explains it."""


@dataclass(frozen=True)
class Hindsight:
    """What the house thinks of one decision. ``opinion``: a `house.opinions.Opinion`, or ``None`` where it has none."""

    ply: int
    place: tuple[tuple[str, int], ...]
    opinion: Mapping[str, Any] | None

    @property
    def agrees(self) -> bool:
        """Whether the house would have answered the same."""
        return self.opinion is not None and self.opinion["best"] == self.opinion["given"]

    @property
    def sure(self) -> Sure:
        """How sure it is."""
        if self.opinion is None or self.opinion["gain"] <= 0:
            return Sure.EVEN
        gain, error, few = self.opinion["gain"], self.opinion["error"], self.opinion["games"] < ENOUGH
        found = next((sure for sure, errors in ERRORS.items() if gain >= errors * error), Sure.EVEN)
        return Sure.LITTLE if few and found is not Sure.EVEN else found

    @property
    def cost(self) -> float:
        """The least that the answer cost, if the house is sure that it cost anything; else 0."""
        if self.opinion is None or self.agrees or self.sure is Sure.EVEN:
            return 0.0
        return max(0.0, float(self.opinion["gain"] - self.opinion["error"]))

    @property
    def where(self) -> str:
        """``deal 2, trick 5``; where the game counts nothing so small, ``round 2, step 7``."""
        parts = self.place if len(self.place) > 1 else (*self.place, ("step", self.ply))
        return ", ".join(f"{unit} {number}" for unit, number in parts)


@dataclass(frozen=True)
class Reviewed:
    """The decisions of one seat, by ply. ``looking``: the house has not considered all decisions of the match yet."""

    decisions: Mapping[int, Hindsight]
    looking: bool

    @cached_property
    def costliest(self) -> tuple[Hindsight, ...]:
        """Those that cost most, the costliest first; none while the house is looking."""
        if self.looking:
            return ()
        costly = sorted(self.decisions.values(), key=lambda decision: (-decision.cost, decision.ply))
        return tuple(decision for decision in costly[:COSTLIEST] if decision.cost > 0)


def reviewed(chair: Chair) -> Reviewed | None:
    """The decisions of a seat; ``None`` while the match is played, and where the house considers none."""
    review = db.session.get(Review, chair.match_id) if chair.match.status == OVER and not chair.match.shut else None
    if review is None:
        return None
    rows = history.opinions(chair.match, chair.seat)
    return Reviewed({row.ply: _hindsight(row) for row in rows}, review.due_at is not None)


def _hindsight(row: Any) -> Hindsight:
    return Hindsight(row.ply, tuple((unit, number) for unit, number in row.place), row.opinion)


# In words ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """What a ply of the replay says of it. ``here``: of the decision at this ply, if there was one.

    ``looking``: whether the house has not considered all decisions yet. ``costliest``: each in a sentence.
    """

    here: str | Markup
    looking: bool
    costliest: tuple[tuple[Hindsight, str | Markup], ...]


def shown_at(page: ReplayPage) -> Shown | None:
    """What a ply says of its seat's decisions; ``None`` where nothing is considered. The page must be a seat's."""
    assert page.chair is not None
    review = reviewed(page.chair)
    if review is None:
        return None
    decision = review.decisions.get(page.ply)
    here = said(page, decision) if decision else ""
    return Shown(here, review.looking, tuple((costly, in_short(page, costly)) for costly in review.costliest))


def said(page: SeatPage, decision: Hindsight) -> str | Markup:
    """What the house thinks of a decision, in two sentences at most."""
    opinion = decision.opinion
    if opinion is None:
        return "The house has no opinion on your decision here."
    verb, sure = _verb(page, opinion["given"]), IN_WORDS.get(decision.sure)
    given, best, rival = (page.prose.answer(opinion[name]) for name in ("given", "best", "rival"))
    if decision.agrees:
        same = _filled(page, "You {} {}, and so would the house", verb, given)
        return same + (f" ({sure})." if sure else _filled(page, ", though it finds {} about as good.", rival))
    other = _filled(page, "You {} {}. The house would have {} {}", verb, given, PARTICIPLES[verb], best)
    return other + (f" ({sure}), {_worth(opinion)}." if sure else ", but finds both about as good.")


def in_short(page: SeatPage, decision: Hindsight) -> str | Markup:
    """A decision that cost something, in one sentence."""
    opinion = decision.opinion
    assert opinion is not None
    verb, given, best = (
        _verb(page, opinion["given"]),
        page.prose.answer(opinion["given"]),
        page.prose.answer(opinion["best"]),
    )
    line = "You {} {}; the house would have {} {} ({}), {}."
    return _filled(page, line, verb, given, PARTICIPLES[verb], best, IN_WORDS[decision.sure], _worth(opinion))


def _filled(page: SeatPage, line: str, *parts: str | Markup) -> str | Markup:
    return line.format(*parts) if page.prose.text else Markup(line).format(*parts)


SURELY = 95
"""From so many wins in 100 on, a decision was worth the win itself."""
PARTICIPLES = {"played": "played", "chose": "chosen"}


def _verb(page: SeatPage, answer: str) -> str:
    """One plays a card, and chooses anything else."""
    deck = set(page.game.order(page.table.state, "")) if page.table else set[str]()
    return "played" if sum(token in deck for token in answer.split()) == 1 else "chose"


def _worth(opinion: Mapping[str, Any]) -> str:
    """How much better it was: ``worth about 14 points more, and 9 more wins in 100``."""
    points, wins = opinion["points"], round(100 * (opinion["won"] or 0))
    parts = []
    if points >= 0.95:
        parts.append(f"about {round(points)} points more" if round(points) > 1 else "about a point more")
    if wins >= SURELY:
        parts.append("the win")
    elif wins > 0:
        parts.append(f"{wins} more {'wins' if wins > 1 else 'win'} in 100")
    if not parts and opinion["won"] is None and opinion["gain"] - points >= 0.95:
        return "worth more for who leads the match than in points"
    return f"worth {' and '.join(parts)}" if parts else "worth a little more"
