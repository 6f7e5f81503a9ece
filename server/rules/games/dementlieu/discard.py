"""The chien: who sees it, who takes it up, and which six cards the taker lays away."""

from __future__ import annotations

from collections.abc import Mapping

from ...cards import Card, without
from ...engine import Answer, Ask, Said, Seat, Slot, plural_said
from ...record import replace
from ...story import Number, Plural
from ...tarot import HALVES, LAID_AWAY, PLACE, PLAIN_TRUMPS, sorted_cards
from ...tricks import at_seat
from .state import CHIEN, CONTRACTS, Result, State
from .words import WORDS, spoken


def open_chien(state: State, taker: Seat, contract: str) -> Result:
    """The chien is shown and taken up, lies unseen in the taker's pile, or counts for nobody."""
    chien, values = state.deal.chien, {"player": taker, "contract": spoken(contract)}
    if not CONTRACTS[contract].shown:
        return replace(state, phase="play"), (Said(UNSEEN[CONTRACTS[contract].counts], values, kind="contract"),)
    text = "{player} took with {contract} and turned up the chien: {cards}."
    said = Said(text, {**values, "cards": chien}, kind="contract")
    hand = sorted_cards(state.hands[taker] + chien)
    return replace(state, phase="discard", hands=at_seat(state.hands, taker, hand)), (said,)


UNSEEN = {
    True: "{player} took with {contract}: the chien went unseen to the taker's pile.",
    False: "{player} took with {contract}: the chien was set aside unseen, for nobody.",
}


def ask_discard(state: State) -> Mapping[Seat, Ask]:
    """Six cards, no king and no bout. Plain trumps only if nothing else is left; then only those are asked for."""
    taker = state.deal.taker
    assert taker is not None
    held = state.hands[taker]
    plain = tuple(card for card in held if card in LAID_AWAY)
    short = CHIEN - len(plain)
    if short > 0:
        trumps = tuple(card for card in held if card in PLAIN_TRUMPS)
        slot = Slot("trumps", trumps, short, short)
        prompt = f"All your plain cards must go but the kings: which {short} trumps do you lay away with them?"
    else:
        slot = Slot("cards", plain, CHIEN, CHIEN)
        prompt = f"The chien is yours: which {CHIEN} cards do you lay away?"
    return {taker: Ask(prompt, (slot,), " ".join(sorted_cards(cheapest(slot))), WORDS)}


def cheapest(slot: Slot) -> list[Card]:
    """As many of the options as the slot wants, the cheapest first."""
    return sorted(slot.options, key=lambda card: (HALVES[card], PLACE[card]))[: slot.least]


def lay_away(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The cards go face down to the taker's pile."""
    [(taker, answer)] = answers.items()
    named = answer.split()
    hand = state.hands[taker]
    along = [card for card in hand if card in LAID_AWAY] if len(named) < CHIEN else []
    discard = sorted_cards((*along, *named))
    said = (
        plural_said("laid_away", LAID, {"player": taker, "number": Number(CHIEN)}),
        Said("{player} laid {cards} away.", {"player": taker, "cards": discard}, to=taker, kind="laid_away"),
    )
    hands = at_seat(state.hands, taker, without(hand, *discard))
    return replace(state, phase="play", hands=hands, deal=replace(state.deal, discard=discard)), said


LAID = Plural("{player} laid {number} card away.", "{player} laid {number} cards away.", "number")
