"""The house at Tottarot: it weighs its card against what the highest token could bring, and bids will accordingly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp, prod, sqrt
from random import Random
from typing import Any

from server.rules import Answer, Ask, Seat
from server.rules.engine import NONE, OVER
from server.rules.games.tottarot import (
    DECK,
    FATES,
    LETTERS,
    PEEK,
    REVEAL,
    SHOW,
    STAY,
    TURN,
    State,
    drawn_by,
    drawn_in,
    played,
    sums,
    unused,
)
from server.rules.games.tottarot import view as seen_by
from server.rules.record import replace

View = Mapping[str, Any]
ALL_CARDS = Counter(DECK)

ICON_WORTH = {SHOW: 0.4, PEEK: 0.4, REVEAL: -0.3}  # while a turn is left in which they act
SPITE = 0.4  # what a point lost by another is worth, the more so by who leads
PATIENCE = 0.35  # what a pip of will is worth in each turn to come
TIE_BREAK = 0.05  # and when the round is over
WHIM = 0.5  # by so much chance may make a token look better than it is
SPREAD = 2.6  # points that a turn may bring more or less than thought


def choose(view: View, ask: Ask, seat: Seat, random: Random) -> Answer:
    """The best answer by rule of thumb, from what the seat sees."""
    options = ask.slots[0].options
    random_first = random.sample(options, len(options))
    if ask.slots[0].name == "token":
        worth = Outlook(view, seat).worth_of_tokens()
        return max(random_first, key=lambda token: worth[int(token)] + WHIM * random.random())
    if NONE in options:
        return max(random_first, key=Outlook(view, seat).worth_of_change)
    return max(random_first, key=lambda target: worth_of_a_look(view, LETTERS.index(target)))


# Looking ahead -------------------------------------------------------------------------------------------------------


def stage(state: State) -> tuple[int, int]:
    """A turn: the cards of the next one are anybody's guess."""
    return state.round, state.turn


def margin(state: State, seat: Seat) -> float:
    """The chance to win the round that is under way, by the rows and the will left."""
    if state.phase == OVER:
        return 0
    to_come = state.rules.turns - state.turn + 1
    strength = [total + PATIENCE * to_come * sum(unused(state, other)) for other, total in enumerate(sums(state))]
    chances = [exp((strong - max(strength)) / (SPREAD * sqrt(to_come))) for strong in strength]
    return chances[seat] / sum(chances)


def fits(state: State, seat: Seat) -> bool:
    """Whether the others, with the cards imagined for them, would have shown the tokens of this turn."""
    if state.phase != "change":
        return True
    before = as_tokens_were_chosen(state)
    return all(
        Outlook(seen_by(before, other), other).might_show(played(state, other))
        for other in range(state.rules.seats)
        if other != seat
    )


def as_tokens_were_chosen(state: State) -> State:
    """The table when everybody held the card just drawn."""
    turn, seats = state.turn, state.rules.seats
    drawn = {drawn_by(state, place): place for place in range((turn - 1) * seats, turn * seats)}
    return replace(
        state,
        phase="token",
        tokens=tuple(tokens[:-1] for tokens in state.tokens),
        held=tuple(drawn[seat] for seat in range(seats)),
        taken=tuple(sight for sight in state.taken if drawn_in(state, sight.place) < turn),
        discards=tuple(place for place in state.discards if drawn_in(state, place) < turn),
        acting=(),
    )


# What the house weighs -----------------------------------------------------------------------------------------------


def worth_of_a_look(view: View, other: Seat) -> float:
    """A card not yet known, of the player who leads."""
    return float(view["sums"][other] - 100 * (other in dict(view["known"])))


class Outlook:
    """What a seat can expect of the cards that lie in hands, its own and those of others."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view, self.seat, self.known = view, seat, dict(view["known"])
        self.others = [other for other in range(len(view["sums"])) if other != seat]
        self.means: dict[Seat, float] = {}

    def worth_of_change(self, target: str) -> float:
        """What it brings to act so: the card gained, and the card lost by another."""
        if target == NONE:
            return 0
        if target == STAY:
            return worth(self.view, self.seat, self.view["hand"])
        sums: Sequence[int] = self.view["sums"]
        other = LETTERS.index(target)
        return self.held(self.seat, other) + SPITE * (1 + (sums[other] == max(sums))) * self.held(other, other)

    def worth_of_tokens(self) -> Mapping[int, float]:
        """What the turn brings with each token, less what the token may bring later."""
        view, mine = self.view, worth(self.view, self.seat, self.view["hand"])
        best = max(0, *(self.held(self.seat, other) for other in self.others))
        if view["may_decline"]:
            best = max(best, mine)
        left = view["turns"] - view["turn"]
        will = PATIENCE * left if left else TIE_BREAK
        expected = {}
        for token in view["tokens"]:
            highest = chance_of_highest(view, self.seat, token)
            kept = mine * (1 - (1 - highest) / len(self.others)) if mine > 0 else mine
            expected[token] = highest * best + (1 - highest) * kept - token * will
        return expected

    def might_show(self, token: int | None) -> bool:
        """Whether this is one of the tokens that the house would show."""
        worth = self.worth_of_tokens()
        return token is not None and worth[token] + WHIM >= max(worth.values())

    def held(self, seat: Seat, other: Seat) -> float:
        """What the card that another holds would be worth in a seat's row."""
        if not self.view["holds"][other]:
            return 0
        if other in self.known:
            return worth(self.view, seat, self.known[other])
        return self.mean(seat) + suspicion(self.view, other)

    def mean(self, seat: Seat) -> float:
        """What a card that nobody has seen would be worth in a seat's row, on average."""
        if seat not in self.means:
            cards = unseen(self.view)
            total = sum([count * worth(self.view, seat, card) for card, count in cards.items() if count > 0])
            self.means[seat] = total / cards.total()
        return self.means[seat]


def chance_of_highest(view: View, seat: Seat, token: int) -> float:
    """How likely nobody shows a higher token, if the others choose among theirs at random."""
    tokens = range(len(view["tokens"]) + len(view["spent"][seat]))
    unused = [[t for t in tokens if t not in spent] for other, spent in enumerate(view["spent"]) if other != seat]
    return prod([sum([t <= token for t in left]) / len(left) for left in unused])


def suspicion(view: View, other: Seat) -> float:
    """Who shows the highest token wants to be rid of a card; who does not would rather keep it."""
    token = view["played"][other]
    if token is None:
        return 0
    return -1.5 if other in view["acting"] else 0.75


def unseen(view: View) -> Counter[str]:
    """The cards of the deck that may still be anywhere, with how many of each."""
    cards = ALL_CARDS.copy()
    cards.subtract([card["card"] for row in view["rows"] for card in row])
    cards.subtract([*view["discarded"], *known_cards(view)])
    return cards


def known_cards(view: View) -> Iterable[str]:
    """The cards in hands that the seat knows of, its own among them."""
    return (*([view["hand"]] if view["hand"] else []), *(card for _, card in view["known"]))


def worth(view: View, seat: Seat, card: str) -> float:
    """What a card is worth to who determines it now, with what it turns upside down or may show later."""
    fate = FATES[card]
    if fate.icon == TURN:
        turned: Iterator[int] = (card["points"] for card in view["rows"][seat] if not card["reversed"])
        return -2 * sum(turned)
    return fate.points + (ICON_WORTH.get(fate.icon, 0) if view["turn"] < view["turns"] else 0)
