"""All seats of one player; those that must answer come first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Annotated, Any

from msgspec import Meta, Struct
from sqlalchemy import Select, bindparam, func, or_, select
from sqlalchemy.orm import aliased

from .. import clock, links
from ..rules import GAMES, AnyGame
from ..rules.engine import Seat
from ..store import one_match
from ..store.models import (
    CHAIRS,
    INVITED,
    MATCHES,
    OVER,
    PLAYERS,
    PLAYING,
    Chair,
    Match,
    Player,
    Remark,
    db,
    has_address,
)
from ..store.session import rows
from ..templating import minus
from . import SeatPage, letter_of, table_page
from .json import Moment, SeatName, Status, iso
from .lengths import length_so_far
from .seat import named
from .times import Times

FINISHED = 30
"""The number of finished matches listed, the latest first."""
TALK = "talk"
LYING = 3
"""The most cards that a small picture of a table shows."""


@dataclass(frozen=True)
class OwnSeat:
    """One of a player's seats, in a list of them all. ``unread``: lines of talk that are new to the player."""

    chair: Chair
    unread: int = 0

    @property
    def match(self) -> Match:
        return self.chair.match

    @property
    def game(self) -> AnyGame:
        return GAMES[self.match.game]

    @cached_property
    def times(self) -> Times:
        """The times of the match, in the player's zone."""
        return Times.of(self.match, self.chair)

    @cached_property
    def named(self) -> str:
        """What the player calls the match."""
        return named(self.match, self.chair)

    @cached_property
    def others(self) -> tuple[str, ...]:
        return tuple(other.name for other in self.match.chairs if other is not self.chair)

    @cached_property
    def page(self) -> SeatPage:
        """How the match stands for this seat, without its story."""
        return table_page(self.chair)

    @property
    def link(self) -> str:
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

    @property
    def lying(self) -> tuple[str, ...]:
        """Cards for a small picture of the table: the latest of the trick, else the first of the hand."""
        if not self.page.view:
            return ()
        core = self.page.view["core"]
        trick = tuple(code for _, code in core["trick"] or ())
        return trick[-LYING:] or tuple(core["hand"][:LYING])

    @cached_property
    def score(self) -> str:
        """The seat's own, and that of the other side where there are two; empty before anybody has scored."""
        scores = self.page.scores
        sides = self.game.sides or tuple((seat,) for seat in range(len(self.match.chairs)))
        shown = sorted(sides, key=lambda side: self.chair.seat not in side)[: 2 if len(sides) == 2 else 1]
        return " : ".join(minus(scores[side[0]]) for side in shown) if any(scores) else ""

    @cached_property
    def closes(self) -> datetime | None:
        """Until when the window is open; ``None``: no clock runs."""
        return None if self.match.asleep_at else self.match.closes_at

    @cached_property
    def length(self) -> str:
        """How long a part of the match takes; empty if that is not known."""
        length = length_so_far(self.match)
        return length.brief if length else ""

    @property
    def people(self) -> tuple[tuple[Seat, str], ...]:
        """The seats taken or invited, each with how its stamp looks: ``lit`` (is asked), ``marked`` (has answered, or
        has taken the seat), or neither.
        """
        return tuple((one.seat, self._look(one)) for one in self.match.chairs if not one.is_open)

    def _look(self, chair: Chair) -> str:
        if self.match.status == INVITED:
            return "marked" if chair.accepted_at else ""
        return "lit" if chair.seat in self.page.waiting else "marked" if chair.seat in self.page.seats_asked else ""

    @property
    def result(self) -> str:
        """How a finished match ended for the seat: ``you won 61 : 58``."""
        won = self.chair.seat in (self.match.winners or ())
        lost = self.match.winners and not won
        said = "you won" if won else "you lost" if lost else "over"
        return f"{said}, {self.score}" if self.score else said

    @property
    def says(self) -> str:
        """A sentence on what is wanted, or whom the table waits for."""
        if self.waits:
            return "You are invited." if self.invited or self.page.ask is None else self.page.ask.prompt
        if self.match.asleep_at:
            return "The table sleeps."
        if self.match.status == INVITED:
            return "Not everybody has taken a seat yet."
        if self.chair.house and not self.chair.resigned_at:
            return "A house player holds your seat."
        others = [seat for seat in self.page.waiting if seat != self.chair.seat]
        if not others:
            return "Nothing is wanted of you now."
        return self.match.chairs[others[0]].name + (" and others think." if len(others) > 1 else " thinks.")


