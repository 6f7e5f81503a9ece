"""The standings of the people with whom a player has played, computed from tables at which that player sat.

They are private: each reader has their own, and nothing in it comes from a table at which the reader did not sit. Only
matches that were played to their end or given up count, and none that is kept shut while other tables play its deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Annotated

from msgspec import Meta, Struct
from sqlalchemy import select

from ..rules import GAMES, AnyGame
from ..store.models import CHAIRS, MATCHES, OVER, Chair, Match, Player, db
from ..store.one_match import matches_of

LATEST = 500
"""The most matches that standings are made of, the latest ones."""
TABLES = 4
"""The most groups of people with whom another match is offered."""


@dataclass
class Score:
    """Somebody's results in one game. ``points``: the sum of their scores; ``results``: each, the latest first."""

    played: int = 0
    won: int = 0
    points: int = 0
    results: list[int] = field(default_factory=list)

    @property
    def each(self) -> float:
        """Points per match, on average."""
        return self.points / self.played

    @property
    def curve(self) -> tuple[int, ...]:
        """The points after each match, from 0 on."""
        return tuple(accumulate(reversed(self.results), initial=0))


@dataclass
class Member:
    """Somebody who has sat at a table with the reader. ``name``: the name they used there last.

    ``ahead``, ``level``, ``behind``: at how many common tables the reader scored more than they, the same, or less.
    ``together``: at how many the two were partners.
    """

    player_id: int
    name: str
    you: bool
    games: dict[str, Score] = field(default_factory=dict)
    ahead: int = 0
    level: int = 0
    behind: int = 0
    together: int = 0

    @property
    def played(self) -> int:
        return sum(score.played for score in self.games.values())


@dataclass(frozen=True)
class Together:
    """People who have sat at one table with the reader. ``chair``, ``game``: the reader's seat and the game of their
    latest match. ``games``: all games for so many players, that one first.
    """

    chair: int
    names: tuple[str, ...]
    game: AnyGame
    games: tuple[AnyGame, ...]


@dataclass(frozen=True)
class Circle:
    """Everybody who has sat at a table with the reader, most often first, and the reader.

    ``tables``: the groups of people who have sat together, the latest first.
    """

    members: tuple[Member, ...]
    tables: tuple[Together, ...] = ()

    @property
    def others(self) -> tuple[Member, ...]:
        """All but the reader."""
        return tuple(member for member in self.members if not member.you)

    @cached_property
    def games(self) -> tuple[tuple[AnyGame, tuple[tuple[Member, Score], ...]], ...]:
        """Each game, those played most first, with its standings by points a match."""
        keys = {key for member in self.members for key in member.games}
        most = {key: max(member.games[key].played for member in self.members if key in member.games) for key in keys}
        return tuple((GAMES[key], self._of(key)) for key in sorted(keys, key=lambda key: (-most[key], key)))

    def _of(self, key: str) -> tuple[tuple[Member, Score], ...]:
        scores = [(member, member.games[key]) for member in self.members if key in member.games]
        return tuple(sorted(scores, key=lambda one: (-one[1].each, -one[1].won, one[0].name)))


def circle_of(player: Player) -> Circle:
    """The standings that a player may see."""
    mine = select(CHAIRS.c.match_id).where(CHAIRS.c.player_id == player.id)
    which = MATCHES.c.id.in_(mine), MATCHES.c.status == OVER, ~MATCHES.c.shut, MATCHES.c.practice_until.is_(None)
    latest = (
        select(MATCHES.c.id)
        .where(*which, MATCHES.c.scores.is_not(None))
        .order_by(MATCHES.c.over_at.desc())
        .limit(LATEST)
    )
    members: dict[int, Member] = {}
    tables: dict[tuple[int, ...], Together] = {}
    for match in matches_of(db.session.scalars(latest).all()):
        sat = tuple(sorted(chair.player_id or 0 for chair in match.chairs))
        if len({*sat} - {0}) > 1:  # not against the house, nor alone on several seats
            _count(match, player.id, members)
            tables.setdefault(sat, _together(match, player.id))
    ranked = sorted(members.values(), key=lambda member: (not member.you, -member.played, member.name))
    return Circle(tuple(ranked), tuple(tables.values())[:TABLES])


def _together(match: Match, reader: int) -> Together:
    fit = (game for game in GAMES.values() if len(match.chairs) in game.seats)
    own = next(chair.id for chair in match.chairs if chair.player_id == reader)
    names = dict.fromkeys(chair.name for chair in match.chairs if chair.player_id not in (None, reader))
    ordered = sorted(fit, key=lambda game: (game.key != match.game, game.name))
    return Together(own, tuple(names), GAMES[match.game], tuple(ordered))


def _count(match: Match, reader: int, members: dict[int, Member]) -> None:
    """Count one match for everybody who sat there; for a person on several seats, only the best one."""
    scores = match.scores or []
    best: dict[int, Chair] = {}
    for chair in sorted(match.chairs[: len(scores)], key=lambda one: scores[one.seat]):
        player_id = chair.player_id
        if player_id is not None:
            best[player_id] = chair
    for player_id, chair in best.items():
        member = members.setdefault(player_id, Member(player_id, chair.name, player_id == reader))
        score = member.games.setdefault(match.game, Score())
        score.played += 1
        score.points += scores[chair.seat]
        score.results.append(scores[chair.seat])
        score.won += chair.seat in (match.winners or ())
        if not member.you and reader in best:
            _compare(member, best[reader], chair, scores, GAMES[match.game].sides)


def _compare(member: Member, mine: Chair, theirs: Chair, scores: Sequence[int], sides: Iterable[Sequence[int]]) -> None:
    if any(mine.seat in side and theirs.seat in side for side in sides):
        member.together += 1
        return
    gap = scores[mine.seat] - scores[theirs.seat]
    member.ahead += gap > 0
    member.level += gap == 0
    member.behind += gap < 0


# JSON ----------------------------------------------------------------------------------------------------------------


class GameTotals(Struct, frozen=True):
    """Somebody's results in one game, at tables at which the reader sat."""

    game: Annotated[str, Meta(description="The key of the game.")]
    matches: int
    won: int
    points: Annotated[int, Meta(description="The sum of their scores.")]


class CircleMember(Struct, frozen=True):
    """Somebody who has sat at a table with the reader, or the reader."""

    name: str
    you: bool
    games: list[GameTotals]
    ahead: Annotated[int, Meta(description="At how many common tables the reader made more points.")]
    level: int
    behind: int
    together: Annotated[int, Meta(description="At how many they were partners.")]


class CircleJson(Struct, frozen=True):
    """The people with whom a player has played."""

    members: list[CircleMember]


def circle_json(circle: Circle) -> CircleJson:
    return CircleJson(list(map(_member, circle.members)))


def _member(member: Member) -> CircleMember:
    games = [GameTotals(key, score.played, score.won, score.points) for key, score in sorted(member.games.items())]
    return CircleMember(member.name, member.you, games, member.ahead, member.level, member.behind, member.together)
