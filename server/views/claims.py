"""Claims of all remaining tricks, as they are stored with a match, and as the players at its table see them.

A claim shows its claimant's cards to all, from the moment it is made until the deal ends. What the proof found is not
stored where players look: `LOOKED` and `ASKED` tell only that the others are asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..rules import GAMES, AnyGame, Table
from ..rules.claimed import proposed
from ..rules.engine import Seat
from ..store.ballots import Claims
from ..store.models import PLAYING, Chair, Match
from .tables import letter_of

LOOKED, UNPROVED, ASKED, AGREED, CLOSED = "looked into", "unproved", "asked", "agreed", ""
"""Where an open claim stands: the table tries to prove it; it could not, which nobody is told at once; the others are
asked; they have agreed, and the rest will be played; it is not open any more."""


@dataclass(frozen=True)
class Claim:
    """An open claim as everybody at the table sees it.

    ``key``: identifies it within the match. ``asked``: whether the others are asked to agree; before that the table
    tries to prove it. ``agreed``: the seats that have agreed. ``order``: in which the claimant's cards were named.
    """

    key: str
    seat: Seat
    asked: bool
    agreed: tuple[Seat, ...]
    agreed_by_all: bool = False
    order: tuple[str, ...] = ()


def deal_of(game: AnyGame, table: Table) -> str:
    """An identifier of the deal that is played, unique in its match."""
    parts = game.progress(table.state)
    return f"{table.shuffles}/{parts[0].number if parts else None}"


def open_claim(match: Match, game: AnyGame, table: Table | None) -> Claims | None:
    """The claims of the deal that is played, if the last of them is open."""
    return match.claims if seats_claimed(match, game, table) and match.claims and match.claims.stands else None


def seen(kept: Claims) -> Claim:
    """A stored claim as players see it."""
    is_asked = kept.stands in (ASKED, AGREED)
    return Claim(
        f"{kept.deal}/{letter_of(kept.seat)}", kept.seat, is_asked, tuple(kept.words), kept.stands == AGREED, kept.order
    )


def seats_claimed(match: Match, game: AnyGame, table: Table | None) -> tuple[Seat, ...]:
    """The seats that have made a claim in the deal that is played."""
    if table is None or match.status != PLAYING or not match.claims or match.claims.deal != deal_of(game, table):
        return ()
    return match.claims.seats


def why_no_claim(match: Match, game: AnyGame, table: Table | None, seat: Seat) -> str:
    """Why a seat cannot claim the rest now, in a sentence; empty: it can."""
    chair = match.chairs[seat]
    if table is None or match.status != PLAYING or match.asleep_at:
        return "A claim can only be made while the match is being played."
    if chair.house or chair.resigned_at or chair.player_id is None:
        return "A house player plays this seat."
    core = game.view(table.state, None)["core"] if game.trick_game else None
    if core is None or core["trick"] is None or max(core["counts"]) < 2:
        return "A claim is made while tricks are played, with more than one card left."
    if open_claim(match, game, table):
        return "There is an open claim already."
    claimed = seat in seats_claimed(match, game, table)
    return "You have claimed once in this deal: that is as often as can be." if claimed else ""


def told_of(match: Match) -> Any:
    """What players can see of the claims of a match: part of its `etag`."""
    kept = match.claims
    return (kept.deal, kept.seats, seen(kept) if kept.stands else None) if kept else None


@dataclass(frozen=True)
class TableClaims:
    """The claims of the deal that is played, as ``reader`` sees them; ``None``: as a spectator does."""

    match: Match
    table: Table | None
    reader: Chair | None

    @cached_property
    def open(self) -> Claim | None:
        kept = open_claim(self.match, GAMES[self.match.game], self.table)
        return seen(kept) if kept else None

    @cached_property
    def hands(self) -> Mapping[Seat, tuple[str, ...]]:
        """The cards still held by seats that have made a claim in this deal: they lie face up."""
        game, table = GAMES[self.match.game], self.table
        claimed = seats_claimed(self.match, game, table)
        return {seat: tuple(game.view(table.state, seat)["core"]["hand"]) for seat in claimed if table}

    @cached_property
    def may_claim(self) -> bool:
        game, reader = GAMES[self.match.game], self.reader
        return reader is not None and not why_no_claim(self.match, game, self.table, reader.seat)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The cards that the claimant of the open claim still holds, in the order in which they are to be played."""
        claim = self.open
        return tuple(card for card in claim.order if card in self.hands[claim.seat]) if claim else ()

    @cached_property
    def proposed(self) -> tuple[str, ...]:
        """The order of the reader's cards that is proposed for a claim."""
        if self.table is None or self.reader is None:
            return ()
        return proposed(GAMES[self.match.game], self.table.state, self.reader.seat)

    @property
    def may_agree(self) -> bool:
        """Whether the reader is asked to agree to the open claim, and has not."""
        claim, reader = self.open, self.reader
        if claim is None or reader is None or reader.house or reader.resigned_at:
            return False
        return claim.asked and reader.seat not in (claim.seat, *claim.agreed)
