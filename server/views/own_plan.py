"""The plan that a player has laid out, as they read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .. import plans
from ..plans import Case, Coming, Plan
from ..rules import GAMES, AnyGame, Table
from ..store.models import PLAYING, Chair, Match
from .prose import Prose
from .tables import names_beside


@dataclass(frozen=True)
class Planned:
    """A plan as its owner reads it: the canonical text, and a sentence for each line.

    ``until``: until when it stands; empty where the text says so itself. ``all_said``: whether the last sentence says
    that the owner is asked otherwise. ``order``: a sentence on which line is taken, when the owner is asked, and how
    long the plan stands.
    """

    text: str
    says: tuple[str, ...]
    until: str
    all_said: bool
    order: str

    @property
    def brief(self) -> str:
        """The text, and until when it stands."""
        return f"{self.text} ({self.until})" if self.until else self.text


def own_plan(chair: Chair, table: Table | None, view: Mapping[str, Any], prose: Prose) -> Planned | None:
    """The plan of a seat, by its table and its view; ``None`` if there is none, or it has ended."""
    match, plan = chair.match, chair.plan
    if plan is None or table is None or match.status != PLAYING:
        return None
    game = GAMES[match.game]
    if plans.ended(plan, plans.looking_on(game, table.state, view["core"], chair.seat)):
        return None
    names, card = names_beside(match, chair.seat), prose.plain.card
    until = "" if plans.tells_until(game, plan) else plans.until_in_words(plan, card)
    *says, order = explained(game, plan, names, prose)
    return Planned(plans.canonical(game, plan, names), tuple(says), until, plan.asks_at_last, order)


def explained(game: AnyGame, plan: Plan, names: Mapping[int, str], prose: Prose) -> list[str]:
    """A sentence for each line of a plan; and on the order of its lines, when its owner is asked, how long it stands,
    and what was left out of it.
    """
    card = prose.plain.card
    at_last = " ".join((plans.order_in_words(plan, card), *plans.left_out(plan.unused)))
    return [*plans.says(game, plan, names, card), at_last]


def foreseen(match: Match, table: Table, seat: int, plan: Plan) -> list[Case]:
    """What a plan would do where its seat may be asked next; the same until the table moves on."""
    return plans.foresee(GAMES[match.game], plan, table.state, seat, _seed(match))


def coming(match: Match, table: Table, seat: int) -> list[Coming]:
    """What its seat may be asked next, found at the same tables."""
    return plans.coming(GAMES[match.game], table.state, seat, _seed(match))


def _seed(match: Match) -> str:
    return f"{match.id} {match.ply}"


MANY = 3
"""Where a plan may give more answers than this, the cards are not known yet, and the first ones stand for all."""


def ahead(game: AnyGame, cases: Iterable[Case], prose: Prose) -> list[str]:
    """What a plan would do next: ``hearts led: 10♥``, ``you lead: you are asked``, ``after small: guard``."""
    found: dict[str, dict[str, None]] = {}
    for case in cases:
        given = ("you are asked" if one is None else str(prose.plain.answer(one.answer)) for one in case.given)
        found.setdefault(situation(game, case, prose), {}).update(dict.fromkeys(given))
    return [f"{where}: {_or(sorted(said, key='you are asked'.__eq__))}" for where, said in found.items()]


def _or(said: list[str]) -> str:
    return " or ".join(said if len(said) <= MANY else [*said[: MANY - 1], "another"])


def situation(game: AnyGame, case: Case, prose: Prose) -> str:
    """Where a case arises: the suit led, the bids so far, or what is asked."""
    if case.bids == plans.ANY_OTHER:
        return "after any other bid"
    if case.bids is not None:
        bids = ", ".join(str(prose.plain.answer(bid)) for bid in case.bids)
        return f"after {bids}" if bids else "nobody has bid"
    if case.phase:
        return case.phase.replace("-", " ")
    return f"{game.suits[case.led][0]} led" if case.led else "you lead"
