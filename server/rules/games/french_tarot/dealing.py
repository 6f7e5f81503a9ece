"""The deal: packets and the chien; a petit sec annuls it."""

from __future__ import annotations

from ...cards import TAROT_78, Card, in_packets
from ...engine import Said
from ...record import replace
from ...story import Number
from ...tarot import PETIT, sorted_cards
from .contracts import SIZES
from .deck import EXCUSE_ROW, TRUMP_ROW
from .state import Hand, Result, State, all_of, before_deal, eldest, in_rows


def deck(state: State) -> tuple[Card, ...]:
    """All 78 cards."""
    return TAROT_78


def deal(state: State, cards: tuple[Card, ...]) -> Result:
    """Deal packets and the chien; a petit sec annuls the deal if that was agreed on."""
    size = SIZES[state.rules.seats]
    dealt = in_packets(cards, state.rules.seats, eldest(state), size.packet, size.chien)
    said = Said(
        "Deal {number} of {deals}: {player} dealt.",
        {"number": Number(state.match.deal), "deals": Number(state.rules.deals), "player": state.match.dealer},
        kind="deal_began",
    )
    hands = tuple(map(in_rows, dealt.hands))
    sec = [seat for seat, hand in enumerate(hands) if is_petit_sec(hand)]
    if sec and state.rules.petit_sec == "cancel":
        text = "{player} showed {card} as the only trump, and the deal was annulled."
        annulled = Said(text, {"player": sec[0], "card": PETIT}, kind="deal_annulled")
        return next_dealer(state), (said, annulled)
    chien = sorted_cards(dealt.apart)
    picked_up = [
        Said("{player} picked up {cards}.", {"player": seat, "cards": all_of(hand)}, to=seat, kind="cards_drawn")
        for seat, hand in enumerate(hands)
    ]
    return replace(state, phase="bid", deal=replace(state.deal, chien=chien), hands=hands), (said, *picked_up)


def is_petit_sec(hand: Hand) -> bool:
    """Whether the petit is the hand's only trump, without the Excuse."""
    return hand[TRUMP_ROW] == (PETIT,) and not hand[EXCUSE_ROW]


def next_dealer(state: State) -> State:
    """The next seat deals; an annulled deal does not count."""
    return before_deal(state.rules, replace(state.match, dealer=eldest(state)))
