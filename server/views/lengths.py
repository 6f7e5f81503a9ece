"""How long a match will take: by the tempo that its game declares, its pace, and how quickly people have answered."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import Select, and_, func, or_, select

from .. import clock
from ..rules import GAMES, AnyGame
from ..rules.tempo import Tempo
from ..store.envelopes import HOUSE
from ..store.models import CHAIRS, MATCHES, PLAYING, Match, Turn, db
from ..terms import BLIND

ENOUGH = 30
"""Windows that must have been answered before people's own speed counts."""
LAST_MATCHES, WINDOWS = 12, 40
"""The speed is measured in so many matches, and so many windows of each, the latest ones."""
LONGEST = timedelta(days=7)
"""A window that stood open for longer, as in a vacation, counts as this long."""
QUICKEST = 1 / 96
"""An answer counts as taking at least this share of the time that it may take: one quick evening does not tell how long
a match will last."""
SHORTER = 0.7
"""The time with plans is told if it is at most this share of the time without."""


@dataclass(frozen=True)
class Speed:
    """How quickly people answer. ``factor``: the time they take, as a multiple of what those take who look twice a day.

    ``who``: whose answers were measured, in words that follow "going by".
    """

    factor: float
    who: str


TWICE_A_DAY = Speed(1.0, "")
"""The speed assumed of people who have not answered often enough."""


@dataclass(frozen=True)
class Length:
    """How long a match will take, at a guess. ``part``: what it consists of, such as ``deal``, and ``parts`` how many.

    ``each`` and ``whole`` are the time of one part and of the match; None where only one person plays, for whom the
    house does not wait. ``limit``: the pace in words, if only that makes it so short. ``who``: as `Speed`.
    ``planned``: the time of one part if everybody plans ahead; None where that is not known, or hardly shorter.
    """

    part: str
    parts: float
    each: timedelta | None
    whole: timedelta | None
    limit: str = ""
    who: str = ""
    planned: timedelta | None = None

    def __str__(self) -> str:
        """In one or two sentences."""
        if self.each is None or self.whole is None:
            return "Nobody but you is waited for: the match goes as fast as you play."
        return f"A {self.part} takes {clock.roughly(self.each)}{self._why}.{self._match}"

    @property
    def _why(self) -> str:
        if self.limit:
            return f" at most, as an answer may take {self.limit}"
        if self.who:
            return f" going by {self.who}"
        return f", {clock.roughly(self.planned)} if all plan ahead" if self.planned else ""

    @property
    def brief(self) -> str:
        """In few words: ``about 3 weeks a deal``."""
        return f"{clock.roughly(self.each)} a {self.part}" if self.each else ""

    @property
    def in_short(self) -> str:
        """The whole match: ``6 deals, about 5 months``."""
        whole = "as fast as you play" if self.whole is None else clock.roughly(self.whole)
        return f"{self._number} {self.part}{'' if self.parts == 1 else 's'}, {whole}"

    @property
    def _number(self) -> str:
        return f"{self.parts:.0f}" if self.parts == int(self.parts) else f"about {self.parts:.0f}"

    @property
    def _match(self) -> str:
        assert self.whole is not None
        if self.parts == 1:
            return f" The match is one {self.part}."
        return f" The match has {self._number} {self.part}s: {clock.roughly(self.whole)}."


def length_of(
    game: AnyGame,
    seats: int,
    options: Mapping[str, Any],
    pace: str,
    terms: Mapping[str, str],
    people: int | None = None,
    speed: Speed = TWICE_A_DAY,
) -> Length | None:
    """How long a match will take; ``None`` if its game does not say.

    ``options``: all of them. ``people``: how many seats are not the house's; by default all.
    """
    tempo = game.tempo.get(seats)
    if tempo is None:
        return None
    parts, people = game.parts(seats, options), seats if people is None else people
    if people < 2:
        return Length(game.part, parts, None, None)
    most = _most(tempo, pace)
    waited = max(timedelta(days=tempo.days) * speed.factor, _least(tempo, most)) * (people / seats)
    each = waited if most is None else most if _waits_anyway(game, terms) else min(waited, most)
    limit = clock.pace(pace).words if each is most and isinstance(clock.pace(pace), clock.Fixed) else ""
    planned = None if limit or speed.who or each != waited else _planned(tempo, each)
    return Length(game.part, parts, each, each * parts, limit, speed.who, planned)


def _planned(tempo: Tempo, each: timedelta) -> timedelta | None:
    """The time that a part of this length takes if everybody plans ahead; ``None`` where that is hardly shorter."""
    share = (tempo.planned or tempo.days) / tempo.days
    return each * share if share < SHORTER else None


def _most(tempo: Tempo, pace: str) -> timedelta | None:
    """The time of a part in which each window takes all of its time; ``None`` with a bank of time."""
    agreed = clock.pace(pace)
    if isinstance(agreed, clock.Fixed):
        return agreed.span * tempo.windows
    return clock.DAY * tempo.windows if isinstance(agreed, clock.Daily) else None


