"""Prizes: each player bids, sealed, a card of their hand for the prize turned up; the highest bid takes it.

Five cards are dealt to each, and five prizes. An ace counts 1, a king 13. If the highest bids are equal, nobody takes
the prize.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..cards import POKER_54, POKER_RANKS, POKER_WORDS, Card, in_order, minus, rank
from ..core import Progress
from ..engine import OVER, Answer, Ask, Decide, Game, Result, Said, Seat, Shuffle, Slot, leaders
from ..record import record, replace
from ..story import Number

DECK, ROUNDS = POKER_54[:52], 5


@record
class State:
    """A table. ``last``: the bids just opened, by seat. ``gone``: earlier bids and prizes. ``stock``: not dealt yet."""

    phase: str
    points: tuple[int, ...]
    round: int = 0
    hands: tuple[tuple[Card, ...], ...] = ()
    prize: tuple[Card, ...] = ()
    last: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()


def worth(card: Card) -> int:
    """An ace counts 1, a king 13."""
    return POKER_RANKS.index(rank(card)) + 1


def deal(state: State, shuffled: tuple[Card, ...]) -> Result[State]:
    """Five cards each; the prizes come from the rest."""
    seats = len(state.points)
    hands = tuple(in_order(shuffled[seat : seats * ROUNDS : seats], DECK) for seat in range(seats))
    return turn_up(replace(state, hands=hands, stock=shuffled[seats * ROUNDS :]))


def turn_up(state: State) -> Result[State]:
    """The next prize is turned up; after the last bids the game is over."""
    if not state.hands[0]:
        return replace(state, phase=OVER), ()
    laid = replace(state, phase="bid", round=state.round + 1, prize=state.stock[:1], stock=state.stock[1:])
    began = {"number": Number(laid.round), "card": laid.prize[0]}
    return laid, (Said("Round {number} began with {card}.", began, kind="deal_began"),)


def ask_bids(state: State) -> Mapping[Seat, Ask]:
    """Each player is asked for a sealed card. For a silent player the clock bids the lowest."""
    prompt = f"Your bid for the {POKER_WORDS[state.prize[0]][0]}: a card of your hand."
    return {
        seat: Ask(prompt, (Slot("card", hand),), absent=min(hand, key=worth), words=POKER_WORDS)
        for seat, hand in enumerate(state.hands)
    }


def open_bids(state: State, bids: Mapping[Seat, Answer]) -> Result[State]:
    """The highest bid takes the prize; if the highest are equal, nobody does."""
    [prize], points = state.prize, state.points
    said = [Said("{player} bid {card}.", {"player": seat, "card": card}, kind="bid") for seat, card in bids.items()]
    taker, *equals = leaders([worth(card) for card in bids.values()])
    if equals:
        said.append(Said("Nobody took {target}.", {"target": prize}, kind="target_missed"))
    else:
        points = tuple(had + worth(prize) * (seat == taker) for seat, had in enumerate(points))
        won = {"player": taker, "target": prize, "points": Number(worth(prize))}
        said.append(Said("{player} took {target} for {points}.", won, kind="target_taken"))
    hands = tuple(minus(hand, bids[seat]) for seat, hand in enumerate(state.hands))
    gone = (*state.gone, *state.last, prize)
    after, more = turn_up(replace(state, hands=hands, points=points, prize=(), last=tuple(bids.values()), gone=gone))
    return after, (*said, *more)


GAME: Game[State] = Game(
    key="prizes",
    name="Prizes",
    seats=range(2, 6),
    start=lambda seats, options: State("shuffle", (0,) * seats),
    phases={"shuffle": Shuffle(lambda state: DECK, deal), "bid": Decide(ask_bids, open_bids)},
    scores=lambda state: state.points,
    progress=lambda state: (Progress("round", state.round, ROUNDS),),
    face_up=("prize", "last", "gone"),
    face_down=("stock",),
    worth=worth,
    words=POKER_WORDS,
    glossary={"prize": "The card that lies open: whoever bids highest has its points, an ace 1, a king 13."},
)
