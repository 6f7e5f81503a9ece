"""The house player of French Tarot: it bids on its hand's strength, and plays the card that promises most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from math import prod, tanh
from random import Random
from typing import Any

from server.house import playout
from server.house.memory import Duties, Memory
from server.house.sampling import favoured
from server.rules import Answer, Ask, Seat, record
from server.rules.auction import highest
from server.rules.cards import FOOL, FRENCH_SUITS, TAROT_78, TRUMP, Card
from server.rules.cards import suit as suit_of
from server.rules.games.french_tarot import (
    CONTRACTS,
    GOULASH,
    HALVES,
    HEIGHT,
    PETIT,
    RANK,
    State,
    Taken,
    all_of,
    contract_of,
    hand_as_dealt,
    in_rows,
    laid_away_anew,
    redeal,
)
from server.rules.record import replace
from server.rules.tarot import LAID_AWAY

View = dict[str, Any]
SUIT = {card: suit_of(card) for card in TAROT_78}
HIGHER = {
    card: frozenset(other for other in TAROT_78 if SUIT[other] == SUIT[card] and RANK[other] > RANK[card])
    for card in TAROT_78
    if card != FOOL
}
OF_SUIT = {suit: frozenset(card for card in TAROT_78 if SUIT[card] == suit) for suit in (*FRENCH_SUITS, TRUMP)}
DUTIES = Duties(SUIT, OF_SUIT, HIGHER, overtrump=True)


SLIPS = 0.58
"""More than in other games, for its second-best card is good."""


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
        return bid(view["hand"], ask.slots[0].options, seats=len(view["cards"]), spared=FORESIGHT[len(view["cards"])])
    return choose(view, ask, seat, random)


# The auction ---------------------------------------------------------------------------------------------------------

BOUT_WORTH = {"T21": 17, FOOL: 19, PETIT: 14}
COURT_WORTH = {"K": 6, "Q": 3, "N": 1}
WORTH = {
    card: BOUT_WORTH.get(card, 0) + (4 + (HEIGHT[card] >= 16) if HEIGHT[card] else COURT_WORTH.get(card[0], 0))
    for card in TAROT_78
}
"""About the half points that a card adds to what its taker makes, as found from 5,500 deals."""
WORTH_A_BID = {  # by number of seats: the worth from which a bid gains, in games of the house against itself
    3: {"small": 50, "guard": 60, "guard-without": 85, "guard-against": 104},
    4: {"small": 57, "guard": 59, "guard-without": 85, "guard-against": 97},
    5: {"small": 30, "guard": 38, "guard-without": 55, "guard-against": 67},
}
FORESIGHT = {3: 16, 4: 16, 5: 6}
"""The value of looking ahead in the play, by seats: so that of hands dealt by chance, the strong player bids on about
as many as by a former worth, with 12, 12 and 4 of that, where 4 to 20 came to the same (four seats). Not measured anew.
"""


def worth(hand: Iterable[Card]) -> int:
    """What the hand is worth to a taker."""
    return sum([WORTH[card] for card in hand])


def bid(hand: Sequence[Card], offered: Sequence[str], seats: int, spared: int = 0) -> Answer:
    """The highest contract that the hand is worth, or pass if it can no longer be bid. ``spared``: worth not needed."""
    value = worth(hand) + spared
    meant = [name for name, least in WORTH_A_BID[seats].items() if value >= least]
    return meant[-1] if meant and meant[-1] in offered else "pass"


def fits(state: State, seat: Seat) -> bool:
    """Whether the highest bidder so far, if another seat, holds a hand on which the house would bid so high."""
    bidder, made = highest_bid(state)
    if bidder is None or bidder == seat:
        return True
    return worth(hand_as_dealt(state, bidder)) >= WORTH_A_BID[state.rules.seats][made]


def highest_bid(state: State) -> tuple[Seat | None, str]:
    """The highest bidder so far, and its bid."""
    bids = [contract_of(bid) for bid in state.deal.bids]
    bidder = highest(tuple(CONTRACTS), bids)
    return bidder, "" if bidder is None else bids[bidder] or ""


def dealt(state: State, seat: Seat, random: Random, tries: int) -> State:
    """Hidden cards dealt anew: the highest bidder gets good ones the rather, the more tries have not fitted its bid.

    Of hands dealt by chance, two in a hundred are worth a guard; so most takers would be imagined too weak.
    """
    deal, (bidder, _) = state.deal, highest_bid(state)
    chien = deal.chien if deal.chien_shown and bidder == deal.taker else ()
    return redeal(state, seat, random, bidder, favoured(WORTH, tries, chien, LAID_AWAY))


def events(before: State, after: State, seat: Seat) -> dict[str, float]:
    """Whether the contract was made, or beaten; and what became of the petit and of the Excuse that the seat held."""
    sheet = after.match.sheet
    if sheet is None or sheet is before.match.sheet or sheet.taker is None:
        return {}
    attacks, held = seat in (sheet.taker, sheet.partner), set(chain.from_iterable(before.hands[seat]))
    petit = "petit" if PETIT in held else "petit-won"
    ours = {card: (card in sheet.bouts) == attacks for card in (PETIT, FOOL)}
    return {
        "contract" if attacks else "beaten": (sheet.game > 0) == attacks,
        petit: ours[PETIT],
        "petit-last": (sheet.petit > 0) if attacks else (sheet.petit < 0),
        **({"excuse": ours[FOOL]} if FOOL in held else {}),
    }


CLOSE = 10
"""By how many points an imagined deal must be made or lost to be so most likely if it is really played."""


def softened(before: State, after: State, seat: Seat) -> float:
    """What is added to the points so that the 25 for the contract go over from one side to the other by and by."""
    sheet = after.match.sheet
    if sheet is None or sheet is before.match.sheet or sheet.taker is None or not sheet.total:
        return 0
    others = [got for by, got in enumerate(sheet.got) if by != seat]
    share = (sheet.got[seat] - sum(others) / len(others)) / sheet.total
    return share * sheet.multiplier * (25 * tanh((sheet.difference + 0.5) / CLOSE) - sheet.game)


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


@record
class Advice:
    """What a side goes by, in half points. Tuned in games of the house against itself."""

    fed: float
    """What a player still to play adds to a trick of its own side."""
    spared: float
    """What it throws to a trick of the other side."""
    escape: float
    """The Excuse, kept for a later trick."""
    trump: float
    """A trump, kept for a later trick; the higher, the more."""
    draw: float
    """Leading a trump."""
    length: float
    """Leading a suit, for each card that the hand has of it."""
    force: float = 0
    """Leading a suit that the taker must trump."""
    up: float = 0
    """Leading a high card where the taker plays last, for each rank."""


ATTACK = Advice(fed=0, spared=1, escape=2.5, trump=4, draw=3, length=1)
DEFENCE = Advice(fed=1.5, spared=1, escape=5, trump=3, draw=-3, length=0.3, force=6, up=-0.1)

VALUE = {**HALVES, FOOL: 0, PETIT: 23}
"""Half points at stake in a card: the petit also lowers what its side needs; the Excuse stays with its owner."""
KEPT = {card: 0.25 * HEIGHT[card] if HEIGHT[card] else 0.05 * RANK[card] for card in TAROT_78 if card != FOOL}
KEPT |= {"T21": 17.25, **{f"K{suit}": 2.7 for suit in FRENCH_SUITS}}
"""What a card is worth in a later trick: the 21 and the kings most, for they will take one."""
PETIT_KEPT = 4
LAST_ESCAPES = 4
"""With so few cards the Excuse is played: it would be lost in the last trick."""
FRIEND_TAKES = 0.7
"""How often a friend still to play takes a trick that it could take."""


class TrickAtHand:
    """What the seat to play knows about the trick and the other hands, and what each of its cards promises."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.seat, self.hand, self.taker = seat, view["hand"], view["taker"]
        self.trick: list[tuple[Seat, Card]] = view["trick"]
        self.attack = {view["taker"], view["partner"]} - {None}
        self.advice = ATTACK if seat in self.attack else DEFENCE
        self.memory = Memory(
            DUTIES, seat, len(view["cards"]), self.hand, (*(view["discard"] or ()), *view["discard-trumps"]),
            [taken["cards"] for taken in view["tricks"]], self.trick, holders(view),
            taker=self.taker if self.reckons_with_taker(view) else None,
        )  # fmt: skip
        self.led = next((SUIT[card] for _, card in self.trick if card != FOOL), None)
        self.winning = view["winning"]
        self.best = next((card for by, card in self.trick if by == self.winning), None)
        self.lying = sum(VALUE[card] for _, card in self.trick)
        self.signals = Signals(self, view) if view.get("signals") and seat not in self.attack else None
        self.friends = [other for other in self.memory.after if self.ours(other)]
        self.opponents = [other for other in self.memory.after if not self.ours(other)]

    def reckons_with_taker(self, view: View) -> bool:
        """Whether the seat defends against a taker who has laid away; only with four seats was a gain measured."""
        return self.seat not in self.attack and view["chien"] is not None and len(view["cards"]) == 4

    def card(self, options: Sequence[Card]) -> Card:
        """The card that promises most."""
        return max(options, key=self.promise) if len(options) > 1 else options[0]

    def ours(self, other: Seat | None) -> bool:
        """Whether the seat is known to be on this side; the taker's unknown partner counts as a defender."""
        return other is not None and (other in self.attack) == (self.seat in self.attack)

    def promise(self, card: Card) -> float:
        """The half points that the trick is expected to bring with this card, less what the card is worth later.

        So a trick is taken with the lowest trump that will do, the petit goes where nobody is likely to trump, and what
        the others will take gets a cheap card, or the Excuse.
        """
        advice, takes, lies = self.advice, self.takes(card), self.lying + VALUE[card]
        won = lies + advice.fed * len(self.friends) + advice.spared * len(self.opponents)
        lost = lies + advice.fed * len(self.opponents) + advice.spared * len(self.friends)
        promise = takes * won - (1 - takes) * lost - self.kept_for(card)
        if self.signals:
            promise += self.signals.worth(card)
        return promise if self.led or card == FOOL else promise + self.plan(card)

    def takes(self, card: Card) -> float:
        """The chance that this side takes the trick after this card."""
        led = self.led or SUIT[card]
        if not led:
            return 0.5
        beats, mine = self.memory.beats, self.beats(card)
        best = card if mine or self.best is None else self.best
        held = prod([1 - beats(other, best, led) for other in self.opponents])
        by_friend = 1 - prod([1 - beats(other, best, led) * FRIEND_TAKES for other in self.friends])
        if mine or self.ours(self.winning):
            return held + (1 - held) * by_friend / 2
        return by_friend / 2 if self.opponents else by_friend

    def beats(self, card: Card) -> bool:
        """Whether the card would win the trick so far."""
        if card == FOOL or self.best is None:
            return card != FOOL
        return card in HIGHER[self.best] or bool(HEIGHT[card] and not HEIGHT[self.best])

    def kept_for(self, card: Card) -> float:
        """What the card may be worth in a later trick, in half points."""
        if len(self.hand) == 1:
            return 0
        if card == FOOL:
            return self.advice.escape if len(self.hand) > LAST_ESCAPES else -VALUE[PETIT]
        if card == PETIT:
            return PETIT_KEPT
        return KEPT[card] + (self.advice.trump if HEIGHT[card] else 0)

    def plan(self, card: Card) -> float:
        """What a lead does for the plan of its side: the attack draws trumps if it has most of them and plays its long
        suit; the defence makes the taker trump.
        """
        advice, memory, suit = self.advice, self.memory, SUIT[card]
        held, out = sum(SUIT[one] == suit for one in self.hand), memory.out(suit)
        if suit == TRUMP:
            most = held - out / 2 if self.seat in self.attack else 0
            return advice.draw + most if out and card != PETIT else 0
        plan = advice.length * held
        if memory.is_out_of(self.taker, suit) and not memory.is_out_of(self.taker, TRUMP):
            plan += advice.force
        return plan + (advice.up * RANK[card] if memory.after[-1] == self.taker else 0)


