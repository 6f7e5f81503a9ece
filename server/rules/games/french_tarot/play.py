"""The play of the cards: lawful cards, announcements with the first card, the winner of a trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...cards import FOOL, Card
from ...engine import Answer, Ask, Said, Seat, Slot
from ...record import replace
from ...story import Number
from ...tarot import HEIGHT, lowest
from ...tricks import Trick, at_seat, to_play, told_card, told_taker
from .contracts import GOULASH, MISERE_PAYS, MISERES, POIGNEES, SIZES
from .count import count, misere_paid
from .deck import BY_ROW, EXCUSE_ROW, ROW, TRUMP_ROW
from .state import NO_CARDS, Deal, Hand, Result, Shown, State, Taken, all_of, attacks, without_card
from .words import WORDS


def row_led(trick: Trick) -> int | None:
    """The row to follow: the first card's, or the second's after a led Excuse; None if any card may be played."""
    for _, card in trick:
        row = ROW[card]
        if row != EXCUSE_ROW:
            return row
    return None


def lawful_cards(hand: Hand, trick: Trick) -> tuple[Card, ...]:
    """Follow suit; else trump, above the trick's trumps if possible; else anything. The Excuse at any time."""
    row = row_led(trick)
    if row is None:
        return all_of(hand)
    if row != TRUMP_ROW and hand[row]:
        return hand[row] + hand[EXCUSE_ROW]
    trumps = hand[TRUMP_ROW]
    if not trumps:
        return all_of(hand)
    height = highest_trump(trick)
    return (tuple([card for card in trumps if HEIGHT[card] > height]) or trumps) + hand[EXCUSE_ROW]


def highest_trump(trick: Trick) -> int:
    """The number of the highest trump of the trick; 0 if there is none."""
    height = 0
    for _, card in trick:
        if HEIGHT[card] > height:
            height = HEIGHT[card]
    return height


