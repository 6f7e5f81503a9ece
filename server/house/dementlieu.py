"""The house player of Dementlieu: it bids on its hand's strength, discards points, draws trumps, wins rich tricks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from server.house import playout
from server.house.memory import Duties, Memory
from server.house.sampling import favoured
from server.rules import Answer, Ask, Seat
from server.rules.auction import highest
from server.rules.cards import FOOL, FRENCH_SUITS, TAROT_78, TRUMP, Card
from server.rules.games.dementlieu import (
    BOUTS,
    HALVES,
    HEIGHT,
    LADDER,
    PETIT,
    STRENGTH,
    SUIT,
    State,
    Taken,
    hand_as_dealt,
    laid_away_anew,
    redeal,
)
from server.rules.record import replace
from server.rules.tarot import LAID_AWAY
from server.rules.tricks import led

View = Mapping[str, Any]
WEIGHTY = {"bid": 3}
ALL_HALVES = sum(HALVES.values())

OF_SUIT = {of: [card for card in TAROT_78 if SUIT[card] == of] for of in (*FRENCH_SUITS, TRUMP)}
DUTIES = Duties(SUIT, OF_SUIT, {}, may_discard=True)
HIGHER = {
    of: {best: DUTIES.all(card for card in TAROT_78 if strength[card] > strength[best]) for best in TAROT_78}
    for of, strength in STRENGTH.items()
}
"""Suit led -> best card of a trick -> the cards that would beat it."""


def choose(view: View, ask: Ask, seat: Seat, random: Random) -> Answer:
    """A lawful answer that a sensible player might give, from what this seat sees."""
    slot = ask.slots[0]
    match view["phase"]:
        case "bid":
            return bid(view["hand"], slot.options, view["settlement"], len(view["cards"]))
        case "discard":
            return " ".join(laid_away(slot.options, slot.least))
    trick = TrickAtHand(view, seat)
    return max(slot.options, key=trick.gain)


# The auction ---------------------------------------------------------------------------------------------------------

BOUT_WORTH = {"T21": 16, PETIT: 10, FOOL: 20}
COURT_WORTH = {"K": 6, "Q": 3, "N": 3, "J": 2}
WORTH_A_BID = {
    # By settlement and number of seats: the worth from which the house gains most by bidding, in games against
    # itself. Bidding on 3 less or more gains nothing that is certain (3,000 deals). For a pot: as often as by a former
    # worth.
    ("contract", 3): {"prise": 94, "garde": 97, "garde-sans": 110, "garde-contre": 127},
    ("contract", 4): {"prise": 89, "garde": 93, "garde-sans": 106, "garde-contre": 123},
    ("pot", 3): {"prise": 32, "garde": 41, "garde-sans": 83, "garde-contre": 113},
    ("pot", 4): {"prise": 19, "garde": 29, "garde-sans": 66, "garde-contre": 103},
}
IN_FRONT = 24
"""The value of being alone in front after a deal, in stakes: six times what a made prise puts a seat ahead. With four
seats and this value it won 12 games of 28 against three steady ones; without it, between 4 and 5 of 16."""


def card_worth(card: Card) -> int:
    """What a card adds to a hand: trumps by number and height, bouts, court cards."""
    height = HEIGHT[card]
    alone = 6 + (height > 10) + 2 * (height > 15) if height else COURT_WORTH.get(card[0], 0)
    return alone + BOUT_WORTH.get(card, 0)


WORTH = {card: card_worth(card) for card in TAROT_78}


def worth(hand: Iterable[Card]) -> int:
    """The half points that the hand adds to what its taker makes, found from 2,500 deals with each number of seats."""
    return sum([WORTH[card] for card in hand])


def bid(hand: Sequence[Card], offered: Sequence[str], settlement: str, seats: int) -> Answer:
    """The highest contract that the hand is worth, or pass if it can no longer be bid."""
    value = worth(hand)
    meant = [name for name, least in WORTH_A_BID[settlement, seats].items() if value >= least]
    return meant[-1] if meant and meant[-1] in offered else "pass"


def fits(state: State, seat: Seat) -> bool:
    """Whether the highest bidder so far, if another seat, holds a hand on which the house would bid so high."""
    bidder = highest(LADDER, state.deal.bids)
    if bidder is None or bidder == seat:
        return True
    made = state.deal.bids[bidder]
    assert made is not None
    agreed = state.agreed
    value = worth(hand_as_dealt(state, bidder))
    return value >= WORTH_A_BID[agreed.settlement, agreed.seats][made]


def dealt(state: State, seat: Seat, random: Random, tries: int) -> State:
    """Hidden cards dealt anew: the highest bidder gets good ones the rather, the more tries have not fitted its bid.

    Of hands dealt by chance, one in twenty is worth a prise with four seats.
    """
    deal, bidder = state.deal, highest(LADDER, state.deal.bids)
    likely = favoured(WORTH, tries, deal.chien if deal.shown else (), LAID_AWAY)
    return redeal(state, seat, random, bidder, likely)


AS_THE_HOUSE = 0.75
"""The share of imagined tables in which the taker lays away as the house does; some people choose differently."""


def likelier(state: State, seat: Seat, random: Random) -> State:
    """The same table, in most cases with those cards laid away that the house would lay away."""
    return state if seat == state.deal.taker or random.random() > AS_THE_HOUSE else laid_away_anew(state, laid_away)


def events(before: State, after: State, seat: Seat) -> dict[str, float]:
    """What came of the contract and of the petit, the points taken, and whether the seat is in front after the deal."""
    if len(after.match.sheets) == len(before.match.sheets):
        return {}
    sheet, coins = after.match.sheets[-1], after.match.coins
    came: dict[str, float] = {"in-front": coins[seat] == max(coins) and coins.count(max(coins)) == 1}
    if sheet.taker is None:
        return came
    if sheet.needed is None:
        return came | {"in-tricks": sheet.halves[seat] / 2}
    attacks = seat == sheet.taker
    came["in-tricks"] = abs(sheet.halves[sheet.taker] - (0 if attacks else ALL_HALVES)) / 2
    if sheet.made is not None:
        came["contract" if attacks else "beaten"] = sheet.made == attacks
    return came | {"petit" if PETIT in before.hands[seat] else "petit-won": (PETIT in sheet.bouts) == attacks}


UNIT = "coins"


def margin(state: State, seat: Seat) -> float:
    """How clearly the seat won the deal (negative: lost it), as a share of all half points."""
    sheet = state.match.sheets[-1] if state.match.sheets else None
    if sheet is None or sheet.taker is None:
        return 0
    if sheet.needed is None:
        return (sheet.halves[seat] - max(own for by, own in enumerate(sheet.halves) if by != seat)) / ALL_HALVES
    beyond = sheet.halves[sheet.taker] - 2 * sheet.needed
    return (beyond if seat == sheet.taker else -beyond) / ALL_HALVES


def prospect(state: State, seat: Seat) -> float:
    """The value of being in front. With four seats most deals are passed out, so the leader wins most matches, and a
    bid is worth its risk if its chance is better than that of the seat without it.
    """
    if state.agreed.settlement != "contract":
        return 0
    coins = state.match.coins
    most = max(coins)
    return IN_FRONT * state.agreed.stake / coins.count(most) if coins[seat] == most else 0


def laid_away(offered: Sequence[Card], count: int) -> list[Card]:
    """The most valuable cards: since nobody has to follow suit, any court card may be trumped."""
    dearest = set(sorted(offered, key=HALVES.__getitem__, reverse=True)[:count])
    return [card for card in offered if card in dearest]


# The play ------------------------------------------------------------------------------------------------------------

BOUT_EXTRA = 14
"""Half points that a bout is worth to the taker beyond its own, because it lowers the points needed."""
TO_COME = 1.5
"""Half points expected from each card still to be played to a trick. Tuned, like the numbers below, in games of the
house against itself; see `server/docs/HOUSE.md`."""
DRAWN = 15
"""Half points that the taker gains by leading a trump and so drawing the others' trumps."""
DEAR_TO_TAKER, DEAR = 12, 16
"""Half points in a trick from which the taker, or any other seat, is expected to trump if it can."""
PETIT_KEPT = 8
"""Half points that the petit is worth in a later trick beyond its height."""
SURE = 0.75
"""The chance of winning a trick from which the Fool is given to it."""


