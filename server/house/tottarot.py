"""The house player of Tottarot: it compares its card with what the highest token could win, and bids accordingly."""

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
from server.rules.games.tottarot import without_core as seen_by
from server.rules.record import replace

View = Mapping[str, Any]
ALL_CARDS = Counter(DECK)

ICON_WORTH = {SHOW: 0.4, PEEK: 0.4, REVEAL: -0.3}  # in points, while a turn is left in which they act
SPITE = 0.4  # value of a point that another player loses; doubled for the leader
PIP = 0.35  # value of an unused pip of will, for each turn to come
TIE_BREAK = 0.05  # and in the last turn, when it only breaks ties
WHIM = 0.5  # the most by which chance may overrate a token
SPREAD = 2.6  # typical spread of a turn's outcome, in points


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
    """A turn is a stage: the cards of the next turn cannot be predicted."""
    return state.round, state.turn


def margin(state: State, seat: Seat) -> float:
    """The seat's chance to win the current round, estimated from the rows and the remaining will."""
    if state.phase == OVER:
        return 0
    to_come = state.rules.turns - state.turn + 1
    strength = [total + PIP * to_come * sum(unused(state, other)) for other, total in enumerate(sums(state))]
    chances = [exp((strong - max(strength)) / (SPREAD * sqrt(to_come))) for strong in strength]
    return chances[seat] / sum(chances)


def events(before: State, after: State, seat: Seat) -> dict[str, float]:
    """The seat's chance to win the round; once that is over, its share of the win."""
    if after.round == before.round and after.phase != OVER:
        return {"round": margin(after, seat)}
    assert after.last is not None
    return {"round": (seat in after.last.winners) / len(after.last.winners)}


UNIT = "rounds"


def fits(state: State, seat: Seat) -> bool:
    """Whether the others, with the cards imagined for them, might have shown their tokens of this turn."""
    if state.phase != "change":
        return True
    before = as_tokens_were_chosen(state)
    return all(
        Outlook(seen_by(before, other), other).might_show(played(state, other))
        for other in range(state.rules.seats)
        if other != seat
    )


def as_tokens_were_chosen(state: State) -> State:
    """The state in which this turn's tokens were chosen, when everybody held the card just drawn."""
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


# Evaluation ----------------------------------------------------------------------------------------------------------


def worth_of_a_look(view: View, other: Seat) -> float:
    """The value of looking at another's card: high for the leader, low if the card is already known."""
    return float(view["sums"][other] - 100 * (other in dict(view["known"])))


class Outlook:
    """What a seat can expect of the cards in all hands."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view, self.seat, self.known = view, seat, dict(view["known"])
        self.others = [other for other in range(len(view["sums"])) if other != seat]
        self.means: dict[Seat, float] = {}

    def worth_of_change(self, target: str) -> float:
        """The value of this action: the card gained, and the card that another player loses."""
        if target == NONE:
            return 0
        if target == STAY:
            return worth(self.view, self.seat, self.view["hand"])
        sums: Sequence[int] = self.view["sums"]
        other = LETTERS.index(target)
        return self.held(self.seat, other) + SPITE * (1 + (sums[other] == max(sums))) * self.held(other, other)

    def worth_of_tokens(self) -> Mapping[int, float]:
        """The expected value of the turn with each token, less the value of keeping the token for later."""
        view, mine = self.view, worth(self.view, self.seat, self.view["hand"])
        best = max(0, *(self.held(self.seat, other) for other in self.others))
        if view["may_decline"]:
            best = max(best, mine)
        left = view["turns"] - view["turn"]
        will = PIP * left if left else TIE_BREAK
        expected = {}
        for token in view["tokens"]:
            highest = chance_of_highest(view, self.seat, token)
            kept = mine * (1 - (1 - highest) / len(self.others)) if mine > 0 else mine
            expected[token] = highest * best + (1 - highest) * kept - token * will
        return expected

    def might_show(self, token: int | None) -> bool:
        """Whether the house might show this token."""
        worth = self.worth_of_tokens()
        return token is not None and worth[token] + WHIM >= max(worth.values())

    def held(self, seat: Seat, other: Seat) -> float:
        """The expected value of another player's card in a seat's row."""
        if not self.view["holds"][other]:
            return 0
        if other in self.known:
            return worth(self.view, seat, self.known[other])
        return self.mean(seat) + suspicion(self.view, other)

    def mean(self, seat: Seat) -> float:
        """The average value of an unseen card in a seat's row."""
        if seat not in self.means:
            cards = unseen(self.view)
            total = sum([count * worth(self.view, seat, card) for card, count in cards.items() if count > 0])
            self.means[seat] = total / cards.total()
        return self.means[seat]


def chance_of_highest(view: View, seat: Seat, token: int) -> float:
    """The chance that nobody shows a higher token, if the others choose among their tokens at random."""
    tokens = range(len(view["tokens"]) + len(view["spent"][seat]))
    unused = [[t for t in tokens if t not in spent] for other, spent in enumerate(view["spent"]) if other != seat]
    return prod([sum([t <= token for t in left]) / len(left) for left in unused])


def suspicion(view: View, other: Seat) -> float:
    """A correction for what a token reveals: the highest is shown to get rid of a card, a lower one to keep it."""
    token = view["played"][other]
    if token is None:
        return 0
    return -1.5 if other in view["acting"] else 0.75


def unseen(view: View) -> Counter[str]:
    """The cards whose place is unknown, with the number of each."""
    cards = ALL_CARDS.copy()
    cards.subtract([card["card"] for row in view["rows"] for card in row])
    cards.subtract([*view["discarded"], *known_cards(view)])
    return cards


def known_cards(view: View) -> Iterable[str]:
    """The cards in hands that the seat knows, including its own."""
    return (*([view["hand"]] if view["hand"] else []), *(card for _, card in view["known"]))


def worth(view: View, seat: Seat, card: str) -> float:
    """The value of a card to the player who gets it now, including what it turns over or may show later."""
    fate = FATES[card]
    if fate.icon == TURN:
        turned: Iterator[int] = (card["points"] for card in view["rows"][seat] if not card["reversed"])
        return -2 * sum(turned)
    return fate.points + (ICON_WORTH.get(fate.icon, 0) if view["turn"] < view["turns"] else 0)
