"""The play: what may be played to a trick, and who takes it."""

from __future__ import annotations

from collections.abc import Mapping

from ...cards import FOOL, TAROT_78, TRUMP
from ...engine import Answer, Ask, Seat, Slot
from ...record import replace
from ...tarot import HEIGHT, OF_SUIT, STRENGTH, SUIT, SUITS, lowest
from ...tricks import Trick, best, led, to_play, told_card, told_taker, with_card
from .count import count
from .state import Hand, Result, State, Taken
from .words import WORDS

MAY_FOLLOW = {of: frozenset(card for card in TAROT_78 if SUIT[card] in (of, TRUMP, "")) for of in SUITS}
"""With a card of the suit led in hand: that suit, any trump, or the Fool."""


def suit_led(trick: Trick) -> str:
    """The suit to follow, ``T`` for trumps; empty if nothing was led, or only the Fool."""
    return led(trick, SUIT)


def lawful_cards(hand: Hand, of: str, trick: Trick) -> Hand:
    """The cards of a hand that may be played to a trick in which ``of`` was led."""
    if of == TRUMP:
        return over_trump(hand, trick)
    if of and not OF_SUIT[of].isdisjoint(hand):
        may = MAY_FOLLOW[of]
        return tuple([card for card in hand if card in may])
    return hand


def over_trump(hand: Hand, trick: Trick) -> Hand:
    """A trump above the highest so far if possible, otherwise any trump, otherwise anything; the Fool always."""
    trumps = [card for card in hand if HEIGHT[card]]
    if not trumps:
        return hand
    so_far = max([HEIGHT[card] for _, card in trick])
    higher = [card for card in trumps if HEIGHT[card] > so_far]
    return (*(higher or trumps), *hand[-1:]) if hand[-1] == FOOL else tuple(higher or trumps)


PROMPTS = {
    "S": "Spades were led: which card do you play?",
    "H": "Hearts were led: which card do you play?",
    "D": "Diamonds were led: which card do you play?",
    "C": "Clubs were led: which card do you play?",
    TRUMP: "A trump was led: which card do you play?",
    "": "The Fool was led, so your card sets what is followed: which one?",
}
LEAD = "You lead: which card do you play?"


def ask_card(state: State) -> Mapping[Seat, Ask]:
    """The next seat's lawful cards."""
    trick, seat = state.trick, to_play(state)
    of = suit_led(trick)
    cards = lawful_cards(state.hands[seat], of, trick)
    prompt = PROMPTS[of] if trick else LEAD
    absent = cards[0] if SUIT[cards[0]] == of else lowest(cards)  # the lowest of the suit led comes first
    return {seat: Ask(prompt, (Slot("card", cards),), absent, WORDS)}


def play(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """Play a card to the trick; its last card completes it."""
    [(seat, card)] = answers.items()
    state = with_card(state, seat, card)
    if len(state.trick) < state.agreed.seats:
        return state, (told_card(seat, card),)
    is_last = not state.hands[seat]
    winner = winner_of(state.trick, is_last)
    said = (told_card(seat, card), told_taker(winner))
    state = replace(state, leader=winner, trick=(), tricks=(*state.tricks, Taken(state.trick, winner)))
    return count(state, said) if is_last else (state, said)


def winner_of(trick: Trick, last: bool) -> Seat:
    """The highest trump takes, else the highest card of the suit led; the Fool only if led to the last trick."""
    leader, card = trick[0]
    if card == FOOL and last:
        return leader
    return best(trick, STRENGTH[suit_led(trick)])


def winning(state: State) -> Seat | None:
    """The seat that is winning the trick; none while it holds only the Fool, except in the last trick."""
    is_last = not state.hands[state.leader]
    if not state.trick or (state.trick[-1] == (state.leader, FOOL) and not is_last):
        return None
    return winner_of(state.trick, is_last)


def trick_winner(state: State, trick: Trick) -> Seat | None:
    """The seat that would take these cards in any trick but the last; none for the Fool alone."""
    return winner_of(trick, last=False) if suit_led(trick) else None
