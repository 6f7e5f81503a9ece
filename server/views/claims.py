"""Claims of all remaining tricks, as they are stored with a match, and as the players at its table see them.

A claim shows its claimant's cards to all, from the moment it is made until the deal ends. What the proof found is not
stored where players look: `LOOKED` and `ASKED` tell only that the others are asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from ..rules import AnyGame, Table
from ..rules.engine import Seat
from ..store.models import PLAYING, Match
from .tables import letter_of

LOOKED, UNPROVED, ASKED, AGREED = "looked into", "unproved", "asked", "agreed"
"""Where an open claim stands: the table tries to prove it; it could not, which nobody is told at once; the others are
asked; they have agreed, and the rest will be played."""


class Open(TypedDict):
    """An open claim. ``at``: when it was made, in ISO 8601. ``agreed``: the seats that have agreed."""

    seat: Seat
    stands: str
    at: str
    agreed: list[Seat]


@dataclass(frozen=True)
class Claim:
    """An open claim as everybody at the table sees it.

    ``key`` tells it from other claims of the match. ``asked``: whether the others are asked to agree; before that the
    table looks whether it can be proved. ``agreed``: the seats that have.
    """

    key: str
    seat: Seat
    asked: bool
    agreed: tuple[Seat, ...]
    agreed_by_all: bool = False


def deal_of(game: AnyGame, table: Table) -> str:
    """What tells a deal of a match from its others."""
    parts = game.progress(table.state)
    return f"{table.shuffles}/{parts[0].number if parts else None}"


def claims_of(match: Match, game: AnyGame, table: Table) -> dict[str, Any]:
    """The claims of the deal that is played: ``deal``, ``seats`` that made one, and the ``open`` one or ``None``."""
    deal, kept = deal_of(game, table), match.claims
    return kept if kept and kept["deal"] == deal else {"deal": deal, "seats": [], "open": None}


def claim_of(match: Match, game: AnyGame, table: Table | None) -> Claim | None:
    """The open claim of a match that is played; ``None``: there is none."""
    if table is None or match.status != PLAYING or not match.claims:
        return None
    kept = claims_of(match, game, table)
    return seen(kept["deal"], kept["open"]) if kept["open"] else None


def seen(deal: str, kept: Open) -> Claim:
    """A stored claim as players see it."""
    is_asked = kept["stands"] in (ASKED, AGREED)
    key, by_all = f"{deal}/{letter_of(kept['seat'])}", kept["stands"] == AGREED
    return Claim(key, kept["seat"], is_asked, tuple(kept["agreed"]), by_all)


def open_hands(match: Match, game: AnyGame, table: Table | None) -> Mapping[Seat, tuple[str, ...]]:
    """The cards still held by seats that have made a claim in this deal: they lie face up."""
    if table is None or match.status != PLAYING or not match.claims:
        return {}
    return {seat: tuple(_hand(game, table, seat)) for seat in claims_of(match, game, table)["seats"]}


def why_no_claim(match: Match, game: AnyGame, table: Table | None, seat: Seat) -> str:
    """Why a seat cannot claim the rest now, in a sentence; empty: it can."""
    chair = match.chairs[seat]
    if table is None or match.status != PLAYING or match.asleep_at:
        return "A claim can only be made while the match is being played."
    if chair.house or chair.resigned_at or chair.player_id is None:
        return "A house player plays this seat."
    core = game.view(table.state, None)["core"]
    if not game.trick_game or core["trick"] is None or max(core["counts"]) < 2:
        return "A claim is made while tricks are played, with more than one card left."
    kept = claims_of(match, game, table)
    if kept["open"]:
        return "There is an open claim already."
    return "You have claimed once in this deal: that is as often as can be." if seat in kept["seats"] else ""


def told_of(match: Match) -> Any:
    """What players can see of the claims of a match, for its mark."""
    kept = match.claims
    return (kept["deal"], kept["seats"], kept["open"] and seen(kept["deal"], kept["open"])) if kept else None


def _hand(game: AnyGame, table: Table, seat: Seat) -> list[str]:
    hand: list[str] = game.view(table.state, seat)["core"]["hand"]
    return hand
