"""An earlier ply of a match as it was: the table then, what was asked, answered and told, and how one steps on.

The answers of every window, the seed and the words are kept, so that the rules play any ply again from the nearest
snapshot.

Rules may have been corrected since. What is played again between two snapshots has to arrive at the second; if it does
not, nothing is shown from the first ply on whose story differs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from itertools import pairwise
from typing import Any

import msgspec

from .. import deal
from ..rules import GAMES, AnyGame, Ask, Illegal, Said, Table, all_asks, load, submit, upgrade
from ..rules.core import Progress
from ..rules.engine import Seat, Shuffler, State
from ..store.envelopes import Opened
from ..store.history import INDEX, SNAPSHOTS, TURNS, Afterwards, KnownToAll, Line, Window
from ..store.models import Chair, Match
from .seat import SeatPage
from .story import RECENT, Ply, kept, ply_of
from .tables import table_of

KEPT_EVERY = 16
"""The most plies between two snapshots, so that a replay has few to play again."""
CORRECTED = "The rules of {} have been corrected since: how the table was at this step cannot be shown any more."
FEW_STORIES = 12
"""The most plies retold on a seat's page of those that its player has not seen."""


class NoPly(LookupError):
    """There is no such ply, or it cannot be shown; the message says which."""


# What is kept --------------------------------------------------------------------------------------------------------


def part_of(game: AnyGame, state: State) -> int | None:
    """The number of the deal or round, the longest part of a match; ``None`` where the game counts none."""
    parts = game.progress(state)
    return parts[0].number if parts else None


def worth_keeping(game: AnyGame, ply: int, before: Table | None, after: Table) -> bool:
    """Whether the table after a ply is kept: if a deal or a round begins, after a shuffle, or as `KEPT_EVERY` says."""
    if before is None or ply % KEPT_EVERY == 0 or before.shuffles != after.shuffles:
        return True
    return part_of(game, before.state) != part_of(game, after.state)


def end_of_part(game: AnyGame, before: Table, after: Table) -> KnownToAll | None:
    """What all know of a deal or a round that has ended, from the tables before and after its last answers opened;
    ``None`` in a game without tricks.
    """
    if not game.trick_game:
        return None
    then, now = (game.view(table.state, None)["core"] for table in (before, after))
    last = [now["last"]] if now["last"] != then["last"] else []
    return KnownToAll(tricks=then["tricks"] + last, contract=then["contract"], safe=safe_since(game, before))


def afterwards(game: AnyGame, table: Table) -> Afterwards:
    """What is kept of the table at which the next part begins."""
    view = (game.without_core or game.view)(table.state, None)
    view.pop("core", None)
    return Afterwards(shape=shape_of(game.key), scores=list(game.scores(table.state)), view=view)


@cache
def shape_of(key: str) -> str:
    """A digest of the type of a game's view. What was kept of a view of another type is not read."""
    return sha256(msgspec.json.encode(msgspec.json.schema(GAMES[key].view_type))).hexdigest()[:12]


def safe_since(game: AnyGame, table: Table) -> int | None:
    """See `Game.safe_since`; ``None`` for a game that does not tell."""
    return game.safe_since(table.state) if game.safe_since else None


# Playing again -------------------------------------------------------------------------------------------------------


def tables_between(match: Match, start: Table, end: Table, windows: Sequence[Window]) -> list[Table | None]:
    """The table at each ply from a known one on, before another known one; ``None`` from the first that is not certain.

    ``windows``: those to play again, one after the other.
    """
    tables, told = [start], list[tuple[Said, ...]]()
    game, shuffle = GAMES[match.game], shuffler_of(match)
    for window in windows:
        resolved = _resolved(game, tables[-1], window, shuffle)
        if resolved is None:
            break
        tables.append(resolved[0])
        told.append(resolved[1])
    if len(told) == len(windows) and (tables[-1].state, tables[-1].shuffles) == (end.state, end.shuffles):
        return [*tables[:-1]]
    sure = _as_told(told, windows)
    return [*tables[:sure], *[None] * (len(windows) - sure)]


