"""The plan of a player who knows what they would play, found by trying imagined tables, and written in lines.

A player imagines tables that look the same from the seat (`Game.redeal`), lets the others play on, some as the house
does and some against all sense, and notes at each ask that comes what they would answer. A plan is made of lines that
agree with all of these answers; where none does, it asks. So a plan plays what its owner would have played, unless a
position comes that is unlike all imagined ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain, combinations, cycle, islice, product, takewhile
from random import Random
from typing import Any

from msgspec.structs import replace

from server import house, plans
from server.house.sampling import imagine
from server.plans import Plan, PlanLine
from server.plans.answering import fits
from server.plans.asking import Asked, Core
from server.plans.language import CAN, CANNOT, NOBODY, PASS, SOMEBODY, TRICK, WIN
from server.plans.reading import LENGTH
from server.rules import OVER, Answer, AnyGame, Ask, Decide, Illegal, Seat, State, canonical, forced

Choice = Callable[[AnyGame, Mapping[str, Any], Ask, Seat, int], Answer]
"""What a player answers: the game, what the seat sees, what it is asked, the seat, and the ply."""
Others = Callable[[AnyGame, State, Seat, Ask, Random], Answer]
"""How the others play at an imagined table."""

DRAWN, DRAWS = "", 5
"""The answer of whoever draws it by chance: no plan says that. And how often it is tried whether somebody does."""
DEPTH = 40
"""The most asks of others and of one's own that are imagined one after the other."""


def by_the_house(game: AnyGame, state: State, seat: Seat, ask: Ask, random: Random) -> Answer:
    """What a steady house player answers."""
    only = forced(ask)
    return only or canonical(ask, house.player(game.key).choose(house.sight(game, state, seat), ask, seat, random))


def at_random(game: AnyGame, state: State, seat: Seat, ask: Ask, random: Random) -> Answer:
    """Any answer."""
    return (
        " ".join(
            token
            for slot in ask.slots
            for token in random.sample(slot.options, random.randint(slot.least, min(slot.most, len(slot.options))))
        )
        or "none"
    )


def by_rank(place: int) -> Others:
    """Always the lowest card, or the highest."""

    def plays(game: AnyGame, state: State, seat: Seat, ask: Ask, random: Random) -> Answer:
        if len(ask.slots) != 1 or ask.slots[0].most != 1 or not game.trick_game:
            return at_random(game, state, seat, ask, random)
        ranked = [card for card in game.order(state, "") if card in ask.slots[0].options]
        return ranked[place] if ranked and random.random() < 0.8 else random.choice(ask.slots[0].options)

    return plays


AGAINST_ALL_SENSE: tuple[Others, ...] = (at_random, by_rank(0), by_rank(-1))
"""Other ways in which the others may play: by one of them at every third imagined table, beside the house's."""
WEIGHT = 9
"""How much more counts what comes of play as the house's than of play against all sense."""


# What may come -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Coming:
    """An ask that may come. ``ahead``: how many tricks a plan must last for it."""

    asked: Asked
    ahead: int
    wanted: Callable[[], Answer]
    _given: dict[PlanLine, Answer | None] = field(default_factory=dict, repr=False)

    def given(self, lines: Iterable[PlanLine]) -> Answer | None:
        """What the first of these lines answers that answers it at all."""
        return next((answer for line in lines if (answer := self._by(line)) is not None), None)

    def _by(self, line: PlanLine) -> Answer | None:
        if line not in self._given:
            self._given[line] = gives(line, self.asked)
        return self._given[line]

    @cached_property
    def answer(self) -> Answer:
        """What its player would answer."""
        return self.wanted()

    @cached_property
    def is_card(self) -> bool:
        """Whether it asks for a card for a trick, and for nothing beside."""
        return self.asked.core["trick"] is not None and len(self.asked.ask.slots) == 1

    @cached_property
    def winner(self) -> Answer | None:
        """The cheapest card that wins, if any does."""
        return self.given((PlanLine(WIN),))

    @cached_property
    def holds(self) -> frozenset[PlanLine]:
        """Those of `CONDITIONS` that hold."""
        return frozenset(line for line in CONDITIONS if fits(line, self.asked))


