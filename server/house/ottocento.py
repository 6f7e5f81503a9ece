"""The house player of Ottocento: it declares everything it holds, and plays for the value of each trick.

It uses only its view: its hand, the tricks, known voids and declared cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from math import prod
from random import Random
from typing import Any

from server.house import playout
from server.house.memory import Duties, Memory
from server.rules import Answer, Ask, Seat
from server.rules.cards import LATIN_62, LATIN_SUITS, MATTO, TRUMP, Card
from server.rules.combinations import MEMBERS, MOORS, combinations
from server.rules.games.ottocento import SEATS, STRENGTH, SUIT, VOLO, WORTH, Played, State, count, side_of, winner_of
from server.rules.record import replace
from server.rules.tricks import led as suit_led

View = Mapping[str, Any]

# Tuned in games of the house against itself:
PRIZE: Mapping[Card, float] = {  # card points, and a share of the combinations that the card may complete
    **dict.fromkeys(LATIN_62, 1.0),
    **{
        f"{rank}{suit}": prize
        for rank, prize in {"K": 14, "Q": 9, "N": 8, "J": 7, "A": 4}.items()
        for suit in LATIN_SUITS
    },
    **{f"T{n}": 4.0 for n in range(2, 18)},
    **{"T1": 20, "T18": 6, "T19": 6, "T20": 16, "T21": 18},
}
KEPT_BEST = 50  # value of keeping the best trump for later; of others, the less, the fewer of those out they beat
ESCAPE = 5  # value of keeping the Matto for later
OF_THE_PARTNER = 0.7  # how often a partner yet to play takes a trick it could take
MANY_TRUMPS = 7  # with this many trumps, trumps are to be drawn
OBEYED = 8  # value of following the partner's signal
SLIPS = 0.45  # more than in other games, for its second-best card is good
IDLE = (VOLO, "busso", "striscio")
"""The signals: after the first trick nobody heeds them in imagined deals."""


def choose(view: View, ask: Ask, seat: Seat, random: Random) -> Answer:
    """The house player's answer to the ask; it does not depend on chance."""
    return PHASES[view["phase"]](view, ask, seat)


# Before and after the play -------------------------------------------------------------------------------------------


def lay_away(view: View, ask: Ask, seat: Seat) -> Answer:
    """The cards that would be most costly to lose; if possible, no trumps and no cards that can be declared."""
    declared = {card for one in combinations(view["hand"]).values() for card in one.cards}
    (cards,) = (slot.options for slot in ask.slots)
    spare = sorted(cards, key=lambda card: (card in declared, SUIT[card] == TRUMP, -PRIZE[card]))[:2]
    return " ".join(card for card in cards if card in spare)


def give(view: View, ask: Ask, seat: Seat) -> Answer:
    """The card that costs its own side least and helps the opponents least."""
    options = ask.slots[0].options
    for card in options:
        if card not in COMBINED:  # all that may be given are worth the same
            return card
    piles: tuple[set[Card], set[Card]] = (set(), set())
    for played in view["tricks"]:
        piles[side_of(played["winner"])].update(card for _, card in played["trick"])
    own, others = piles[side_of(seat)] | {MATTO}, piles[1 - side_of(seat)] - {MATTO}

    def difference(card: Card) -> int:
        return _points(own - {card}) - _points(others | {card})

    return max(options, key=difference)


COMBINED = frozenset[Card]().union(*MEMBERS.values())
"""The cards that may belong to a combination."""


def _points(cards: Iterable[Card]) -> int:
    return count(tuple(cards), took_last=False).points


def events(before: State, after: State, seat: Seat) -> dict[str, float]:
    """Whether the seat's side took the last trick."""
    sheet = after.book.sheet
    if sheet is None or sheet is before.book.sheet:
        return {}
    return {"last-trick": sheet.counts[side_of(seat)].last > 0}


# The play ------------------------------------------------------------------------------------------------------------


def play(view: View, ask: Ask, seat: Seat) -> Answer:
    """The card with the highest expected gain, every declaration, and a signal if there is one to give."""
    slots = {slot.name: slot.options for slot in ask.slots}
    cards = slots["card"]
    card = max(cards, key=partial(promise, view, seat, Others(view, seat))) if len(cards) > 1 else cards[0]
    signal = _signal(view, card) if "signal" in slots else None
    return " ".join([card, *([signal] if signal else []), *slots.get("declare", ())])


def promise(view: View, seat: Seat, others: Others, card: Card) -> float:
    """The expected value of playing this card: what the trick is worth, less the value of keeping the card."""
    trick = (*others.trick, (seat, card))
    stakes = others.lying + (others.prize(card) if card != MATTO else 0)
    return (2 * chance(trick, others) - 1) * stakes - kept_for(card, others.memory) + asked_for(view, seat, card)