def _as_told(told: Sequence[tuple[Said, ...]], windows: Sequence[Window]) -> int:
    """How many tables are certain: those up to the first window that told something else. Of a difference that was told
    nowhere, nobody can say where it began.
    """
    alike = 0
    for now, then in zip(told, windows, strict=False):
        if list(map(_facts, map(kept, now))) != [_facts(line) for line in then.said[-len(now) or len(then.said) :]]:
            break
        alike += 1
    return alike + 1 if alike < len(windows) else 1


def shuffler_of(match: Match) -> Shuffler:
    """The verifiable shuffles of a match."""
    if match.same_deals:
        return deal.by_deal(match.seed, match.words or ())
    return deal.shuffler(match.seed, [chair.word for chair in match.chairs])


def _resolved(game: AnyGame, table: Table, window: Window, shuffle: Shuffler) -> tuple[Table, tuple[Said, ...]] | None:
    """The table after a window, and what was told; ``None`` if the rules no longer accept these answers."""
    if table.state.phase != window.phase or set(all_asks(game, table)) != {given.seat for given in window.answers}:
        return None
    after, said = table, tuple[Said, ...]()
    try:
        for given in window.answers:
            after, said = submit(game, after, given.seat, given.answer, shuffle)
    except Illegal:
        return None
    return (after, said) if after.state is not table.state else None


def _facts(line: Line) -> tuple[Any, ...]:
    """A stored line without its words, which may be corrected at any time."""
    return line["values"], line["to"]


# The course of a match -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A deal or a round: its number, and the plies that it took so far."""

    number: int | None
    first: int
    last: int


class Course:
    """A match from its first ply to its present one, each table as it was. ``present``: the present one, if known.

    ``after``: what was kept of the tables right after deals or rounds, by ply, if views still have the same type.
    """

    def __init__(self, match: Match, present: Table | None = None):
        self.match, self.game, self.present = match, GAMES[match.game], present or table_of(match)
        index, shape = INDEX.of(match), shape_of(match.game)
        known = {row.ply: row.part for row in index}
        self._parts = sorted((known | {match.ply: part_of(self.game, self.present.state)}).items())
        self._known = [ply for ply, _ in self._parts]
        self.after = {row.ply: row.after for row in index if row.after and row.after["shape"] == shape}
        self._ended: dict[int, KnownToAll | None] = {}

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        firsts = [(0, self._parts[0][1])]
        firsts += [(ply, part) for (_, before), (ply, part) in pairwise(self._parts) if part != before]
        lasts = [ply - 1 for ply, _ in firsts[1:]] + [self.match.ply]
        return tuple(Part(part, ply, last) for (ply, part), last in zip(firsts, lasts, strict=True))

    def part(self, ply: int) -> Part:
        return next(part for part in reversed(self.parts) if part.first <= ply)

    def table(self, ply: int) -> Table | None:
        """The table at a ply; ``None`` if it cannot be found again since the rules were corrected."""
        return self.tables(ply, ply)[0]

    def tables(self, first: int, last: int) -> list[Table | None]:
        """The tables from one ply to another, both included."""
        start = self._known[bisect_right(self._known, first) - 1]
        end = self._known[bisect_left(self._known, last)]
        known = self._load(start, end)
        windows = TURNS.of(self.match, start + 1, end) if start < end else []
        found: list[Table | None] = []
        for here, there in pairwise(sorted(known)):
            found += tables_between(self.match, known[here], known[there], windows[here - start : there - start])
        found.append(known[end])
        return found[first - start :][: last - first + 1]

    def ended(self, ply: int) -> KnownToAll | None:
        """What all know of the part that ended right before this ply, if it was kept: see `end_of_part`."""
        if ply not in self._ended:
            self._load(ply, ply)
        return self._ended.get(ply)

    def _load(self, first: int, last: int) -> dict[int, Table]:
        """The tables that are known between two plies, by ply."""
        known = {}
        for row in SNAPSHOTS.of(self.match, first, last):
            self._ended[row.ply] = row.ended
            known[row.ply] = Table(load(upgrade(self.game, row.version, row.state)), {}, row.shuffles)
        return known | ({self.match.ply: self.present} if last == self.match.ply else {})


