"""All seats of one player; those that must answer come first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from sqlalchemy import Select, select

from .. import clock, links
from ..store.models import INVITED, OVER, PLAYING, Chair, Match, Player, db
from . import SeatPage, table_page

FINISHED = 30
"""The number of finished matches listed, the latest first."""


@dataclass(frozen=True)
class OwnSeat:
    """One of a player's seats, in a list of them all."""

    chair: Chair

    @property
    def match(self) -> Match:
        """The match."""
        return self.chair.match

    @cached_property
    def page(self) -> SeatPage:
        """The table as this seat sees it, without the story."""
        return table_page(self.chair)

    @property
    def link(self) -> str:
        """The seat's own link."""
        return links.seat(self.chair)

    @property
    def invited(self) -> bool:
        """Whether the invitation to this seat still needs an answer."""
        return self.match.status == INVITED and self.chair.invited_at is not None and self.chair.accepted_at is None

    @cached_property
    def waits(self) -> bool:
        """Whether the player must do something; not in a sleeping match, nor while the house holds the seat."""
        if self.match.status != PLAYING or self.chair.house or self.match.asleep_at:
            return self.invited
        return self.page.ask is not None and self.page.sealed is None


@dataclass(frozen=True)
class OwnSeats:
    """The seats of a player: those that must answer, by deadline; the other unfinished ones; the finished ones."""

    waiting: tuple[OwnSeat, ...]
    running: tuple[OwnSeat, ...]
    finished: tuple[OwnSeat, ...]


def seats_of(player: Player) -> OwnSeats:
    """All seats of a player, except those in cancelled matches."""
    own = unfinished(player)
    return OwnSeats(
        tuple(sorted((seat for seat in own if seat.waits), key=_deadline)),
        tuple(seat for seat in own if not seat.waits and (seat.chair.invited_at or seat.match.status == PLAYING)),
        tuple(_own(select(Chair).where(Match.status == OVER).order_by(Match.over_at.desc()).limit(FINISHED), player)),
    )


def unfinished(player: Player) -> list[OwnSeat]:
    """The player's seats in matches that are being played or still wait for acceptances."""
    open_ones = select(Chair).where(Match.status.in_((PLAYING, INVITED)), Chair.declined_at.is_(None))
    return list(_own(open_ones.order_by(Match.created_at.desc(), Chair.id), player))


def _own(chairs: Select[Chair], player: Player) -> Iterable[OwnSeat]:
    return map(OwnSeat, db.session.scalars(chairs.join(Match).where(Chair.player_id == player.id)))


def _deadline(seat: OwnSeat) -> datetime:
    return seat.match.closes_at or clock.NEVER


def matches_of(email: str) -> list[Chair]:
    """The seats of an address in matches that are not cancelled, newest first, at most 50."""
    return list(
        db.session.scalars(
            select(Chair)
            .join(Player)
            .join(Match)
            .where(Player.email == email, Match.status != "cancelled")
            .order_by(Match.created_at.desc())
            .limit(50)
        )
    )


def name_of(player: Player) -> str:
    """The player's name in their newest seat; empty if there is none."""
    named = select(Chair.name).where(Chair.player_id == player.id).order_by(Chair.id.desc()).limit(1)
    return db.session.scalar(named) or ""
