"""The house player of French Tarot: it bids on its hand's strength, saves its bouts, and gives points to its side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from server.rules import Answer, Ask, Seat
from server.rules.auction import highest
from server.rules.cards import FOOL, FRENCH_SUITS, TAROT_78, TRUMPS, Card
from server.rules.cards import suit as suit_of
from server.rules.games.french_tarot import (
    CONTRACTS,
    GOULASH,
    HALVES,
    HEIGHT,
    PETIT,
    RANK,
    State,
    contract_of,
    hand_as_dealt,
    laid_away_anew,
)

View = dict[str, Any]
ALL_CARDS, ALL_TRUMPS = frozenset(TAROT_78), frozenset(TRUMPS)
SUIT = {card: suit_of(card) for card in TAROT_78}
HIGHER = {
    card: frozenset(other for other in TAROT_78 if SUIT[other] == SUIT[card] and RANK[other] > RANK[card])
    for card in TAROT_78
    if card != FOOL
}
OF_SUIT = {suit: frozenset(card for card in TAROT_78 if SUIT[card] == suit) for suit in FRENCH_SUITS}


def choose(view: View, ask: Ask, seat: Seat, random: Random) -> Answer:
    """A lawful answer that a sensible player might give, from what this seat sees."""
    options = {slot.name: slot.options for slot in ask.slots}
    match view["phase"]:
        case "bid":
            return bid(view["hand"], options["bid"], seats=len(view["cards"]))
        case "call":
            return king_to_call(view["hand"], options["card"])
        case "discard":
            return " ".join(laid_away(view["hand"], ask.slots[0].options, ask.slots[0].least))
    card = (
        goulash_card(view, options["card"])
        if view["contract"] == GOULASH
        else TrickAtHand(view, seat).card(options["card"])
    )
    return " ".join((card, *options.get("poignee", ())[-1:], *options.get("misere", ())))


def usual(view: View, ask: Ask, seat: Seat, random: Random) -> Answer:
    """As `choose`, but it bids on less: looking ahead gets more out of a hand."""
    if view["phase"] == "bid":
        return bid(view["hand"], ask.slots[0].options, seats=len(view["cards"]), spared=FORESIGHT)
    return choose(view, ask, seat, random)


# The auction ---------------------------------------------------------------------------------------------------------

PETIT_WORTH = {4: 5, 5: 7, 6: 8}
COURT_WORTH = {"K": 6, "Q": 3, "N": 2, "J": 1}
LENGTH_WORTH = {5: 5, 6: 7}
WORTH_A_BID = {  # by number of seats: the worth from which a bid gains, in games of the house against itself
    3: {"small": 51, "guard": 56, "guard-without": 72, "guard-against": 82},
    4: {"small": 43, "guard": 48, "guard-without": 66, "guard-against": 78},
    5: {"small": 24, "guard": 32, "guard-without": 50, "guard-against": 60},
}
FORESIGHT = 12
"""The value of looking ahead in the play. Without it the strong player bid on 14 hands in 100, made 80 of 100
contracts, and won 32 games in 100 against steady ones (four seats, one deal); with 4 to 20 it bids on 18 to 23, makes
as many, and wins 37. From `tests/bench/house.py`.
"""


def worth(hand: Iterable[Card]) -> int:
    """The value of the hand by the players' usual count: bouts, trumps, high trumps, courts, marriages, long suits."""
    cards = set(hand)
    trumps = [HEIGHT[card] for card in cards if HEIGHT[card]]
    total = 10 * ("T21" in cards) + 8 * (FOOL in cards)
    if PETIT in cards:
        total += PETIT_WORTH.get(len(trumps), 9 if len(trumps) > 6 else 0)
    if len(trumps) >= 4:
        total += 2 * len(trumps) + 2 * sum(height >= 16 for height in trumps)
    for suit in FRENCH_SUITS:
        held = [card[:-1] for card in cards if SUIT[card] == suit]
        total += sum(COURT_WORTH.get(rank, 0) for rank in held) + ({"K", "Q"} <= set(held))
        total += LENGTH_WORTH.get(len(held), 9 if len(held) > 6 else 0)
    return total