# Stepping ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mark:
    """A ply at which something begins: a deal, a trick."""

    ply: int
    unit: str
    number: int


@dataclass(frozen=True)
class Steps:
    """Where one may go from a ply. ``marks`` are those within its deal or round.

    ``unit``: what the longest parts of the match are called, ``inner`` what they are made of; empty for nothing.
    """

    ply: int
    last: int
    part: Part
    parts: tuple[Part, ...]
    marks: tuple[Mark, ...]
    unit: str
    inner: str

    @property
    def back(self) -> int | None:
        return self.ply - 1 if self.ply else None

    @property
    def on(self) -> int | None:
        return self.ply + 1 if self.ply < self.last else None

    @property
    def mark_before(self) -> int | None:
        """Where the present trick began, or the one before."""
        return max((mark.ply for mark in self.marks if mark.ply < self.ply), default=self.back)

    @property
    def mark_after(self) -> int | None:
        """Where the next trick begins."""
        after = [mark.ply for mark in self.marks if mark.ply > self.ply] + [self.part.last + 1]
        return None if self.on is None else min(after[0], self.last)

    @property
    def part_before(self) -> int | None:
        """Where the present deal began, or the one before."""
        return max((part.first for part in self.parts if part.first < self.ply), default=None)

    @property
    def part_after(self) -> int | None:
        """Where the next deal begins."""
        return min((part.first for part in self.parts if part.first > self.ply), default=None)


def _marks(game: AnyGame, first: int, tables: Iterable[Table | None]) -> Iterator[Mark]:
    before: tuple[Progress, ...] = ()
    for ply, table in enumerate(tables, first):
        progress = game.progress(table.state) if table else before
        if progress != before and progress:
            yield Mark(ply, progress[-1].unit, progress[-1].number)
        before = progress


# Pages ---------------------------------------------------------------------------------------------------------------


@dataclass
class ReplayPage(SeatPage):
    """A match as a seat saw it while a ply was open, or as its record shows it.

    Nothing can be answered there: ``ask`` is always ``None``, and ``was_asked`` what it was then.
    """

    ply: int = 0
    steps: Steps | None = None
    answers: tuple[Opened, ...] = ()

    @property
    def corrected(self) -> str:
        """A sentence on why this ply cannot be shown; empty if it can."""
        return "" if self.table else CORRECTED.format(self.game.name)

    @property
    def is_present(self) -> bool:
        return self.ply == self.match.ply

    @cached_property
    def was_asked(self) -> Ask | None:
        """What the seat had to decide in this window; nothing once it had given the match up."""
        chair = self.chair
        if self.table is None or chair is None:
            return None
        had_resigned = chair.resigned_at is not None and bool(self.story) and self.story[-1].at >= chair.resigned_at
        return None if had_resigned else all_asks(self.game, self.table).get(chair.seat)

    @cached_property
    def _asks(self) -> dict[Seat, Ask]:
        return {}

    @property
    def sealed(self) -> str | None:
        """Nothing: no answer of that time waits any more."""
        return None

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """As they stood then."""
        if self.is_present or self.table is None:
            return super().scores
        return self.game.scores(self.table.state)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Nobody, before the end."""
        return super().winners if self.is_present else ()

    @cached_property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards of each seat: for matches that are over."""
        if self.table is None:
            return ()
        views = [self.game.view(self.table.state, seat) for seat in range(len(self.names))]
        return tuple(tuple(view["core"]["hand"]) for view in views)

    @property
    def progress(self) -> str:
        """``deal 7 of 8 · trick 9 of 18``: at the ply that ends a trick, of which is told there, that trick."""
        if self.is_present and self.match.status == "over":
            return "over"
        parts = self.game.progress(self.table.state) if self.table else ()
        marks = self.steps.marks if self.steps else ()
        begun = {(mark.unit, mark.number) for mark in marks if mark.ply == self.ply and mark.number > 1}
        return " · ".join(
            f"{part.unit} {part.number - ((part.unit, part.number) in begun and part is not parts[0])}"
            + (f" of {part.of}" if part.of else "")
            for part in parts
        )

    @property
    def tricks(self) -> list[tuple[dict[str, Any], int]]:
        """The tricks of this deal so far, and the ply at which each lay complete."""
        if not self.view or self.steps is None:
            return []
        began = {mark.number: mark.ply for mark in self.steps.marks if mark.unit == self.steps.inner}
        taken = self.view["core"]["tricks"]
        return [(trick, began.get(number, self.ply)) for number, trick in enumerate(taken, start=2)]


