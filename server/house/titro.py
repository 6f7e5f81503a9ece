"""The house player of Titro: it bids where it may expect most, and thinks of the split before it bids again."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from server.rules import Answer, Ask, Seat
from server.rules.cards import Card
from server.rules.games.titro import NEVER_WINS, PACKS, Pack, resolve

CONTESTED = 0.45  # how often the opponent bids on a card on which both may still bid
BLIND_LOOKS = 12  # number of unseen cards sampled to stand for the blind
WORTH_KEEPING = 8  # a card this far from the middle of its deck makes large differences
HANDS = 6  # likely hands of the opponent, when it has one bid left
SLIPS = 1.8  # more than in other games, for its second-best card is good
HORIZON = 12  # answers after which the scores show what a bid was worth


def choose(view: dict[str, Any], ask: Ask, seat: Seat, random: Random) -> Answer:
    """A bid, the default answer (the most valuable bid) to a split, or the cards worth keeping."""
    if view["phase"] == "split":
        return ask.absent
    if view["phase"] == "keep":
        return keep(view, ask)
    return (first_bid if view["phase"] == "first-bid" else second_bid)(view, ask, seat, random)


def first_bid(view: dict[str, Any], ask: Ask, seat: Seat, random: Random) -> Answer:
    """The card and place with the highest expected gain; bids within 5 percent of it are chosen from at random."""
    cards, places = (slot.options for slot in ask.slots)
    pack = PACKS[view["deck"]]
    unseen = Unseen(pack, _unseen(view))
    held = view["hands"][1 - seat]
    worth = {}
    for place in places:
        shown = view["spread"][place]
        targets = [shown] if shown else random.sample(unseen.cards, min(BLIND_LOOKS, len(unseen.cards)))
        for card in cards:
            gains = [_expected(pack, card, target, unseen, held) for target in targets]
            worth[f"{card} {place}"] = sum(gains) / len(gains)
    best = max(worth.values())
    return random.choice([answer for answer, gain in worth.items() if gain >= 0.95 * best])


def second_bid(view: dict[str, Any], ask: Ask, seat: Seat, random: Random) -> Answer:
    """The card and place with which the round ends best, against what the opponent would bid from likely hands.

    Who scores nothing takes the other's best win. So a small win may be worth less than none, and it is worth less to
    win everything than to leave the other something small.
    """
    deck, spread = view["deck"], view["spread"]
    mine, theirs = ({made["on"]: made["card"] for made in view["bids"][whose]} for whose in (seat, 1 - seat))
    known, hidden = view["kept"][1 - seat], _unseen(view)
    replies: list[dict[str, Card]] = []
    for _ in range(HANDS):
        hand = [*known, *random.sample(hidden, view["hands"][1 - seat] - len(known))]
        bids = [(card, place) for place in spread if place not in theirs for card in hand]
        card, place = max(bids, key=lambda bid: gained(deck, spread[bid[1]], bid[0], mine.get(bid[1])))
        replies.append({**theirs, place: card})

    def worth(bid: tuple[Card, str]) -> int:
        ours = {**mine, bid[1]: bid[0]}
        rounds = [
            [gained(deck, spread[place], ours.get(place), reply.get(place)) for place in spread] for reply in replies
        ]
        return sum([after_split(gains) for gains in rounds])

    cards, places = (slot.options for slot in ask.slots)
    best = max([(card, place) for place in places for card in cards], key=worth)
    return " ".join(best)


@lru_cache(maxsize=4096)
def gained(deck: str, target: Card, bid: Card | None, rival: Card | None) -> int:
    """The points that a bid wins on a card; negative, if the rival wins them."""
    pack = PACKS[deck]
    winner = resolve(target, {n: card for n, card in enumerate((bid, rival)) if card}, pack)
    value, won_with = pack.value, (bid, rival)[winner or 0]
    points = abs(value[won_with] - value[target]) if winner is not None and won_with else 0
    return -points if winner else points


def after_split(gains: Sequence[int]) -> int:
    """How far ahead a round puts a player who gains this much on its three cards, or loses it where negative."""
    most, least = max(gains), min(gains)
    stolen = most if least >= 0 else least if most <= 0 else 0
    return sum(gains) - 2 * stolen


def keep(view: dict[str, Any], ask: Ask) -> Answer:
    """The cards far from the middle of the deck, which make large differences; never a Fool, which makes none."""
    [slot] = ask.slots
    pack = PACKS[view["deck"]]
    middle = sum(pack.value.values()) / len(pack.cards)
    far = {card: abs(pack.value[card] - middle) for card in slot.options if card not in NEVER_WINS}
    best = sorted(far, key=far.__getitem__, reverse=True)[: slot.most]
    return " ".join(card for card in slot.options if card in best and far[card] >= WORTH_KEEPING) or "none"


def _expected(pack: Pack, card: Card, target: Card, unseen: Unseen, held: int) -> float:
    """The points that a first bid may be expected to win."""
    if card in NEVER_WINS:
        return 0.0
    gain = abs(pack.value[card] - pack.value[target])
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
