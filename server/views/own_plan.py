"""The plan that a player has laid out, as they read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .. import plans
from ..rules import GAMES, Table
from ..store.models import PLAYING, Chair
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
    says = tuple(plans.says(game, plan, names, card))
    order = plans.order_in_words(plan, card)
    return Planned(plans.canonical(game, plan, names), says, until, plan.asks_at_last, order)
