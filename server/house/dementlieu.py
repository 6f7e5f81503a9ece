"""The house player of Dementlieu: it bids on its hand's strength, discards points, draws trumps, wins rich tricks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from server.house import playout
from server.house.memory import Cards, Duties, Memory, Places
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
from server.rules.tricks import Trick, best, led, to_play

View = Mapping[str, Any]
WEIGHTY = {"bid": 3}
ALL_HALVES = sum(HALVES.values())

OF_SUIT = {of: [card for card in TAROT_78 if SUIT[card] == of] for of in (*FRENCH_SUITS, TRUMP)}
ABOVE = {card: OF_SUIT[TRUMP][n + 1 :] for n, card in enumerate(OF_SUIT[TRUMP])}
DUTIES = Duties(SUIT, OF_SUIT, ABOVE, overtrump=True, may_discard=True, may_trump=True)
CARDS, THE_FOOL = tuple(DUTIES.bit), DUTIES.bit[FOOL]


def beating(of: str, best: Card) -> tuple[Cards, Cards]:
    """The cards of the suit led that beat the best one, and the trumps that do, where those were not led."""
    strength = STRENGTH[of]
    higher = DUTIES.all(card for card in TAROT_78 if strength[card] > strength[best])
    return higher & ~DUTIES.trumps, higher & DUTIES.trumps


BEATING = {of: {best: beating(of, best) for best in TAROT_78} for of in STRENGTH}
"""Suit led -> best card of a trick -> what would beat it."""


def choose(view: View, ask: Ask, seat: Seat, random: Random) -> Answer:
    """A lawful answer that a sensible player might give, from what this seat sees."""
    slot = ask.slots[0]
    match view["phase"]:
        case "bid":
            return bid(view["hand"], slot.options, view["settlement"], len(view["cards"]))
        case "discard":
            return " ".join(laid_away(slot.options, slot.least))
    return max(slot.options, key=TrickAtHand.seen(view, seat).gain)


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


VALUES: Mapping[str, Mapping[Card, float]] = {
    "contract": {card: half + BOUT_EXTRA * (card in BOUTS) for card, half in HALVES.items()},
    "pot": dict(HALVES),
}
"""The half points of each card in a trick, with a bonus for a bout."""


def costs(values: Mapping[Card, float]) -> dict[Card, float]:
    """What each card might gain later, in half points. The 21 is never lost, so its own points are no gain."""
    later = {card: 3 + HEIGHT[card] / 2 if HEIGHT[card] else 4.0 if card[0] == "K" else 0.0 for card in CARDS}
    later[PETIT] += PETIT_KEPT
    later["T21"] += values["T21"]
    later[FOOL] = (2 * SURE - 1) * values[FOOL]
    return later


COSTS = {settlement: costs(values) for settlement, values in VALUES.items()}


@cache
def friends_of(seat: Seat, seats: int, taker: Seat | None, settlement: str) -> Sequence[bool]:
    """Whether each seat wins with this one: defenders against a taker; nobody else in a pot deal."""
    alone = settlement == "pot"
    return [other == seat or not (alone or taker in (seat, other)) for other in range(seats)]


class TrickAtHand(Places):
    """What the seat to play knows about the trick, its own hand and the unseen cards."""

    def __init__(
        self, seat: Seat, taker: Seat | None, settlement: str, trick: Trick, hand: Cards,
        may: Sequence[Cards], room: Sequence[int], face_down: int, surely: Sequence[Cards],
    ) -> None:  # fmt: skip
        super().__init__(may, room, face_down, surely)
        self.seat, self.taker, self.trick, seats = seat, taker, trick, len(may)
        self.values, self.costs = VALUES[settlement], COSTS[settlement]
        self.after = [(seat + step) % seats for step in range(1, seats - len(trick))]
        self.friends = friends_of(seat, seats, taker, settlement)
        self.led = led(trick, SUIT)
        strength = STRENGTH[self.led]
        self.ahead, self.best = max(trick, key=lambda play: strength[play[1]]) if trick else (seat, FOOL)
        self.lying = sum([self.values[card] for _, card in trick])
        self.leads_trumps = not trick and seat == taker and any(DUTIES.trumps & cards for cards in (*may, *surely))
        self.escort = self.escort_of_fool(hand) if settlement == "pot" or seat == taker else None
        self.threats: dict[Card, list[tuple[float, float, float]]] = {}

    @classmethod
    def seen(cls, view: View, seat: Seat) -> TrickAtHand:
        """From the view of the seat."""
        memory, seats = remembered(view, seat), range(len(view["cards"]))
        room = [memory.room.get(other, 0) for other in seats]
        may = [memory.hidden & ~memory.lacks[other] if room[other] else 0 for other in seats]
        surely = [memory.shown.get(other, 0) for other in seats]
        trick, hand = tuple((by, card) for by, card in view["trick"]), DUTIES.all(view["hand"])
        return cls(seat, view["taker"], view["settlement"], trick, hand, may, room, memory.face_down, surely)

    @staticmethod
    def escort_of_fool(hand: Cards) -> Card | None:
        """The highest trump of who plays alone and holds the Fool: it should take the last trick but one, so that the
        Fool is led to the last and wins it. Elsewhere the Fool would go to whoever takes the trick.
        """
        trumps = hand & DUTIES.trumps
        return CARDS[trumps.bit_length() - 1] if trumps and hand & THE_FOOL and hand.bit_count() > 2 else None

    def gain(self, card: Card) -> float:
        """The expected gain of playing this card, in half points."""
        stake = self.lying + self.values[card] + TO_COME * len(self.after)
        return (2 * self.chance(card, stake) - 1) * stake - self.cost(card)

    def cost(self, card: Card) -> float:
        """What the card might gain later, in half points."""
        cost = self.costs[card]
        if self.leads_trumps and HEIGHT[card]:
            cost -= DRAWN
        return cost + self.values[FOOL] if card == self.escort else cost

    def chance(self, card: Card, stake: float) -> float:
        """The chance that the trick goes to this seat or its friends if the card is played."""
        if card == FOOL and not self.trick:
            return 0
        of = self.led or SUIT[card]
        takes = STRENGTH[of][card] > STRENGTH[of][self.best]
        best, ours = (card, True) if takes else (self.best, self.friends[self.ahead])
        if best not in self.threats:
            self.threats[best] = self.threats_to(best, of, ours)
        held = 1.0
        for follows, trumped, dear in self.threats[best]:  # it is trumped only if the trick is rich
            held *= (1 - follows) * (1 - min(1, stake / dear) * trumped)
        return held if ours else 1 - held

    def threats_to(self, best: Card, of: str, ours: bool) -> list[tuple[float, float, float]]:
        """By seat still to play of the other side: the chances that it can follow above the best card, or trump it, and
        the half points from which it is expected to trump.
        """
        higher, trumps = BEATING[of][best]
        return [
            (
                self.has_one(other, higher), self.has_one(other, trumps),
                0.1 if of == TRUMP else DEAR_TO_TAKER if other == self.taker else DEAR,
            )
            for other in self.after if self.friends[other] != ours
        ]  # fmt: skip


def remembered(view: View, seat: Seat) -> Memory:
    """What the seat remembers of the deal."""
    return Memory(
        DUTIES, seat, len(view["cards"]), view["hand"], view["discard"] or (),
        [taken["cards"] for taken in view["tricks"]], [(by, card) for by, card in view["trick"]], taken_up(view),
    )  # fmt: skip


def taken_up(view: View) -> dict[Card, Seat]:
    """The cards that all know the taker to hold until played: it took them up, and hardly ever may lay them away."""
    return {card: view["taker"] for card in view["chien"] or () if card not in LAID_AWAY}


# Imagined deals ------------------------------------------------------------------------------------------------------

DECKS = {
    settlement: playout.Deck(
        [[card for card in TAROT_78 if SUIT[card] == suit] for suit in FRENCH_SUITS],
        [card for card in TAROT_78 if HEIGHT[card]], values, free=FOOL,
    )
    for settlement, values in VALUES.items()
}  # fmt: skip


KIND = {card: (HALVES[card], card in BOUTS, HEIGHT[card] > 0, card[0] == "K") for card in CARDS}
"""Cards of one kind are worth the same, but for the height of a trump."""
OF_A_KIND = [DUTIES.all(card for card in CARDS if KIND[card] == kind) for kind in dict.fromkeys(KIND.values())]
ROW = {DUTIES.bit[card]: (SUIT[card], KIND[card]) for card in CARDS}


def alike(view: View, cards: Sequence[Card], seat: Seat) -> list[list[Card]]:
    """The cards that the seat may play, in groups that come to much the same."""
    trick, memory = TrickAtHand.seen(view, seat), remembered(view, seat)
    contested = not all(trick.friends[other] for other in trick.after)
    return DECKS[view["settlement"]].alike(cards, memory, trick.trick, contested)


def played_on(state: State) -> State:
    """The imagined deal, played on to its last trick by the same advice, without the records of a table."""
    if state.phase != "play" or max(map(len, state.hands)) < 2:
        return state
    deal, settlement, seats = state.deal, state.agreed.settlement, range(state.agreed.seats)
    trick, tricks, turn = state.trick, list(state.tricks), to_play(state)
    hands, rooms = [DUTIES.all(hand) for hand in state.hands], [len(hand) for hand in state.hands]
    known = Memory(DUTIES, turn, len(seats), (), (), [taken.cards for taken in tricks], trick, {})
    out, lacks, taker, bits = known.unseen, known.lacks, deal.taker, DUTIES.bit
    shown, laid_away = DUTIES.all(set(deal.chien) - LAID_AWAY) if deal.shown else 0, DUTIES.all(deal.discard)
    while trick or rooms[turn] > 1:
        hand, of = hands[turn], led(trick, SUIT)
        options = lawful(hand, of, trick)
        card = CARDS[options.bit_length() - 1]
        if options & (options - 1):
            unseen, room, surely = out & ~hand, [*rooms], [0 for _ in seats]
            room[turn] = 0
            if turn == taker:
                unseen &= ~laid_away
            out_of_hand = unseen
            if taker not in (None, turn):
                surely[taker] = shown & unseen
                unseen ^= surely[taker]
                room[taker] -= surely[taker].bit_count()
            may = [unseen & ~lack if places else 0 for lack, places in zip(lacks, room, strict=True)]
            face_down = unseen.bit_count() - sum(room)
            at_hand = TrickAtHand(turn, taker, settlement, trick, hand, may, room, face_down, surely)
            card = max(named(unlike(options, out_of_hand, at_hand)), key=at_hand.gain)
        out, hands[turn], rooms[turn] = out ^ bits[card], hand ^ bits[card], rooms[turn] - 1
        trick = (*trick, (turn, card))
        known.learn(trick)
        turn = (turn + 1) % len(seats)
        if len(trick) == len(seats):
            turn = best(trick, STRENGTH[led(trick, SUIT)])
            tricks.append(Taken(trick, turn))
            trick = ()
    return replace(state, hands=tuple([named(hand) for hand in hands]), leader=turn, trick=(), tricks=tuple(tricks))


def lawful(hand: Cards, of: str, trick: Trick) -> Cards:
    """What may be played of a hand to a trick in which this suit was led."""
    trumps = hand & DUTIES.trumps
    if of == TRUMP and trumps:
        highest_so_far = max([card for _, card in trick], key=HEIGHT.__getitem__)
        return (trumps & DUTIES.higher[highest_so_far] or trumps) | hand & THE_FOOL
    if of and of != TRUMP and hand & DUTIES.members[of]:
        return hand & (DUTIES.members[of] | DUTIES.trumps | THE_FOOL)
    return hand


def unlike(options: Cards, unseen: Cards, trick: TrickAtHand) -> Cards:
    """The cards without those that promise no more than a lower one of their kind: of those that lose the trick, the
    lowest stays, and of the others the lowest of each row.
    """
    kept, lost = 0, 0
    if trick.led:
        higher, trumps = BEATING[trick.led][trick.best]
        lost = options & ~(higher | trumps)
    taking = options ^ lost
    for alike in OF_A_KIND if lost else ():
        kept |= lost & alike & -(lost & alike)
    last = 0
    while taking:
        card = taking & -taking
        if not last or unseen & (card - last) or ROW[card] != ROW[last]:
            kept |= card
        last, taking = card, taking ^ card
    return kept


def named(cards: Cards) -> tuple[Card, ...]:
    """The cards of a set, in their order."""
    names = []
    while cards:
        names.append(CARDS[(cards & -cards).bit_length() - 1])
        cards &= cards - 1
    return tuple(names)
