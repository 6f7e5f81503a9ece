"""Tarot of Dementlieu, for three and four: a taker against each of the others, for coins.

The game comes from the lore of a fantasy setting, whose text contradicts itself; this is a playable game made from it.

Points on which the rules page is silent:

- In the draw for the deal, what counts after drawing again is only what was drawn last, by those who drew again.
- Who shows a petit sec shows that card, not the hand; its deal has no number of its own.
- The pot is staked as soon as the taker is known. In a pot deal nobody makes or fails a contract.
- What the taker lays away nobody else sees, trumps neither; in contract, too, every seat keeps a pile of its own.
- The Fool led to any trick but the last takes nothing there, so the cards after it decide.
- After the last deal the table stays as it lies; a chien that nobody has seen stays unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, product
from random import Random
from typing import Any

from ..auction import PASS, above, highest
from ..cards import (
    FOOL,
    FRENCH_RANKS,
    FRENCH_SUITS,
    FRENCH_WORDS,
    TAROT_78,
    TRUMP,
    TRUMPS,
    Card,
    Words,
    counting,
    dealt_to,
    in_packets,
    rank,
    suit,
    without,
)
from ..engine import OVER, Answer, Ask, Decide, Game, Option, Result, Said, Seat, Shuffle, Slot
from ..record import record, replace
from ..tricks import Trick, best, led, seats_from

# The cards -----------------------------------------------------------------------------------------------------------

SUITS = tuple(FRENCH_SUITS)
PLACE = {card: n for n, card in enumerate(TAROT_78)}
SUIT = {card: suit(card) for card in TAROT_78}
HEIGHT = {card: int(rank(card)) if SUIT[card] == TRUMP else 0 for card in TAROT_78}
"""The number of a trump; other cards have none."""
RANK = {card: FRENCH_RANKS.index(rank(card)) + 1 if SUIT[card] in SUITS else 0 for card in TAROT_78}
"""1 to 14 in a suit: 10, then jack, knight, queen, king."""

PETIT = "T1"
BOUTS = (PETIT, "T21", FOOL)
PLAIN_TRUMPS = frozenset(without(TRUMPS, *BOUTS))
LAID_AWAY = frozenset(card for card in TAROT_78 if SUIT[card] in SUITS and rank(card) != "K")
"""What may always be laid away; a plain trump only where nothing else is left."""

worth = counting({**dict.fromkeys(BOUTS, 9), "K": 9, "Q": 7, "N": 5, "J": 3}, other=1)
HALVES = {card: worth(card) for card in TAROT_78}
"""What a card counts, in half points: its value less a half."""
NEEDED = (56, 51, 41, 36)
"""The points a contract needs, by the bouts in the taker's pile."""

STRENGTH = {
    of: {card: 100 + HEIGHT[card] if HEIGHT[card] else RANK[card] * (SUIT[card] == of) for card in TAROT_78}
    for of in (*SUITS, TRUMP, "")
}
"""How high a card stands in a trick, by the suit that was led; every trump outranks every suited card."""


# The bids ------------------------------------------------------------------------------------------------------------


@record
class Contract:
    """What a bid stands for. ``shown``: all see the chien and the taker takes it up; else ``counts`` says whether it
    goes to the taker's pile unseen."""

    times: int
    shown: bool = False
    counts: bool = True


CONTRACTS = {
    "prise": Contract(1, shown=True),
    "garde": Contract(2, shown=True),
    "garde-sans": Contract(4),
    "garde-contre": Contract(6, counts=False),
}
LADDER = tuple(CONTRACTS)
ENDS_AUCTION = "garde-contre"

WORDS: Words = {
    **FRENCH_WORDS,
    FOOL: (*FRENCH_WORDS[FOOL], "joker"),
    PASS: ("pass", "passe", "je passe", "passo", "no bid", "no", "nothing"),
    "prise": ("prise", "la prise", "take", "je prends", "prends", "prendo", "presa", "petite", "small"),
    "garde": ("garde", "guard", "la garde", "guardia"),
    "garde-sans": ("garde sans", "guard without", "sans", "without", "gardesans", "garde sans chien",
                   "guard without chien", "guard without dog"),
    "garde-contre": ("garde contre", "guard against", "contre", "against", "gardecontre", "garde contre chien",
                     "guard against chien", "guard against dog"),
}  # fmt: skip

