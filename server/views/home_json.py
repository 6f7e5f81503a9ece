"""All tables of a player, in the JSON API."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from . import letter_of
from .json import Moment, SeatName, Status, iso
from .player import OwnSeat, OwnSeats


class OwnTable(Struct, frozen=True):
    """One of a player's tables."""

    match: str
    game: Annotated[str, Meta(description="The key of the game.")]
    table_name: Annotated[str | None, Meta(description="What this player calls it. Nobody else sees it.")]
    status: Status
    seats: list[SeatName]
    scores: Annotated[list[int], Meta(description="One a seat; empty before the first deal.")]
    waiting: Annotated[bool, Meta(description="Whether something is wanted of this player.")]
    closes_at: Annotated[Moment | None, Meta(description="When the window closes; null while the clock stands.")]
    unread: Annotated[int, Meta(description="Lines by others that are new to this player.")]
    link: Annotated[str, Meta(description="The link of this player's seat.")]


class Home(Struct, frozen=True):
    """All tables of a player: those that wait, by deadline, then the others that are not over, then finished ones."""

    matches: list[OwnTable]


def home_json(seats: OwnSeats) -> Home:
    return Home([_table(seat) for seat in (*seats.waiting, *seats.running, *seats.finished)])


def _table(seat: OwnSeat) -> OwnTable:
    match = seat.match
    return OwnTable(
        match=match.id,
        game=match.game,
        table_name=seat.chair.table_name,
        status=match.status,
        seats=[SeatName(letter_of(chair.seat), chair.name) for chair in match.chairs],
        scores=list(seat.page.scores),
        waiting=seat.waits,
        closes_at=iso(match.closes_at) if match.closes_at and not match.asleep_at else None,
        unread=seat.unread,
        link=seat.link,
    )