def kept_for(card: Card, memory: Memory) -> float:
    """The value of the card in a later trick: of a trump, by how many of the trumps still out it beats."""
    if card == MATTO:
        return ESCAPE
    if SUIT[card] != TRUMP:
        return 0.0
    out = memory.unseen & DUTIES.trumps
    return KEPT_BEST * ((out & ~DUTIES.higher[card]).bit_count() + 1) / (out.bit_count() + 1)


def chance(trick: tuple[tuple[Seat, Card], ...], others: Others) -> float:
    """The chance that the side of the trick's last player takes it."""
    if trick[0][1] == MATTO and len(trick) == 1:
        return 0.5
    last, winner = trick[-1][0], winner_of(trick)
    best = dict(trick)[winner]
    suit = suit_led(trick, SUIT)
    held = prod([1 - others.beat(seat, best, suit) for seat in others.opponents])
    by_friend = max([others.beat(seat, best, suit) * OF_THE_PARTNER for seat in others.friends], default=0.0)
    if side_of(winner) == side_of(last):
        return held + (1 - held) * by_friend / 2
    return by_friend * (0.5 if others.opponents else 1.0)


BY_SUIT = {suit: tuple(card for card in LATIN_62 if SUIT[card] == suit) for suit in (*LATIN_SUITS, TRUMP)}
RIVALS = {  # the cards that could beat a card in its own suit; among equal Moors, the last played wins
    card: tuple(other for other in BY_SUIT[SUIT[card]] if STRENGTH[other] >= STRENGTH[card] and other != card)
    for card in LATIN_62
    if SUIT[card]
}


# Knowledge about the others ------------------------------------------------------------------------------------------

DUTIES = Duties(SUIT, BY_SUIT, RIVALS)


