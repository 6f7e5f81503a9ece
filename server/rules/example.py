"""Goofspiel: each player bids, sealed, a card of their own suit for the prize turned up; the highest bid takes it.

The prizes are the diamonds, in shuffled order. An ace counts 1, a king 13. If the highest bids are equal, nobody takes
the prize. No server offers it: ``poste scaffold game`` copies it, and server/docs/GAMES.md explains it.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, TypedDict

from .cards import POKER_RANKS, POKER_WORDS, Card, minus, rank
from .core import Core, Progress, plain, turn_of
from .engine import OVER, Answer, Ask, Decide, Game, Said, Seat, Shuffle, Slot, Story
from .record import record, replace
from .story import Number

PRIZES = tuple(f"{rank}D" for rank in POKER_RANKS)
HANDS = tuple(tuple(f"{rank}{suit}" for rank in POKER_RANKS) for suit in "SHC")


@record
class State:
    """A table. ``stock``: prizes still face down. ``last``: the latest bids opened, by seat. ``gone``: earlier bids."""

    phase: str
    hands: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]
    stock: tuple[Card, ...] = PRIZES
    prize: tuple[Card, ...] = ()
    last: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()


Result = tuple[State, Story]


def worth(card: Card) -> int:
    """An ace counts 1, a king 13."""
    return POKER_RANKS.index(rank(card)) + 1


def start(seats: int, options: Mapping[str, Any]) -> State:
    """Each player holds one suit."""
    return State("shuffle", HANDS[:seats], (0,) * seats)


def deck(state: State) -> tuple[Card, ...]:
    """All cards of the suits in play, in canonical order; `deal` gets them shuffled."""
    return (*PRIZES, *(card for hand in HANDS[: len(state.points)] for card in hand))


def deal(state: State, shuffled: tuple[Card, ...]) -> Result:
    """The shuffle decides the order of the prizes."""
    return turn_up(state, tuple(card for card in shuffled if card in PRIZES))


def turn_up(state: State, prizes: tuple[Card, ...]) -> Result:
    """The next prize is turned up; after the last one the game is over."""
    if not prizes:
        return replace(state, phase=OVER), ()
    laid = replace(state, phase="bid", stock=prizes[1:], prize=prizes[:1])
    number = len(PRIZES) - len(laid.stock)
    told = {"number": Number(number), "card": prizes[0]}
    return laid, (Said("Round {number} began with {card}.", told, kind="deal_began"),)


def ask_bids(state: State) -> Mapping[Seat, Ask]:
    """Each player is asked for a sealed card. For a silent player the clock bids the lowest."""
    prompt = f"Your bid for the {POKER_WORDS[state.prize[0]][0]}: a card of your hand."
    return {seat: Ask(prompt, (Slot("card", hand),), hand[0], POKER_WORDS) for seat, hand in enumerate(state.hands)}


def open_bids(state: State, bids: Mapping[Seat, Answer]) -> Result:
    """The highest bid takes the prize; if the highest are equal, nobody does."""
    [prize], best = state.prize, max(map(worth, bids.values()))
    highest = [seat for seat, card in bids.items() if worth(card) == best]
    taker = highest[0] if len(highest) == 1 else None
    said = [Said("{player} bid {card}.", {"player": seat, "card": card}, kind="bid") for seat, card in bids.items()]
    if taker is None:
        said.append(Said("Nobody took {target}.", {"target": prize}, kind="target_missed"))
    else:
        won = {"player": taker, "target": prize, "points": Number(worth(prize))}
        said.append(Said("{player} took {target} for {points}.", won, kind="target_taken"))
    opened = replace(
        state,
        hands=tuple(minus(hand, bids[seat]) for seat, hand in enumerate(state.hands)),
        points=tuple(had + worth(prize) * (seat == taker) for seat, had in enumerate(state.points)),
        gone=(*state.gone, *state.last, prize),
        last=tuple(bids[seat] for seat in sorted(bids)),
        prize=(),
    )
    after, more = turn_up(opened, state.stock)
    return after, (*said, *more)


def winners(state: State) -> tuple[Seat, ...]:
    """The highest score; several may share it."""
    return tuple(seat for seat, had in enumerate(state.points) if state.phase == OVER and had == max(state.points))


class View(TypedDict):
    """What a seat may see besides the core. ``last``: what was opened last; every view has it."""

    core: dict[str, Any]
    prize: list[str]
    last: list[str]


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """Everything is open except the stock and the other hands."""
    core = Core(
        phase=state.phase,
        turn=turn_of(GAME.phases, state),
        progress=progress(state),
        hand=() if seat is None else state.hands[seat],
        counts=tuple(map(len, state.hands)),
    )
    return {"core": plain(core), "prize": list(state.prize), "last": list(state.last)}


def order(state: State, suit: str) -> tuple[Card, ...]:
    """The cards of a suit, lowest first; all cards if no suit is named."""
    return tuple(sorted((card for card in deck(state) if card.endswith(suit)), key=worth))


def progress(state: State) -> tuple[Progress, ...]:
    """The number of the current prize, and of all prizes."""
    return (Progress("prize", len(PRIZES) - len(state.stock), len(PRIZES)),)


def cards(state: State) -> Mapping[str, tuple[Card, ...]]:
    """Where every card lies."""
    hands = {f"hand {seat}": hand for seat, hand in enumerate(state.hands)}
    return {**hands, "stock": state.stock, "prize": state.prize, "gone": (*state.last, *state.gone)}


def redeal(state: State, seat: Seat, random: Random) -> State:
    """The stock in another order: nothing else is hidden."""
    return replace(state, stock=tuple(random.sample(sorted(state.stock), len(state.stock))))


GAME: Game[State] = Game(
    key="goofspiel",
    name="Goofspiel",
    seats=range(2, 4),
    options={},
    start=start,
    phases={"shuffle": Shuffle(deck, deal), "bid": Decide(ask_bids, open_bids)},
    view=view,
    view_type=View,
    scores=lambda state: state.points,
    winners=winners,
    redeal=redeal,
    cards=cards,
    order=order,
    progress=progress,
    direction="left",
    idle=lambda state: Said("The match is over." if state.phase == OVER else "Everybody bids.", kind="waiting"),
    words=POKER_WORDS,
    glossary={"prize": "The card that lies open: whoever bids highest has its points, an ace 1, a king 13."},
)