PACKET, CHIEN = 3, 6


# The table -----------------------------------------------------------------------------------------------------------

Hand = tuple[Card, ...]


@record
class Agreed:
    """What was agreed on before the match."""

    seats: int
    deals: int
    stake: int
    settlement: str


@record
class Taken:
    """A trick as it was played, and who took it."""

    cards: Trick
    winner: Seat


@record
class Sheet:
    """The count of a deal. ``halves``, ``got`` (coins, the stake to a pot subtracted) and ``coins`` are by seat.

    ``contract`` and ``taker`` are None where all passed, ``needed`` and ``made`` also where a pot was played for;
    ``pot_to`` are the seats that took the pot, ``pot`` is what was left in it.
    """

    deal: int
    contract: str | None
    taker: Seat | None
    bouts: tuple[Card, ...]
    halves: tuple[int, ...]
    needed: int | None
    made: bool | None
    pot_to: tuple[Seat, ...]
    got: tuple[int, ...]
    coins: tuple[int, ...]
    pot: int


@record
class Match:
    """Where the match stands. ``draw`` are the cards drawn for the first deal, ``last`` is the trick that ended the
    deal before, ``sheets`` has a row for each deal."""

    coins: tuple[int, ...]
    deal: int = 1
    dealer: Seat = 0
    draw: Trick = ()
    pot: int = 0
    last: Taken | None = None
    sheets: tuple[Sheet, ...] = ()


@record
class Deal:
    """What has been settled in this deal. ``petit_sec`` are the seats that had it dealt again. The cards of a chien
    that was shown lie in the taker's hand or discard."""

    bids: tuple[str | None, ...]
    petit_sec: tuple[Seat, ...] = ()
    chien: tuple[Card, ...] = ()
    contract: str | None = None
    taker: Seat | None = None
    discard: tuple[Card, ...] = ()

    @property
    def shown(self) -> bool:
        """Whether the chien was shown to all."""
        return self.contract is not None and CONTRACTS[self.contract].shown


@record
class State:
    """A table of Dementlieu. A card that is played rebuilds this record, one hand, and the trick."""

    phase: str
    agreed: Agreed
    match: Match
    deal: Deal
    hands: tuple[Hand, ...]
    leader: Seat = 0
    trick: Trick = ()
    tricks: tuple[Taken, ...] = ()


def start(seats: int, options: Mapping[str, Any]) -> State:
    """A table at which the first dealer is still to be drawn for."""
    return before_deal("draw", Agreed(seats, **options), Match((0,) * seats))


def before_deal(phase: str, agreed: Agreed, match: Match) -> State:
    """A table without cards on it."""
    return State(phase, agreed, match, Deal((None,) * agreed.seats), ((),) * agreed.seats)


def eldest(state: State) -> Seat:
    """The seat after the dealer, which is dealt to first, bids first and leads."""
    return (state.match.dealer + 1) % state.agreed.seats


def sorted_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in canonical order."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def at_seat(items: tuple[Any, ...], seat: Seat, item: Any) -> tuple[Any, ...]:
    """The items with another one at a seat."""
    return (*items[:seat], item, *items[seat + 1 :])


def coins(count: int) -> str:
    """``1 coin``, ``4 coins``"""
    return f"{count} coin" if count == 1 else f"{count} coins"


def points(halves: int) -> str:
    """Half points as points: ``48½``"""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def deck(state: State) -> tuple[Card, ...]:
    """All 78 cards."""
    return TAROT_78


# The draw for the first deal -----------------------------------------------------------------------------------------


def draw(state: State, cards: tuple[Card, ...]) -> Result:
    """The highest card drawn from the shuffled deck deals first."""
    drawn, dealer = drawn_for_the_deal(range(state.agreed.seats), iter(cards))
    said = tuple(Said("{player} drew {card}.", {"player": seat, "card": card}) for seat, card in drawn)
    said += (Said("{player} drew highest, for the first deal.", {"player": dealer}),)
    return before_deal("deal", state.agreed, replace(state.match, draw=drawn, dealer=dealer)), said