class Imagined:
    """What a player is asked at a table that looks the same from the seat: played on only as far as somebody looks.

    ``weight``: how much its result counts.
    """

    def __init__(self, asks: Iterator[Coming], weight: int) -> None:
        self._met, self._to_come, self.weight = list[Coming](), asks, weight

    def __iter__(self) -> Iterator[Coming]:
        """One ask after the other."""
        yield from self._met
        for coming in self._to_come:
            self._met.append(coming)
            yield coming

    def within(self, tricks: int) -> list[Coming]:
        """What is asked within so many tricks."""
        return list(takewhile(lambda coming: coming.ahead <= tricks, self))


@dataclass(frozen=True)
class Sight:
    """What a player sees and means to do: the match from one seat, and what that player has sealed already."""

    game: AnyGame
    state: State
    seat: Seat
    ply: int
    choice: Choice
    sealed: Answer | None = None

    @cached_property
    def core(self) -> Core:
        """The core of what the seat sees."""
        return self.game.view(self.state, self.seat)["core"]

    @cached_property
    def begins(self) -> int:
        """The number of tricks with the first of which a plan for tricks begins."""
        core = self.core
        mine = self.seat in core["turn"] or any(by == self.seat for by, _ in core["trick"] or ())
        return len(core["tricks"]) + (mine and core["trick"] is not None)

    def imagined(self, random: Random) -> Iterator[Imagined]:
        """Tables without end that look the same from this seat."""
        for others in cycle(AGAINST_ALL_SENSE):
            for n in range(3):
                state = imagine(self.game, self.state, self.seat, random)
                yield Imagined(self._asks(state, by_the_house, random), WEIGHT)
                if n == 0:
                    yield Imagined(self._asks(state, others, random), 1)

    def refuted(self, plan: Plan, table: Imagined) -> list[Coming] | None:
        """What is asked at a table up to where a plan goes wrong; ``None`` if its player is asked before."""
        found, plan = list[Coming](), plans.sealed_at(plan, self.core, self.seat, self.ply)
        for coming in table:
            found.append(coming)
            given = None if plans.ended(plan, coming.asked) else coming.given(plan.lines)
            if given is None:
                break
            if given != coming.answer:
                return found
        return None

    def _asks(self, state: State, others: Others, random: Random) -> Iterator[Coming]:
        """``others``: how the others play."""
        game, seat = self.game, self.seat
        for step in range(DEPTH):
            phase = game.phases.get(state.phase)
            if state.phase == OVER or not isinstance(phase, Decide):
                break
            given = dict[Seat, Answer]()
            for each, ask in phase.asks(state).items():
                if each != seat:
                    given[each] = others(game, state, each, ask, random)
                elif step == 0 and self.sealed:
                    given[each] = self.sealed
                else:
                    view = game.view(state, seat)
                    ahead = max(0, len(view["core"]["tricks"]) - self.begins) + 1
                    wanted = partial(self._answer, view, ask, self.ply + step)
                    yield (coming := Coming(Asked(game, state, ask, view["core"], seat), ahead, wanted))
                    if not game.trick_game:
                        return  # a plan there is for one answer
                    given[each] = coming.answer
            state, _said = phase.then(state, given)

    def _answer(self, view: Mapping[str, Any], ask: Ask, ply: int) -> Answer:
        """What its player answers; `DRAWN` if that is a random choice, as it may be in games without tricks."""
        plies = range(ply, ply + (1 if self.game.trick_game else DRAWS))
        found = {self.choice(self.game, view, ask, self.seat, each) for each in plies}
        return found.pop() if len(found) == 1 else DRAWN


# Lines that agree with it --------------------------------------------------------------------------------------------

Bits = int
"""A set of positions."""


def bits(numbers: Iterable[int]) -> Bits:
    """The set of these numbers, as the bits of one."""
    return sum(1 << number for number in numbers)