class TrickAtHand:
    """What the seat to play knows about the trick, its own hand and the unseen cards."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.seat, self.taker, self.everyone_alone = seat, view["taker"], view["settlement"] == "pot"
        self.trick = tuple((by, card) for by, card in view["trick"])
        self.is_last_trick = len(view["hand"]) == 1
        seats = len(view["cards"])
        self.memory = Memory(
            DUTIES, seat, seats, view["hand"], view["discard"] or (), [taken["cards"] for taken in view["tricks"]],
            self.trick, taken_up(view),
        )  # fmt: skip
        self.after = self.memory.after
        self.friends = [self.is_friend(other) for other in range(seats)]
        self.led = led(self.trick, SUIT)
        strength = STRENGTH[self.led]
        ahead: tuple[Seat, Card] = max(self.trick, key=lambda play: strength[play[1]], default=(seat, FOOL))
        self.ahead, self.best = ahead
        self.lying = sum(self.value(card) for _, card in self.trick)
        self.leads_trumps = not self.trick and seat == self.taker and self.memory.out(TRUMP) > 0
        self.escort = self.escort_of_fool(view["hand"])

    def escort_of_fool(self, hand: Sequence[Card]) -> Card | None:
        """The highest trump of who plays alone and holds the Fool: it should take the last trick but one, so that the
        Fool is led to the last and wins it. Elsewhere the Fool would go to whoever takes the trick.
        """
        alone = self.everyone_alone or self.seat == self.taker
        return max(hand, key=HEIGHT.__getitem__) if alone and FOOL in hand and len(hand) > 2 else None

    def is_friend(self, other: Seat) -> bool:
        """Whether the other seat wins with this one: defenders against a taker; nobody in a pot deal."""
        return other == self.seat or not (self.everyone_alone or self.taker in (self.seat, other))

    def value(self, card: Card) -> int:
        """The half points of a card in a trick, with a bonus for a bout."""
        return HALVES[card] + (BOUT_EXTRA if card in BOUTS and not self.everyone_alone else 0)

    def gain(self, card: Card) -> float:
        """The expected gain of playing this card, in half points."""
        stake = self.lying + self.value(card) + TO_COME * len(self.after)
        return (2 * self.chance(card, stake) - 1) * stake - self.cost(card)

    def cost(self, card: Card) -> float:
        """What the card might gain later, in half points."""
        if self.is_last_trick:
            return 0
        if HEIGHT[card]:
            later = 3 + HEIGHT[card] / 2 + PETIT_KEPT * (card == PETIT) - (DRAWN if self.leads_trumps else 0)
            if card == "T21":  # it is never lost, so its own points are no gain
                later += self.value(card)
            return later + (self.value(FOOL) if card == self.escort else 0)
        if card == FOOL:
            return (2 * SURE - 1) * self.value(card)
        return 4 if card[0] == "K" else 0

    def chance(self, card: Card, stake: float) -> float:
        """The chance that the trick goes to this seat or its friends if the card is played."""
        if card == FOOL and not self.trick:
            return 1 if self.is_last_trick else 0
        of = self.led or SUIT[card]
        takes = STRENGTH[of][card] > STRENGTH[of][self.best]
        ahead, best = (self.seat, card) if takes else (self.ahead, self.best)
        ours = self.friends[ahead]
        held = 1.0
        for other in self.after:
            if self.friends[other] != ours:
                held *= 1 - self.beaten(other, best, of, stake)
        return held if ours else 1 - held

    def beaten(self, other: Seat, best: Card, of: str, stake: float) -> float:
        """The chance that the other seat has and plays a card above the best one; it trumps only a rich trick."""
        higher, trumps = HIGHER[of][best], DUTIES.trumps
        follows = self.memory.has_one(other, higher & ~trumps)
        trumped = self.memory.has_one(other, higher & trumps)
        willing = 1 if of == TRUMP else min(1, stake / (DEAR_TO_TAKER if other == self.taker else DEAR))
        return 1 - (1 - follows) * (1 - willing * trumped)


def taken_up(view: View) -> dict[Card, Seat]:
    """The cards that all know the taker to hold until played: it took them up, and hardly ever may lay them away."""
    return {card: view["taker"] for card in view["chien"] or () if card not in LAID_AWAY}


# Imagined deals ------------------------------------------------------------------------------------------------------

DECKS = {
    settlement: playout.Deck(
        [[card for card in TAROT_78 if SUIT[card] == suit] for suit in FRENCH_SUITS],
        [card for card in TAROT_78 if HEIGHT[card]],
        {card: HALVES[card] + extra * (card in BOUTS) for card in TAROT_78},
        free=FOOL, overtrump=True, may_discard=True, may_trump=True,
    )
    for settlement, extra in (("contract", BOUT_EXTRA), ("pot", 0))
}  # fmt: skip


def kept_in(deck: playout.Deck) -> list[float]:
    """What each card is worth in a later trick, as in `TrickAtHand.cost`."""
    kept = [3 + HEIGHT[card] / 2 if HEIGHT[card] else 4 if card[0] == "K" else 0 for card in deck.cards]
    kept[deck.index["T21"]] += deck.worth[deck.index["T21"]]
    kept[deck.index[FOOL]] = (2 * SURE - 1) * deck.worth[deck.index[FOOL]]
    return kept


KEPT = {settlement: kept_in(deck) for settlement, deck in DECKS.items()}


def quick_advice(settlement: str, hand: playout.Cards, alone: bool, draw: float) -> playout.Advice:
    """The same advice for the quick play of imagined tricks. ``alone``: whether everybody else plays against the seat.

    Who plays alone and holds the Fool keeps the highest trump that it has now, to bring home the Fool.
    """
    deck, kept = DECKS[settlement], KEPT[settlement]
    fool, trumps = deck.index[FOOL], hand & deck.trumps
    if alone and trumps and hand >> fool & 1:
        kept = [*kept]
        kept[trumps.bit_length() - 1] += deck.worth[fool]
    lost = 0.5 if settlement == "pot" else 1
    return playout.Advice(kept, kept, lost, draw=draw, thrown=deck.worth[fool])


def alike(view: View, cards: Sequence[Card], seat: Seat) -> list[list[Card]]:
    """The cards that the seat may play, in groups that come to much the same."""
    trick = TrickAtHand(view, seat)
    contested = not all(trick.friends[other] for other in trick.after)
    return DECKS[view["settlement"]].alike(cards, trick.memory, trick.trick, contested)


def played_on(state: State) -> State:
    """The imagined deal, played on quickly to its last trick."""
    if state.phase != "play":
        return state
    settlement, taker, seats = state.agreed.settlement, state.deal.taker, range(state.agreed.seats)
    pot, deck = settlement == "pot", DECKS[settlement]
    hands = [deck.set(hand) for hand in state.hands]
    sides = seats if pot else [seat == taker for seat in seats]
    advice = [
        quick_advice(settlement, hands[seat], pot or seat == taker, DRAWN if seat == taker else 0) for seat in seats
    ]
    taken = playout.played_on(deck, hands, state.trick, state.leader, sides, advice)
    if not taken:
        return state
    return replace(
        state, hands=tuple([tuple(deck.named(hand)) for hand in hands]), leader=taken[-1][1], trick=(),
        tricks=(*state.tricks, *(Taken(cards, winner) for cards, winner in taken)),
    )  # fmt: skip
