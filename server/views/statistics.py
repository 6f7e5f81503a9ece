"""What a player has done so far, game by game: matches, contracts bid and made, and how quickly they answer.

Only finished matches count, so that nothing is told of one that is being played. A seat that changed hands counts as a
whole for whoever had it at the end. What is told of a finished match never changes: each process keeps many summaries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from itertools import groupby
from statistics import median

from sqlalchemy import select

from ..clock import day_in
from ..rules import GAMES, AnyGame
from ..rules.engine import Seat
from ..store.history import TURNS
from ..store.models import CHAIRS, MATCHES, OVER, Player, db
from ..store.one_match import one_match
from .deals import Deals

LATEST = 200
"""How many finished matches are counted, the latest."""
STEPS = 24
"""The most matches that are steps of a curve, the latest."""
KEPT = 5000
"""Of how many seats a process keeps the summary."""


@dataclass(frozen=True)
class Contract:
    """A contract that a seat has bid, or helped to play: its token, whether it was bid, and whether it was made."""

    bid: str
    own: bool
    made: bool


@dataclass(frozen=True)
class Played:
    """A finished match as one seat played it. ``score``: ``None`` where the game keeps none; ``won``: alone or shared.

    ``ahead``: points ahead of the mean of the opponents. ``took``: how long each answer of the player took.
    ``against``: of the contracts that others bid, whether each was made.
    """

    match: str
    game: str
    over_at: datetime
    seat: Seat
    score: int | None
    ahead: float
    won: bool
    deals: int
    contracts: tuple[Contract, ...]
    took: tuple[timedelta, ...]
    against: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Part:
    """A match, or all those of a month, as a step of a curve. ``name``: the month, or which match."""

    name: str
    per_deal: float


@dataclass(frozen=True)
class OfGame:
    """The matches of one game, the earliest first."""

    game: AnyGame
    played: tuple[Played, ...]

    @property
    def won(self) -> int:
        """How many were won, alone or shared."""
        return sum(each.won for each in self.played)

    @property
    def deals(self) -> int:
        return sum(each.deals for each in self.played)

    @property
    def per_deal(self) -> float:
        """Points ahead of the mean of the opponents, for each deal."""
        return _per_deal(self.played)

    def months(self, zone: str | None) -> tuple[Part, ...]:
        """Points ahead for each deal, month by month as the player's calendar has them; months without a match are left
        out."""
        days = groupby(self.played, lambda each: day_in(each.over_at, zone).replace(day=1))
        return tuple(Part(f"{month:%b %Y}", _per_deal(tuple(played))) for month, played in days)

    @property
    def matches(self) -> tuple[Part, ...]:
        """The same match by match, the latest ones."""
        return tuple(Part(f"match {n}", _per_deal((each,))) for n, each in enumerate(self.played, 1))[-STEPS:]

    @property
    def against(self) -> tuple[bool, ...]:
        """Of the contracts that others bid at the same tables, whether each was made."""
        return tuple(made for each in self.played for made in each.against)

    @cached_property
    def contracts(self) -> Mapping[str, tuple[int, int]]:
        """Bid -> how often this player bid it and got it, and how often it was made; the most frequent first."""
        own = sorted((one for each in self.played for one in each.contracts if one.own), key=lambda one: one.bid)
        counted = {bid: [one.made for one in ones] for bid, ones in groupby(own, key=lambda one: one.bid)}
        ranked = sorted(counted.items(), key=lambda one: -len(one[1]))
        return {bid: (len(made), sum(made)) for bid, made in ranked}

    @property
    def bid(self) -> int:
        """How many contracts this player bid and got."""
        return sum(bid for bid, _ in self.contracts.values())

    @property
    def made(self) -> int:
        """How many of them were made."""
        return sum(made for _, made in self.contracts.values())


def _per_deal(played: Sequence[Played]) -> float:
    return sum(each.ahead for each in played) / max(sum(each.deals for each in played), 1)


def half_within(took: Sequence[timedelta]) -> timedelta | None:
    """How long half of the answers took at most; ``None`` without answers."""
    return timedelta(seconds=median(each.total_seconds() for each in took)) if took else None


def statistics_of(player: Player) -> tuple[OfGame, ...]:
    """What a player has played to the end, by game, those played most first."""
    seats = (
        select(MATCHES.c.id, MATCHES.c.commitment, CHAIRS.c.seat)
        .join(CHAIRS)
        .where(CHAIRS.c.player_id == player.id, MATCHES.c.status == OVER, MATCHES.c.snapshot.is_not(None))
        .where(~MATCHES.c.shut)
        .order_by(MATCHES.c.over_at.desc(), CHAIRS.c.id.desc())
        .limit(LATEST)
    )
    played = [_played(*row) for row in reversed(db.session.execute(seats).all())]
    found = {key: tuple(one for one in played if one.game == key) for key in {one.game for one in played}}
    return tuple(OfGame(GAMES[key], found[key]) for key in sorted(found, key=lambda key: (-len(found[key]), key)))


@lru_cache(maxsize=KEPT)
def _played(match_id: str, commitment: str, seat: Seat) -> Played:
    """What a seat has played in a match that is over, which does not change any more. It takes some milliseconds, and a
    page shows up to `LATEST`. ``commitment``: with it a match is told from any other.
    """
    match = one_match(match_id)
    deals, scores = Deals(match, None), match.scores or ()
    side = next(side for side in deals.sides if seat in side)
    others = [score for other, score in enumerate(scores) if other not in side]
    answers = ((turn, given) for turn in TURNS.of(match, 1) for given in turn.answers if given.seat == seat)
    took = tuple(max(given.at - turn.opened_at, timedelta()) for turn, given in answers if given.in_person)
    known = ((deal.known["contract"], deal.gains) for deal in deals.ended)
    contracts = [(one, gains) for one, gains in known if one and gains and one["taker"] is not None]
    assert match.over_at is not None
    return Played(
        match.id,
        match.game,
        match.over_at,
        seat,
        scores[seat] if scores else None,
        scores[seat] - sum(others) / len(others) if others else 0.0,
        seat in (match.winners or ()),
        len(deals.ended),
        tuple(
            Contract(one["bid"], seat == one["taker"], gains[seat] > 0)
            for one, gains in contracts
            if seat in (one["taker"], *one["side"])
        ),
        took,
        tuple(gains[one["taker"]] > 0 for one, gains in contracts if one["taker"] != seat),
    )
