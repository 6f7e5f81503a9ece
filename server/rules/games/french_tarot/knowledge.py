"""What a seat can deduce, and dealing the hidden cards anew for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, islice, product
from random import Random
from types import MappingProxyType

from ...cards import FOOL, FRENCH_SUITS, TAROT_78, TRUMP, TRUMPS, Card, dealt_to, rank
from ...engine import OVER, Seat
from ...record import replace
from ...tarot import ABOVE, HEIGHT, LAID_AWAY, OF_SUIT, PETIT, sorted_cards
from ...tricks import at_seat
from .bidding import contract_of
from .contracts import MISERES
from .dealing import is_petit_sec
from .deck import COURTS, EXCUSE_ROW, ROW, ROWS, TRUMP_ROW
from .discard import holder, shown_trumps
from .play import row_led
from .seen import sees_whole_bid
from .state import Deal, Hand, State, all_of, in_rows

TRIES = 20
NOTHING: Mapping[Card, float] = MappingProxyType({})


def redeal(
    state: State, seat: Seat, random: Random, favoured: Seat | None = None, likely: Mapping[Card, float] = NOTHING
) -> State:
    """Deal all cards hidden from the seat anew, consistent with the rules and with all that has happened.

    ``favoured``: a seat whose hand holds a card the rather, the more it is ``likely`` there.
    """
    if not state.hands or state.phase == OVER:
        return state
    may = possible(state)
    for _ in range(TRIES):
        other = dealt_anew(state, seat, may, random, favoured, likely)
        if state.rules.petit_sec == "play" or has_no_petit_sec(other):
            return other
    return dealt_without_petit_sec(state, seat, may, random)


def has_no_petit_sec(state: State) -> bool:
    """Whether no hand was dealt a petit sec, which would have been shown."""
    played = (play for trick in (*(taken.cards for taken in state.tricks), state.trick) for play in trick)
    holder = next((seat for seat, hand in enumerate(state.hands) if PETIT in hand[TRUMP_ROW]), None)
    if holder is None:
        holder = next((seat for seat, card in played if card == PETIT), None)
    cards = [] if holder is None else hand_as_dealt(state, holder)
    return PETIT not in cards or not is_petit_sec(in_rows(cards))


def dealt_without_petit_sec(state: State, seat: Seat, may: Sequence[frozenset[Card]], random: Random) -> State:
    """A deal without a petit sec: the petit gets another trump or the Excuse for company. Used when random deals find
    none.

    One exists, because the real deal is one.
    """
    pairs = list(product(range(len(may)), (*TRUMPS[1:], FOOL)))
    for place, company in random.sample(pairs, len(pairs)):
        together = [cards if at == place else cards - {PETIT, company} for at, cards in enumerate(may)]
        try:
            other = dealt_anew(state, seat, together, random)
        except ValueError:
            continue
        if has_no_petit_sec(other):
            return other
    raise ValueError("no lawful deal has led here")


def dealt_anew(
    state: State, seat: Seat, may: Sequence[frozenset[Card]], random: Random, favoured: Seat | None = None,
    likely: Mapping[Card, float] = NOTHING,
) -> State:  # fmt: skip
    """Deal the unseen cards at random to the other hands and to a chien or discard that lies face down.

    ``may``: the cards that each hand may hold, by seat, and finally those that may lie face down.
    """
    unseen, room = unknown_to(state, seat)
    places = [may[place] for place, count in room for _ in range(count)]
    cards = iter(dealt_to(places, unseen, random, None if favoured is None else may[favoured], likely))
    given = {place: list(islice(cards, count)) for place, count in room}
    apart = given.pop(state.rules.seats)
    hands = tuple([in_rows(given[other]) if other in given else hand for other, hand in enumerate(state.hands)])
    return replace(state, hands=hands, deal=deal_anew(state.deal, seat, hands, face_down(state.deal, seat), apart))


@lru_cache(maxsize=2)
def unknown_to(state: State, seat: Seat) -> tuple[tuple[Card, ...], tuple[tuple[int, int], ...]]:
    """The cards that the seat has not seen, and how many each other hand holds; last, how many of them lie face down.

    Cached, because one state is dealt anew many times.
    """
    unseen = set(TAROT_78).difference(all_of(state.hands[seat]), seen_by(state, seat))
    hands = [(other, sum(map(len, hand))) for other, hand in enumerate(state.hands) if other != seat]
    return tuple(sorted(unseen)), (*hands, (state.rules.seats, len(face_down(state.deal, seat))))


def face_down(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """The cards set apart that the seat has not seen."""
    if not deal.chien_shown:
        return deal.chien
    return () if seat == deal.taker else tuple(card for card in deal.discard if not HEIGHT[card])


def seen_by(state: State, seat: Seat) -> set[Card]:
    """The cards outside the hands that the seat has seen: played cards, shown discards, and its own discard."""
    deal = state.deal
    played = {card for taken in state.tricks for _, card in taken.cards} | {card for _, card in state.trick}
    return played | set(deal.discard if seat == deal.taker else shown_trumps(deal.discard))


def deal_anew(deal: Deal, seat: Seat, hands: tuple[Hand, ...], hidden: tuple[Card, ...], apart: Sequence[Card]) -> Deal:
    """The deal with these cards face down, the partner that follows from them, and no slam that was not announced."""
    bids = tuple(bid if sees_whole_bid(deal, by, seat) else contract_of(bid) for by, bid in enumerate(deal.bids))
    partner = deal.partner if deal.fallen or deal.called is None else holder(hands, deal.called, deal.taker)
    lying = deal.discard if deal.chien_shown else deal.chien
    anew = sorted_cards((*apart, *(card for card in lying if card not in hidden)))
    if deal.chien_shown:
        return replace(deal, bids=bids, partner=partner, discard=anew)
    return replace(deal, bids=bids, partner=partner, chien=anew)


def laid_away_anew(state: State, choose: Callable[[Sequence[Card], Sequence[Card], int], Iterable[Card]]) -> State:
    """Choose anew which of the taker's cards lie in a face-down discard, consistent with all that has happened.

    ``choose``: given all cards that the taker had before the discard, the candidates and a number, the cards to lay
    away.
    """
    deal = state.deal
    if deal.taker is None or not deal.discard or shown_trumps(deal.discard):
        return state
    may = possible(state)
    kept, apart = may[deal.taker], may[-1]
    held = (*all_of(state.hands[deal.taker]), *deal.discard)
    tricks = (*(taken.cards for taken in state.tricks), state.trick)
    had = (*held, *(card for trick in tricks for seat, card in trick if seat == deal.taker))
    must = [card for card in held if card not in kept]
    away = {*must, *choose(had, [card for card in held if card in kept & apart], len(deal.discard) - len(must))}
    hand = in_rows(card for card in held if card not in away)
    discard = sorted_cards(away)
    return replace(state, hands=at_seat(state.hands, deal.taker, hand), deal=replace(deal, discard=discard))


def hand_as_dealt(state: State, seat: Seat) -> list[Card]:
    """A seat's cards before it took up the chien and played, in no particular order."""
    deal = state.deal
    tricks = (*(taken.cards for taken in state.tricks), state.trick)
    held = [*all_of(state.hands[seat]), *(card for trick in tricks for by, card in trick if by == seat)]
    if seat == deal.taker and deal.chien_shown:
        return [card for card in (*held, *deal.discard) if card not in deal.chien]
    return held


