"""A match deal by deal: how each deal (or round) ended, what was told of it, and its tricks in order.

What is shown of a deal that is over (its sheet, its last trick, the scores) comes from the reader's view of the table
right after it. A snapshot of that table is kept wherever a deal begins, and loaded only when it is needed. With it are
kept what all know of the deal, such as its tricks, and what a spectator sees right after it, for its headline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..rules.engine import OVER, Said, Seat, Table
from ..rules.story import Number
from ..store.envelopes import CLOCK
from ..store.history import TURNS, KnownToAll, Resolved
from ..store.models import Match
from ..templating import and_list, signed
from .curve import Curve, curve
from .replay import Course, ReplayPage, safe_since
from .seat import SeatPage
from .story import Ply, card_alone, ply_of

UNKNOWN = KnownToAll(tricks=[], contract=None, safe=None)
"""For a deal without tricks, or one that cannot be played again since the rules were corrected."""


# How deals ended -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deal:
    """A deal or a round of a match. ``ordinal`` is from 1 on, whatever ``number`` the game gives it.

    ``first`` and ``last`` are the plies at which it could be answered, ``end`` is that of the table right after it, or
    the present one of a deal that is still played.
    """

    of: Deals = field(repr=False, compare=False)
    ordinal: int
    unit: str
    number: int | None
    first: int
    last: int
    end: int
    ended: bool

    @property
    def name(self) -> str:
        """``Deal 3``"""
        return f"{self.unit.capitalize()} {self.ordinal if self.number is None else self.number}"

    @cached_property
    def after(self) -> ReplayPage | None:
        """The table at its end; ``None`` if it cannot be found again since the rules were corrected."""
        return self.of.page(self.end)

    @cached_property
    def scores(self) -> tuple[int, ...] | None:
        """The scores by seat after it; ``None`` if they are not known."""
        return self.of.scores(self.end)

    @cached_property
    def before(self) -> tuple[int, ...] | None:
        """The scores by seat when it began; ``None`` if they are not known."""
        return self.of.scores(self.first) if self.first else (0,) * len(self.of.match.chairs)

    @cached_property
    def gains(self) -> tuple[int, ...] | None:
        """The points that it brought each seat; ``None`` if they are not known."""
        before, scores = self.before, self.scores
        if before is None or not scores:
            return None
        return tuple(now - then for now, then in zip(scores, before, strict=True))

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The ranking after it, the highest score first."""
        scores, before, of = self.scores or (), self.before, self.of
        placed = sorted((side for side in of.sides if scores), key=lambda side: -scores[side[0]])
        return tuple(
            Standing(
                of.place(scores, side),
                side,
                self.gains[side[0]] if self.gains else None,
                scores[side[0]],
                of.place(before, side) - of.place(scores, side) if before and any(before) else 0,
            )
            for side in placed
        )

    @property
    def by_side(self) -> tuple[int | None, ...]:
        """The points that it brought each side; ``None`` if they are not known."""
        return tuple(self.gains[side[0]] if self.gains else None for side in self.of.sides)

    @cached_property
    def known(self) -> KnownToAll:
        """What all know of it, the trick on the table included. ``safe``: the number of the trick that made its
        contract for all to see.
        """
        return self.of.known(self) or UNKNOWN


@dataclass(frozen=True)
class Standing:
    """One place in the standings: seats that score together, what the deal brought, the total, and the place from 1 on.

    ``rise``: places gained since the deal before; negative for places lost.
    """

    place: int
    seats: tuple[Seat, ...]
    gain: int | None
    total: int
    rise: int


@dataclass(frozen=True)
class TurningPoint:
    """Where a match turned: the deal with which a side took the lead for good; or, if it always led, the deal that
    brought it ``ahead`` points more than anybody else. ``ahead`` is 0 if it took the lead.
    """

    deal: Deal
    seats: tuple[Seat, ...]
    ahead: int = 0