@dataclass(frozen=True)
class Said:
    """A line, with the positions where it gives an answer, and where that is the right one."""

    line: PlanLine
    right: Bits
    wrong: Bits


class Positions:
    """All asks that were imagined, table by table, as sets of positions with something in common."""

    def __init__(self, tables: Sequence[tuple[Sequence[Coming], int]], at_tricks: bool) -> None:
        self.at_tricks = at_tricks
        self.all = [coming for table, _ in tables for coming in table]
        self.weights = [weight for _, weight in tables]
        self.tables, at = list[range](), 0
        for table, _ in tables:
            self.tables.append(range(at, at + len(table)))
            at += len(table)
        self.cards = self._where(lambda one: one.is_card)
        self.bids = self._where(lambda one: one.asked.core["trick"] is None)

    def _where(self, holds: Callable[[Coming], bool]) -> Bits:
        return bits(n for n, one in enumerate(self.all) if holds(one))

    def _by(self, told: Callable[[Coming], Any]) -> dict[Any, Bits]:
        """Each fact about positions -> the positions for which it holds."""
        found: dict[Any, Bits] = {}
        for n, one in enumerate(self.all):
            found[told(one)] = found.get(told(one), 0) | 1 << n
        return found

    def within(self, tricks: int) -> Bits:
        """Those for which a plan of so many tricks lasts."""
        return self._where(lambda one: one.ahead <= tricks)

    @cached_property
    def played(self) -> Mapping[Answer, Bits]:
        """Card -> where it is the right answer."""
        return {card: at for card, where in self._by(lambda one: one.answer).items() if (at := where & self.cards)}

    @cached_property
    def free(self) -> Mapping[Answer, Bits]:
        """Card -> where it may be played."""
        found = dict.fromkeys(self.played, 0)
        for n in numbers(self.cards):
            for card in self.all[n].asked.ask.slots[0].options:
                if card in found:
                    found[card] |= 1 << n
        return found

    @cached_property
    def conditions(self) -> Mapping[Bits, PlanLine]:
        """The positions in which a condition holds, with a line that has the condition; the shortest for each set."""
        if not self.all:
            return {}
        led, won, can = self._led(), self._won(), self._can()
        found: dict[Bits, PlanLine] = {}
        for (at, leads), by, winnable, last in product(led.items(), won.items(), can.items(), (False, True)):
            where = at & by[0] & winnable[0] & (self.last if last else self.cards)
            if where and where not in found and not (leads.leads and (by[1] != PLAIN or winnable[1] != PLAIN or last)):
                found[where] = replace(
                    winnable[1],
                    led=leads.led,
                    leads=leads.leads,
                    winning=by[1].winning,
                    partner=by[1].partner,
                    last=last,
                )
        return found

    def _led(self) -> dict[Bits, PlanLine]:
        of = self.led
        one = {of[suit]: PlanLine("", led=(suit,)) for suit in of}
        two = {of[a] | of[b]: PlanLine("", led=(a, b)) for a, b in combinations(of, 2)}
        return {self.cards & ~self.leads: PLAIN, self.leads: PlanLine("", leads=True)} | one | two

    def _won(self) -> dict[Bits, PlanLine]:
        partner = self._holds(PARTNER)
        each = {where: PlanLine("", winning=(seat,)) for seat, where in self.won.items()}
        return {self.cards: PLAIN, partner: PlanLine("", partner=True)} | each

    def _can(self) -> dict[Bits, PlanLine]:
        can = self.can
        cannot, uncut = self.cards & ~can, self.cards & ~self.cut
        return {
            self.cards: PLAIN,
            can: PlanLine("", can=CAN),
            cannot: PlanLine("", can=CANNOT),
            uncut: PlanLine("", trumped=NOBODY),
            can & uncut: PlanLine("", can=CAN, trumped=NOBODY),
            cannot & uncut: PlanLine("", can=CANNOT, trumped=NOBODY),
        }

    @cached_property
    def led(self) -> Mapping[str, Bits]:
        """Suit -> where it is led."""
        return {suit: where & self.cards for suit, where in self._by(lambda one: one.asked.core["led"]).items() if suit}

    @cached_property
    def leads(self) -> Bits:
        """Where one leads."""
        return self._where(lambda one: one.asked.core["trick"] == []) & self.cards

    @cached_property
    def won(self) -> Mapping[Seat, Bits]:
        """Seat -> where it is winning."""
        by = self._by(lambda one: one.asked.core["winning"])
        return {seat: where & self.cards for seat, where in by.items() if seat is not None}

    @cached_property
    def cut(self) -> Bits:
        """Where somebody has trumped."""
        return self._holds(CUT)

    @cached_property
    def last(self) -> Bits:
        """Where one plays the last card of the trick."""
        return self._holds(AT_LAST)

    @cached_property
    def can(self) -> Bits:
        """Where one can win."""
        return self._where(lambda one: one.winner is not None) & self.cards

    def narrowed(self, said: Said, open_: Bits) -> Said:
        """The line, for no other suits and seats than those for which it was found to be right more than once."""
        if said.line.leads or not said.right & self.cards:
            return said
        known = said.right & open_
        led = tuple(suit for suit, where in self.led.items() if (where & known).bit_count() >= TWICE)
        won = tuple(seat for seat, where in self.won.items() if (where & known).bit_count() >= TWICE)
        can, cannot = ((known & where).bit_count() >= TWICE for where in (self.can, self.cards & ~self.can))
        where = sum(self.led[suit] for suit in led) & sum(self.won[seat] for seat in won)
        where &= self.cards if can and cannot else self.can if can else ~self.can
        cut, uncut = known & where & self.cut, known & where & ~self.cut
        trumped = "" if not self.cut else SOMEBODY if cut.bit_count() > uncut.bit_count() else NOBODY
        last = not known & where & ~self.last
        where &= self.last if last else self.cards
        where &= {"": self.cards, SOMEBODY: self.cut, NOBODY: ~self.cut}[trumped]
        if not (led and won):
            return Said(said.line, 0, 0)
        able = "" if can and cannot else CAN if can else CANNOT
        line = replace(said.line, led=led, winning=won, partner=False, can=able, trumped=trumped, last=last)
        return Said(self._shortened(line), said.right & where, said.wrong & where)

    def _shortened(self, line: PlanLine) -> PlanLine:
        """The line without what holds in any case: a text has room for so many conditions."""
        asked = self.all[0].asked
        follows = line.last or line.can == CAN or line.trumped == SOMEBODY
        if set(line.led) >= set(asked.game.suits) and (line.winning or follows):
            line = replace(line, led=())
        if len(line.winning) == len(asked.core["counts"]) - 1 and (line.led or follows):
            line = replace(line, winning=())
        return line

    def _holds(self, line: PlanLine) -> Bits:
        """Where one of `CONDITIONS` holds."""
        return self._where(lambda one: line in one.holds) & self.cards

    @cached_property
    def winning(self) -> tuple[Bits, Bits]:
        """Where the cheapest card that wins is right, and where it is wrong."""
        given = {n: self.all[n].winner for n in numbers(self.cards)}
        return (
            bits(n for n, card in given.items() if card == self.all[n].answer),
            bits(n for n, card in given.items() if card not in (None, self.all[n].answer)),
        )

    @cached_property
    def others(self) -> list[Said]:
        """Lines for what is no card for a trick: bids and passes."""
        found = list[Said]()
        for answer in dict.fromkeys(self.all[n].answer for n in numbers(self.bids)):
            if answer == DRAWN:
                continue
            game = self.all[0].asked.game
            line = PASSES if answer in game.passes - {"none"} else _token(game, answer)
            if not is_written(game, Plan((line,), plans.ONCE), {}):
                continue
            given = {n: one.given((line,)) for n, one in enumerate(self.all)}
            right = bits(n for n, said in given.items() if said == self.all[n].answer)
            found.append(Said(line, right, bits(n for n, said in given.items() if said is not None) & ~right))
        return [one for one in found if one.right]


