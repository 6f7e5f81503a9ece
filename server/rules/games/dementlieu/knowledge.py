"""What a seat can deduce, and dealing the hidden cards anew for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, product
from random import Random
from types import MappingProxyType

from ...cards import FOOL, TAROT_78, TRUMP, TRUMPS, Card, dealt_to
from ...engine import OVER, Seat
from ...record import replace
from ...tarot import ABOVE, HEIGHT, LAID_AWAY, OF_SUIT, PETIT, PLAIN_TRUMPS, SUIT, SUITS, sorted_cards
from ...tricks import Trick
from .deal import is_petit_sec
from .play import suit_led
from .state import Deal, State

TRIES = 20
NOTHING: Mapping[Card, float] = MappingProxyType({})
APART = -1
"""The place of a chien or discard that lies face down."""


def redeal(
    state: State, seat: Seat, random: Random, favoured: Seat | None = None, likely: Mapping[Card, float] = NOTHING
) -> State:
    """Deal all cards hidden from the seat anew, consistent with the rules and with all that has happened.

    ``favoured``: a seat whose hand holds a card the rather, the more it is ``likely`` there.
    """
    if state.phase == OVER:
        return state
    may = possible(state)
    for _ in range(TRIES):
        other = dealt_anew(state, seat, may, random, favoured, likely)
        if has_no_petit_sec(other):
            return other
    return dealt_without_petit_sec(state, seat, may, random)


def has_no_petit_sec(state: State) -> bool:
    """Whether no hand was dealt a petit sec, which would have been shown."""
    return not any(is_petit_sec(hand_as_dealt(state, seat)) for seat in range(state.agreed.seats))


def dealt_without_petit_sec(state: State, seat: Seat, may: Mapping[int, frozenset[Card]], random: Random) -> State:
    """A deal without a petit sec: the petit gets another trump or the Fool for company. Used when random deals find
    none.

    One exists, because the real deal is one.
    """
    pairs = list(product(may, (*TRUMPS[1:], FOOL)))
    random.shuffle(pairs)
    for cards_of in (may, with_trumps_laid_away(may, state)) if state.deal.shown else (may,):
        for place, company in pairs:
            together = {at: cards if at == place else cards - {PETIT, company} for at, cards in cards_of.items()}
            try:
                other = dealt_to_places(together, state, seat, random)
            except ValueError:
                continue
            if has_no_petit_sec(other):
                return other
    raise ValueError("no lawful deal has led here")


def dealt_anew(
    state: State, seat: Seat, may: Mapping[int, frozenset[Card]], random: Random, favoured: Seat | None,
    likely: Mapping[Card, float],
) -> State:  # fmt: skip
    """Deal the unseen cards at random to the other hands and to the cards face down, each place getting cards it may
    hold.

    Trumps lie face down only if the seat can tell that nothing else can.
    """
    try:
        return dealt_to_places(may, state, seat, random, favoured, likely)
    except ValueError:
        return dealt_to_places(with_trumps_laid_away(may, state), state, seat, random, favoured, likely)


def dealt_to_places(
    may: Mapping[int, frozenset[Card]], state: State, seat: Seat, random: Random, favoured: Seat | None = None,
    likely: Mapping[Card, float] = NOTHING,
) -> State:  # fmt: skip
    """Deal the unseen cards at random to places that may hold them. Raises `ValueError` if that is impossible."""
    hands, lying = state.hands, face_down(state.deal, seat)
    unseen = sorted_cards({*lying, *(card for by, hand in enumerate(hands) if by != seat for card in hand)})
    room = {by: len(hand) for by, hand in enumerate(hands) if by != seat} | {APART: len(lying)}
    places = [may[place] for place, cards in room.items() for _ in range(cards)]
    given = iter(dealt_to(places, unseen, random, None if favoured is None else may[favoured], likely))
    dealt = {place: sorted_cards(next(given) for _ in range(cards)) for place, cards in room.items()}
    hands = tuple(dealt.get(by, hand) for by, hand in enumerate(hands))
    if not lying:
        return replace(state, hands=hands)
    deal, apart = state.deal, dealt[APART]
    deal = replace(deal, discard=apart) if deal.shown else replace(deal, chien=apart)
    return replace(state, hands=hands, deal=deal)


def laid_away_anew(state: State, choose: Callable[[Sequence[Card], int], Iterable[Card]]) -> State:
    """Choose anew which of the taker's cards lie in a face-down discard, consistent with all that has happened.

    ``choose``: given the candidates and a number, the cards to lay away.
    """
    deal = state.deal
    if deal.taker is None or not deal.discard or any(SUIT[card] == TRUMP for card in deal.discard):
        return state
    may = possible(state)
    held = (*state.hands[deal.taker], *deal.discard)
    must = [card for card in held if card not in may[deal.taker]]
    free = [card for card in held if card in may[deal.taker] & may[APART]]
    away = {*must, *choose(free, len(deal.discard) - len(must))}
    kept = sorted_cards(card for card in held if card not in away)
    hands = tuple(kept if seat == deal.taker else hand for seat, hand in enumerate(state.hands))
    return replace(state, hands=hands, deal=replace(deal, discard=sorted_cards(away)))


def face_down(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """The cards set apart that the seat has not seen."""
    if not deal.shown:
        return deal.chien
    return () if seat == deal.taker else deal.discard


def hand_as_dealt(state: State, seat: Seat) -> list[Card]:
    """A seat's cards before it took up the chien and played, in no particular order."""
    deal = state.deal
    held = [*state.hands[seat], *(card for by, card in plays(state) if by == seat)]
    if seat == deal.taker and deal.shown:
        return [card for card in (*held, *deal.discard) if card not in deal.chien]
    return held


