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
    decisions = {row.ply: Hindsight(row.ply, tuple(map(tuple, row.place)), row.opinion) for row in rows}
    return Reviewed(decisions, review.due_at is not None)


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
    review = reviewed(page.own)
    if review is None:
        return None
    decision = review.decisions.get(page.ply)
    here = said(page, decision) if decision else ""
    return Shown(here, review.looking, tuple((costly, in_short(page, costly)) for costly in review.costliest))


def said(page: SeatPage, decision: Hindsight) -> str | Markup:
    """What the house thinks of a decision, and why, in three sentences at most."""
    if decision.opinion is None:
        return "The house has no opinion on your decision here."
    sure, why = decision.sure is not Sure.EVEN, because(decision)
    verdict = ("same" if decision.agrees else "other") + (" against" if decision.agrees and why else "")
    return _told(page, decision, verdict if sure else verdict + ", even", why)


def in_short(page: SeatPage, decision: Hindsight) -> str | Markup:
    """A decision that cost something, and why, in two sentences at most."""
    return _told(page, decision, "costly", because(decision))


def because(decision: Hindsight) -> str:
    """Why the house prefers its answer; empty if nothing speaks for it clearly."""
    reason = decision.opinion and decision.opinion.get("reason")
    if not reason or decision.sure is Sure.EVEN:
        return ""
    best, rival = reason["values"]["best"], reason["values"]["rival"]
    if reason["kind"] in SHARES:
        return SHARES[reason["kind"]].format(best=round(100 * best), rival=round(100 * rival))
    more = best - rival
    return AMOUNTS[reason["kind"]].format(more=f"{more:.{0 if more >= 9.5 else 1 if more >= 0.95 else 2}f}")


def _told(page: SeatPage, decision: Hindsight, verdict: str, why: str) -> str | Markup:
    opinion = decision.opinion
    assert opinion is not None
    given, best, rival = (page.prose.answer(opinion[name]) for name in ("given", "best", "rival"))
    line = VERDICTS[verdict] + (f" {why}" if why else "")
    plain = line if page.prose.text else Markup(line)
    did, done = ("played", "played") if _is_play(page, opinion["given"]) else ("chose", "chosen")
    return plain.format(did=did, done=done, given=given, best=best, rival=rival, sure=IN_WORDS.get(decision.sure, ""))


def _is_play(page: SeatPage, answer: str) -> bool:
    """Whether the answer is a card that is played; anything else is chosen."""
    deck = set(page.game.order(page.table.state, "")) if page.table else set[str]()
    return sum(token in deck for token in answer.split()) == 1


VERDICTS: Mapping[str, str] = {
    "same": "You {did} {given}, and so would the house ({sure}).",
    "same against": "You {did} {given}, and so would the house, rather than {rival} ({sure}).",
    "same, even": "You {did} {given}, and so would the house, though it finds {rival} about as good.",
    "other": "You {did} {given}. The house would have {done} {best} ({sure}).",
    "other, even": "You {did} {given}. The house would have {done} {best}, but finds both about as good.",
    "costly": "You {did} {given}; the house would have {done} {best} ({sure}).",
}
"""What the house would have answered; ``did`` and ``done``: chose and chosen, or of a card played."""
SHARES: Mapping[str, str] = {
    "contract": "It makes the contract in {best} of 100 deals instead of {rival}.",
    "beaten": "It beats the contract in {best} of 100 deals instead of {rival}.",
    "petit": "It keeps the petit in {best} of 100 deals instead of {rival}.",
    "petit-won": "It wins the petit in {best} of 100 deals instead of {rival}.",
    "petit-last": "It wins the last trick with the petit in {best} of 100 deals instead of {rival}.",
    "excuse": "It keeps the Excuse in {best} of 100 deals instead of {rival}.",
    "last-trick": "It wins the last trick in {best} of 100 deals instead of {rival}.",
    "in-front": "It leaves you alone in front after {best} of 100 deals instead of {rival}.",
    "round": "It gives you {best} chances in 100 to win the round instead of {rival}.",
    "match": "It wins the match in {best} of 100 games instead of {rival}.",
}
AMOUNTS: Mapping[str, str] = {
    "points": "It brings {more} points more on average.",
    "marks": "It brings {more} marks more on average.",
    "coins": "It brings {more} coins more on average.",
    "rounds": "It wins {more} rounds more on average.",
    "in-tricks": "It takes {more} points more in tricks on average.",
}
"""The kinds of reasons, each in a sentence; “it” is the answer of the house."""
KINDS = (*SHARES, *AMOUNTS)