@dataclass(frozen=True)
class OwnSeats:
    """The seats of a player: those that must answer, by deadline; the other unfinished ones; the finished ones."""

    waiting: tuple[OwnSeat, ...]
    running: tuple[OwnSeat, ...]
    finished: tuple[OwnSeat, ...]


def seats_of(player: Player) -> OwnSeats:
    """All seats of a player, except those in cancelled matches."""
    return _sorted(unfinished(player), _own(player, one_match.finished(player.id, FINISHED), over=True))


def _sorted(own: Iterable[OwnSeat], finished: Iterable[OwnSeat] = ()) -> OwnSeats:
    return OwnSeats(
        tuple(sorted((seat for seat in own if seat.waits), key=lambda seat: seat.match.closes_at or clock.NEVER)),
        tuple(seat for seat in own if not seat.waits and (seat.chair.invited_at or seat.match.status == PLAYING)),
        tuple(finished),
    )


def unfinished(player: Player) -> list[OwnSeat]:
    """The player's seats in matches that are being played or still wait for acceptances. They are not to be changed."""
    return _own(player, one_match.unfinished(player.id))


def other_tables(player: Player, but: Chair) -> OwnSeats:
    """The player's tables that are not over, as `seats_of` has them, except the one of this seat."""
    return _sorted([seat for seat in unfinished(player) if seat.chair.id != but.id])


def _own(player: Player, chairs: Iterable[Chair], over: bool = False) -> list[OwnSeat]:
    """The seats of a player, each with how many lines the others said since a letter told this player, or this player
    spoke or answered. Lines of those whose talk the player does not want to read do not count.
    """
    said = rows(UNREAD_OVER if over else UNREAD, {"player": player.id})
    return [OwnSeat(chair, sum(row.lines for row in said if _is_new(row, chair))) for chair in chairs]


def _is_new(said: Any, chair: Chair) -> bool:
    return said.id == chair.id and said.ply >= chair.seen_ply and said.player_id not in (chair.muted or ())


def _unread(over: bool) -> Select[*tuple[Any, ...]]:
    """How many lines each speaker has said at each ply that no letter has told a ``player``, by the chair, in matches
    that are over or not."""
    own = aliased(Remark)
    spoke = select(func.coalesce(func.max(own.id), 0)).where(own.chair_id == CHAIRS.c.id, own.kind == TALK)
    return (
        select(CHAIRS.c.id, Remark.player_id, Remark.ply, func.count(Remark.id).label("lines"))
        .join(MATCHES, MATCHES.c.id == CHAIRS.c.match_id)
        .join(Remark, Remark.match_id == CHAIRS.c.match_id)
        .where(CHAIRS.c.player_id == bindparam("player"), (MATCHES.c.status == OVER) == over)
        .where(Remark.kind == TALK, Remark.id > CHAIRS.c.heard)
        .where(Remark.id > spoke.scalar_subquery())
        .where(or_(Remark.player_id.is_(None), Remark.player_id != CHAIRS.c.player_id))
        .group_by(CHAIRS.c.id, Remark.player_id, Remark.ply)
    )


UNREAD, UNREAD_OVER = _unread(over=False), _unread(over=True)


def seats_at(email: str) -> list[Chair]:
    """The seats of an address in matches that are not cancelled, newest first, at most 50."""
    found = select(CHAIRS.c.id).join(PLAYERS).join(MATCHES).where(has_address(email), MATCHES.c.status != "cancelled")
    return one_match.chairs_of(db.session.scalars(found.order_by(MATCHES.c.created_at.desc()).limit(50)).all())


def name_of(player: Player) -> str:
    """The player's name in their newest seat; empty if there is none."""
    named = select(CHAIRS.c.name).where(CHAIRS.c.player_id == player.id).order_by(CHAIRS.c.id.desc()).limit(1)
    return db.session.scalar(named) or ""


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