PLAIN, PASSES = PlanLine(""), PlanLine(PASS)
PARTNER, CUT, AT_LAST = CONDITIONS = PlanLine("", partner=True), PlanLine("", trumped=SOMEBODY), PlanLine("", last=True)


def _token(game: AnyGame, answer: Answer) -> PlanLine:
    """A line that gives an answer which is no card for a trick, such as a bid."""
    return PlanLine(plans.TOKENS, tuple(answer.split()), unbeaten=game.trick_game)


def is_written(game: AnyGame, plan: Plan, names: Mapping[int, str]) -> bool:
    """Whether a plan can be left: its text reads as what it is."""
    try:
        return plans.read_plan(game, plans.canonical(game, plan, names), names) == plan
    except Illegal:
        return False


def gives(line: PlanLine, asked: Asked) -> Answer | None:
    """What a line by itself answers."""
    given = plans.answer(Plan((line,), plans.DEAL), asked)
    return given.answer if given else None


def numbers(among: Bits) -> Iterator[int]:
    """The members of a set of numbers."""
    while among:
        lowest = among & -among
        yield lowest.bit_length() - 1
        among ^= lowest


# A plan of them ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Course:
    """The result of a list of lines: how many asks it answers, weighted, before it first leaves one to its player, or
    -1 if an answer is wrong; and the first positions that it leaves.
    """

    worth: float
    asks: Bits


