"""What a plan would do now: the positions that may arise before its seat is asked, and the line that decides in each.

Positions come from random play on tables that this seat cannot tell from the real one (`Game.redeal`), so they reveal
nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from ..rules import GAMES, OVER, AnyGame, Ask, Decide, Seat, State
from ..rules.engine import NONE
from .answering import PlannedAnswer, answer, ended
from .asking import Asked, stage_of
from .language import Plan

TABLES, PLAYS = 48, 12
"""The number of tables, and the most plays on each."""
FEW = 6
"""The number of tables played on further, to find what may be said with a card, such as when leading."""
KEPT = 8
"""Of how many seats what was found is kept: a page asks for it several times, and again with each tap on it."""


ANY_OTHER = ("",)
"""Any bids but those of the other cases."""


@dataclass(frozen=True)
class Case:
    """A position: the suit led (``None``: I lead, or any card may be played) and who is winning; where no card is asked
    for a trick, the ``phase``, and the bids made so far.

    ``given``: what the plan may answer there; ``None`` in it: the player is asked.
    """

    led: str | None
    winning: Seat | None
    given: tuple[PlannedAnswer | None, ...]
    phase: str = ""
    bids: tuple[str, ...] | None = None


def foresee(game: AnyGame, plan: Plan, state: State, seat: Seat, seed: str) -> list[Case]:
    """The positions of this deal or round in which the seat may be asked next, with what the plan would do: those that
    are no trick first met as they come, tricks by the suit led, then by who is winning. Once tricks are played, and
    wherever nothing else can be asked, they are tricks. ``seed``: the same gives the same positions.
    """
    now = game.view(state, seat)["core"]
    tricks: dict[tuple[str, int], dict[PlannedAnswer | None, None]] = {}
    others: dict[tuple[str, tuple[str, ...] | None], dict[PlannedAnswer | None, None]] = {}
    for asked in _met(game.key, state, seat, seed):
        if stage_of(asked.core) != stage_of(now):
            continue
        core, given = asked.core, None if ended(plan, asked) else answer(plan, asked)
        if core["trick"] is not None:
            where = core["led"] or "", -1 if core["winning"] is None else core["winning"]
            tricks.setdefault(where, {})[given] = None
        else:
            others.setdefault((core["phase"], _bid_so_far(asked)), {})[given] = None
    if others and now["trick"] is None:
        return _in_short([Case(None, None, tuple(given), *where) for where, given in others.items()])
    suits = ["", *game.suits]
    ordered = sorted(tricks, key=lambda where: (suits.index(where[0]), where[1]))
    return [Case(led or None, None if by < 0 else by, tuple(tricks[led, by])) for led, by in ordered]


def _in_short(cases: list[Case]) -> list[Case]:
    """The most bids after which the plan does the same are one case, told last; nobody's bid is told first."""
    after = [case for case in cases if case.bids]
    often = max((case.given for case in after), key=[case.given for case in after].count, default=())
    same = [case for case in after if case.given == often]
    others = sorted((case for case in cases if case not in same), key=lambda case: case.bids or ())
    return [*others, *(same if len(same) < 2 else [replace(same[0], bids=ANY_OTHER)])]


def _bid_so_far(asked: Asked) -> tuple[str, ...] | None:
    """The bids of the others, without passes; ``None`` where there is no auction."""
    if "bid" not in asked.core["phase"]:
        return None
    seen = asked.game.without_core or asked.game.view
    bids = seen(asked.state, asked.seat).get("bids")
    if bids is None or not all(bid is None or isinstance(bid, str) for bid in bids):
        return None
    return tuple(dict.fromkeys(bid for bid in bids if bid and bid not in asked.game.passes))


@dataclass(frozen=True)
class Coming:
    """What a seat may be asked next in one phase: the options found for each slot that takes one token.

    ``trick``: a card for a trick is asked. ``more``: what else may be said with it. ``nothing``: whether the answer may
    be empty.
    """

    phase: str
    slots: Mapping[str, tuple[str, ...]]
    trick: bool
    more: tuple[str, ...]
    nothing: bool