HUNTS = 6
"""With so many trumps, a defender asks its friends to hunt the petit."""
ASKED, WANTED, TOLD = 12, 4, 1
"""Half points for leading trumps where they are asked for, for leading the suit that the defence led first or that a
friend can trump, and for the card that tells what is meant."""


class Signals:
    """What defenders tell one another by their cards, if the terms have them signal."""

    def __init__(self, trick: TrickAtHand, view: View) -> None:
        self.trick, tricks = trick, [taken["cards"] for taken in view["tricks"]]
        self.hunted = bool(DUTIES.bit[PETIT] & trick.memory.unseen)
        led = [cards[0][1] for cards in tricks if trick.ours(cards[0][0])]
        trumps = [card for card in led if HEIGHT[card]]
        self.asked = self.hunted and bool(trumps) and HEIGHT[trumps[-1]] % 2 == 1
        self.wanted = {next((SUIT[card] for card in led if card != FOOL), "")}
        self.heed_echoes([*tricks, trick.trick])

    def heed_echoes(self, tricks: Iterable[Sequence[tuple[Seat, Card]]]) -> None:
        """Reckon that a friend is out of a suit to which it has played a higher card and then a lower one."""
        before: dict[tuple[Seat, str], Card] = {}
        for cards in tricks:
            led = next((SUIT[card] for _, card in cards if card != FOOL), "")
            for by, card in cards[1:]:
                if SUIT[card] == led != TRUMP and by != self.trick.seat and self.trick.ours(by):
                    higher = before.setdefault((by, led), card)
                    if HALVES[higher] == HALVES[card] and higher in HIGHER[card]:
                        self.trick.memory.lacks[by] |= DUTIES.members[led]
                        self.wanted.add(led)

    def worth(self, card: Card) -> float:
        """What a card is worth for what it tells, or for doing what was asked, in half points."""
        suit, held = SUIT[card], [one for one in self.trick.hand if SUIT[one] == SUIT[card]]
        if self.trick.led:
            echoes = suit == self.trick.led != TRUMP and len(held) == 2 and len({HALVES[one] for one in held}) == 1
            return TOLD * (echoes and card == max(held, key=RANK.__getitem__))
        if suit != TRUMP:
            return WANTED * (suit in self.wanted)
        odd, hunts = HEIGHT[card] % 2 == 1, self.hunted and len(held) >= HUNTS
        if card == PETIT:
            return 0
        return ASKED * (self.asked or (hunts and odd)) + TOLD * (odd == hunts)