def followed(positions: Positions, said: Sequence[Said], within: Bits) -> Course:
    """The course of lines at all tables."""
    right = wrong = 0
    for one in said:
        right |= one.right & ~wrong
        wrong |= one.wrong & ~right
    worth, asks = 0.0, 0
    for numbers_of, weight in zip(positions.tables, positions.weights, strict=True):
        for n in numbers_of:
            bit = 1 << n
            if not within & bit:
                break
            if right & bit:
                worth += weight
            elif wrong & bit:
                return Course(-1, 0)
            else:
                asks |= bit
                break
    return Course(worth, asks)


def learned(positions: Positions, within: Bits, most: int) -> tuple[list[Said], Course]:
    """Lines, one after the other, each of which lets the plan answer the most asks more."""
    said, course = list[Said](), followed(positions, (), within)
    while len(said) < most:
        decided = 0
        for one in said:
            decided |= one.right | one.wrong
        tried = sorted(_candidates(positions, course.asks, within & ~decided), key=lambda one: -_first(one, course))
        better = [(then.worth, -n, one, then) for n, one in enumerate(tried[:TRIED])
                  for then in [followed(positions, [*said, one], within)] if then.worth > course.worth]  # fmt: skip
        if not better:
            break
        _, _, one, course = max(better, key=lambda each: each[:2])
        said.append(one)
    return said, course


WEIGHED, TRIED = 40, 12
"""How many conditions are looked at that hold at most of the next asks; and how many of the lines found are tried."""


def _first(one: Said, course: Course) -> int:
    return (one.right & course.asks).bit_count()


def _candidates(positions: Positions, asks: Bits, open_: Bits) -> Iterator[Said]:
    """Lines that are right wherever they answer one of the asks that come next."""
    for one in positions.others:
        if one.right & asks and not one.wrong & open_:
            yield one
    for where, line in sorted(positions.conditions.items(), key=lambda one: -(one[0] & asks).bit_count())[:WEIGHED]:
        if not where & asks:
            break
        named = _in_order(positions, line, where, where & open_)
        if named is not None and (named := positions.narrowed(named, open_)).right & asks:
            yield named
        right, wrong = positions.winning
        if (right & where & asks).bit_count() >= OFTEN and not wrong & where & open_:
            yield positions.narrowed(Said(_with(line, WIN), right & where, wrong & where), open_)


def _with(line: PlanLine, does: str, tokens: tuple[str, ...] = ()) -> PlanLine:
    return replace(line, does=does, tokens=tokens)