class Others:
    """What a seat knows about the trick and the other hands. Declared cards and voids are certain."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.trick = tuple((player, card) for player, card in view["trick"])
        declared = {card: other for other, said in enumerate(view["declared"]) if said for card in said["cards"]}
        self.memory = memory = Memory(
            DUTIES, seat, SEATS, view["hand"], view["discard"] or (), [played["trick"] for played in view["tricks"]],
            self.trick, declared,
        )  # fmt: skip
        self.won = dict.fromkeys(view["discard"] or (), True)
        for played in view["tricks"]:
            ours = side_of(played["winner"]) == side_of(seat)
            self.won.update([(card, ours) for _, card in played["trick"]])
        self.lying = sum([self.prize(card) for _, card in self.trick if card != MATTO])
        self.beat = memory.beats
        self.friends = [other for other in memory.after if side_of(other) == side_of(seat)]
        self.opponents = [other for other in memory.after if side_of(other) != side_of(seat)]

    def prize(self, card: Card) -> float:
        """What the card brings to who takes it, by who has won the other cards of its combinations."""
        rank, suit = card[:-1], SUIT[card]
        points = WORTH[card] - 0.5
        if card in MOORS:
            return points + RUNS * swing(in_a_run, *self.split(MOORS, card))
        if suit not in LATIN_SUITS or rank not in RANKS_OF_SUITS:
            return PRIZE[card]
        if rank == "A":
            points += RUNS * swing(in_a_run, *self.split([f"A{of}" for of in LATIN_SUITS], card))
        else:
            points += CRICCHE[rank]
        king, ace = (self.won.get(one + suit) if one != rank else None for one in "KA")
        courts = self.split([one + suit for one in "QNJ"], card)
        if rank == "K":
            gain = of_suit(True, *courts, ace) - of_suit(False, *courts, ace)
        elif rank == "A":
            gain = of_suit(king, *courts, True) - of_suit(king, *courts, False)
        else:
            ours, theirs = courts
            gain = of_suit(king, ours + 1, theirs, ace) - of_suit(king, ours, theirs + 1, ace)
        return points + RUNS * gain / 2

    def split(self, cards: Iterable[Card], but: Card) -> tuple[int, int]:
        """How many of the cards, except for one, its own side has won, and the other side."""
        won = [self.won[card] for card in cards if card != but and card in self.won]
        return sum(won), len(won) - sum(won)


# What the combinations are worth -------------------------------------------------------------------------------------

RANKS_OF_SUITS = ("K", "Q", "N", "J", "A")
CRICCHE = {"K": 12, "Q": 10, "N": 9, "J": 8.5}  # with a share for doubling; the same for each of the four cards
RUNS = 1.5  # a point in a sequence, with a share for the doubling of three


def in_a_run(cards: int) -> int:
    """The points for so many Moors or aces, with one wild card."""
    return 5 * cards if cards > 1 else 0


@cache
def lead(counted: Callable[[int], int], ours: int, theirs: int) -> float:
    """How much more a side counts for four cards of which it has some, if each other one goes to either side."""
    if ours + theirs == 4:
        return counted(ours) - counted(theirs)
    return (lead(counted, ours + 1, theirs) + lead(counted, ours, theirs + 1)) / 2


def swing(counted: Callable[[int], int], ours: int, theirs: int) -> float:
    """Half of what it makes who takes the next of these cards."""
    return (lead(counted, ours + 1, theirs) - lead(counted, ours, theirs + 1)) / 2


@cache
def of_suit(king: bool | None, ours: int, theirs: int, ace: bool | None) -> float:
    """The lead in the sequence of a suit, with one wild card each, by who has the king, the other courts, the ace."""
    if king is None:
        return (of_suit(True, ours, theirs, ace) + of_suit(False, ours, theirs, ace)) / 2
    if ours + theirs < 3:
        return (of_suit(king, ours + 1, theirs, ace) + of_suit(king, ours, theirs + 1, ace)) / 2
    if ace is None:
        return (of_suit(king, ours, theirs, True) + of_suit(king, ours, theirs, False)) / 2
    courts = ours if king else theirs
    points = 5 * (1 + courts + (ace == king)) if courts else 0
    return points if king else -points


# Signals -------------------------------------------------------------------------------------------------------------


def _signal(view: View, card: Card) -> str | None:
    """The signal to give with a card: that it is the last of a plain suit, or to draw trumps if the hand has many."""
    suits = [SUIT[held] for held in view["hand"]]
    if SUIT[card] not in ("", TRUMP) and suits.count(SUIT[card]) == 1:
        return VOLO
    return "striscio" if suits.count(TRUMP) >= MANY_TRUMPS else None


def asked_for(view: View, seat: Seat, card: Card) -> float:
    """The bonus for doing what the partner signalled: the highest card after `busso`, trumps after `striscio`."""
    partner = (seat + SEATS // 2) % SEATS
    if view["trick"]:
        if view["signal"] != "busso" or view["leader"] != partner:
            return 0.0
        led = SUIT[view["trick"][0][1]]
        highest = max((held for held in view["hand"] if SUIT[held] == led), key=STRENGTH.__getitem__, default=None)
        return OBEYED if card == highest else 0.0
    signals = [(played["signal"], SUIT[played["trick"][0][1]]) for played in view["tricks"] if _led(played) == partner]
    signal, suit = signals[-1] if signals else (None, "")
    return OBEYED if SUIT[card] == {"striscio": TRUMP, "busso": suit}.get(signal or "") else 0.0


def _led(played: Mapping[str, Any]) -> Seat:
    seat: Seat = played["trick"][0][0]
    return seat


# Imagined deals ------------------------------------------------------------------------------------------------------

DECK = playout.Deck(
    [sorted(BY_SUIT[suit], key=STRENGTH.__getitem__) for suit in LATIN_SUITS],
    sorted(BY_SUIT[TRUMP], key=STRENGTH.__getitem__), {**PRIZE, MATTO: 0}, free=MATTO,
    equals=[card for card in BY_SUIT[TRUMP] if STRENGTH[card] == STRENGTH["T5"]],
)  # fmt: skip
KEPT_STEP = 2.5  # value of keeping a trump, for each step above the begato
KEPT = [
    ESCAPE if card == MATTO else KEPT_STEP * (STRENGTH[card] - STRENGTH["T1"]) if SUIT[card] == TRUMP else 0.0
    for card in DECK.cards
]
QUICK = playout.Advice(KEPT, KEPT)


def alike(view: View, cards: Sequence[Card], seat: Seat) -> list[list[Card]]:
    """The cards that the seat may play, in groups that come to much the same."""
    others = Others(view, seat)
    return DECK.alike(cards, others.memory, others.trick, bool(others.opponents))


def played_on(state: State) -> State:
    """The imagined deal, played on quickly to its last trick, once no hand may be declared any more."""
    if state.phase != "play" or not state.tricks:
        return state
    hands = [DECK.set(hand) for hand in state.hands]
    taken = playout.played_on(
        DECK, hands, state.trick, state.leader, [side_of(seat) for seat in range(SEATS)], [QUICK] * 4
    )
    if not taken:
        return state
    tricks = [Played(plays, winner, None) for plays, winner in taken]
    tricks[0] = replace(tricks[0], signal=state.signal)
    return replace(
        state, hands=tuple([tuple(DECK.named(hand)) for hand in hands]), leader=tricks[-1].winner, trick=(),
        signal=None, tricks=(*state.tricks, *tricks),
    )  # fmt: skip


PHASES: Mapping[str, Callable[[View, Ask, Seat], Answer]] = {"discard": lay_away, "play": play, "give": give}
