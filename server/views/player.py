"""All seats of one player; those that must answer come first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import aliased, contains_eager

from .. import clock, links
from ..store.models import INVITED, OVER, PLAYING, Chair, Match, Player, Remark, db
from . import SeatPage, table_page

FINISHED = 30
"""The number of finished matches listed, the latest first."""
TALK = "talk"
LYING = 3
"""How many cards a small picture of a table shows."""


@dataclass(frozen=True)
class OwnSeat:
    """One of a player's seats, in a list of them all. ``unread``: lines of talk that are new to the player."""

    chair: Chair
    unread: int = 0

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
    def lying(self) -> tuple[str, ...]:
        """Cards for a small picture of the table: the latest of the trick, else the first of the hand."""
        if not self.page.view:
            return ()
        core = self.page.view["core"]
        trick = tuple(code for _, code in core["trick"] or ())
        return trick[-LYING:] or tuple(core["hand"][:LYING])

    @property
    def score(self) -> str:
        """The player's own score, and that of the other side where there are two; empty where there is none."""
        sides = self.page.sides or tuple((seat,) for seat in range(len(self.match.chairs)))
        scores = self.page.scores
        shown = sorted(sides, key=lambda side: self.chair.seat not in side)[: 2 if len(sides) == 2 else 1]
        return " : ".join(str(scores[side[0]]).replace("-", "−") for side in shown) if scores else ""

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


def next_tables(player: Player, but: Chair) -> list[OwnSeat]:
    """The player's tables that wait for an answer, by deadline, except the one of this seat."""
    return sorted((seat for seat in unfinished(player) if seat.waits and seat.chair != but), key=_deadline)


def _own(chairs: Select[Chair], player: Player) -> Iterable[OwnSeat]:
    with_matches = chairs.join(Match).options(contains_eager(Chair.match).selectinload(Match.chairs))
    found = db.session.scalars(with_matches.where(Chair.player_id == player.id)).all()
    unread = _unread(found)
    return [OwnSeat(chair, unread.get(chair.id, 0)) for chair in found]


def _unread(chairs: Iterable[Chair]) -> dict[int, int]:
    """Chair -> how many lines the others said since a letter told this player, or this player spoke or answered.

    Lines of those whose talk the player does not want to read do not count.
    """
    muted = {chair.id: chair.muted or () for chair in chairs}
    own = aliased(Remark)
    spoke = select(func.coalesce(func.max(own.id), 0)).where(own.chair_id == Chair.id, own.kind == TALK)
    lines = (
        select(Chair.id, Remark.player_id, func.count(Remark.id))
        .join(Remark, Remark.match_id == Chair.match_id)
        .where(Chair.id.in_(muted), Remark.kind == TALK, Remark.id > Chair.heard, Remark.ply >= Chair.seen_ply)
        .where(Remark.id > spoke.scalar_subquery())
        .where(or_(Remark.player_id.is_(None), Remark.player_id != Chair.player_id))
        .group_by(Chair.id, Remark.player_id)
    )
    unread = Counter[int]()
    for chair, speaker, count in db.session.execute(lines):
        unread[chair] += 0 if speaker in muted[chair] else int(count)
    return unread


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