TWICE = 2
"""In how many positions a suit, or somebody who is winning, must have been seen to be named in a line."""
OFTEN = 5
"""In how many positions a card must be right, and nowhere wrong, to be named in a line."""


def _in_order(positions: Positions, line: PlanLine, where: Bits, scope: Bits) -> Said | None:
    """A line that names cards in such an order that the first that may be played is right, wherever it is in scope."""
    tokens, left, right, wrong, rest = list[str](), scope, 0, 0, where
    while left:
        fits = [
            card for card, free in positions.free.items()
            if card not in tokens and not free & left & ~positions.played[card] and (free & left).bit_count() >= OFTEN
        ]  # fmt: skip
        if not fits:
            break
        card = max(fits, key=lambda one: (positions.free[one] & left).bit_count())
        tokens.append(card)
        here = positions.free[card] & rest
        right |= here & positions.played[card]
        wrong |= here & ~positions.played[card]
        rest &= ~here
        left &= ~here
    return Said(_with(line, plans.PLAY, tuple(tokens)), right, wrong) if tokens else None


# Making up one's mind ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Care:
    """How much effort goes into a plan. ``tables``: how many are imagined to find it; ``checks``: on how many more,
    that it was not made for, it must be right; ``lengths``: for how many tricks it may be meant; ``rounds``: how often
    it is changed where it is wrong.
    """

    tables: int = 300
    checks: int = 1500
    lengths: tuple[int, ...] = (1, 2, 3, 5, 8)
    rounds: int = 60


USUAL = Care()


def thought_out(sight: Sight, names: Mapping[int, str], random: Random, care: Care = USUAL) -> str:
    """The plan, as canonical text, that answers most of the coming asks as its player would; empty if there is none.

    It is right at all tables that were imagined for it. ``names``: those of the other players.
    """
    imagined, tried, lengths = sight.imagined(random), list[Imagined](), care.lengths
    known = [(table.within(lengths[-1]), table.weight) for table in islice(imagined, care.tables)]
    while lengths:
        for _ in range(care.rounds):
            plan = _best(sight.game, Positions(known, sight.core["trick"] is not None), lengths, names)
            if plan is None:
                return ""
            before, anew = tuple(tried), _noted(islice(imagined, care.checks), tried)
            wrong = list(islice(_refutations(sight, plan, chain(before, anew)), ENOUGH))
            if not wrong:
                return plans.canonical(sight.game, plan, names) if is_written(sight.game, plan, names) else ""
            known += wrong
        lengths = lengths[:-1]
    return ""


ENOUGH = 3
"""With so many tables on which a plan is wrong, it is changed at once."""


def _noted(tables: Iterable[Imagined], into: list[Imagined]) -> Iterator[Imagined]:
    for table in tables:
        into.append(table)
        yield table


def _refutations(sight: Sight, plan: Plan, tables: Iterable[Imagined]) -> Iterator[tuple[list[Coming], int]]:
    for table in tables:
        found = sight.refuted(plan, table)
        if found is not None:
            yield found, table.weight


BETTER = 1.05
"""How much more a plan for more tricks must answer."""


def _best(game: AnyGame, positions: Positions, lengths: Sequence[int], names: Mapping[int, str]) -> Plan | None:
    """The plan of these lengths that answers most; the shortest of equals. ``None`` if nothing can be planned."""
    most, best = 0.0, None
    for length in lengths:
        within = positions.within(length)
        said, course = learned(positions, within, plans.LINES)
        while said and len(plans.canonical(game, _plan(game, said, length), names)) > LENGTH:
            said = said[:-1]
            course = followed(positions, said, within)
        if course.worth > most * BETTER:
            most, best = course.worth, _plan(game, said, length)
    return best


def _plan(game: AnyGame, said: Sequence[Said], length: int) -> Plan:
    lines = tuple(one.line for one in said)
    return Plan(lines, TRICK, length=length) if game.trick_game else Plan(lines, plans.ONCE)