def first_lead(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """If leading the called suit is barred, the first lead excludes it, except for the called card itself."""
    called = state.deal.called
    if called is None or state.rules.called_suit_lead == "free":
        return cards
    return tuple(card for card in cards if ROW[card] != ROW[called] or card == called) or cards


def given_up(cards: tuple[Card, ...]) -> Card:
    """The card that the clock plays: the lowest of these, which of one row is the first."""
    return cards[0] if ROW[cards[0]] == ROW[cards[-1]] else lowest(cards)


def ask_card(state: State) -> Mapping[Seat, Ask]:
    """A lawful card; with the first one also the hand's announcements."""
    seat = to_play(state)
    hand = state.hands[seat]
    cards = lawful_cards(hand, state.trick)
    prompt = "Your turn: which card do you play?" if state.trick else "You lead: which card?"
    if state.tricks:
        return {seat: Ask(prompt, (Slot("card", cards),), given_up(cards), WORDS)}
    if not state.trick:
        cards = first_lead(state, cards)
    announced = announcements(state, hand)
    if announced:
        prompt = "Your first card: which one, and do you announce anything with it?"
    return {seat: Ask(prompt, (Slot("card", cards), *announced), given_up(cards), WORDS)}


def announcements(state: State, hand: Hand) -> tuple[Slot, ...]:
    """The poignées and misères that the hand allows; none in a goulash."""
    if state.deal.contract == GOULASH:
        return ()
    trumps = len(hand[TRUMP_ROW]) + len(hand[EXCUSE_ROW])
    sizes = zip(POIGNEES, SIZES[state.rules.seats].poignees, strict=True)
    poignees = tuple(name for name, size in sizes if trumps >= size)
    slots: tuple[Slot, ...] = (Slot("poignee", poignees, least=0),) if poignees else ()
    if state.rules.misere == "on":
        miseres = tuple(name for name, missing in MISERES.items() if missing.isdisjoint(all_of(hand)))
        slots += (Slot("misere", miseres, least=0, most=len(miseres)),) if miseres else ()
    return slots


def play(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """Play a card to the trick, with the announcements made with a first card."""
    [(seat, card)] = answers.items()
    said: tuple[Said, ...] = ()
    if not state.tricks:
        card, *names = card.split()
        state, said = announce(state, seat, names)
    deal = state.deal
    said += (told_card(seat, card),)
    if card == deal.called:
        deal, more = called_card_falls(deal, seat)
        said += more
    hands = without_card(state.hands, seat, card)
    trick = (*state.trick, (seat, card))
    if len(trick) == state.rules.seats:
        return take_up(state, deal, hands, trick, said)
    return replace(state, deal=deal, hands=hands, trick=trick), said


def take_up(state: State, deal: Deal, hands: tuple[Hand, ...], trick: Trick, said: tuple[Said, ...]) -> Result:
    """The winner takes the trick and leads; after the last one the deal is counted."""
    last = hands[0] == NO_CARDS
    winner = winner_of(state, trick, last)
    tricks = (*state.tricks, Taken(trick, winner))
    said += (told_taker(winner),)
    state = replace(state, deal=deal, hands=hands, leader=winner, trick=(), tricks=tricks)
    if not last:
        return state, said
    state, more = count(state)
    return state, said + more


def announce(state: State, seat: Seat, names: Sequence[str]) -> Result:
    """Show a poignée; be paid at once for each misère."""
    said: tuple[Said, ...] = ()
    for name in names:
        state, more = show_poignee(state, seat, name) if name in POIGNEES else pay_misere(state, seat, name)
        said += more
    return state, said


def show_poignee(state: State, seat: Seat, name: str) -> Result:
    """Show exactly the trumps required: the lowest, and the Excuse only after all of them."""
    size = dict(zip(POIGNEES, SIZES[state.rules.seats].poignees, strict=True))[name]
    cards = (state.hands[seat][TRUMP_ROW] + state.hands[seat][EXCUSE_ROW])[:size]
    values = {"player": seat, "cards": cards, "name": name}
    said = Said("{player} showed {cards}: {name}.", values, kind="announced")
    return replace(state, deal=with_announcement(state.deal, seat, Shown(name, cards))), (said,)


def pay_misere(state: State, seat: Seat, name: str) -> Result:
    """Each other player pays."""
    scores = tuple(map(sum, zip(state.match.scores, misere_paid(seat, state.rules.seats), strict=True)))
    values = {"player": seat, "name": name, "points": Number(MISERE_PAYS)}
    said = Said("{player} announced {name}, and each other player paid {points}.", values, kind="announced")
    match = replace(state.match, scores=scores)
    return replace(state, match=match, deal=with_announcement(state.deal, seat, Shown(name))), (said,)


def with_announcement(deal: Deal, seat: Seat, shown: Shown) -> Deal:
    """The deal with one more announcement of a seat."""
    return replace(deal, shown=at_seat(deal.shown, seat, (*deal.shown[seat], shown)))


def called_card_falls(deal: Deal, seat: Seat) -> tuple[Deal, tuple[Said, ...]]:
    """Everybody now knows the sides."""
    if seat == deal.taker:
        text = "{player} held the called card, and played alone."
    else:
        text = "{player} came out as the partner."
    return replace(deal, fallen=True), (Said(text, {"player": seat}, kind="called"),)


def winner_of(state: State, trick: Trick, last: bool) -> Seat:
    """The highest trump, else the highest card of the suit led; in the last trick possibly the Excuse."""
    if last and (seat := excuse_takes(state, trick)) is not None:
        return seat
    row = row_led(trick)
    assert row is not None
    strength, highest, winner = BY_ROW[row], 0, trick[0][0]
    for seat, card in trick:
        if strength[card] > highest:
            highest, winner = strength[card], seat
    return winner


def trick_winner(state: State, trick: Trick) -> Seat | None:
    """The seat that would take these cards in any trick but the last; none for the Excuse alone."""
    return None if row_led(trick) is None else winner_of(state, trick, last=False)


def excuse_takes(state: State, trick: Trick) -> Seat | None:
    """The seat that takes the last trick with the Excuse: a leader whose side took all tricks; in a goulash anyone."""
    deal = state.deal
    if deal.contract == GOULASH:
        return next((seat for seat, card in trick if card == FOOL), None)
    leader, card = trick[0]
    side = attacks(deal, leader)
    led_by_slam = card == FOOL and all(attacks(deal, taken.winner) == side for taken in state.tricks)
    return leader if led_by_slam else None
