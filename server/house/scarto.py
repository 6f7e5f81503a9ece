"""A house player of Scarto: it takes what is worth taking as cheaply as it can, and saves the first trump."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from server.rules import Answer, Ask, Seat
from server.rules.cards import FOOL, TAROT_78, TRUMP, Card, suit
from server.rules.games.scarto import SEATS, STRENGTH, points

View = Mapping[str, Any]

SMALLEST = "T1"
DEAR = 3
"""From so many points a card is worth a trick, and worth saving."""
LAST_TRICKS = 4
"""So near the end the Fool is played while something can still be saved with it."""


def choose(view: View, ask: Ask, seat: Seat, random: Random) -> Answer:
    """A lawful answer, in the order of the options."""
    options = ask.slots[0].options
    if view["core"]["phase"] == "discard":
        away = discarded(view["hand"], options, ask.slots[0].most)
        return " ".join(card for card in options if card in away)
    return follow(view, options) if view["trick"] and view["core"]["led"] else lead(view, options)


def discarded(hand: Sequence[Card], options: Sequence[Card], most: int) -> frozenset[Card]:
    """Suits that are short and hold no king are laid away, their dear cards first; never trumps while others are left.

    A void lets trumps take, and what lies in the discard cannot be lost.
    """

    def wish(card: Card) -> tuple[bool, bool, int, int]:
        of_suit = [other for other in hand if suit(other) == suit(card)]
        return suit(card) == TRUMP, f"K{suit(card)}" in of_suit, len(of_suit), -points(card)

    return frozenset(sorted(options, key=wish)[:most])


def lead(view: View, options: Sequence[Card]) -> Answer:
    """A card that nothing unseen of its suit beats, while the suit is young; else the cheapest of the longest suit."""
    strong = strength(view)
    unseen = set(TAROT_78) - seen(view)
    plain = [card for card in options if suit(card) not in (TRUMP, "")]
    masters = [
        card
        for card in plain
        if all(strong[card] > strong[other] for other in unseen if suit(other) == suit(card)) and young(view, card)
    ]
    if masters:
        return max(masters, key=points)
    if plain:
        return min(
            plain, key=lambda card: (points(card), -sum(suit(each) == suit(card) for each in plain), strong[card])
        )
    return min(options, key=lambda card: (card == SMALLEST, card != FOOL, strong[card]))


def young(view: View, card: Card) -> bool:
    """Whether the suit has gone round at most once, so that nobody is likely to trump."""
    return sum(suit(trick["cards"][0][1]) == suit(card) for trick in view["tricks"]) <= 1


def follow(view: View, options: Sequence[Card]) -> Answer:
    """The last to play takes whatever it can with its dearest card; before it, a card takes where it is sure to.

    What cannot take is thrown cheap, or the Fool in its stead where only dear cards are left.
    """
    taking = [card for card in options if takes(view, card)]
    last = len(view["trick"]) == SEATS - 1
    at_stake = sum(points(card) - 1 for _, card in view["trick"])
    if last and taking:
        best = max(taking, key=lambda card: (points(card), suit(card) != TRUMP, -strength(view)[card]))
        if points(best) >= DEAR or at_stake or suit(best) != TRUMP:
            return best
    safe = [card for card in taking if not last and sure(view, card)]
    if safe and (at_stake or any(points(card) >= DEAR for card in safe)):
        return max(safe, key=lambda card: (points(card), -strength(view)[card]))
    away = min((card for card in options if card != FOOL), key=lambda card: cost(view, card), default=FOOL)
    late = len(view["hand"]) <= LAST_TRICKS
    return FOOL if FOOL in options and (late or points(away) >= DEAR) else away


def cost(view: View, card: Card) -> tuple[int, bool, int]:
    """What is lost with a card that takes nothing: its points, then a trump, then its strength."""
    return points(card), suit(card) == TRUMP, strength(view)[card]


def takes(view: View, card: Card) -> bool:
    """Whether the card beats all that lies on the table."""
    strong, led = strength(view), view["core"]["led"]

    def power(each: Card) -> tuple[bool, bool, int]:
        return suit(each) == TRUMP, suit(each) == led, strong[each]

    return card != FOOL and all(power(card) > power(other) for _, other in view["trick"])


def sure(view: View, card: Card) -> bool:
    """Whether no unseen card of its suit beats a card that takes now; trumps are not feared in a young suit."""
    strong = strength(view)
    higher = [
        other for other in set(TAROT_78) - seen(view) if suit(other) == suit(card) and strong[other] > strong[card]
    ]
    return not higher and (suit(card) == TRUMP or young(view, card))


def seen(view: View) -> set[Card]:
    """The cards whose place is known: in the hand, laid away, on the table and in the tricks."""
    tricks = [*(trick["cards"] for trick in view["tricks"]), view["trick"]]
    return {*view["hand"], *(view["discard"] or ()), *(card for trick in tricks for _, card in trick)}


def strength(view: View) -> Mapping[Card, int]:
    """How strong each card is within its suit."""
    return STRENGTH[view["angel"]]