def _least(tempo: Tempo, most: timedelta | None) -> timedelta:
    """The time of a part in which everybody is as quick as an estimate supposes at most."""
    return (timedelta(days=tempo.days) if most is None else most) * QUICKEST


def _waits_anyway(game: AnyGame, terms: Mapping[str, str]) -> bool:
    """Whether windows take all of their time even if everybody has answered."""
    return terms.get(BLIND) == "on" and not game.trick_game


# How quickly people have answered ------------------------------------------------------------------------------------


def speed_at(pace: str) -> Speed:
    """How quickly people answer on this server, in matches of this pace that are being played."""
    latest = (
        select(MATCHES.c.id)
        .where(MATCHES.c.status == PLAYING, MATCHES.c.pace == pace, MATCHES.c.practice_until.is_(None))
        .order_by(MATCHES.c.closes_at.desc())
    )
    return _speed(latest.limit(LAST_MATCHES), "how quickly people answer here")


def speed_of(players: Collection[int], pace: str) -> Speed:
    """How quickly these players answer; those of the server, if they have not answered often enough."""
    if not players:
        return speed_at(pace)
    theirs = (
        select(CHAIRS.c.match_id)
        .where(CHAIRS.c.player_id.in_(players))
        .order_by(CHAIRS.c.id.desc())
        .limit(LAST_MATCHES)
    )
    own = _speed(theirs, "how quickly those who have taken a seat answer")
    return speed_at(pace) if own is TWICE_A_DAY else own


def _speed(matches: Select[str], who: str) -> Speed:
    """The speed in the latest windows of these matches, among people only."""
    took, usual, windows = timedelta(), timedelta(), 0
    among = _among_people(list(db.session.scalars(matches)))
    for match_id, rows in groupby(_windows(among), lambda row: row.match_id):
        tempo = among[match_id][2]
        for row in rows:
            took += min(row.closed_at - row.opened_at, LONGEST)
            usual += timedelta(days=tempo.days / tempo.windows)
            windows += any(answer.by != HOUSE for answer in row.answers)
    return Speed(took / usual, who) if windows >= ENOUGH and took else TWICE_A_DAY


Known = Mapping[str, tuple[str, int, Tempo]]


def _among_people(matches: Collection[str]) -> Known:
    """Those of the matches in which a different person sits at each seat: game, ply and tempo by match."""
    if not matches:
        return {}
    people = func.count(CHAIRS.c.player_id.distinct()).label("people")
    columns = select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.ply, func.count(CHAIRS.c.id).label("seats"), people)
    found = columns.join(CHAIRS).where(MATCHES.c.id.in_(matches)).group_by(MATCHES.c.id, MATCHES.c.game, MATCHES.c.ply)
    return {
        row.id: (row.game, row.ply, GAMES[row.game].tempo[row.seats])
        for row in db.session.execute(found)
        if row.seats == row.people and row.seats in GAMES[row.game].tempo
    }


def _windows(among: Known) -> list[Any]:
    """The latest windows of each match, without its deal."""
    if not among:
        return []
    latest = [and_(Turn.match_id == match, Turn.ply > max(0, ply - WINDOWS)) for match, (_, ply, _) in among.items()]
    columns = select(Turn.match_id, Turn.opened_at, Turn.closed_at, Turn.answers)
    return list(db.session.execute(columns.where(or_(*latest), Turn.ply > 0).order_by(Turn.match_id, Turn.ply)))


def length_for(match: Match) -> Length | None:
    """How long this match will take, going by those who have taken their seat, if they have answered often enough.

    Of others nothing is told: whoever invites an address must not learn whether its owner plays here.
    """
    people = {chair.player_id for chair in match.chairs if chair.player_id is not None}
    coming = sum(chair.is_open for chair in match.chairs)
    seated = {chair.player_id for chair in match.chairs if chair.player_id is not None and chair.accepted_at}
    speed = speed_of(seated, match.pace)
    return length_of(
        GAMES[match.game], len(match.chairs), match.options, match.pace, match.terms, len(people) + coming, speed
    )


def length_so_far(match: Match) -> Length | None:
    """How long this match takes, going by how quickly its own windows were answered, once these are enough.

    Asks the database nothing that is not loaded with the match.
    """
    game, seats = GAMES[match.game], len(match.chairs)
    tempo, began, latest = game.tempo.get(seats), match.started_at, match.opened_at
    if match.ply >= ENOUGH and tempo is not None and began is not None and latest is not None:
        parts = game.parts(seats, match.options)
        most = _most(tempo, match.pace)
        took = (latest - began) * (tempo.windows / match.ply)
        each = max(took if most is None else min(took, most), _least(tempo, most))
        return Length(game.part, parts, each, each * parts, who="how quickly this table has answered so far")
    people = len({chair.player_id for chair in match.chairs if not chair.house and not chair.is_open})
    coming = sum(chair.is_open for chair in match.chairs)
    return length_of(game, seats, match.options, match.pace, match.terms, people + coming)