def bid(hand: Sequence[Card], offered: Sequence[str], seats: int, spared: int = 0) -> Answer:
    """The highest contract that the hand is worth, or pass if it can no longer be bid. ``spared``: worth not needed."""
    value = worth(hand) + spared
    meant = [name for name, least in WORTH_A_BID[seats].items() if value >= least]
    return meant[-1] if meant and meant[-1] in offered else "pass"


def fits(state: State, seat: Seat) -> bool:
    """Whether the highest bidder so far, if another seat, holds a hand on which the house would bid so high."""
    bids = [contract_of(bid) for bid in state.deal.bids]
    bidder = highest(tuple(CONTRACTS), bids)
    if bidder is None or bidder == seat:
        return True
    made = bids[bidder]
    assert made is not None
    return worth(hand_as_dealt(state, bidder)) >= WORTH_A_BID[state.rules.seats][made]


AS_THE_HOUSE = 0.75
"""The share of imagined tables in which the taker lays away as the house does; some people choose differently. Against
a steady taker at a table of four, this gains a strong defender 4.9 ± 3.2 points a deal over random discards, which gain
it 6.2 over a steady defender (470 deals, each played all three ways).
"""


def likelier(state: State, seat: Seat, random: Random) -> State:
    """The same table, in most cases with those cards laid away that the house would lay away.

    A random discard hardly ever empties a suit, although most takers discard to do so.
    """
    return state if seat == state.deal.taker or random.random() > AS_THE_HOUSE else laid_away_anew(state, laid_away)


def king_to_call(hand: Sequence[Card], offered: Sequence[Card]) -> Card:
    """A card not in the hand: of the suit in which the hand has most court-card points, then fewest cards."""

    def company(card: Card) -> tuple[int, int]:
        suit = [held for held in hand if SUIT[held] == SUIT[card]]
        return sum(HALVES[held] for held in suit), -len(suit)

    return max([card for card in offered if card not in hand] or offered, key=company)


def laid_away(hand: Sequence[Card], offered: Sequence[Card], count: int) -> list[Card]:
    """Court cards without their king first, then the shortest suits, so that the hand can trump soon; trumps last."""

    def keep(card: Card) -> tuple[bool, int, int]:
        suit = [held for held in hand if SUIT[held] == SUIT[card]]
        guarded = any(held[0] == "K" for held in suit) or len(suit) > 5
        return bool(HEIGHT[card]), guarded * 20 + 2 * len(suit) - (0 if guarded else HALVES[card]), HALVES[card]

    chosen = set(sorted(offered, key=keep)[:count])
    return [card for card in offered if card in chosen]


# The play ------------------------------------------------------------------------------------------------------------


