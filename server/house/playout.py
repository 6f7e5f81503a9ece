"""The quick play of imagined tricks: sets of cards are bits, and everybody sees every hand.

A player that looks ahead plays hundreds of imagined deals to their end. There the hands are known, so nobody guesses
who may beat a card: each player plays what promises its side most in the trick at hand, less what the card is worth
later. One way for all games in which a suit must be followed: a game says what its cards are worth, and turns its table
into sets of cards and back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from server.house.memory import Memory, Plays
from server.rules import Seat, record
from server.rules.cards import Card
from server.rules.tricks import Trick

Cards = int


@record
class Suit:
    """The cards of a suit, and how strong each card is where it is led; 0 cannot take."""

    members: Cards
    strength: Sequence[int]


class Deck:
    """The cards of a game and what may be played, with sets of cards as bits.

    ``suits``: the suits other than trumps, weakest card first; ``trumps``: likewise, maybe none; ``free``: a card that
    may always be played and never takes. Who cannot follow must trump; trumps must go above those in the trick if
    ``overtrump``. ``worth``: what a card brings to those who take the trick. ``equals``: neighbours of one strength,
    the last played is highest.
    """

    def __init__(
        self, suits: Iterable[Sequence[Card]], trumps: Sequence[Card], worth: Mapping[Card, float],
        free: Card | None = None, overtrump: bool = False, equals: Collection[Card] = (),
    ) -> None:  # fmt: skip
        groups = [*suits, trumps]
        self.cards = [*([free] if free else []), *(card for group in groups for card in group)]
        self.index = {card: n for n, card in enumerate(self.cards)}
        self.free = 1 if free else 0
        masks = [self.set(group) for group in groups]
        self.trumps = masks[-1]
        places = list(range(1, len(self.cards) + 1))
        for card in equals:
            places[self.index[card]] = self.set(equals).bit_length()
        self.suits = [
            Suit(mask, [place * ((mask | self.trumps) >> n & 1) for n, place in enumerate(places)])
            for mask in masks if mask
        ]  # fmt: skip
        self.worth = [worth[card] for card in self.cards]
        self.overtrump = overtrump
        self.led_by = [next((suit for suit in self.suits if suit.members >> n & 1), None) for n in range(len(places))]

    def set(self, cards: Iterable[Card]) -> Cards:
        """These cards, as a set of bits."""
        return sum([1 << self.index[card] for card in cards])

    def named(self, cards: Cards) -> list[Card]:
        """The cards of a set, lowest first."""
        names = []
        while cards:
            names.append(self.cards[(cards & -cards).bit_length() - 1])
            cards &= cards - 1
        return names

    def lawful(self, hand: Cards, led: Suit, best: int) -> Cards:
        """What may be played to a trick in which a suit was led and a card of this strength is winning."""
        members, trumps = led.members, self.trumps
        options = hand & members
        if members == trumps:
            if not options:
                return hand
        elif options:
            return options | hand & self.free
        elif not hand & trumps:
            return hand
        else:
            options = hand & trumps
        if self.overtrump:
            options = options >> best << best or options
        return options | hand & self.free

    def alike(self, cards: Iterable[Card], memory: Memory, trick: Plays, contested: bool) -> list[list[Card]]:
        """These cards of a hand, lowest first in each suit, in groups of which it hardly matters which card is played.

        Trumps are alike that are worth the same if no card between them is out; cards of another suit, if all between
        them that are out are worth the same as well. A card that would win the ``trick`` so far is not like one that
        would not; but trumps worth the same are alike where it is settled who takes it, so that the lowest is spent.
        ``contested``: whether an opponent is still to play.
        """
        held, unseen, bits = self.set(cards), memory.unseen, memory.duties.bit
        led = next((suit for _, card in trick if (suit := self.led_by[self.index[card]])), None)
        best = max([led.strength[self.index[card]] for _, card in trick], default=0) if led else 0
        groups: list[list[Card]] = [[self.cards[0]]] if held & self.free else []
        for suit in self.suits:
            mine, last, between = held & suit.members, (-1.0, False), set[float]()
            is_trump = suit.members == self.trumps
            for n, card in enumerate(self.cards):
                worth = self.worth[n]
                if mine >> n & 1:
                    takes = not led or led.strength[n] >= best
                    settled = led and not (takes and contested)
                    if (worth, takes) == last and (not between or (settled if is_trump else between == {worth})):
                        groups[-1].append(card)
                    else:
                        groups.append([card])
                    last, between = (worth, takes), set()
                elif suit.members >> n & 1 and unseen & bits[card]:
                    between.add(worth)
        return groups

    def reach(self, hands: Sequence[Cards], seats: Iterable[Seat], led: Suit) -> int:
        """The greatest strength with which one of these seats could take a trick in this suit; 0 for none."""
        members, trumps, top = led.members, self.trumps, 0
        for seat in seats:
            hand = hands[seat]
            able = hand & members or hand & trumps
            if able > top:
                top = able
        return led.strength[top.bit_length() - 1] if top else 0


@record
class Advice:
    """What a player goes by, in the units of ``Deck.worth``.

    ``kept``: what each card is worth in a later trick; ``late``: the same when few cards are left. ``lost``: how much a
    point counts that others take. For a lead: ``draw``, that of a trump while others hold some, and ``most``, for each
    trump that the hand has more than half of those; ``drawn``, for a trump that takes while opponents hold some;
    ``length``, for each card held of another suit; ``force``, for a suit that an opponent must trump.
    """

    kept: Sequence[float]
    late: Sequence[float]
    lost: float = 1
    draw: float = 0
    most: float = 0
    drawn: float = 0
    length: float = 0
    force: float = 0


LATE = 4
FRIEND_TAKES = 0.9
"""How surely a friend takes a trick that it can take."""

Turn = tuple[Seat, Sequence[Seat], Sequence[Seat]]
"""A seat in a trick, and who plays after it: its opponents, its friends."""


@cache
def turns(sides: tuple[int, ...]) -> Sequence[Sequence[Turn]]:
    """For each leader of a trick, the turns in their order."""
    seats = len(sides)

    def turn(leader: Seat, at: int) -> Turn:
        seat, *after = [(leader + step) % seats for step in range(at, seats)]
        friends = tuple(other for other in after if sides[other] == sides[seat])
        return seat, tuple(other for other in after if other not in friends), friends

    return [[turn(leader, at) for at in range(seats)] for leader in range(seats)]


def played_on(
    deck: Deck, hands: list[Cards], trick: Trick, leader: Seat, sides: Sequence[int], advice: Sequence[Advice]
) -> list[tuple[Trick, Seat]]:
    """Play until one card each is left; the tricks taken, with who took them. ``hands`` becomes what is left.

    ``sides`` and ``advice``: those of each seat.
    """
    taken: list[tuple[Trick, Seat]] = []
    size = max([hand.bit_count() for hand in hands])
    plays = [(by, deck.index[card]) for by, card in trick]
    order = turns(tuple(sides))
    while size > 1:
        leader = _take(deck, hands, plays, order[leader], sides, advice, size <= LATE)
        taken.append((tuple([(by, deck.cards[n]) for by, n in plays]), leader))
        plays, size = [], size - 1
    return taken


def _take(
    deck: Deck, hands: list[Cards], plays: list[tuple[Seat, int]], order: Sequence[Turn], sides: Sequence[int],
    advice: Sequence[Advice], late: bool,
) -> Seat:  # fmt: skip
    """Play the rest of a trick; returns who takes it."""
    led_by, worth, laid = deck.led_by, deck.worth, len(plays)
    led: Suit | None = None
    best, winner, lying = 0, order[0][0], 0.0
    for at, (seat, theirs, friends) in enumerate(order):
        if at < laid:
            card = plays[at][1]
        else:
            hand = hands[seat]
            options = deck.lawful(hand, led, best) if led else hand
            if options & (options - 1):
                mine = advice[seat]
                kept = mine.late if late else mine.kept
                if led:
                    enemy, friend = deck.reach(hands, theirs, led), deck.reach(hands, friends, led)
                    ours = sides[winner] == sides[seat]
                    card = _follow(deck, options, led, best, ours, lying, enemy, friend, kept, mine.lost)
                else:
                    card = _lead(deck, options, hands, theirs, friends, kept, mine)
            else:
                card = options.bit_length() - 1
            hands[seat] = hand ^ 1 << card
            plays.append((seat, card))
        lying += worth[card]
        led = led or led_by[card]
        if led and led.strength[card] >= best:
            best, winner = led.strength[card], seat
    return winner


def _follow(
    deck: Deck, options: Cards, led: Suit, best: int, ours: bool, lying: float, enemy: int, friend: int,
    kept: Sequence[float], lost: float,
) -> int:  # fmt: skip
    """The card that promises most to a trick that is under way. ``ours``: whether the side is winning it so far.

    ``enemy`` and ``friend``: the greatest strength with which one still to play could take it.
    """
    worth, strength = deck.worth, led.strength
    if_best_holds = (1.0 if best > enemy else FRIEND_TAKES if friend > enemy else 0.0) if ours else 0.0
    helped = FRIEND_TAKES if friend > enemy else 0.0
    if not ours and friend > max(enemy, best):
        if_best_holds = FRIEND_TAKES
    below, above = if_best_holds * (1 + lost) - lost, helped * (1 + lost) - lost
    highest, chosen = float("-inf"), 0
    while options:
        n = options.bit_length() - 1
        options ^= 1 << n
        share = below if strength[n] < best or not best else 1.0 if strength[n] > enemy else above
        value = share * (lying + worth[n]) - kept[n]
        if value >= highest:
            highest, chosen = value, n
    return chosen


def _lead(
    deck: Deck, options: Cards, hands: Sequence[Cards], theirs: Sequence[Seat], friends: Sequence[Seat],
    kept: Sequence[float], mine: Advice,
) -> int:  # fmt: skip
    """The card that promises most as a lead."""
    worth, trumps = deck.worth, deck.trumps
    highest, chosen = float("-inf"), 0
    for suit in deck.suits:
        rest = options & suit.members
        if not rest:
            continue
        held, members, strength, drawn = rest.bit_count(), suit.members, suit.strength, 0.0
        if members == trumps:
            opposed = sum([(hands[other] & trumps).bit_count() for other in theirs])
            out = opposed + sum([(hands[other] & trumps).bit_count() for other in friends])
            plan = mine.draw + mine.most * (held - out / 2) if out else 0.0
            drawn = mine.drawn if opposed else 0.0
        else:
            plan = mine.length * held
            if mine.force and any(hands[other] & trumps and not hands[other] & members for other in theirs):
                plan += mine.force
        enemy, friend = deck.reach(hands, theirs, suit), deck.reach(hands, friends, suit)
        helped = FRIEND_TAKES if friend > enemy else 0.0
        sure, share, hoped = plan + drawn, helped * (1 + mine.lost) - mine.lost, plan + drawn * helped
        while rest:
            n = rest.bit_length() - 1
            rest ^= 1 << n
            value = (worth[n] + sure if strength[n] > enemy else share * worth[n] + hoped) - kept[n]
            if value >= highest:
                highest, chosen = value, n
    return 0 if options & deck.free and -kept[0] > highest else chosen