class Deals:
    """The deals of a match as a reader may see them, the first one first. ``you``: ``None`` for a spectator.

    ``until``: how many deals to look at, as if the match had ended there. ``present``: the reader's page of the present
    table, if there is one.
    """

    def __init__(self, match: Match, you: Seat | None, until: int | None = None, present: SeatPage | None = None):
        self.match, self.you, self.course = match, you, Course(match, present.table if present else None)
        self._present = present
        self._tables: dict[int, Table | None] = {}
        self._headlines: dict[tuple[int, Callable[[ReplayPage], str] | None], str] = {}
        self.all = tuple(self._read())[:until]

    def _read(self) -> Iterator[Deal]:
        parts, present = self.course.parts, self.course.present.state
        counted = self.course.game.progress(present)
        unit = counted[0].unit if counted else "match" if len(parts) == 1 else "deal"
        for ordinal, part in enumerate(parts, start=1):
            if ordinal < len(parts):
                end, last, ended = parts[ordinal].first, parts[ordinal].first - 1, True
            else:
                end, last, ended = self.match.ply, self.match.ply, present.phase == OVER
            yield Deal(self, ordinal, unit, part.number, part.first, last, end, ended)

    def page(self, ply: int) -> ReplayPage | None:
        """The table at a ply, for the reader; ``None`` if it cannot be found again since the rules were corrected."""
        table = self._table(ply)
        if table is None:
            return None
        page = ReplayPage(self.match, self.you, table, ply=ply)
        if self._present and ply == self.match.ply:
            page.view = self._present.view
        return page

    def scores(self, ply: int) -> tuple[int, ...] | None:
        """The scores by seat when a deal began, or at present; ``None`` if they are not known."""
        if ply == self.match.ply:
            page = self.page(ply)
            return page.scores if page else None
        if after := self.course.after.get(ply):
            return tuple(after["scores"])
        table = self._table(ply)
        return self.course.game.scores(table.state) if table else None

    def _table(self, ply: int) -> Table | None:
        if ply not in self._tables:
            self._tables[ply] = self.course.present if ply == self.match.ply else self.course.table(ply)
        return self._tables[ply]

    @cached_property
    def ended(self) -> tuple[Deal, ...]:
        """Those that have been played out."""
        return tuple(deal for deal in self.all if deal.ended)

    def deal(self, ordinal: int | None) -> Deal | None:
        """The deal with this number from 1 on, or (``None``) the one that began last; ``None`` where there is none."""
        wanted = len(self.all) if ordinal is None else ordinal
        return self.all[wanted - 1] if 0 < wanted <= len(self.all) else None

    @property
    def last(self) -> Deal | None:
        """The one that ended last."""
        return self.ended[-1] if self.ended else None

    @cached_property
    def called(self) -> tuple[str, ...]:
        """Who sits in each seat now: “You” for the reader."""
        return tuple("You" if chair.seat == self.you else chair.name for chair in self.match.chairs)

    @cached_property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that score together: the sides, or each seat alone."""
        return self.course.game.sides or tuple((seat,) for seat in range(len(self.match.chairs)))

    @cached_property
    def curve(self) -> tuple[tuple[int, ...], ...]:
        """For each side 0, then its score after each deal that has ended and whose scores are known."""
        known = [deal.scores for deal in self.ended if deal.scores]
        return tuple((0, *(scores[side[0]] for scores in known)) for side in self.sides)

    def place(self, scores: Sequence[int], side: Sequence[Seat]) -> int:
        """A place from 1 on: one more than have a higher score. Equal scores share one."""
        return 1 + sum(scores[other[0]] > scores[side[0]] for other in self.sides)

    @cached_property
    def turning_point(self) -> TurningPoint | None:
        """Where a match of several deals turned; ``None`` if no deal stands out."""
        if len(self.ended) < 2 or not all(deal.gains for deal in self.ended):
            return None
        leaders = [self._leader(deal.scores or ()) for deal in self.ended]
        if leaders[-1] is None:
            return None
        for_good = len(leaders)
        while for_good and leaders[for_good - 1] == leaders[-1]:
            for_good -= 1
        if for_good:
            return TurningPoint(self.ended[for_good], leaders[-1])
        swings = [self._swing(deal, leaders[-1]) for deal in self.ended]
        greatest, next_greatest, *_ = sorted(swings, key=lambda turn: -turn.ahead)
        return greatest if greatest.ahead > max(next_greatest.ahead, 0) else None

    def _leader(self, scores: Sequence[int]) -> tuple[Seat, ...] | None:
        """The side that is ahead of all others."""
        (most, side), (next_most, _) = sorted(((scores[side[0]], side) for side in self.sides), reverse=True)[:2]
        return side if most > next_most else None

    def _swing(self, deal: Deal, side: tuple[Seat, ...]) -> TurningPoint:
        """By how much a deal put a side ahead of the next best one."""
        gains = deal.gains or ()
        return TurningPoint(deal, side, gains[side[0]] - max(gains[other[0]] for other in self.sides if other != side))

    def tale(self, deal: Deal) -> Tale:
        """What was told of a deal, and its tricks."""
        return self._arranged(deal, self.told(deal))

    def tricks(self, deal: Deal, *, worth: bool = False) -> Tale:
        """The tricks of a deal and its contract, without its story, whose reading would take as long again.

        ``worth``: with the story of the last trick, such as what it was worth.
        """
        return self._arranged(deal, self.told(deal, len(self.match.chairs)) if worth else ())

    def told(self, deal: Deal, latest: int | None = None) -> tuple[Ply, ...]:
        """The story of a deal alone, ply by ply; ``latest``: only of this many windows before its end."""
        begins, ends = deal.first, deal.end
        turns = TURNS.of(self.match, begins if latest is None else max(begins, ends - latest), ends)
        return tuple(_of_this_deal([ply_of(turn, self.you) for turn in turns], begins, ends if deal.ended else None))

    def _arranged(self, deal: Deal, told: Sequence[Ply]) -> Tale:
        known = deal.known
        return replace(arranged(told, known["tricks"], whole=deal.ended), contract=known["contract"])

    def known(self, deal: Deal) -> KnownToAll | None:
        """What all know of a deal, as it was kept when the next one began; ``None`` in a game without tricks."""
        game, after = self.course.game, self._table(deal.end)
        if after is None or not game.trick_game:
            return None
        if deal.last == deal.end:  # no deal was dealt after it
            core = game.view(after.state, None)["core"]
            return KnownToAll(tricks=tricks_of(core), contract=core["contract"], safe=safe_since(game, after))
        return self.course.ended(deal.end)

    def dearest(self, deal: Deal, tale: Tale) -> Taken | None:
        """The trick of a finished deal that brought the side against the contract most, the first of several; ``None``
        if no trick brought it anything, or tricks are not counted.
        """
        points = self.course.game.trick_points
        if points is None:
            return None
        side = tale.contract["side"] if tale.contract else ()
        lost = [taken for taken in tale.tricks if taken.winner is not None and taken.winner not in side]
        weights = [points(taken.cards) for taken in lost]
        most = max(weights, default=Number(0))
        return lost[weights.index(most)] if most > 0 else None

    def headline(self, deal: Deal, say: Callable[[ReplayPage], str] | None) -> str:
        """How a deal ended: what ``say``, if the game has it, makes of what all see right after it; or who gained most,
        also where that was not kept and cannot be found again since the rules were corrected.
        """
        told = deal.ordinal, say
        if told not in self._headlines:
            page = (self._as_kept(deal.end) or deal.after) if say else None
            self._headlines[told] = (say(page).strip() if say and page else "") or self._gained(deal)
        return self._headlines[told]

    def _gained(self, deal: Deal) -> str:
        if not deal.gains:
            return f"{deal.name} is over"
        gains = {side: deal.gains[side[0]] for side in self.sides}
        if len(set(gains.values())) == 1:
            return "Nobody gained on the others"
        if len(gains) == 2:
            return ", ".join(f"{self.named(side)} {signed(gain)}" for side, gain in gains.items())
        best = max(gains.values())
        return f"{and_list([self.named(side) for side, gain in gains.items() if gain == best])} {signed(best)}"

    def named(self, side: Iterable[Seat]) -> str:
        """Seats that score together, named together."""
        return " & ".join(self.called[seat] for seat in side)

    def _as_kept(self, ply: int) -> ReplayPage | None:
        """A page of a ply with only what was kept of its view; ``None`` if nothing was."""
        after = self.course.after.get(ply)
        if after is None:
            return None
        page = ReplayPage(self.match, self.you, None, ply=ply)
        page.view = after["view"]
        return page

    def lines(self, width: int, height: int, right: int = 84, left: int = 36, apart: int = 15) -> Curve:
        return curve(self.curve, width, height, right, left, apart)


# What was told -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Taken:
    """A trick as the story tells it: cards in the order played, who won it (``None``: it still lies there), its worth
    as it was announced, and what else was told while it was played.
    """

    number: int
    cards: tuple[tuple[Seat, str], ...]
    winner: Seat | None
    worth: Number | None = None
    told: tuple[Ply, ...] = ()


@dataclass(frozen=True)
class Tale:
    """The story of a deal: what was told before the first card, its tricks, and what was told after the last."""

    before: tuple[Ply, ...]
    tricks: tuple[Taken, ...]
    after: tuple[Ply, ...]
    contract: dict[str, Any] | None = None
    """The contract as all knew it before the last card, if the deal is over and had one."""

    def lately(self, tricks: int) -> Tale:
        """Its end: at most this many tricks, with a few sentences before and after them."""
        before = () if self.tricks[tricks:] else _few(self.before)
        return replace(self, before=before, tricks=self.tricks[-tricks:], after=_few(self.after))


FEW = 6
"""The most sentences of an excerpt from what came before the tricks, or after them."""


def _few(plies: tuple[Ply, ...]) -> tuple[Ply, ...]:
    kept: list[Ply] = []
    for ply in reversed(plies):
        left = FEW - sum(len(one.lines) for one in kept)
        if left > 0:
            kept.insert(0, replace(ply, lines=ply.lines[-left:]))
    return tuple(kept)


def tricks_of(core: dict[str, Any]) -> list[dict[str, Any]]:
    """The tricks of the present deal, the one on the table included."""
    return [*core["tricks"], *([{"cards": core["trick"], "winner": None}] if core["trick"] else [])]


def arranged(told: Sequence[Ply], tricks: Sequence[dict[str, Any]], *, whole: bool) -> Tale:
    """A story arranged around the tricks of a deal; without tricks it stays as it is.

    ``whole``: whether these are all tricks of the deal.
    """
    numbers = {(seat, code): n for n, trick in enumerate(tricks, start=1) for seat, code in trick["cards"]}
    rows = [Taken(n, tuple(map(tuple, trick["cards"])), trick["winner"]) for n, trick in enumerate(tricks, start=1)]
    before, after, now, over = list[Ply](), list[Ply](), 0, False
    for ply in told:
        played = [(line.values["player"], line.values["card"]) for line in ply.lines if line.kind == "card_played"]
        number = max((numbers.get(card, 0) for card in played), default=0)
        now = number or now
        kept = replace(ply, lines=tuple(line for line in ply.lines if not (tricks and _of_a_trick(line))))
        if now:
            taken = [line for line in ply.lines if line.kind == "trick_taken"]
            if taken:
                rows[now - 1] = replace(rows[now - 1], worth=taken[0].values.get("points"))
            over = over or (whole and now == len(rows) and bool(taken))
        if not (kept.lines or kept.clocked):
            continue
        if now and not over:
            rows[now - 1] = replace(rows[now - 1], told=(*rows[now - 1].told, kept))
        else:
            (after if now else before).append(kept)
    return Tale(tuple(before), tuple(rows), tuple(after))


def _of_a_trick(line: Said) -> bool:
    """Whether the line says no more than the drawn trick."""
    return card_alone(line) or line.kind == "trick_taken"


def _of_this_deal(plies: Iterable[Ply], first: int, end: int | None) -> list[Ply]:
    """The plies of a deal, without what the first window told before it was dealt, and the last one after it ended.

    ``end``: its last window; ``None`` while it is played.
    """
    told = []
    for ply in plies:
        if ply.ply == first and first > 0:
            told.append(replace(ply, lines=ply.lines[_next_begins(ply) :], clocked=(), forced=False))
        elif ply.ply == end:
            told.append(replace(ply, lines=ply.lines[: _next_begins(ply)]))
        else:
            told.append(ply)
    return told


def _next_begins(ply: Ply) -> int:
    """The index of the line with which the next deal begins; the number of lines if none does."""
    return next((n for n, line in enumerate(ply.lines) if line.kind == "deal_began"), len(ply.lines))


# On the page of a seat -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recent:
    """The latest of the story: of the present deal, and of the window in which the one before ended."""

    now: Tale
    ended: tuple[Ply, ...]


def began(page: SeatPage) -> Ply | None:
    """The window in which the present deal was dealt, if the page tells of it: after another one."""
    return next((ply for ply in reversed(page.story) if ply.ply and _next_begins(ply) < len(ply.lines)), None)


def recent(page: SeatPage, tricks: int = 3) -> Recent:
    """The end of the story on the page: a few tricks, and what was told around them. What is announced stays in sight
    beside the table while the deal is played, and is not told twice.
    """
    dealt = began(page)
    first = dealt.ply if dealt else 0
    told = _of_this_deal((ply for ply in page.story if ply.ply >= first), first, None)
    over = page.view["core"]["phase"] == OVER
    shown = () if over else ("announced",)
    told = [replace(ply, lines=tuple(line for line in ply.lines if line.kind not in shown)) for ply in told]
    now = arranged(told, tricks_of(page.view["core"]), whole=over).lately(tricks)
    ended = [replace(dealt, lines=dealt.lines[: _next_begins(dealt)])] if dealt else []
    lines = [replace(ply, lines=tuple(line for line in ply.lines if not _of_a_trick(line))) for ply in ended]
    return Recent(now, _few(tuple(ply for ply in lines if ply.lines)))


def just_dealt(page: SeatPage, turns: Iterable[Resolved]) -> Ply | None:
    """The window in which a deal was dealt after another one, until the reader answers in it.

    ``turns``: the rows of the story that the page tells.
    """
    dealt = began(page) if page.view else None
    if dealt is None or page.sealed:
        return None
    since = (given for turn in turns if turn.ply > dealt.ply for given in turn.answers)
    return None if any(given.seat == page.you and given.by != CLOCK for given in since) else dealt


def just_ended(page: SeatPage, turns: Iterable[Resolved]) -> Deals | None:
    """The deals of a match of which one has just ended: until the reader answers in the next one, and at the end.

    ``turns``: the rows of the story that the page tells.
    """
    over = bool(page.view) and page.match.status == OVER
    dealt = None if over else just_dealt(page, turns)
    if not over and dealt is None:
        return None
    deals = Deals(page.match, page.you, present=page)
    return deals if deals.last and (dealt is None or deals.last.end == dealt.ply) else None
