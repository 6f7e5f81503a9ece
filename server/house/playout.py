"""The quick play of imagined tricks: sets of cards are bits, and everybody sees every hand.

A player that looks ahead plays hundreds of imagined deals to their end. There the hands are known, so nobody needs to
guess who may beat a card; each player plays what promises its side most in the trick at hand, less what the card is
worth later. One way for all games of tricks in which a suit must be followed: a game says what its cards are worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from server.rules import Seat, record
from server.rules.cards import Card
from server.rules.tricks import Trick

Cards = int


class Deck:
    """The cards of a game, as bits: the higher bit is the stronger card of a suit, and trumps are above all others.

    ``suits``: the cards of each plain suit, weakest first; ``trumps``: likewise, maybe none; ``free``: a card that may
    always be played and never takes. Those who cannot follow must trump, unless they ``may_discard``; trumps must go
    above those in the trick if ``overtrump``. ``worth``: what a card brings to the side that takes the trick.
    """

    def __init__(
        self, suits: Iterable[Sequence[Card]], trumps: Sequence[Card], worth: Mapping[Card, float],
        free: Card | None = None, overtrump: bool = False, may_discard: bool = False,
    ) -> None:  # fmt: skip
        suits = [*suits, trumps]
        self.cards = [*([free] if free else []), *(card for suit in suits for card in suit)]
        self.index = {card: n for n, card in enumerate(self.cards)}
        self.free = 1 if free else 0
        masks = [sum(1 << self.index[card] for card in suit) for suit in suits]
        self.trumps, self.plain = masks[-1], masks[:-1]
        self.suit = [next((mask for mask in masks if mask >> n & 1), 0) for n in range(len(self.cards))]
        self.worth = [worth[card] for card in self.cards]
        self.overtrump, self.may_discard = overtrump, may_discard

    def set(self, cards: Iterable[Card]) -> Cards:
        """These cards, as a set of bits."""
        return sum([1 << self.index[card] for card in cards])


@record
class Advice:
    """What a side goes by, in the units of ``Deck.worth``.

    ``kept``: what each card is worth in a later trick; ``late``: the same from the time when ``LATE`` or fewer cards
    are held; ``trump``, ``draw``, ``length`` and ``force``: the value of leading a trump, for each trump that one has
    more of than half of the others', for each card held of a plain suit, and for a suit in which an opponent is forced
    to trump.
    """

    kept: Sequence[float]
    late: Sequence[float]
    trump: float
    most: float
    length: float
    force: float


LATE = 4
FRIEND_TAKES = 0.9
"""How surely a friend takes a trick that it can take."""


def played_on(
    deck: Deck, hands: list[Cards], trick: Trick, leader: Seat, sides: Sequence[int], advice: Sequence[Advice]
) -> list[tuple[Trick, Seat]]:
    """Play until one card each is left; the tricks taken, with who took them. ``hands`` becomes what is left.

    ``sides``: the side of each seat; ``advice``: that of each seat.
    """
    taken = []
    seats = len(hands)
    size = max(hand.bit_count() for hand in hands)
    plays = [(by, deck.index[card]) for by, card in trick]
    while size > 1:
        winner = _trick(deck, hands, plays, leader, sides, advice, size)
        taken.append((tuple([(by, deck.cards[n]) for by, n in plays]), winner))
        leader, plays, size = winner, [], size - 1
    return taken


def _trick(
    deck: Deck, hands: list[Cards], plays: list[tuple[Seat, int]], leader: Seat, sides: Sequence[int],
    advice: Sequence[Advice], size: int,
) -> Seat:  # fmt: skip
    """Play the rest of a trick; returns who takes it."""
    trumps, suit, worth, free = deck.trumps, deck.suit, deck.worth, deck.free
    led, best, winner, lying = 0, -1, leader, 0.0
    for by, n in plays:
        lying += worth[n]
        led = led or suit[n]
        if n > best and (1 << n) & (led | trumps):
            best, winner = n, by
    seats = len(hands)
    for at in range(len(plays), seats):
        seat = (leader + at) % seats
        hand = hands[seat]
        options = lawful(deck, hand, led, best) if led else hand
        if options & (options - 1):
            side = sides[seat]
            theirs, friends = [], []
            for other in range(seat + 1, leader + seats):
                other %= seats
                (friends if sides[other] == side else theirs).append(hands[other])
            mine = advice[seat]
            kept = mine.kept if size > LATE else mine.late
            highest = float("-inf")
            if led:
                enemy, friend = reach(theirs, led, trumps), reach(friends, led, trumps)
                ours, takers = winner != seat and best >= 0 and sides[winner] == side, led | trumps
                rest = options
                while rest:
                    n = rest.bit_length() - 1
                    rest ^= 1 << n
                    if n > best and 1 << n & takers:
                        top, held = n, True
                    else:
                        top, held = best, ours
                    if held:
                        takes = 1.0 if top > enemy else FRIEND_TAKES if friend > enemy else 0.0
                    else:
                        takes = FRIEND_TAKES if friend > enemy and friend > top else 0.0
                    value = (2 * takes - 1) * (lying + worth[n]) - kept[n]
                    if value > highest:
                        highest, card = value, n
            else:
                for of in (*deck.plain, trumps):
                    rest = options & of
                    if not rest:
                        continue
                    enemy, friend = reach(theirs, of, trumps), reach(friends, of, trumps)
                    held = rest.bit_count()
                    out = sum([(other & of).bit_count() for other in (*theirs, *friends)])
                    if of == trumps:
                        plan = mine.trump + mine.most * (held - out / 2) if out else 0.0
                    else:
                        plan = mine.length * held
                        if any([other & trumps and not other & of for other in theirs]):
                            plan += mine.force
                    while rest:
                        n = rest.bit_length() - 1
                        rest ^= 1 << n
                        takes = 1.0 if n > enemy else FRIEND_TAKES if friend > enemy else 0.0
                        value = (2 * takes - 1) * worth[n] - kept[n] + plan
                        if value > highest:
                            highest, card = value, n
                if options & free and -kept[0] > highest:
                    card = 0
        else:
            card = options.bit_length() - 1
        hands[seat] = hand ^ 1 << card
        plays.append((seat, card))
        lying += worth[card]
        led = led or suit[card]
        if card > best and 1 << card & (led | trumps):
            best, winner = card, seat
    return winner


def lawful(deck: Deck, hand: Cards, led: Cards, best: int) -> Cards:
    """The cards that may be played to a trick in which a suit was led and the card ``best`` is winning."""
    options = hand & led
    if options and led != deck.trumps:
        return options | hand & deck.free
    options = hand & deck.trumps
    if not options or (deck.may_discard and not hand & led):
        return hand
    if deck.overtrump and 1 << best & deck.trumps:
        options = options >> best << best or options
    return options | hand & deck.free


def reach(hands: Iterable[Cards], led: Cards, trumps: Cards) -> int:
    """The strongest card with which one of these hands could take a trick in which this suit was led; -1 for none."""
    top = -1
    for hand in hands:
        able = hand & led or hand & trumps
        if able.bit_length() > top + 1:
            top = able.bit_length() - 1
    return top