def coming(game: AnyGame, state: State, seat: Seat, seed: str) -> list[Coming]:
    """What the seat may be asked next, phase by phase, at tables that it cannot tell from the real one."""
    found: dict[str, list[Asked]] = {}
    for asked in _met(game.key, state, seat, seed):
        found.setdefault(asked.core["phase"], []).append(asked)
    tricks = any(each.core["trick"] is not None for asked in found.values() for each in asked)
    more = _said_with_cards(game.key, state, seat, seed) if tricks else ()
    return [_coming(game, phase, asked, more) for phase, asked in found.items()]


@lru_cache(maxsize=KEPT)
def _said_with_cards(key: str, state: State, seat: Seat, seed: str) -> tuple[str, ...]:
    """What the seat may say with a card in its next tricks, such as a signal."""
    game, random, found = GAMES[key], Random(seed), dict[str, None]()
    for _ in range(FEW):
        table = game.redeal(state, seat, random)
        for _ in range(PLAYS * 2):
            phase = game.phases.get(table.phase)
            if table.phase == OVER or not isinstance(phase, Decide):
                break
            asks = phase.asks(table)
            with_it = [slot for slot in asks[seat].slots if slot.least == 0] if seat in asks else []
            if with_it and game.view(table, seat)["core"]["trick"] is not None:
                found |= dict.fromkeys(token for slot in with_it for token in slot.options)
            table, _said = phase.then(table, {each: _any(game, ask, random) for each, ask in asks.items()})
    return tuple(found)


def _coming(game: AnyGame, phase: str, asked: Sequence[Asked], more: tuple[str, ...]) -> Coming:
    options: dict[str, dict[str, None]] = {}
    slots = [slot for each in asked for slot in each.ask.slots]
    for slot in slots:
        options.setdefault(slot.name, {}).update(dict.fromkeys(slot.options))
    chosen = {slot.name for slot in slots if slot.least == slot.most == 1}
    several = any(slot.least > 1 for slot in slots)
    nothing = NONE in game.passes and any(all(slot.least == 0 for slot in each.ask.slots) for each in asked)
    one_each = {} if several else {name: tuple(found) for name, found in options.items() if name in chosen}
    trick = any(each.core["trick"] is not None for each in asked)
    return Coming(phase, one_each, trick, more if trick else (), nothing)


@lru_cache(maxsize=KEPT)
def _met(key: str, state: State, seat: Seat, seed: str) -> tuple[Asked, ...]:
    """The seat's next ask, at each of some tables at which it has one."""
    game, random = GAMES[key], Random(seed)
    found = (_next_ask(game, game.redeal(state, seat, random), seat, random) for _ in range(TABLES))
    return tuple(filter(None, found))


def _next_ask(game: AnyGame, state: State, seat: Seat, random: Random) -> Asked | None:
    """The seat's next ask at this table, with others playing at random and its own open ask answered at random."""
    mine = True  # an ask that is open now is not for the plan
    declining = random.choice(DECLINING)
    for _ in range(PLAYS):
        phase = game.phases.get(state.phase)
        if state.phase == OVER or not isinstance(phase, Decide):
            return None
        asks = phase.asks(state)
        if seat in asks and not mine:
            return Asked(game, state, asks[seat], game.view(state, seat)["core"], seat)
        given = {each: _any(game, ask, random, OFTEN if each == seat else declining) for each, ask in asks.items()}
        state, _said = phase.then(state, given)
        mine = False
    return None


OFTEN, DECLINING = 0.5, (0.5, 0.9)
"""How often somebody declines where that is possible: the lowest bids are possible only after others passed, and a bid
of one's own is the highest only where most others do."""


def _any(game: AnyGame, ask: Ask, random: Random, declining: float = OFTEN) -> str:
    """A random answer. For a card, each suit is equally likely."""
    return " ".join(token for slot in ask.slots for token in _picked(game, slot.options, slot.least, random, declining))


def _picked(game: AnyGame, options: tuple[str, ...], least: int, random: Random, declining: float) -> Iterator[str]:
    if least != 1:
        yield from random.sample(options, least)
        return
    declines = [option for option in options if option in game.passes]
    if declines and random.random() < declining:
        yield random.choice(declines)
        return
    suits = [option[:1] if option[:1] == "T" else option[-1:] for option in options]
    suit = random.choice(list(dict.fromkeys(suits)))
    yield random.choice([option for option, of in zip(options, suits, strict=True) if of == suit])
