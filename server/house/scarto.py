"""The house player of Scarto: it takes valuable tricks as cheaply as it can, and saves the first trump."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from server.rules import Answer, Ask, Seat
from server.rules.cards import FOOL, TAROT_78, TRUMP, Card
from server.rules.games.scarto import POINTS, SEATS, STRENGTH, SUIT
from server.rules.tricks import led

View = Mapping[str, Any]

SMALLEST = "T1"
DEAR = 3
"""Points from which a card makes a trick worth taking, and is worth saving itself."""
LAST_TRICKS = 4
"""In this many final tricks the Fool is played while it can still save something."""


def choose(view: View, ask: Ask, seat: Seat, random: Random) -> Answer:
    """A lawful answer, in the order of the options."""
    [slot] = ask.slots
    options = slot.options
    if slot.name == "cards":
        away = discarded(view["hand"], options, slot.most)
        return " ".join(card for card in options if card in away)
    return follow(view, options) if suit_led(view) else lead(view, options)


def discarded(hand: Sequence[Card], options: Sequence[Card], most: int) -> frozenset[Card]:
    """The cards to discard: from short suits without a king, the most valuable first; trumps only as a last resort.

    A void lets trumps take tricks, and discarded cards cannot be lost.
    """

    def wish(card: Card) -> tuple[bool, bool, int, int]:
        of_suit = [other for other in hand if SUIT[other] == SUIT[card]]
        return SUIT[card] == TRUMP, f"K{SUIT[card]}" in of_suit, len(of_suit), -POINTS[card]

    return frozenset(sorted(options, key=wish)[:most])


def lead(view: View, options: Sequence[Card]) -> Answer:
    """A card that no unseen card of its suit beats, if the suit is young; else the cheapest of the longest suit."""
    strong = strength(view)
    unseen = set(TAROT_78) - seen(view)
    plain = [card for card in options if SUIT[card] not in (TRUMP, "")]
    masters = [
        card
        for card in plain
        if all(strong[card] > strong[other] for other in unseen if SUIT[other] == SUIT[card]) and young(view, card)
    ]
    if masters:
        return max(masters, key=POINTS.__getitem__)
    if plain:
        return min(
            plain, key=lambda card: (POINTS[card], -sum(SUIT[each] == SUIT[card] for each in plain), strong[card])
        )
    return min(options, key=lambda card: (card == SMALLEST, card != FOOL, strong[card]))


def young(view: View, card: Card) -> bool:
    """Whether the suit has been led at most once, so that it is unlikely to be trumped."""
    return sum(SUIT[trick["cards"][0][1]] == SUIT[card] for trick in view["tricks"]) <= 1


def follow(view: View, options: Sequence[Card]) -> Answer:
    """The last player takes with the most valuable card that can; earlier players take only with a sure winner.

    If no card can or should take, the cheapest is thrown, or the Fool if only valuable cards are left.
    """
    taking = [card for card in options if takes(view, card)]
    last = len(view["trick"]) == SEATS - 1
    at_stake = sum(POINTS[card] - 1 for _, card in view["trick"])
    if last and taking:
        best = max(taking, key=lambda card: (POINTS[card], SUIT[card] != TRUMP, -strength(view)[card]))
        if POINTS[best] >= DEAR or at_stake or SUIT[best] != TRUMP:
            return best
    safe = [card for card in taking if not last and sure(view, card)]
    if safe and (at_stake or any(POINTS[card] >= DEAR for card in safe)):
        return max(safe, key=lambda card: (POINTS[card], -strength(view)[card]))
    away = min((card for card in options if card != FOOL), key=lambda card: cost(view, card), default=FOOL)
    late = len(view["hand"]) <= LAST_TRICKS
    return FOOL if FOOL in options and (late or POINTS[away] >= DEAR) else away


def cost(view: View, card: Card) -> tuple[int, bool, int]:
    """What is lost if the card does not take, for comparison: points, whether it is a trump, strength."""
    return POINTS[card], SUIT[card] == TRUMP, strength(view)[card]


def takes(view: View, card: Card) -> bool:
    """Whether the card beats all cards of the trick so far."""
    strong, wanted = strength(view), suit_led(view)

    def power(each: Card) -> tuple[bool, bool, int]:
        return SUIT[each] == TRUMP, SUIT[each] == wanted, strong[each]

    return card != FOOL and all(power(card) > power(other) for _, other in view["trick"])


def sure(view: View, card: Card) -> bool:
    """Whether no unseen card of its suit beats a card that is winning; in a young suit, trumps are ignored."""
    strong = strength(view)
    higher = [
        other for other in set(TAROT_78) - seen(view) if SUIT[other] == SUIT[card] and strong[other] > strong[card]
    ]
    return not higher and (SUIT[card] == TRUMP or young(view, card))


def seen(view: View) -> set[Card]:
    """The cards in known places: the hand, the discard, the current trick and the tricks taken."""
    tricks = [*(trick["cards"] for trick in view["tricks"]), view["trick"]]
    return {*view["hand"], *(view["discard"] or ()), *(card for trick in tricks for _, card in trick)}


def suit_led(view: View) -> str:
    """The suit to follow; empty if there is none yet."""
    return led(view["trick"], SUIT)


def strength(view: View) -> Mapping[Card, int]:
    """The strength of each card within its suit."""
    return STRENGTH[view["angel"]]