class TrickAtHand:
    """What the seat to play knows about the trick and the cards still out."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.seat, self.hand, self.taker = seat, view["hand"], view["taker"]
        self.trick: list[tuple[Seat, Card]] = view["trick"]
        self.seats, self.winning = len(view["cards"]), view["winning"]
        self.attack = {view["taker"], view["partner"]} - {None}
        played = {card for taken in view["tricks"] for _, card in taken["cards"]} | {card for _, card in self.trick}
        self.out = ALL_CARDS.difference(played, self.hand, view["discard"] or (), view["discard-trumps"])
        self.trumps_out = len(ALL_TRUMPS & self.out)
        self.last = len(self.trick) == self.seats - 1
        self.led = next((SUIT[card] for _, card in self.trick if card != FOOL), None)
        self.best = next((card for by, card in self.trick if by == self.winning), None)

    def card(self, options: Sequence[Card]) -> Card:
        """The card to play: a lead, or a card suited to who is winning the trick."""
        if len(options) == 1:
            return options[0]
        if FOOL in options and len(self.hand) <= 3:
            return FOOL  # it would be lost in the last trick
        others = [card for card in options if card != FOOL] or list(options)
        if self.led is None:
            return self.lead(others)
        winners = [card for card in others if self.beats(card)]
        if self.ours(self.winning) and (self.last or self.safe(self.best)):
            return self.fattest(others)
        if winners and (self.last or any(self.safe(card) for card in winners)):
            return self.take([card for card in winners if self.last or self.safe(card)])
        cheapest = self.cheapest(others)
        return FOOL if FOOL in options and HALVES[cheapest] > 3 else cheapest

    def ours(self, other: Seat | None) -> bool:
        """Whether the seat is known to be on this side; the taker's unknown partner counts as a defender."""
        return other is not None and (other in self.attack) == (self.seat in self.attack)

    def beats(self, card: Card) -> bool:
        """Whether the card would win the trick so far."""
        if self.best is None:
            return True
        if HEIGHT[card] or HEIGHT[self.best]:
            return HEIGHT[card] > HEIGHT[self.best]
        return SUIT[card] == self.led and RANK[card] > RANK.get(self.best, 0)

    def safe(self, card: Card | None) -> bool:
        """Whether no card still out is likely to beat it."""
        if card is None or card == FOOL:
            return False
        if not HIGHER[card].isdisjoint(self.out):
            return False
        if HEIGHT[card] or not self.trumps_out:
            return True
        return len(OF_SUIT[SUIT[card]] & self.out) >= 2 * (self.seats - 1)

    def fattest(self, cards: Sequence[Card]) -> Card:
        """The card with most points for a partner's trick, sparing the 21; among equals the lowest."""
        return max(cards, key=lambda card: (card == PETIT, HALVES[card] * (card != "T21"), -RANK.get(card, 0)))

    def take(self, cards: Sequence[Card]) -> Card:
        """The card to take with: the Petit, else a plain card with most points, else the lowest trump."""
        return max(cards, key=lambda card: (card == PETIT, not HEIGHT[card], HALVES[card], -RANK[card]))

    def cheapest(self, cards: Sequence[Card]) -> Card:
        """The card that is cheapest to lose."""
        return min(
            cards, key=lambda card: (card in (PETIT, "T21"), HALVES[card], bool(HEIGHT[card]), RANK.get(card, 0))
        )

    def lead(self, cards: Sequence[Card]) -> Card:
        """A sure winner; for a taker with most trumps, a trump; otherwise a low card of the longest suit."""
        trumps = [card for card in cards if HEIGHT[card] and card != PETIT]
        if self.seat == self.taker and trumps and 2 * len(trumps) > self.trumps_out > 0:
            masters = [card for card in trumps if self.safe(card)]
            return max(masters, key=RANK.__getitem__) if masters else min(trumps, key=RANK.__getitem__)
        plain = [card for card in cards if not HEIGHT[card] and card != FOOL]
        masters = [card for card in plain if self.safe(card)]
        if masters:
            return max(masters, key=HALVES.__getitem__)
        length = {suit: sum(SUIT[card] == suit for card in plain) for suit in FRENCH_SUITS}
        return min(
            plain or trumps or cards, key=lambda card: (HALVES[card], -length.get(SUIT[card], 0), RANK.get(card, 0))
        )


def goulash_card(view: View, options: Sequence[Card]) -> Card:
    """Take as little as possible: the Excuse early, the most valuable card that does not take, else the cheapest."""
    trick = [card for _, card in view["trick"]]
    led = next((SUIT[card] for card in trick if card != FOOL), None)
    if FOOL in options and len(view["hand"]) > 1 and (led is None or len(view["hand"]) < 6):
        return FOOL
    best = max((HEIGHT[card] * 100 + RANK.get(card, 0) * (SUIT[card] == led) for card in trick), default=0)

    def strength(card: Card) -> int:
        return HEIGHT[card] * 100 + RANK.get(card, 0) * (led is None or SUIT[card] == led)

    under = [card for card in options if led is not None and strength(card) < best and card != FOOL]
    if under:
        return max(under, key=lambda card: (HALVES[card], RANK.get(card, 0)))
    return min(options, key=lambda card: (strength(card), HALVES[card]))
