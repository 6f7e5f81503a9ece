"""The draw for the first deal, and the deal itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ...cards import FOOL, TAROT_78, Card, in_packets
from ...engine import Said, Seat
from ...record import replace
from ...story import Number
from ...tarot import HEIGHT, PETIT, PLACE, RANK, sorted_cards
from ...tricks import Trick
from .state import CHIEN, PACKET, Result, State, before_deal, eldest


def deck(state: State) -> tuple[Card, ...]:
    """All 78 cards."""
    return TAROT_78


def draw(state: State, cards: tuple[Card, ...]) -> Result:
    """The highest card drawn from the shuffled deck deals first."""
    drawn, dealer = drawn_for_the_deal(range(state.agreed.seats), iter(cards))
    said = tuple(
        Said("{player} drew {card}.", {"player": seat, "card": card}, kind="cards_drawn") for seat, card in drawn
    )
    said += (Said("{player} drew highest, for the first deal.", {"player": dealer}, kind="dealer_drawn"),)
    return before_deal("deal", state.agreed, replace(state.match, draw=drawn, dealer=dealer)), said


def drawn_for_the_deal(seats: Iterable[Seat], cards: Iterator[Card]) -> tuple[Trick, Seat]:
    """The cards drawn, in order, and the seat that deals first.

    Whoever holds the Fool takes the next card. If three or more then hold trumps, only those seats draw again.
    """
    first = tuple((seat, next(cards)) for seat in seats)
    drawn = first + tuple((seat, next(cards)) for seat, card in first if card == FOOL)
    held = dict(drawn)
    with_trumps = [seat for seat, card in held.items() if HEIGHT[card]]
    if len(with_trumps) > 2:
        again, dealer = drawn_for_the_deal(with_trumps, cards)
        return drawn + again, dealer
    return drawn, max(held, key=lambda seat: in_the_draw(held[seat]))


def in_the_draw(card: Card) -> tuple[int, int, int]:
    """Trumps rank above suits, then by rank; among equal ranks spades, hearts, diamonds, clubs."""
    return HEIGHT[card], RANK[card], -PLACE[card]


def deal(state: State, cards: tuple[Card, ...]) -> Result:
    """Deal packets of three and the chien. A petit sec is shown, and the same dealer deals again."""
    match, agreed = state.match, state.agreed
    dealt = in_packets(cards, agreed.seats, eldest(state), PACKET, CHIEN)
    hands = tuple(map(sorted_cards, dealt.hands))
    values = {"number": Number(match.deal), "deals": Number(agreed.deals), "player": match.dealer}
    said = Said("Deal {number} of {deals}: {player} dealt.", values, kind="deal_began")
    sec = tuple(seat for seat, hand in enumerate(hands) if is_petit_sec(hand))
    if sec:
        again = replace(state, deal=replace(state.deal, petit_sec=state.deal.petit_sec + sec))
        text = "{player} showed {card} as the only trump: the same dealer dealt again."
        return again, (said, Said(text, {"player": sec[0], "card": PETIT}, kind="deal_annulled"))
    with_chien = replace(state.deal, chien=sorted_cards(dealt.apart))
    return replace(state, phase="bid", deal=with_chien, hands=hands, leader=eldest(state)), (said,)


def is_petit_sec(hand: Collection[Card]) -> bool:
    """Whether the petit is the hand's only trump, without the Fool."""
    return PETIT in hand and [card for card in hand if HEIGHT[card] or card == FOOL] == [PETIT]
