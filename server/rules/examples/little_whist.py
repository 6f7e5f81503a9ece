"""Little Whist: eight cards each; follow suit if you can. The highest card of the suit led takes the trick.

Aces are high, and there are no trumps. Each trick counts 1. In each deal another seat leads first.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..cards import FRENCH_SUIT_NAMES, POKER_54, POKER_RANKS, POKER_WORDS, Card, in_order, rank, suit
from ..core import Trick, deal_and_trick
from ..engine import OVER, Answer, Ask, Decide, Game, Option, Result, Said, Seat, Shuffle, Slot
from ..record import record, replace
from ..story import Number
from ..tempo import as_agreed
from ..tricks import Trick as Plays
from ..tricks import at_seat, best, led, to_play, told_card, told_taker, with_card

DECK, HAND = POKER_54[:52], 8
HEIGHT = {card: POKER_RANKS.index(rank(card)) or len(POKER_RANKS) for card in DECK}


@record
class State:
    """A table. ``trick``: who played what to it so far. ``tricks``: those taken; ``last``: the latest of the match."""

    phase: str
    deals: int
    scores: tuple[int, ...]
    deal: int = 0
    hands: tuple[tuple[Card, ...], ...] = ()
    leader: Seat = 0
    trick: Plays = ()
    tricks: tuple[Trick, ...] = ()
    last: Trick | None = None
    stock: tuple[Card, ...] = ()


def deal(state: State, shuffled: tuple[Card, ...]) -> Result[State]:
    """Eight cards each; the rest stays face down."""
    seats, number = len(state.scores), state.deal + 1
    hands = tuple(in_order(shuffled[HAND * seat : HAND * (seat + 1)], DECK) for seat in range(seats))
    first, stock = state.deal % seats, shuffled[HAND * seats :]
    dealt = State("play", state.deals, state.scores, number, hands, first, last=state.last, stock=stock)
    began = {"number": Number(number), "player": first}
    return dealt, (Said("Deal {number}: {player} led first.", began, kind="deal_began"),)


def ask_card(state: State) -> Mapping[Seat, Ask]:
    """A card of the suit led, or any card of who has none. For a silent player the clock plays the lowest."""
    seat, follow = to_play(state), led(state.trick)
    lawful = tuple(card for card in state.hands[seat] if suit(card) == follow) or state.hands[seat]
    prompt = "Play a card." if state.trick else "Lead a card."
    return {seat: Ask(prompt, (Slot("card", lawful),), min(lawful, key=HEIGHT.__getitem__), POKER_WORDS)}


def winner_of(trick: Plays) -> Seat:
    """The highest card of the suit led takes the trick."""
    return best(trick, {card: (suit(card) == led(trick), HEIGHT[card]) for _, card in trick})


def play(state: State, answers: Mapping[Seat, Answer]) -> Result[State]:
    """A card is played; who takes the trick leads the next. After the last card the next deal begins."""
    [(seat, card)] = answers.items()
    state, played = with_card(state, seat, card), told_card(seat, card)
    if len(state.trick) < len(state.scores):
        return state, (played,)
    winner = winner_of(state.trick)
    tricks = (*state.tricks, Trick(state.trick, winner))
    scores = at_seat(state.scores, winner, state.scores[winner] + 1)
    phase = "play" if state.hands[seat] else "deal" if state.deal < state.deals else OVER
    after = replace(state, phase=phase, scores=scores, leader=winner, trick=(), tricks=tricks, last=tricks[-1])
    return after, (played, told_taker(winner))


GAME: Game[State] = Game(
    key="little-whist",
    name="Little Whist",
    seats=range(2, 7),
    options={"deals": Option(tuple(range(1, 13)), 4, "How many deals the match has.", short=1)},
    start=lambda seats, options: State("deal", options["deals"], (0,) * seats),
    phases={"deal": Shuffle(lambda state: DECK, deal), "play": Decide(ask_card, play)},
    scores=lambda state: state.scores,
    progress=lambda state: deal_and_trick(state, state.deal, state.deals, HAND),
    face_down=("stock",),
    trick_game=True,
    trick_winner=lambda state, trick: winner_of(trick),
    suits={suit: names for suit, names in FRENCH_SUIT_NAMES.items() if suit != "T"},
    worth=HEIGHT.__getitem__,
    words=POKER_WORDS,
    parts=as_agreed("deals"),
    glossary={"suit led": "The suit of the first card of a trick: whoever has one of it plays one of it."},
)
