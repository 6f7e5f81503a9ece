"""The house player of Scarto: it plays the card that promises most, and leads its long suits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from random import Random
from typing import Any

from server.house import playout
from server.house.memory import Duties, Memory
from server.rules import Answer, Ask, Seat
from server.rules.cards import FOOL, FRENCH_SUITS, TAROT_78, TRUMP, Card
from server.rules.games.scarto import POINTS, SEATS, STRENGTH, SUIT, State, Taken
from server.rules.record import replace
from server.rules.tricks import led

View = Mapping[str, Any]

OF_SUIT = {suit: [card for card in TAROT_78 if SUIT[card] == suit] for suit in (*FRENCH_SUITS, TRUMP)}
DUTIES = {
    angel: Duties(
        SUIT,
        OF_SUIT,
        {
            card: [other for other in OF_SUIT[SUIT[card]] if strength[other] > strength[card]]
            for card in TAROT_78
            if card != FOOL
        },
    )
    for angel, strength in STRENGTH.items()
}
SLIPS = 0.7
"""More than in other games, for its second-best card is good."""
SMALLEST = "T1"
# Tuned in games of the house against itself, in points:
LENGTH = 0.6  # leading a suit, for each card that the hand has of it
ESCAPE = 0.8  # the Fool, kept for a later trick
TRUMP_KEPT, STEP_KEPT = 1.5, 0.1  # a trump, and more for each step of its strength
SMALLEST_KEPT = 1
LAST_TRICKS = 4
"""In this many final tricks the Fool is played while it can still save something."""


def choose(view: View, ask: Ask, seat: Seat, random: Random) -> Answer:
    """A lawful answer, in the order of the options."""
    [slot] = ask.slots
    options = slot.options
    if slot.name == "cards":
        away = discarded(view["hand"], options, slot.most)
        return " ".join(card for card in options if card in away)
    return max(options, key=TrickAtHand(view, seat).promise)


def discarded(hand: Sequence[Card], options: Sequence[Card], most: int) -> frozenset[Card]:
    """The cards to discard: from short suits without a king, the most valuable first; trumps only as a last resort.

    A void lets trumps take tricks, and discarded cards cannot be lost.
    """

    def wish(card: Card) -> tuple[bool, bool, int, int]:
        of_suit = [other for other in hand if SUIT[other] == SUIT[card]]
        return SUIT[card] == TRUMP, f"K{SUIT[card]}" in of_suit, len(of_suit), -POINTS[card]

    return frozenset(sorted(options, key=wish)[:most])


class TrickAtHand:
    """What the seat to play knows about the trick and the other hands, and what each of its cards promises."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.hand: Sequence[Card] = view["hand"]
        self.trick: Sequence[tuple[Seat, Card]] = view["trick"]
        duties = DUTIES[view["angel"]]
        self.memory = Memory(
            duties, seat, SEATS, self.hand, view["discard"] or (), [taken["cards"] for taken in view["tricks"]],
            self.trick, {},
        )  # fmt: skip
        self.strength = STRENGTH[view["angel"]]
        self.led = led(self.trick, SUIT)
        self.best = max((card for _, card in self.trick if card != FOOL), key=self.strength_in_trick, default=None)
        self.lying = sum(POINTS[card] for _, card in self.trick if card != FOOL)

    def strength_in_trick(self, card: Card) -> tuple[bool, bool, int]:
        """How a card of the trick compares with the others there."""
        return SUIT[card] == TRUMP, SUIT[card] == self.led, self.strength[card]

    def promise(self, card: Card) -> float:
        """The points that the trick is expected to bring with this card, less what the card is worth later.

        What others take counts half: it goes to one of two.
        """
        takes, stake = self.takes(card), self.lying + (POINTS[card] if card != FOOL else 0)
        plan = 0 if self.led else LENGTH * sum(SUIT[one] == SUIT[card] for one in self.hand)
        return (takes - (1 - takes) / 2) * stake - self.kept_for(card) + plan

    def takes(self, card: Card) -> float:
        """The chance that the card takes the trick."""
        if card == FOOL or (self.best is not None and self.strength_in_trick(card) < self.strength_in_trick(self.best)):
            return 0
        return prod([1 - self.memory.beats(other, card, self.led or SUIT[card]) for other in self.memory.after])

    def kept_for(self, card: Card) -> float:
        """What the card may be worth in a later trick, in points."""
        if card == FOOL:
            return ESCAPE if len(self.hand) > LAST_TRICKS else -POINTS[FOOL]
        if SUIT[card] == TRUMP and card != SMALLEST:
            return TRUMP_KEPT + STEP_KEPT * self.strength[card]
        return SMALLEST_KEPT if card == SMALLEST else 0


# Imagined deals ------------------------------------------------------------------------------------------------------

DECKS = {
    angel: playout.Deck(
        [sorted(OF_SUIT[suit], key=strength.__getitem__) for suit in FRENCH_SUITS],
        sorted(OF_SUIT[TRUMP], key=strength.__getitem__), {**POINTS, FOOL: 0}, free=FOOL,
    )
    for angel, strength in STRENGTH.items()
}  # fmt: skip


def quick_advice(angel: str) -> playout.Advice:
    """The advice for the quick play of imagined tricks: what others take counts half, as it goes to one of two."""
    kept = [
        SMALLEST_KEPT if card == SMALLEST
        else TRUMP_KEPT + STEP_KEPT * STRENGTH[angel][card] if SUIT[card] == TRUMP else 0
        for card in DECKS[angel].cards[1:]
    ]  # fmt: skip
    return playout.Advice(kept=[ESCAPE, *kept], late=[-POINTS[FOOL], *kept], lost=0.5, length=LENGTH)


QUICK = {angel: quick_advice(angel) for angel in DECKS}


def alike(view: View, cards: Sequence[Card], seat: Seat) -> list[list[Card]]:
    """The cards that the seat may play, in groups that come to much the same."""
    memory = TrickAtHand(view, seat).memory
    return DECKS[view["angel"]].alike(cards, memory, view["trick"], bool(memory.after))


def played_on(state: State) -> State:
    """The imagined deal, played on quickly to its last trick."""
    if state.phase != "play":
        return state
    deck = DECKS[state.angel]
    hands = [deck.set(hand) for hand in state.hands]
    taken = playout.played_on(deck, hands, state.trick, state.leader, range(SEATS), [QUICK[state.angel]] * SEATS)
    if not taken:
        return state
    tricks = tuple([Taken(cards, winner) for cards, winner in taken])
    return replace(
        state, hands=tuple([tuple(deck.named(hand)) for hand in hands]), leader=tricks[-1].winner, trick=(),
        tricks=(*state.tricks, *tricks), last=tricks[-1],
    )  # fmt: skip
