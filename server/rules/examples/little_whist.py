"""Little Whist: eight cards each; follow suit if you can. The highest card of the suit led takes the trick.

Aces are high, and there are no trumps. Each trick counts 1.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..cards import FRENCH_SUIT_NAMES, POKER_54, POKER_RANKS, POKER_WORDS, Card, minus, rank, suit
from ..core import Progress, Trick
from ..engine import OVER, Answer, Ask, Decide, Game, Result, Said, Seat, Shuffle, Slot
from ..record import record, replace
from ..story import Number
from ..tricks import Trick as Plays
from ..tricks import at_seat, best, led

DECK, HAND = POKER_54[:52], 8
SUIT = {card: suit(card) for card in DECK}
HEIGHT = {card: POKER_RANKS.index(rank(card)) or len(POKER_RANKS) for card in DECK}


@record
class State:
    """A table. ``trick``: who played what to the present trick. ``tricks``: those taken. ``stock``: not dealt."""

    phase: str
    seats: int
    hands: tuple[tuple[Card, ...], ...] = ()
    leader: Seat = 0
    trick: Plays = ()
    tricks: tuple[Trick, ...] = ()
    stock: tuple[Card, ...] = ()


def deal(state: State, shuffled: tuple[Card, ...]) -> Result[State]:
    """Eight cards each; the rest stays face down."""
    hands = tuple(shuffled[HAND * seat : HAND * (seat + 1)] for seat in range(state.seats))
    dealt = replace(state, phase="play", hands=hands, stock=shuffled[HAND * state.seats :])
    return dealt, (Said("Deal {number} began.", {"number": Number(1)}, kind="deal_began"),)


def ask_card(state: State) -> Mapping[Seat, Ask]:
    """A card of the suit led, or any card of who has none. For a silent player the clock plays the lowest."""
    seat = (state.leader + len(state.trick)) % state.seats
    follow = led(state.trick, SUIT)
    lawful = tuple(card for card in state.hands[seat] if SUIT[card] == follow) or state.hands[seat]
    prompt = "Play a card." if state.trick else "Lead a card."
    return {seat: Ask(prompt, (Slot("card", lawful),), min(lawful, key=HEIGHT.__getitem__), POKER_WORDS)}


def taker(trick: Plays) -> Seat:
    """The highest card of the suit led takes the trick."""
    return best(trick, {card: (SUIT[card] == led(trick, SUIT), HEIGHT[card]) for _, card in trick})


def play(state: State, answers: Mapping[Seat, Answer]) -> Result[State]:
    """A card is played; who takes the trick leads the next. After the last card the game is over."""
    [(seat, card)] = answers.items()
    trick, hands = (*state.trick, (seat, card)), at_seat(state.hands, seat, minus(state.hands[seat], card))
    played = Said("{player} played {card}.", {"player": seat, "card": card}, kind="card_played")
    if len(trick) < state.seats:
        return replace(state, hands=hands, trick=trick), (played,)
    tricks, phase = (*state.tricks, Trick(trick, taker(trick))), "play" if hands[seat] else OVER
    after = replace(state, phase=phase, hands=hands, leader=taker(trick), trick=(), tricks=tricks)
    return after, (played, Said("{player} took the trick.", {"player": after.leader}, kind="trick_taken"))


GAME: Game[State] = Game(
    key="little-whist",
    name="Little Whist",
    seats=range(2, 7),
    start=lambda seats, options: State("deal", seats),
    phases={"deal": Shuffle(lambda state: DECK, deal), "play": Decide(ask_card, play)},
    scores=lambda state: tuple(sum(taken.winner == seat for taken in state.tricks) for seat in range(state.seats)),
    progress=lambda state: (Progress("trick", min(len(state.tricks) + 1, HAND), HAND),),
    face_down=("stock",),
    trick_game=True,
    taking=lambda state, trick: taker(trick),
    suits={suit: names for suit, names in FRENCH_SUIT_NAMES.items() if suit != "T"},
    worth=HEIGHT.__getitem__,
    words=POKER_WORDS,
    glossary={"suit led": "The suit of the first card of a trick: whoever has one of it plays one of it."},
)