def holders(view: View) -> dict[Card, Seat]:
    """The cards whose holder all know: what the taker took up and may not lay away, and what was shown."""
    taken_up = [card for card in view["chien"] or () if card not in LAID_AWAY]
    shown = {card: by for by, each in enumerate(view["shown"]) for one in each for card in one["cards"]}
    taker: Seat = view["taker"]
    return {**dict.fromkeys(taken_up, taker), **shown}


DECK = playout.Deck(
    [sorted(OF_SUIT[suit], key=RANK.__getitem__) for suit in FRENCH_SUITS],
    sorted(OF_SUIT[TRUMP], key=RANK.__getitem__), VALUE, free=FOOL, overtrump=True,
)  # fmt: skip


def alike(view: View, cards: Sequence[Card], seat: Seat) -> list[list[Card]]:
    """The cards that the seat may play, in groups that come to much the same."""
    trick = TrickAtHand(view, seat)
    return DECK.alike(cards, trick.memory, trick.trick, bool(trick.opponents))


def quick_advice(advice: Advice, most: float = 0, drawn: float = 0) -> playout.Advice:
    """The same advice for the quick play of imagined tricks."""
    kept = [
        PETIT_KEPT if card == PETIT else KEPT[card] + (advice.trump if HEIGHT[card] else 0)
        for card in DECK.cards if card != FOOL
    ]  # fmt: skip
    return playout.Advice(
        kept=[advice.escape, *kept], late=[-VALUE[PETIT], *kept],
        draw=advice.draw, most=most, drawn=drawn, length=advice.length, force=advice.force,
    )  # fmt: skip


