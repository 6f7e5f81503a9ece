"""Between the auction and the first lead: the chien, the call, the discard, and a slam announced then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...cards import FRENCH_SUITS, Card
from ...engine import Answer, Ask, Said, Seat, Slot, plural_said
from ...record import replace
from ...story import Number, Plural
from ...tarot import HALVES, HEIGHT, LAID_AWAY, PLACE, PLAIN_TRUMPS, sorted_cards
from ...tricks import at_seat
from .contracts import CONTRACTS
from .deck import COURTS, ROW, TRUMP_ROW
from .state import Hand, Result, State, all_of, eldest, in_rows
from .words import WORDS


def steps(state: State) -> tuple[str, ...]:
    """The taker's steps before the play, in order: a call with five players, a discard if the chien is taken up."""
    assert state.deal.contract is not None
    discard = ("discard",) if CONTRACTS[state.deal.contract].exchange else ()
    call = ("call",) if state.rules.seats == 5 else ()
    return call + discard if state.rules.call == "before-chien" else discard + call


def next_step(state: State) -> Result:
    """The taker's next step, or the first lead when all are done."""
    ahead = steps(state)
    if state.phase in ahead:
        ahead = ahead[ahead.index(state.phase) + 1 :]
    if not ahead:
        return lead_off(state), ()
    return show_chien(state) if ahead[0] == "discard" else (replace(state, phase="call"), ())


def show_chien(state: State) -> Result:
    """All see the chien before it joins the taker's hand."""
    deal = state.deal
    assert deal.taker is not None
    hand = in_rows(all_of(state.hands[deal.taker]) + deal.chien)
    said = Said("{player} turned up the chien: {cards}.", {"player": deal.taker, "cards": deal.chien}, kind="shown")
    hands = at_seat(state.hands, deal.taker, hand)
    return replace(state, phase="discard", deal=replace(deal, chien_shown=True), hands=hands), (said,)


def lead_off(state: State) -> State:
    """The seat after the dealer leads, or the taker who has announced a slam."""
    return replace(state, phase="play", leader=state.deal.taker if state.deal.slam else eldest(state))


def slam_slot(state: State) -> tuple[Slot, ...]:
    """The slot for announcing a slam, with the taker's last answer before the play."""
    return (Slot("slam", ("slam",), least=0),) if state.phase == steps(state)[-1] else ()


def announced_slam(seat: Seat) -> Said:
    """The line that reports an announced slam."""
    return Said("{player} announced a slam.", {"player": seat}, kind="announced")


# The call -------------------------------------------------------------------------------------------------------------


def callable_cards(hand: Hand) -> tuple[Card, ...]:
    """The kings; with all kings in hand also the queens, and so on down to the jacks."""
    held = all_of(hand)
    offered: tuple[Card, ...] = ()
    for court in COURTS:
        cards = tuple(court + of for of in FRENCH_SUITS)
        offered += cards
        if not set(cards) <= set(held):
            break
    return offered


def ask_call(state: State) -> Mapping[Seat, Ask]:
    """The taker calls a card; its holder becomes the partner."""
    deal = state.deal
    assert deal.taker is not None
    cards = callable_cards(state.hands[deal.taker])
    slots = (Slot("card", cards), *slam_slot(state))
    prompt = "Which card do you call, to have its holder for a partner?"
    return {deal.taker: Ask(prompt, slots, cards[0], WORDS, calls=True)}


def call(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The holder of the called card is the partner, and alone knows it; none if taker or chien has the card."""
    [(taker, answer)] = answers.items()
    card, *slam = answer.split()
    partner = holder(state.hands, card, taker)
    said = [Said("{player} called {card}.", {"player": taker, "card": card}, kind="called")]
    if partner is not None:
        text = "{player} held {card}: the secret partner."
        said.append(Said(text, {"player": partner, "card": card}, to=partner, kind="called"))
    if slam:
        said.append(announced_slam(taker))
    deal = replace(state.deal, called=card, partner=partner, slam=bool(slam))
    state, more = next_step(replace(state, deal=deal))
    return state, (*said, *more)


def holder(hands: Sequence[Hand], card: Card, taker: Seat | None) -> Seat | None:
    """The player other than the taker who holds the card, if any."""
    return next((seat for seat, hand in enumerate(hands) if seat != taker and card in hand[ROW[card]]), None)


# The discard ----------------------------------------------------------------------------------------------------------


def ask_discard(state: State) -> Mapping[Seat, Ask]:
    """As many cards as the chien has. If no plain cards are left to choose from, only the trumps to go with them."""
    deal = state.deal
    assert deal.taker is not None
    slot = discard_slot(state, all_of(state.hands[deal.taker]))
    prompt = f"The chien is yours: which {slot.least} cards do you lay away?"
    if slot.name == "trumps":
        prompt = f"All your plain cards but kings are laid away: which {slot.least} of your trumps go with them?"
    return {deal.taker: Ask(prompt, (slot, *slam_slot(state)), cheapest(slot), WORDS)}


def discard_slot(state: State, held: tuple[Card, ...]) -> Slot:
    """Never a king or a bout; other trumps only if nothing else is left, or by option."""
    count = len(state.deal.chien)
    plain = tuple(card for card in held if card in LAID_AWAY)
    trumps = tuple(card for card in held if card in PLAIN_TRUMPS)
    if state.rules.trumps_in_discard == "announced":
        return Slot("cards", plain + trumps, count, count)
    if len(plain) >= count:
        return Slot("cards", plain, count, count)
    return Slot("trumps", trumps, count - len(plain), count - len(plain))


def cheapest(slot: Slot) -> Answer:
    """The cards that count least, trumps last."""
    by_worth = sorted(slot.options, key=lambda card: (ROW[card] == TRUMP_ROW, HALVES[card], PLACE[card]))
    return " ".join(sorted_cards(by_worth[: slot.least]))


def lay_away(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The cards go face down to the taker's side; trumps among them are shown."""
    [(taker, answer)] = answers.items()
    tokens = answer.split()
    named = [token for token in tokens if token != "slam"]
    hand = all_of(state.hands[taker])
    plain = [card for card in hand if card in LAID_AWAY] if len(named) < len(state.deal.chien) else []
    discard = sorted_cards({*plain, *named})
    trumps = shown_trumps(discard)
    said = [
        plural_said("laid_away", LAID, {"player": taker, "number": Number(len(discard))}),
        Said("{player} laid {cards} away.", {"player": taker, "cards": discard}, to=taker, kind="laid_away"),
    ]
    if trumps:
        text = "{player} showed {cards} among the cards laid away."
        said.append(Said(text, {"player": taker, "cards": trumps}, kind="shown"))
    slam = "slam" in tokens
    if slam:
        said.append(announced_slam(taker))
    hands = at_seat(state.hands, taker, in_rows(card for card in hand if card not in discard))
    state, more = next_step(replace(state, hands=hands, deal=replace(state.deal, discard=discard, slam=slam)))
    return state, (*said, *more)


LAID = Plural("{player} laid {number} card away.", "{player} laid {number} cards away.", "number")


def shown_trumps(discard: Iterable[Card]) -> tuple[Card, ...]:
    """The trumps of a discard, which everybody has seen."""
    return tuple(card for card in discard if HEIGHT[card])