def drawn_for_the_deal(seats: Iterable[Seat], cards: Iterator[Card]) -> tuple[Trick, Seat]:
    """What each seat draws, in order, and who deals.

    Who holds the Fool takes the next card. If three or more then hold trumps, only those draw again.
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
    """Trumps above suits, the higher rank, and of equal ranks spades, hearts, diamonds, clubs."""
    return HEIGHT[card], RANK[card], -PLACE[card]


# The deal ------------------------------------------------------------------------------------------------------------


def deal(state: State, cards: tuple[Card, ...]) -> Result:
    """Deal packets of three and the chien; a petit sec is shown, and the same dealer deals again."""
    match, agreed = state.match, state.agreed
    dealt = in_packets(cards, agreed.seats, eldest(state), PACKET, CHIEN)
    hands = tuple(map(sorted_cards, dealt.hands))
    values = {"number": str(match.deal), "deals": str(agreed.deals), "player": match.dealer}
    said = Said("Deal {number} of {deals}: {player} dealt.", values)
    sec = tuple(seat for seat, hand in enumerate(hands) if is_petit_sec(hand))
    if sec:
        again = replace(state, deal=replace(state.deal, petit_sec=state.deal.petit_sec + sec))
        return again, (said, told_petit_sec(*sec))
    with_chien = replace(state.deal, chien=sorted_cards(dealt.apart))
    return replace(state, phase="bid", deal=with_chien, hands=hands, leader=eldest(state)), (said,)


def told_petit_sec(seat: Seat) -> Said:
    """The line that tells of a petit sec."""
    return Said(
        "{player} showed {card} as the only trump: the same dealer dealt again.", {"player": seat, "card": PETIT}
    )


def is_petit_sec(hand: Iterable[Card]) -> bool:
    """Whether the petit is the only trump of the hand, without the Fool."""
    return [card for card in hand if HEIGHT[card] or card == FOOL] == [PETIT]


# The auction ---------------------------------------------------------------------------------------------------------


def ask_bid(state: State) -> Mapping[Seat, Ask]:
    """Each seat speaks once, from the one after the dealer: pass, or above the last bid."""
    bids = state.deal.bids
    bidder = next(seat for seat in seats_from(eldest(state), state.agreed.seats) if bids[seat] is None)
    return {bidder: Ask("What do you bid on this hand?", (Slot("bid", above(LADDER, bids)),), PASS, WORDS)}


def bid(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """Hear a bid; the auction ends when all have spoken, or at once with garde contre."""
    [(seat, bid)] = answers.items()
    bids = at_seat(state.deal.bids, seat, bid)
    said = Said("{player} passed." if bid == PASS else "{player} bid {bid}.", {"player": seat, "bid": spoken(bid)})
    state = replace(state, deal=replace(state.deal, bids=bids))
    if None in bids and bid != ENDS_AUCTION:
        return state, (said,)
    state, more = close_auction(state)
    return state, (said, *more)


def spoken(bid: str) -> str:
    """A bid as it is said: ``garde sans``"""
    return WORDS[bid][0]


def close_auction(state: State) -> Result:
    """The highest bidder takes; where all have passed, nothing is paid and the deal counts."""
    taker = highest(LADDER, state.deal.bids)
    if taker is None:
        return end_deal(state, passed_out(state), (Said("All passed: nothing was paid."),))
    contract = state.deal.bids[taker]
    assert contract is not None
    state = replace(state, deal=replace(state.deal, taker=taker, contract=contract))
    state, staked = stake(state) if state.agreed.settlement == "pot" else (state, ())
    state, said = open_chien(state, taker, contract)
    return state, (*said, *staked)


def price(state: State) -> int:
    """What one player pays or stakes: the stake, as many times as the bid says."""
    assert state.deal.contract is not None
    return state.agreed.stake * CONTRACTS[state.deal.contract].times


def stake(state: State) -> Result:
    """Everybody stakes the taker's bid."""
    each, match = price(state), state.match
    pot = match.pot + each * state.agreed.seats
    said = Said("Everybody staked {coins}: the pot held {pot}.", {"coins": coins(each), "pot": coins(pot)})
    staked = tuple(own - each for own in match.coins)
    return replace(state, match=replace(match, coins=staked, pot=pot)), (said,)