def replay_page(match: Match, you: Seat | None, ply: int) -> ReplayPage:
    """A ply, with the steps to others. ``you``: the seat that saw it so; ``None``: the record. Raises `NoPly`."""
    course = _course(match, ply)
    part = course.part(ply)
    tables = course.tables(part.first, part.last)
    marks = tuple(_marks(course.game, part.first, tables))
    counted = (course.game.progress(table.state) for table in tables if table)
    unit = next((parts[0].unit for parts in counted if parts), "match")
    inner = next((mark.unit for mark in marks if mark.unit != unit), "")
    steps = Steps(ply, match.ply, part, course.parts, marks, unit, inner)
    page = _page(course, you, ply, tables[ply - part.first], since=ply)
    page.steps = steps
    return page


def ply_page(match: Match, you: Seat | None, ply: int, since: int) -> ReplayPage:
    """A ply alone, with the story since another one. Raises `NoPly`, also if it cannot be found again."""
    course = _course(match, ply)
    page = _page(course, you, ply, course.table(ply), since)
    if page.corrected:
        raise NoPly(page.corrected)
    return page


def _course(match: Match, ply: int) -> Course:
    if match.snapshot is None:
        raise NoPly("No card has been dealt at this table yet.")
    if not 0 <= ply <= match.ply:
        raise NoPly(f"There is no step {ply} in this match: it has come to step {match.ply}.")
    return Course(match)


def _page(course: Course, you: Seat | None, ply: int, table: Table | None, since: int) -> ReplayPage:
    turns = TURNS.of(course.match, max(min(since, ply), 0), ply + 1)
    told = tuple(ply_of(turn, you) for turn in turns if turn.ply <= ply)
    answers = tuple(each for turn in turns if turn.ply == ply + 1 for each in turn.answers)
    return ReplayPage(course.match, you, table, told, ply=ply, answers=answers if you is None else ())


# Since last time -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Since:
    """What happened at a table since its player last saw it. ``first``: the first ply that is new."""

    first: int
    count: int
    plies: tuple[Ply, ...]


def told_since(chair: Chair) -> int:
    """The first ply of which the page of a seat tells: in its story, or as news."""
    ply = chair.match.ply
    return min(ply - RECENT, max(chair.seen_ply, ply - FEW_STORIES)) + 1


def since_seen(chair: Chair, turns: Iterable[Window], story: Iterable[Ply]) -> Since | None:
    """What is news to the player of a seat; ``None`` where nothing is. ``turns``: those from `told_since` on;
    ``story``: the plies of some of them.
    """
    match = chair.match
    first, count = chair.seen_ply + 1, match.ply - chair.seen_ply
    if match.snapshot is None or count <= 0:
        return None
    known, told = {ply.ply: ply for ply in story}, max(first, match.ply - FEW_STORIES + 1)
    news = [known.get(turn.ply) or ply_of(turn, chair.seat) for turn in turns if turn.ply >= told]
    return Since(first, count, tuple(news))