QUICK = {ATTACK: quick_advice(replace(ATTACK, trump=2), most=0.3, drawn=3), DEFENCE: quick_advice(DEFENCE)}
"""A taker who sees all hands spares its trumps less: 0.6 ± 0.3 card points a deal better than by its usual advice."""


def played_on(state: State) -> State:
    """The imagined deal, played on quickly to its last trick, without announcements."""
    deal = state.deal
    if state.phase != "play" or not (state.tricks or state.trick) or deal.contract == GOULASH:
        return state
    hands = [DECK.set(all_of(hand)) for hand in state.hands]
    assert state.leader is not None
    attack = [seat in (deal.taker, deal.partner) for seat in range(len(hands))]
    by_seat = [QUICK[ATTACK if attacks else DEFENCE] for attacks in attack]
    taken = playout.played_on(DECK, hands, state.trick, state.leader, attack, by_seat)
    if not taken:
        return state
    fallen = deal.fallen or (deal.called is not None and not any(hand >> DECK.index[deal.called] & 1 for hand in hands))
    return replace(
        state, deal=replace(deal, fallen=fallen), trick=(), leader=taken[-1][1],
        tricks=(*state.tricks, *(Taken(cards, winner) for cards, winner in taken)),
        hands=tuple([in_rows(DECK.named(hand)) for hand in hands]),
    )  # fmt: skip


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
