"""The house player of Titro: it makes the bid with the highest expected gain, given what the opponent may hold."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from random import Random
from typing import Any

from server.rules import Answer, Ask, Seat
from server.rules.cards import Card
from server.rules.games.titro import NEVER_WINS, PACKS, Pack, resolve

CONTESTED = 0.45  # how often the opponent bids on a card on which both may still bid
BLIND_LOOKS = 12  # number of unseen cards sampled to stand for the blind
WORTH_KEEPING = 8  # a card this far from the middle of its deck makes large differences
HORIZON = 12  # answers after which the scores show what a bid was worth


def choose(view: dict[str, Any], ask: Ask, seat: Seat, random: Random) -> Answer:
    """A bid, the default answer (the most valuable bid) to a split, or the cards worth keeping."""
    if view["phase"] == "split":
        return ask.absent
    if view["phase"] == "keep":
        return keep(view, ask)
    return bid(view, ask, seat, random)


def bid(view: dict[str, Any], ask: Ask, seat: Seat, random: Random) -> Answer:
    """The card and place with the highest expected gain; bids within 5 percent of it are chosen from at random."""
    cards, places = (slot.options for slot in ask.slots)
    pack = PACKS[view["deck"]]
    unseen = Unseen(pack, _unseen(view))
    held = view["hands"][1 - seat]
    against = {made["on"]: made["card"] for made in view["bids"][1 - seat]}
    worth = {}
    for place in places:
        shown = view["spread"][place]
        targets = [shown] if shown else random.sample(unseen.cards, min(BLIND_LOOKS, len(unseen.cards)))
        for card in cards:
            gains = [_expected(pack, card, target, against.get(place), unseen, held) for target in targets]
            worth[f"{card} {place}"] = sum(gains) / len(gains)
    best = max(worth.values())
    return random.choice([answer for answer, gain in worth.items() if gain >= 0.95 * best])


def keep(view: dict[str, Any], ask: Ask) -> Answer:
    """The cards far from the middle of the deck, which make large differences; never a Fool, which makes none."""
    [slot] = ask.slots
    pack = PACKS[view["deck"]]
    middle = sum(pack.value.values()) / len(pack.cards)
    far = {card: abs(pack.value[card] - middle) for card in slot.options if card not in NEVER_WINS}
    best = sorted(far, key=far.__getitem__, reverse=True)[: slot.most]
    return " ".join(card for card in slot.options if card in best and far[card] >= WORTH_KEEPING) or "none"


def _expected(pack: Pack, card: Card, target: Card, rival: Card | None, unseen: Unseen, held: int) -> float:
    """The bid's expected points, plus the points that it keeps a rival's bid on the same card from winning."""
    if card in NEVER_WINS:
        return 0.0
    gain = abs(pack.value[card] - pack.value[target])
    if rival:
        won = resolve(target, {0: card, 1: rival}, pack) == 0
        return float(won) * (gain + abs(pack.value[rival] - pack.value[target]) * (rival not in NEVER_WINS))
    beaten = 1 - (1 - unseen.beating(card, target) / len(unseen.cards)) ** held
    return gain * (1 - CONTESTED * beaten)


class Unseen:
    """The cards that may be in the opponent's hand, the stock or the blind, and how many of them would beat a bid."""

    def __init__(self, pack: Pack, cards: list[Card]) -> None:
        self.pack, self.cards = pack, cards
        rivals = sorted([card for card in cards if card not in NEVER_WINS], key=pack.value.__getitem__)
        self.values = [pack.value[card] for card in rivals]
        self.in_suit: defaultdict[str, list[int]] = defaultdict(list)
        for card in rivals:
            self.in_suit[pack.suit[card]].append(pack.value[card])

    def beating(self, card: Card, target: Card) -> int:
        """How many unseen cards beat this bid: as high ones, and if it is off suit, any of the target's suit."""
        suit, value = self.pack.suit, self.pack.value[card]
        of_suit = self.in_suit[suit[target]]
        as_high = _at_least(value, of_suit)
        if suit[card] == suit[target]:
            return as_high
        return len(of_suit) + _at_least(value, self.values) - as_high


def _at_least(value: int, rising: list[int]) -> int:
    """How many of these rising values are at least this high."""
    return len(rising) - bisect_left(rising, value)


def _unseen(view: dict[str, Any]) -> list[Card]:
    """The cards that may be in the opponent's hand, the stock or the blind."""
    seen = {*view["hand"], *view["discards"], *filter(None, view["spread"].values())}
    seen |= {made["card"] for bids in view["bids"] for made in bids} | {card for kept in view["kept"] for card in kept}
    return [card for card in PACKS[view["deck"]].cards if card not in seen]
