"""What a player of a trick game remembers: the cards still out, what others have shown not to hold, who plays next.

One memory for all trick games. It is made from what a seat sees, anew for each decision. What is known for certain is
certain; the other cards that are out are spread evenly over the places where they may be.

Sets of cards are bits of an integer, because most of the computing time goes into counting cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from server.rules import Seat
from server.rules.cards import TRUMP, Card

Cards = int
Plays = Sequence[tuple[Seat, Card]]
"""A trick: pairs of seat and card, in the order played."""

TAKER_HAS_TRUMP, TAKER_HAS_OTHER = 2.0, 0.5
"""How likely it is that a card out is the taker's, against another place: trumps are bid on, and not laid away."""


class Duties:
    """What the rules demand of a card, so that it tells what its player does not hold.

    ``suit``: the suit that each card asks for, empty for one that asks for none. ``members``: the cards that follow
    each suit. ``higher``: the cards of its own suit that beat a card. Those who cannot follow must trump, unless they
    ``may_discard``; trumps must go above those in the trick if ``overtrump``. Those who can follow may trump all the
    same if they ``may_trump``; then only where trumps are led must they go above.
    """

    def __init__(
        self, suit: Mapping[Card, str], members: Mapping[str, Iterable[Card]], higher: Mapping[Card, Iterable[Card]],
        overtrump: bool = False, may_discard: bool = False, may_trump: bool = False,
    ) -> None:  # fmt: skip
        self.suit, self.overtrump, self.may_discard, self.may_trump = suit, overtrump, may_discard, may_trump
        self.bit = {card: 1 << n for n, card in enumerate(suit)}
        self.members = {of: self.all(cards) for of, cards in members.items()}
        self.higher = {card: self.all(cards) for card, cards in higher.items()}
        self.trumps = self.members.get(TRUMP, 0)

    def all(self, cards: Iterable[Card]) -> Cards:
        """The set of these distinct cards."""
        return sum([self.bit[card] for card in cards])


class Memory:
    """What one seat knows of the hands of the others while a card is to be played."""

    def __init__(
        self, duties: Duties, seat: Seat, seats: int, hand: Sequence[Card], seen: Iterable[Card],
        tricks: Iterable[Plays], trick: Plays, known: Mapping[Card, Seat], sits_out: Seat | None = None,
        taker: Seat | None = None,
    ) -> None:  # fmt: skip
        """``seen``: cards out of play that the seat knows beside its hand and the tricks; ``known``: whose some are.

        ``taker``: who has bid on trumps and laid away other suits, if the seat is to reckon with it.
        """
        self.duties, self.taker = duties, taker
        self.lacks = [0] * seats
        gone = duties.all(hand) | duties.all(seen) | self.learn(trick)
        for taken in tricks:
            gone |= self.learn(taken)
        self.unseen = sum(duties.bit.values()) & ~gone
        has_played: set[Seat | None] = {sits_out, *(player for player, _ in trick)}
        self.after = [other for step in range(1, seats) if (other := (seat + step) % seats) not in has_played]
        self.room = {
            other: len(hand) - (other in has_played) for other in range(seats) if other not in (seat, sits_out)
        }
        self.shown = dict.fromkeys(self.room, 0)
        for card, other in known.items():
            if other in self.shown and duties.bit[card] & self.unseen:
                self.shown[other] |= duties.bit[card]
                self.room[other] -= 1
        self.hidden = self.unseen & ~sum(self.shown.values())
        self.face_down = max(0, self.hidden.bit_count() - sum(self.room.values()))
        self._chances: dict[tuple[Seat, Cards], float] = {}

    def learn(self, trick: Plays) -> Cards:
        """The cards of a trick; and what they tell: who could not follow, trump, or go above."""
        duties, lacks = self.duties, self.lacks
        bits, suits = duties.bit, duties.suit
        led, top, cards = "", 0, 0
        for player, card in trick:
            bit, suit = bits[card], suits[card]
            cards |= bit
            if not suit:
                continue
            if not led:
                led = suit
            elif not bit & duties.members[led] and not (duties.may_trump and suit == TRUMP):
                lacks[player] |= duties.members[led]
                if suit != TRUMP and not duties.may_discard:
                    lacks[player] |= duties.trumps
            if suit == TRUMP and duties.overtrump and (led == TRUMP or not duties.may_trump):
                if bit & top or not top:
                    top = duties.higher[card]
                else:
                    lacks[player] |= top
        return cards

    def is_out_of(self, other: Seat, suit: str) -> bool:
        """Whether a seat cannot hold a card of a suit."""
        return not self.duties.members[suit] & self.unseen & ~self.lacks[other]

    def out(self, suit: str) -> int:
        """How many cards of a suit are out."""
        return (self.duties.members[suit] & self.unseen).bit_count()

    def has_one(self, other: Seat, cards: Cards) -> float:
        """The chance that a seat holds at least one of these cards."""
        cards &= self.unseen & ~self.lacks[other]
        chance = self._chances.get((other, cards))
        if chance is None:
            chance = self._chances[other, cards] = self._has_one(other, cards)
        return chance

    def _has_one(self, other: Seat, cards: Cards) -> float:
        if cards & self.shown[other]:
            return 1.0
        cards &= self.hidden
        if not cards:
            return 0.0
        trumps = cards & self.duties.trumps
        places: float = 0 if trumps and self.taker is not None else self.face_down
        likelier = (TAKER_HAS_TRUMP if trumps else TAKER_HAS_OTHER) if self.taker is not None else 1.0
        for seat, room in self.room.items():
            if cards & ~self.lacks[seat]:
                places += room * likelier if seat == self.taker else room
        share = self.room[other] * likelier if other == self.taker else self.room[other]
        return 1.0 - (1.0 - share / places) ** cards.bit_count() if places else 0.0

    def beats(self, other: Seat, best: Card, led: str) -> float:
        """The chance that a seat can beat the best card so far, with a higher card of its suit or by trumping."""
        duties = self.duties
        above = self.has_one(other, duties.higher[best])
        if led == TRUMP:
            return above
        void = 1.0 - self.has_one(other, duties.members[led])
        return void * above if duties.suit[best] == TRUMP else above + void * self.has_one(other, duties.trumps)


class Places:
    """Where the cards out may be, for who needs the chances again and again: each is as likely in any place for it.

    ``may``: the cards that each other seat may hold, none where it has no ``room`` for them, beside those that it
    ``surely`` holds; ``face_down``: the places that are in no hand.
    """

    def __init__(
        self, may: Sequence[Cards], room: Sequence[int], face_down: int = 0, surely: Sequence[Cards] = ()
    ) -> None:  # fmt: skip
        self.may, self.room, self.face_down, self.surely = may, room, face_down, surely

    def has_one(self, other: Seat, cards: Cards) -> float:
        """The chance that a seat holds at least one of these cards."""
        if self.surely and cards & self.surely[other]:
            return 1.0
        cards &= self.may[other]
        if not cards:
            return 0.0
        places = self.face_down
        for may, room in zip(self.may, self.room, strict=True):
            if cards & may:
                places += room
        return 1.0 - (1.0 - self.room[other] / places) ** cards.bit_count()