@lru_cache(maxsize=2)
def possible(state: State) -> tuple[frozenset[Card], ...]:
    """The cards that each hand may still hold, by seat, and finally those that may lie face down, as far as all can
    tell.

    Cached, because one state is dealt anew many times.
    """
    may = [set(TAROT_78) for _ in range(state.rules.seats + 1)]
    if state.deal.chien_shown:
        chien_tells(state, may)
    if state.deal.called:
        call_tells(state, may)
    announcements_tell(state.deal, may)
    tricks_tell(state, may)
    return tuple(map(frozenset, may))


def chien_tells(state: State, may: list[set[Card]]) -> None:
    """A chien that was shown is in the taker's hand or discard; forced trump discards prove that nothing else was
    left."""
    deal = state.deal
    assert deal.taker is not None
    for seat in range(state.rules.seats):
        if seat != deal.taker:
            may[seat].difference_update(deal.chien)
    may[-1].intersection_update(LAID_AWAY)
    if shown_trumps(deal.discard) and state.rules.trumps_in_discard == "forced":
        may[deal.taker].difference_update(LAID_AWAY)


def call_tells(state: State, may: list[set[Card]]) -> None:
    """A taker who calls a queen held all kings, and so on; a discard made after the call may contain some."""
    deal = state.deal
    assert deal.called is not None
    higher = [court + of for court in COURTS[: COURTS.index(rank(deal.called))] for of in FRENCH_SUITS]
    for place, cards in enumerate(may):
        laid_away = place == state.rules.seats and deal.chien_shown and state.rules.call == "before-chien"
        if place != deal.taker and not laid_away:
            cards.difference_update(higher)


def announcements_tell(deal: Deal, may: list[set[Card]]) -> None:
    """A poignée has the lowest trumps, and the Excuse only if there are no more; a misère rules out its cards."""
    for seat, each in enumerate(deal.shown):
        for shown in each:
            if shown.name in MISERES:
                may[seat] -= MISERES[shown.name]
                continue
            top = len(TRUMPS) if FOOL in shown.cards else max(HEIGHT[card] for card in shown.cards)
            may[seat].difference_update(set(TRUMPS[:top]).difference(shown.cards))
            for place, cards in enumerate(may):
                if place != seat:
                    cards.difference_update(shown.cards)


def tricks_tell(state: State, may: list[set[Card]]) -> None:
    """Deduce voids and missing high trumps from seats that did not follow suit, did not trump, or trumped lower."""
    for trick in (*(taken.cards for taken in state.tricks), state.trick):
        led = row_led(trick)
        if led is None:
            continue
        heights = accumulate((HEIGHT[card] for _, card in trick), max, initial=0)
        for (seat, card), height in zip(trick, heights, strict=False):
            row = ROW[card]
            if row == EXCUSE_ROW:
                continue
            if row != led:
                may[seat] -= OF_SUIT[ROWS[led]]
            if row == TRUMP_ROW:
                if HEIGHT[card] < height:
                    may[seat] -= ABOVE[height]
            elif row != led:
                may[seat] -= OF_SUIT[TRUMP]
