"""Claims: whether a side takes all remaining tricks of a deal however it is played, and how to play the rest out.

Pure functions of the real hands, but for `proposed`, which depends on what the claimant may see alone. A claimant names
the order of their own cards, and each time plays the first of them that may be played. The proof covers every line of
play of all others, the partners of the claimant too. If one good line of theirs were enough, the table could find one
that only somebody who sees all hands can know. The final scores must be the same in all of them as well, so that nobody
loses anything by it, such as a bonus for the last trick.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

from .decided import PositionsLeft, TooMany, answers, part_number, result_of, ways_to_answer
from .engine import Answer, AnyGame, Ask, Decide, Seat, State

Answers = Mapping[Seat, Answer]
"""The answers of one window."""
Side = frozenset[Seat]
Named = tuple[Seat, Sequence[str]]
"""The claimant, and the order that they named of the own cards; empty: none, and any of them may be played."""
NOBODY: Named = (-1, ())
POSITIONS = 5_000
"""The search gives up after this many positions: one or two seconds, since each is examined with its tricks."""
TRIED = 64
"""When the rest is played out: the most ways to answer one window among which the best is sought."""


def side_of(game: AnyGame, seat: Seat) -> Side:
    """The seats that publicly take tricks together with this one; secret partners are not included."""
    return frozenset((seat, *(other for side in game.sides if seat in side for other in side)))


def proposed(game: AnyGame, state: State, seat: Seat) -> tuple[str, ...]:
    """The cards of a hand in the order in which a claim would best play them, as far as this seat can know.

    First those that the fewest cards out would beat if they were led; among equals plain suits before trumps, and of
    each the highest first. So the lowest trump comes last, where a game rewards it: K♠, 21, 1.
    """
    core = _core(game, state, seat)
    hand, trick_winner = tuple(core["hand"]), game.trick_winner
    if trick_winner is None or core["trick"] is None:
        return hand
    deck = game.order(state, "")
    seen = {card for trick in core["tricks"] for _, card in trick["cards"]} | {card for _, card in core["trick"] or ()}
    out = [card for card in deck if card not in seen and card not in hand]

    def beats(card: str, led: str) -> bool:
        return card != led and trick_winner(state, ((0, led), (1, card))) == 1

    def playing_order(card: str) -> tuple[int, bool, int]:
        beaten = sum(beats(card, led) for led in deck)
        is_trump = beaten > len(deck) // 3
        return sum(beats(other, card) for other in out), is_trump, -beaten

    return tuple(sorted(hand, key=playing_order))


def named_order(hand: Sequence[str], wished: Sequence[str]) -> tuple[str, ...]:
    """A hand in a wished order. Cards that are not in it are left out, and those not wished for come last."""
    first = tuple(dict.fromkeys(card for card in wished if card in hand))
    return first + tuple(card for card in hand if card not in first)


def is_proved(game: AnyGame, state: State, side: Side, positions: int = POSITIONS, named: Named = NOBODY) -> bool:
    """Whether this side takes every remaining trick of the deal, with the same scores, however it is played.

    Also false if the search would need more than ``positions`` positions.
    """
    try:
        return _is_proved(game, state, side, PositionsLeft(positions), named)
    except TooMany:
        return False


def _is_proved(game: AnyGame, state: State, side: Side, left: PositionsLeft, named: Named) -> bool:
    part, before = part_number(game, state), _core(game, state)["last"]
    waiting, found = [(state, before)], list[Any]()
    while waiting:
        left.take()
        state, before = waiting.pop()
        asks = _asks(game, state, part, named)
        if asks is None:
            found.append(result_of(game, state))
            if found[-1] != found[0]:
                return False
            continue
        for given in ways_to_answer(asks):
            then = _then(game, state, given)
            last = _core(game, then)["last"]
            if _is_lost(last, before, side):
                return False
            waiting.append((then, last))
    return True


def line(game: AnyGame, state: State, side: Side, positions: int = POSITIONS, named: Named = NOBODY) -> list[Answers]:
    """Lawful answers, window by window to the end of the deal, with which the side takes all remaining tricks.

    For a claim that everybody accepted. If no such line exists, or none is found within ``positions`` positions, each
    answer is one with which the side is winning the current trick, if there is one.
    """
    part, last = part_number(game, state), _core(game, state)["last"]
    try:
        found = _won(game, state, part, last, side, PositionsLeft(positions), named)
    except TooMany:
        found = None
    return _one_by_one(game, state, part, last, side, named) if found is None else found


def _won(
    game: AnyGame, state: State, part: int | None, before: Any, side: Side, left: PositionsLeft, named: Named
) -> list[Answers] | None:
    """A line of play in which the side loses no trick; ``None`` if there is none. Raises `TooMany`."""
    asks = _asks(game, state, part, named)
    if asks is None:
        return []
    for _, given, then, last in _best_first(game, state, asks, before, side, left):
        rest = None if _is_lost(last, before, side) else _won(game, then, part, last, side, left, named)
        if rest is not None:
            return [given, *rest]
    return None


def _one_by_one(game: AnyGame, state: State, part: int | None, last: Any, side: Side, named: Named) -> list[Answers]:
    line: list[Answers] = []
    while (asks := _asks(game, state, part, named)) is not None:
        _, given, state, last = _best_first(game, state, asks, last, side, PositionsLeft(TRIED))[0]
        line.append(given)
    return line


def _best_first(
    game: AnyGame, state: State, asks: Mapping[Seat, Ask], before: Any, side: Side, left: PositionsLeft
) -> list[tuple[bool, Answers, State, Any]]:
    """The ways to answer a window, with what follows; first those after which the side has taken or is winning the
    trick.

    Raises `TooMany`.
    """
    found = []
    for ways in islice(product(*(islice(answers(ask), TRIED) for ask in asks.values())), TRIED):
        left.take()
        given = dict(zip(asks, ways, strict=True))
        then = _then(game, state, given)
        core = _core(game, then)
        holder = core["last"]["winner"] if core["last"] != before else core["winning"]
        found.append((holder not in side, given, then, core["last"]))
    return sorted(found, key=lambda one: one[0])


def _asks(game: AnyGame, state: State, part: int | None, named: Named) -> Mapping[Seat, Ask] | None:
    """What is asked in this state, of the claimant the next card that was named; ``None`` if the deal, or the match, is
    over.
    """
    phase = game.phases.get(state.phase)
    if not isinstance(phase, Decide) or part_number(game, state) != part:
        return None
    seat, order = named
    return {one: _next(ask, order) if one == seat else ask for one, ask in phase.asks(state).items()}


def _next(ask: Ask, order: Sequence[str]) -> Ask:
    """An ask in which the card to play is the first of an order that may be played."""
    slots = []
    for slot in ask.slots:
        cards = [card for card in order if card in slot.options]
        is_card = slot.least == slot.most == 1 and len(cards) == len(slot.options)
        slots.append(replace(slot, options=tuple(cards[:1])) if is_card else slot)
    return replace(ask, slots=tuple(slots))


def _then(game: AnyGame, state: State, given: Answers) -> State:
    phase = game.phases[state.phase]
    assert isinstance(phase, Decide)
    return phase.then(state, given)[0]


def _core(game: AnyGame, state: State, seat: Seat | None = None) -> dict[str, Any]:
    core: dict[str, Any] = game.view(state, seat)["core"]
    return core


def _is_lost(last: Any, before: Any, side: Side) -> bool:
    """Whether a trick has ended that the other side took."""
    return last != before and last["winner"] not in side