# The chien -----------------------------------------------------------------------------------------------------------


def open_chien(state: State, taker: Seat, contract: str) -> Result:
    """The chien is shown and taken up, or lies unseen in the taker's pile, or counts for nobody."""
    chien, values = state.deal.chien, {"player": taker, "contract": spoken(contract)}
    if not CONTRACTS[contract].shown:
        return replace(state, phase="play"), (Said(UNSEEN[CONTRACTS[contract].counts], values),)
    said = Said("{player} took with {contract} and turned up the chien: {cards}.", {**values, "cards": chien})
    hand = sorted_cards(state.hands[taker] + chien)
    return replace(state, phase="discard", hands=at_seat(state.hands, taker, hand)), (said,)


UNSEEN = {
    True: "{player} took with {contract}: the chien went unseen to the taker's pile.",
    False: "{player} took with {contract}: the chien was set aside unseen, for nobody.",
}


def ask_discard(state: State) -> Mapping[Seat, Ask]:
    """Six cards, no king and no bout; plain trumps only where nothing else is left, and then only those are asked."""
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
    """As many of the options as are wanted, those that count least."""
    return sorted(slot.options, key=lambda card: (HALVES[card], PLACE[card]))[: slot.least]


def lay_away(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """The cards go face down to the taker's pile."""
    [(taker, answer)] = answers.items()
    named = answer.split()
    hand = state.hands[taker]
    along = [card for card in hand if card in LAID_AWAY] if len(named) < CHIEN else []
    discard = sorted_cards((*along, *named))
    said = (
        Said("{player} laid {number} cards away.", {"player": taker, "number": str(CHIEN)}),
        Said("{player} laid {cards} away.", {"player": taker, "cards": discard}, to=taker),
    )
    hands = at_seat(state.hands, taker, without(hand, *discard))
    return replace(state, phase="play", hands=hands, deal=replace(state.deal, discard=discard)), said


# The play ------------------------------------------------------------------------------------------------------------

MAY_FOLLOW = {of: frozenset(card for card in TAROT_78 if SUIT[card] in (of, TRUMP, "")) for of in SUITS}
"""With a card of the suit led in hand: that suit, or any trump, or the Fool."""


def suit_led(trick: Trick) -> str:
    """The suit to follow, ``T`` for trumps; ``""`` where nothing was led, or only the Fool."""
    return led(trick, SUIT.__getitem__)


def lawful_cards(hand: Hand, of: str, trick: Trick) -> Hand:
    """The cards of a hand that may be played to a trick in which ``of`` was led."""
    if of == TRUMP:
        return over_trump(hand, trick)
    if of and any(SUIT[card] == of for card in hand):
        may = MAY_FOLLOW[of]
        return tuple([card for card in hand if card in may])
    return hand


def over_trump(hand: Hand, trick: Trick) -> Hand:
    """A trump above the highest so far if able, otherwise any trump, otherwise anything; the Fool always."""
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

LOWEST_FIRST = {
    card: n
    for n, card in enumerate(
        sorted(TAROT_78, key=lambda card: (card == FOOL, HEIGHT[card], RANK[card], PLACE[card])),
    )
}


def lowest(cards: Iterable[Card]) -> Card:
    """The lowest card, suits before trumps, the Fool last."""
    return min(cards, key=LOWEST_FIRST.__getitem__)


def ask_card(state: State) -> Mapping[Seat, Ask]:
    """A lawful card of the next seat to play."""
    trick = state.trick
    seat = (state.leader + len(trick)) % state.agreed.seats
    of = suit_led(trick)
    cards = lawful_cards(state.hands[seat], of, trick)
    prompt = PROMPTS[of] if trick else LEAD
    return {seat: Ask(prompt, (Slot("card", cards),), lowest(cards), WORDS)}


def play(state: State, answers: Mapping[Seat, Answer]) -> Result:
    """Play a card to the trick; the last one of a trick takes it up."""
    [(seat, card)] = answers.items()
    agreed, match, deal, tricks = state.agreed, state.match, state.deal, state.tricks
    hands = at_seat(state.hands, seat, without(state.hands[seat], card))
    trick = (*state.trick, (seat, card))
    if len(trick) < agreed.seats:
        return State("play", agreed, match, deal, hands, state.leader, trick, tricks), (played(seat, card),)
    winner = takes(trick, last=not hands[seat])
    said = (played(seat, card), took_trick(winner))
    state = State("play", agreed, match, deal, hands, winner, (), (*tricks, Taken(trick, winner)))
    return (state, said) if hands[seat] else count(state, said)


def takes(trick: Trick, last: bool) -> Seat:
    """The highest trump takes, else the highest of the suit led; the Fool only where it is led to the last trick."""
    leader, card = trick[0]
    if card == FOOL and last:
        return leader
    return best(trick, STRENGTH[suit_led(trick)].__getitem__)


@cache
def played(seat: Seat, card: Card) -> Said:
    """The line that tells of a card."""
    return Said("{player} played {card}.", {"player": seat, "card": card})


@cache
def took_trick(seat: Seat) -> Said:
    """The line that tells of a trick."""
    return Said("{player} took the trick.", {"player": seat})


# The count -----------------------------------------------------------------------------------------------------------


def pile(state: State, seat: Seat) -> tuple[Card, ...]:
    """The tricks of a seat; with the taker's lie the cards laid away, or a chien that counts unseen."""
    deal = state.deal
    cards = tuple(card for taken in state.tricks if taken.winner == seat for _, card in taken.cards)
    if seat != deal.taker or deal.contract is None:
        return cards
    contract = CONTRACTS[deal.contract]
    return cards + (deal.discard if contract.shown else deal.chien if contract.counts else ())


def halves_of(cards: Sequence[Card]) -> int:
    """Half points of a pile: an odd one leaves a plain trump over, if it holds one, which counts a whole point."""
    left_over = len(cards) % 2 == 1 and not PLAIN_TRUMPS.isdisjoint(cards)
    return sum(HALVES[card] for card in cards) + left_over


def count(state: State, said: tuple[Said, ...]) -> Result:
    """Count every pile and pay."""
    halves = tuple(halves_of(pile(state, seat)) for seat in range(state.agreed.seats))
    sheet, more = SETTLEMENTS[state.agreed.settlement](state, halves)
    return end_deal(state, sheet, said + more)


def by_contract(state: State, halves: tuple[int, ...]) -> tuple[Sheet, tuple[Said, ...]]:
    """A taker who reaches what the bouts ask for is paid by each of the others, one who does not pays each of them."""
    taker, seats = state.deal.taker, state.agreed.seats
    assert taker is not None
    bouts = bouts_in(pile(state, taker))
    needed = NEEDED[len(bouts)]
    made = halves[taker] >= 2 * needed
    each = price(state) if made else -price(state)
    got = tuple(each * (seats - 1) if seat == taker else -each for seat in range(seats))
    values = {"player": taker, "points": points(halves[taker]), "bouts": bouts_in_words(bouts), "needed": str(needed)}
    said = [Said("{player} counted {points} points with {bouts}, and needed {needed}.", values)]
    text = "{player} made it and got {coins} from each." if made else "{player} failed and paid {coins} to each."
    said.append(Said(text, {"player": taker, "coins": coins(abs(each))}))
    return sheet_of(state, halves, got, 0, needed=needed, made=made), tuple(said)


def by_pot(state: State, halves: tuple[int, ...]) -> tuple[Sheet, tuple[Said, ...]]:
    """The highest pile takes the pot; equal highest piles share it, and a remainder stays."""
    winners = tuple(seat for seat, own in enumerate(halves) if own == max(halves))
    share, left = divmod(state.match.pot, len(winners))
    got = tuple(share * (seat in winners) - price(state) for seat in range(state.agreed.seats))
    said = [
        Said("{player} counted {points} points.", {"player": seat, "points": points(own)})
        for seat, own in enumerate(halves)
    ]
    if len(winners) == 1:
        said.append(Said("{player} took the pot of {coins}.", {"player": winners[0], "coins": coins(share)}))
    else:
        values = {"players": winners, "coins": coins(share)}
        said.append(Said("{players} shared the pot and took {coins} each.", values))
    if left:
        said.append(Said("In the pot stayed {coins}.", {"coins": coins(left)}))
    return sheet_of(state, halves, got, left, pot_to=winners), tuple(said)


SETTLEMENTS: Mapping[str, Callable[[State, tuple[int, ...]], tuple[Sheet, tuple[Said, ...]]]] = {
    "contract": by_contract,
    "pot": by_pot,
}


def bouts_in(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The bouts among the cards."""
    return tuple(card for card in BOUTS if card in cards)


def bouts_in_words(bouts: Sequence[Card]) -> str:
    """``no bout``, ``1 bout``, ``2 bouts``"""
    return f"{len(bouts) or 'no'} bout{'s' if len(bouts) > 1 else ''}"


def passed_out(state: State) -> Sheet:
    """The row of a deal that all passed; a pot stays where it is."""
    nothing = (0,) * state.agreed.seats
    return sheet_of(state, nothing, nothing, state.match.pot)


def sheet_of(
    state: State,
    halves: tuple[int, ...],
    got: tuple[int, ...],
    pot: int,
    needed: int | None = None,
    made: bool | None = None,
    pot_to: tuple[Seat, ...] = (),
) -> Sheet:
    """The row of this deal."""
    deal, match = state.deal, state.match
    bouts = () if deal.taker is None else bouts_in(pile(state, deal.taker))
    before = match.sheets[-1].coins if match.sheets else (0,) * state.agreed.seats
    total = tuple(map(sum, zip(before, got, strict=True)))
    return Sheet(match.deal, deal.contract, deal.taker, bouts, halves, needed, made, pot_to, got, total, pot)


def end_deal(state: State, sheet: Sheet, said: tuple[Said, ...]) -> Result:
    """Write the count down; the next dealer deals, or the match is over."""
    match, agreed = state.match, state.agreed
    match = replace(match, coins=sheet.coins, pot=sheet.pot, sheets=(*match.sheets, sheet), last=last_trick(state))
    if match.deal == agreed.deals:
        state = replace(state, phase=OVER, match=match)
        return state, (*said, told_end(state))
    return before_deal("deal", agreed, replace(match, deal=match.deal + 1, dealer=eldest(state))), said


# The end -------------------------------------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    """Coins by seat."""
    return state.match.coins


def winners(state: State) -> tuple[Seat, ...]:
    """Most coins after the last deal win; equal coins share."""
    return richest(state.match.coins) if state.phase == OVER else ()


def richest(by_seat: Sequence[int]) -> tuple[Seat, ...]:
    """The seats that have the most."""
    return tuple(seat for seat, own in enumerate(by_seat) if own == max(by_seat))


def told_end(state: State) -> Said:
    """The line that ends the match."""
    first, *others = richest(state.match.coins)
    most = coins(max(state.match.coins))
    if others:
        return Said("{players} shared the match, with {coins} each.", {"players": (first, *others), "coins": most})
    return Said("{player} won the match, with {coins}.", {"player": first, "coins": most})


# What a seat may see -------------------------------------------------------------------------------------------------


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """One's own hand and what lies open to all; the taker, and nobody else, sees what was laid away."""
    agreed, match, deal = state.agreed, state.match, state.deal
    return {
        "phase": state.phase,
        "deal": match.deal,
        "deals": agreed.deals,
        "stake": agreed.stake,
        "settlement": agreed.settlement,
        "draw": [list(drawn) for drawn in match.draw],
        "dealer": match.dealer,
        "petit-sec": [[shown, PETIT] for shown in deal.petit_sec],
        "hand": [] if seat is None else list(state.hands[seat]),
        "cards": [len(hand) for hand in state.hands],
        "bids": list(deal.bids),
        "taker": deal.taker,
        "contract": deal.contract,
        "times": CONTRACTS[deal.contract].times if deal.contract else None,
        "chien": list(deal.chien) if deal.shown else None,
        "discard": list(deal.discard) if deal.discard and seat == deal.taker else None,
        "trick": [list(play) for play in state.trick],
        "leader": state.leader,
        "winning": winning(state),
        "taken": [sum(taken.winner == by for taken in state.tricks) for by in range(agreed.seats)],
        "tricks": [trick_view(taken) for taken in state.tricks],
        "coins": list(match.coins),
        "pot": match.pot,
        "last": trick_view(last_trick(state)),
        "sheet": sheet_view(match.sheets[-1]) if match.sheets else None,
        "sheets": [sheet_view(sheet) for sheet in match.sheets],
    }


def winning(state: State) -> Seat | None:
    """Who takes the trick as it lies; nobody while only the Fool lies in it, but for the last one."""
    is_last = not state.hands[state.leader]
    if not state.trick or (state.trick[-1] == (state.leader, FOOL) and not is_last):
        return None
    return takes(state.trick, is_last)


def last_trick(state: State) -> Taken | None:
    """The trick before, also one of the deal before."""
    return state.tricks[-1] if state.tricks else state.match.last


def trick_view(taken: Taken | None) -> dict[str, Any] | None:
    """A trick as it was played, and who took it."""
    return {"cards": [list(play) for play in taken.cards], "winner": taken.winner} if taken else None


def sheet_view(sheet: Sheet) -> dict[str, Any]:
    """A row of the score sheet."""
    return {
        "deal": sheet.deal,
        "contract": sheet.contract,
        "taker": sheet.taker,
        "bouts": len(sheet.bouts),
        "bout-cards": list(sheet.bouts),
        "halves": list(sheet.halves),
        "needed": sheet.needed,
        "made": sheet.made,
        "pot-to": list(sheet.pot_to),
        "got": list(sheet.got),
        "coins": list(sheet.coins),
        "pot": sheet.pot,
    }


# What a seat can work out --------------------------------------------------------------------------------------------

TRIES = 20
APART = -1
"""The place of a chien or a discard that lies face down."""


def redeal(state: State, seat: Seat, random: Random) -> State:
    """The same table with all that the seat cannot see dealt anew, as the rules and what has happened allow."""
    if state.phase == OVER:
        return state
    may = possible(state)
    for _ in range(TRIES):
        other = dealt_anew(state, seat, may, random)
        if dealt_lawfully(other):
            return other
    return dealt_in_company(state, seat, may, random)


def dealt_lawfully(state: State) -> bool:
    """Whether no hand would have been shown as a petit sec."""
    return not any(map(is_petit_sec, hands_as_dealt(state)))


def dealt_in_company(state: State, seat: Seat, may: Mapping[int, set[Card]], random: Random) -> State:
    """A deal in which the petit has another trump or the Fool beside it, where chance finds next to none.

    There is one, for the cards have been dealt so.
    """
    pairs = list(product(may, (*TRUMPS[1:], FOOL)))
    random.shuffle(pairs)
    for cards_of in (may, with_trumps_laid_away(may, state)) if state.deal.shown else (may,):
        for place, company in pairs:
            together = {at: cards if at == place else cards - {PETIT, company} for at, cards in cards_of.items()}
            try:
                other = dealt_where(together, state, seat, random)
            except ValueError:
                continue
            if dealt_lawfully(other):
                return other
    raise ValueError("no lawful deal has led here")


def dealt_anew(state: State, seat: Seat, may: Mapping[int, set[Card]], random: Random) -> State:
    """One deal of the unseen cards to the other hands and to what lies face down, each place with what it may have.

    Trumps lie there only where the seat can tell that nothing else can.
    """
    try:
        return dealt_where(may, state, seat, random)
    except ValueError:
        return dealt_where(with_trumps_laid_away(may, state), state, seat, random)


def dealt_where(may: Mapping[int, set[Card]], state: State, seat: Seat, random: Random) -> State:
    """One deal of the unseen cards to places that may have them. Raises `ValueError` where there is none."""
    hands, lying = state.hands, face_down(state.deal, seat)
    unseen = sorted_cards({*lying, *(card for by, hand in enumerate(hands) if by != seat for card in hand)})
    room = {by: len(hand) for by, hand in enumerate(hands) if by != seat} | {APART: len(lying)}
    given = iter(dealt_to([may[place] for place, cards in room.items() for _ in range(cards)], unseen, random))
    dealt = {place: sorted_cards(next(given) for _ in range(cards)) for place, cards in room.items()}
    hands = tuple(dealt.get(by, hand) for by, hand in enumerate(hands))
    if not lying:
        return replace(state, hands=hands)
    deal, apart = state.deal, dealt[APART]
    deal = replace(deal, discard=apart) if deal.shown else replace(deal, chien=apart)
    return replace(state, hands=hands, deal=deal)


def face_down(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """The cards that lie apart and that the seat has not seen."""
    if not deal.shown:
        return deal.chien
    return () if seat == deal.taker else deal.discard


def hands_as_dealt(state: State) -> list[list[Card]]:
    """The hands before the chien was taken up and any card was played."""
    deal, held = state.deal, [list(hand) for hand in state.hands]
    for seat, card in plays(state):
        held[seat].append(card)
    if deal.shown and deal.taker is not None:
        held[deal.taker] = [card for card in (*held[deal.taker], *deal.discard) if card not in deal.chien]
    return held


def plays(state: State) -> Iterator[tuple[Seat, Card]]:
    """All cards played in this deal."""
    for trick in tricks_so_far(state):
        yield from trick


def tricks_so_far(state: State) -> tuple[Trick, ...]:
    """The tricks of this deal, the one under way last."""
    return (*(taken.cards for taken in state.tricks), state.trick)


def possible(state: State) -> dict[int, set[Card]]:
    """What each hand may still hold, by seat, and what may lie face down, for all that everybody can tell."""
    may = {place: set(TAROT_78) for place in (*range(state.agreed.seats), APART)}
    if state.deal.shown:
        for seat in range(state.agreed.seats):
            if seat != state.deal.taker:
                may[seat].difference_update(state.deal.chien)
        may[APART] &= LAID_AWAY
    for trick in tricks_so_far(state):
        tell(trick, may)
    return may


def with_trumps_laid_away(may: Mapping[int, set[Card]], state: State) -> dict[int, set[Card]]:
    """The same where trumps were laid away: the taker has kept no other card that might have gone."""
    taker = state.deal.taker
    assert taker is not None
    return {**may, taker: may[taker] - LAID_AWAY, APART: set(LAID_AWAY | PLAIN_TRUMPS)}


OF_SUIT = {of: frozenset(card for card in TAROT_78 if SUIT[card] == of) for of in (*SUITS, TRUMP)}
ABOVE = tuple(frozenset(TRUMPS[height:]) for height in range(len(TRUMPS) + 1))


def tell(trick: Trick, may: dict[int, set[Card]]) -> None:
    """Who plays another suit has none of the suit led; who does not go above the trumps of a trump lead has none
    higher. A trump or the Fool on a suit tells nothing."""
    of = suit_led(trick)
    heights = accumulate((HEIGHT[card] for _, card in trick), max, initial=0)
    for (seat, card), height in zip(trick, heights, strict=False):
        if SUIT[card] in SUITS and SUIT[card] != of:
            may[seat] -= OF_SUIT[of]
        elif of == TRUMP and card != FOOL and HEIGHT[card] < height:
            may[seat] -= ABOVE[height]


GAME = Game(
    key="dementlieu",
    name="Tarot of Dementlieu",
    seats=range(3, 5),
    options={
        "deals": Option(tuple(range(1, 21)), 6, "How many deals are played; one that all pass counts."),
        "stake": Option(tuple(range(1, 101)), 1, "How many coins a prise is worth; higher bids 2, 4, 6 times it."),
        "settlement": Option(
            ("contract", "pot"),
            "contract",
            "The taker is paid by the others or pays them; or the highest pile takes a pot.",
        ),
    },
    start=start,
    phases={
        "draw": Shuffle(deck, draw),
        "deal": Shuffle(deck, deal),
        "bid": Decide(ask_bid, bid),
        "discard": Decide(ask_discard, lay_away),
        "play": Decide(ask_card, play),
    },
    view=view,
    scores=scores,
    winners=winners,
    redeal=redeal,
    words=WORDS,
    trick_game=True,
)