def plays(state: State) -> Iterator[tuple[Seat, Card]]:
    """All cards played in this deal."""
    for trick in tricks_so_far(state):
        yield from trick


def tricks_so_far(state: State) -> tuple[Trick, ...]:
    """The tricks of this deal, including the current one, which is last."""
    return (*(taken.cards for taken in state.tricks), state.trick)


@lru_cache(maxsize=2)
def possible(state: State) -> Mapping[int, frozenset[Card]]:
    """The cards that each hand may still hold, by seat, and those that may lie face down, as far as everybody can tell.

    Cached, because one state is dealt anew many times.
    """
    may = {place: set(TAROT_78) for place in (*range(state.agreed.seats), APART)}
    if state.deal.shown:
        for seat in range(state.agreed.seats):
            if seat != state.deal.taker:
                may[seat].difference_update(state.deal.chien)
        may[APART] &= LAID_AWAY
    for trick in tricks_so_far(state):
        trick_tells(trick, may)
    return MappingProxyType({place: frozenset(cards) for place, cards in may.items()})


def with_trumps_laid_away(may: Mapping[int, frozenset[Card]], state: State) -> dict[int, frozenset[Card]]:
    """The same if trumps were laid away: the taker then kept no other card that could have been laid away."""
    taker = state.deal.taker
    assert taker is not None
    return {**may, taker: may[taker] - LAID_AWAY, APART: LAID_AWAY | PLAIN_TRUMPS}


def trick_tells(trick: Trick, may: dict[int, set[Card]]) -> None:
    """Deduce from a trick: a seat that plays another suit is out of the suit led; one that plays below the highest
    trump of a trump lead has no higher one. A trump or the Fool on a suit proves nothing."""
    of = suit_led(trick)
    heights = accumulate((HEIGHT[card] for _, card in trick), max, initial=0)
    for (seat, card), height in zip(trick, heights, strict=False):
        if SUIT[card] in SUITS and SUIT[card] != of:
            may[seat] -= OF_SUIT[of]
        elif of == TRUMP and card != FOOL and HEIGHT[card] < height:
            may[seat] -= ABOVE[height]
